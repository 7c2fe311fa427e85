"""The games under test, each with what its rulebook says about secrets and pieces."""

from __future__ import annotations

from examples import kuhn, tictactoe

from stammtisch.games import combo, duel, gang, party
from stammtisch.testing import Subject
from tests.games.combo import hidden as combo_hidden
from tests.games.duel import hidden as duel_hidden
from tests.games.gang import hidden as gang_hidden
from tests.games.party import hidden as party_hidden
from tests.sample import exact, exact_hidden, kuhn_hidden

COMBO = Subject(combo, combo_hidden.reshuffled, combo_hidden.census, combo_hidden.worlds)
DUEL = Subject(duel, duel_hidden.reshuffled, duel_hidden.census, duel_hidden.worlds)
GANG = Subject(gang, gang_hidden.reshuffled, gang_hidden.census, gang_hidden.worlds)
PARTY = Subject(party, party_hidden.reshuffled, party_hidden.census, party_hidden.worlds)
EXACT = Subject(exact, exact_hidden.reshuffled, exact_hidden.census, exact_hidden.worlds)
KUHN = Subject(kuhn, kuhn_hidden.reshuffled, kuhn_hidden.census, kuhn_hidden.worlds, languages=("en",))
TICTACTOE = Subject(tictactoe, languages=("en",))

SUBJECTS = {subject.game.NAME: subject for subject in (COMBO, DUEL, GANG, PARTY, EXACT)}
