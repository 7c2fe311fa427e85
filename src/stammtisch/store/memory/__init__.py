"""What one process answers itself: coordination with nobody, and token buckets."""
