"""What is shown: scenes, stories, rendered regions, reviews and hints in words, pictures of rules."""
