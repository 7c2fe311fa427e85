"""A step behind the interface of Gymnasium, one of PettingZoo, one of OpenSpiel, and one of a language model."""

from __future__ import annotations

from typing import Any

import anyio
import gymnasium
import pyspiel
from mcp import Client

import stammtisch.adapters.gymnasium  # registers its games
import stammtisch.adapters.openspiel  # noqa: F401  # the same
from stammtisch.adapters.language_models.mcp_server import make_server
from stammtisch.adapters.language_models.tools import SeatTools
from stammtisch.adapters.pettingzoo import aec_env

alone: Any = gymnasium.make("stammtisch/Duel-v1")
shown, _ = alone.reset(seed=1)
alone.step(int(shown["action_mask"].argmax()))

several = aec_env("duel")
several.reset(seed=1)
several.step(int(several.observe(several.agent_selection)["action_mask"].argmax()))

state = pyspiel.load_game("python_stammtisch_duel").new_initial_state()
state.apply_action(state.legal_actions()[0])


async def sit_down() -> None:
    """Open a table through the tools, and act."""
    async with Client(make_server(SeatTools())) as client:
        await client.call_tool("open_table", {"game": "duel", "options": {"first_bluffer": 0}})
        done = await client.call_tool("act", {"actions": ["hide 1"]})
        assert "Ada lays the tiles" in str(done.content)


anyio.run(sit_down)
