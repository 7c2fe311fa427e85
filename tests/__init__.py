"""The tests of Stammtisch."""
