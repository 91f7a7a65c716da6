"""How networks for Pandánte are trained: tables of every size and mode (PD-S4), and who else sits there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

from pandarium.core.bot import Bot
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.kit.abstraction import Abstraction
from pandarium.kit.training import TrainingPlan

SEATS = {2: 40, 3: 15, 4: 20, 5: 10, 6: 15}
"""How often that many play, of a hundred."""
EXTRA = 0.3
"""How often each of casinos, champions and diamonds is played with."""
TOURNAMENT = 0.05
"""How often it is a tournament's table (PD-G3)."""


class PandanteTraining(TrainingPlan):
    """All modes, and all who are quick."""

    def abstraction(self, game: Game) -> Abstraction:
        """What the cards are good for, and about fifty options."""
        from pandarium.games.pandante.bots.abstraction import PandanteAbstraction

        return PandanteAbstraction()

    def draw_table(self, game: Game, chance: Random) -> tuple[int, Mapping[str, OptionValue]]:
        """Mostly small tables, half of them with Dark abilities."""
        (seats,) = chance.choices(list(SEATS), list(SEATS.values()))
        if chance.random() < TOURNAMENT:
            return seats, {"gambling": "tournament"}
        options: dict[str, OptionValue] = {"abilities": chance.choice(["light", "dark"])}
        for name in ("casinos", "champions", "diamonds"):
            if chance.random() < EXTRA:
                options[name] = True
        return seats, options

    def partners(self) -> Mapping[str, Callable[[], Bot]]:
        """One that bluffs, one that does not, and the sparring partners."""
        from pandarium.games.pandante.bots import SPARRING, Cautious, RuleOfThumb
        from pandarium.games.pandante.bots.style import BLUFFER

        return {"bluffer": partial(RuleOfThumb, "bluffer", BLUFFER), "cautious": Cautious, **SPARRING}
