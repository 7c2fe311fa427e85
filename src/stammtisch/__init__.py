"""Stammtisch, the regulars' table: tabletop games to play, and the same rules as research environments."""

from stammtisch.core.table import Table
from stammtisch.core.transcripts.replay import replay
from stammtisch.core.transcripts.transcript import read_transcript, write_transcript

__all__ = ["Table", "read_transcript", "replay", "write_transcript"]
