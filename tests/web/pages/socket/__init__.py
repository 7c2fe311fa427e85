"""What comes over a socket."""
