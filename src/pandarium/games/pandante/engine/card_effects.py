"""What a casino or a champion of a content pack can do: every effect by its name in the pack, with its parameter."""

from __future__ import annotations

from typing import Final, NamedTuple

from pandarium.games.pandante.engine import casinos, champions


class Effect(NamedTuple):
    """One effect: a flag, or a parameter within limits."""

    rule: str
    flag: int = 0
    """Its bit; 0: it has a parameter, in a column with the effect's name."""
    least: int = 0
    most: int = 0
    takes_colour: bool = False
    """The parameter is a colour, by name."""
    needs: str = ""
    """The effect that the same card must have, too."""
    not_with: str = ""
    """The effect that the same card must not have."""
    only_one: bool = False
    """One champion of a pack can have it: the rules ask one player."""


CASINO_EFFECTS: Final[dict[str, Effect]] = {
    "joker_in_splash": Effect("PD-K1", flag=casinos.JOKER_IN_SPLASH),
    "free_treats": Effect("PD-K2", flag=casinos.FREE_TREATS, not_with="two_hands"),
    "abilities": Effect("PD-K3", least=1, most=6),
    "rearrange": Effect("PD-K4", flag=casinos.REARRANGE),
    "runes": Effect("PD-K4", flag=casinos.RUNES),
    "extra_ante": Effect("PD-K5", least=1, most=100),
    "one_street": Effect("PD-K5", flag=casinos.ONE_STREET),
    "two_hands": Effect("PD-K6", flag=casinos.TWO_HANDS),
    "no_fifth_card": Effect("PD-K7", flag=casinos.NO_FIFTH_CARD),
    "honest_hands_fold": Effect("PD-K8", flag=casinos.HONEST_HANDS_FOLD),
    "two_rows": Effect("PD-K9", flag=casinos.TWO_ROWS),
    "stake_factor": Effect("PD-K10", least=2, most=10),
    "whispers": Effect("PD-K11", flag=casinos.WHISPERS),
    "snack_price": Effect("PD-K12", least=0, most=100),
}

CHAMPION_EFFECTS: Final[dict[str, Effect]] = {
    "extra_snack_card": Effect("PD-P1", flag=champions.EXTRA_SNACK_CARD, only_one=True),
    "looks_ahead": Effect("PD-P2", flag=champions.LOOKS_AHEAD, only_one=True),
    "takes_fifth_card": Effect("PD-P3", flag=champions.TAKES_FIFTH_CARD, only_one=True),
    "takes_antes": Effect("PD-P3", takes_colour=True, needs="takes_fifth_card"),
    "snack_spaces": Effect("PD-P4", least=1, most=9),
    "accuser_price": Effect("PD-P5", least=0, most=1000),
    "upgrades_last": Effect("PD-P6", flag=champions.UPGRADES_LAST),
    "free_upgrades": Effect("PD-P6", flag=champions.FREE_UPGRADES),
}
