"""What is said above the boards of Combination Race: how far the game is, and who begins."""

from __future__ import annotations

from stammtisch.games.combo.position import Phase
from stammtisch.kernel.seats import NONE
from stammtisch.web.view.scene import Scene


def heading(scene: Scene) -> str:
    """Say how far the game is."""
    v, say = scene.view, scene.say
    if v.phase <= Phase.DEAL or v.round_number == 0:
        return say("The first stones") if v.phase == Phase.START else say("The game begins")
    return say("Round {round}", round=v.round_number)


def began(scene: Scene) -> str:
    """Say who begins every round."""
    v = scene.view
    return "" if v.first == NONE else scene.say("{name} begins", name=scene.names[v.first])
