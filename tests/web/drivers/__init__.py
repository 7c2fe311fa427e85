"""Three drivers for the tests of the server: a page, a program, and raw bytes; and servers to drive."""
