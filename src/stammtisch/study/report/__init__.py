"""What is told of a study: a page for people, and all data beside it."""
