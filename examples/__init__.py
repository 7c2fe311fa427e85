"""Programs to copy from; each is run from the folder above: `python -m examples.train --help`."""
