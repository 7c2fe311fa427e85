"""Those who play without a person; every bot gets views, never positions."""
