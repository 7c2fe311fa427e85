"""Some decisions of a training with PyTorch, in the folder that is named."""

from __future__ import annotations

import sys

from stammtisch.cli import main

tiny = ("--width", "8", "--games", "16", "--stretch", "8", "--batch", "64", "--decisions", "200", "--on", "cpu")
assert main(("train", "duel", "--out", sys.argv[1], *tiny)) == 0
