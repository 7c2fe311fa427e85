"""What only a machine with a GPU can show; `scripts/test --gpu` runs it."""
