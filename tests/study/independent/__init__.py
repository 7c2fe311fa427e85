"""What docs/study.md defines, computed again from whole games in plain Python, without the code of studies."""
