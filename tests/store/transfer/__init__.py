"""Tests of backups and copies."""
