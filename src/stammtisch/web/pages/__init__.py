"""One module for each page, with what its forms do."""
