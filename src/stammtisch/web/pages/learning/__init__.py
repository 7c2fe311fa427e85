"""What newcomers come to: the guided first round, what wins, the rules."""
