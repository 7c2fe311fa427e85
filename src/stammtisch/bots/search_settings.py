"""How the search explores, and what it takes for granted: its exploration constant, widening, depth and rollouts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchSettings:
    """Parameters of the search; the order of the fields is that of the constants in `kernel/search_tree.py`."""

    rollout_heuristic_percent: int = 100  # of the decisions in a rollout follow the hints, the others are random
    tree_heuristic_percent: int = 0  # of the others' decisions in the tree follow the hints
    random_opponent_percent: int = 0  # of the iterations in which another seat plays at random throughout
    exploration_constant: int = 150  # of UCB1, in hundredths of the standard deviation of results
    progressive_widening: int = 100  # others try a new action while tried² is below so many hundredths of the visits
    max_depth: int = 64  # decisions in the tree
    standard_errors: int = 100  # in hundredths: by how many an action must be better than what the hints suggest
