"""Tests of what needs PyTorch, which only some machines have."""
