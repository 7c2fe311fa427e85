"""What `scripts/golden.py` records, part by part."""
