"""What attackers and referees found on an older commit (docs/security.md), tried again on any checkout."""
