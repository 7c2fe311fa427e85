"""What every request passes: identity, CSRF, rate limits, bans, access log."""
