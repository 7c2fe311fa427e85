"""What a page sends over its socket."""
