"""What is told of a study: a page for people, and all data beside it."""

from stammtisch.errors import extra

with extra("study"):
    import jinja2  # noqa: F401  # whatever of it is imported first, what is missing is told here
