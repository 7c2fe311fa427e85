"""What a game says, told to one reader: the log, questions, headings, what it may say besides, lessons."""
