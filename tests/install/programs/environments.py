"""A step behind the interface of Gymnasium, one of PettingZoo, and one of OpenSpiel."""

from __future__ import annotations

from typing import Any

import gymnasium
import pyspiel

import stammtisch.adapters.gymnasium  # registers its games
import stammtisch.adapters.openspiel  # noqa: F401  # the same
from stammtisch.adapters.pettingzoo import aec_env

alone: Any = gymnasium.make("stammtisch/Duel-v1")
shown, _ = alone.reset(seed=1)
alone.step(int(shown["action_mask"].argmax()))

several = aec_env("duel")
several.reset(seed=1)
several.step(int(several.observe(several.agent_selection)["action_mask"].argmax()))

state = pyspiel.load_game("python_stammtisch_duel").new_initial_state()
state.apply_action(state.legal_actions()[0])
