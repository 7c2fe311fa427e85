"""Tests of where requests come from and whom they are for."""
