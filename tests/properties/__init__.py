"""One file for each law: it holds over every game, and a planted fault breaks it."""
