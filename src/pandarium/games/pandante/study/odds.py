"""The odds of every hand, for 2 to 4 private and 3 to 6 community cards, as the TOML file that the table shows.

    python -m pandarium.games.pandante.study.odds --write odds.toml

It does not matter for a hand which of the cards are private, so that what counts is how many there are together: 5 to
10. Few cards are counted through, many are drawn by chance; then `low` and `high` are the Wilson interval for 95 %.
"""

from __future__ import annotations

import argparse
import sys
from math import comb, sqrt
from pathlib import Path

from pandarium.games.pandante.content import Odds
from pandarium.games.pandante.engine.cards import DECK
from pandarium.games.pandante.engine.claims import CLAIMS
from pandarium.games.pandante.engine.hand_counts import count_all, count_some
from pandarium.games.pandante.words.notation import CLAIM_CODES

PRIVATE = (2, 4)
COMMUNITY = (3, 6)
HANDS = 10_000_000
THROUGH = 60_000_000
"""Up to this many sets of cards, all of them are counted."""
SEED = 1
Z = 1.96
"""95 % of a normal distribution lie within this many standard deviations."""


def odds_of(cards: int, hands: int = HANDS, seed: int = SEED, through: int = THROUGH) -> Odds:
    """The odds with that many cards; exactly where there are no more than `through` sets of them."""
    exact = comb(DECK, cards) <= through
    count = count_all(cards) if exact else count_some(cards, hands, seed)
    total = int(count.hands)
    true = [int(number) for number in count.true]
    spans = [_interval(number, total, exact) for number in true]
    return Odds(
        cards=cards,
        hands=total,
        exact=exact,
        held=[_round(number / total) for number in true],
        low=[low for low, _ in spans],
        high=[high for _, high in spans],
        best=[_round(int(number) / total) for number in list(count.best)[:CLAIMS]],
    )


def _interval(true: int, hands: int, exact: bool) -> tuple[float, float]:
    share = true / hands
    if exact:
        return _round(share), _round(share)
    centre = share + Z * Z / (2 * hands)
    half = Z * sqrt(share * (1 - share) / hands + Z * Z / (4 * hands * hands))
    scale = 1 + Z * Z / hands
    return _round(max(0.0, (centre - half) / scale)), _round(min(1.0, (centre + half) / scale))


def _round(share: float) -> float:
    return round(share, 8)


def page(hands: int = HANDS, seed: int = SEED) -> str:
    """The TOML file; its first line is the command that makes it."""
    lines = [
        f"# python -m pandarium.games.pandante.study.odds --hands {hands} --seed {seed} --write odds.toml",
        "#",
        "# How often each hand is there among so many cards, private and community cards together.",
        "# held: the claim is true; low, high: its 95 % interval; best: it is the best one that is true.",
        "",
        f"claims = {_array([CLAIM_CODES[claim] for claim in range(CLAIMS)])}",
    ]
    for cards in range(PRIVATE[0] + COMMUNITY[0], PRIVATE[1] + COMMUNITY[1] + 1):
        odds = odds_of(cards, hands, seed)
        lines += [
            "",
            "[[odds]]",
            f"cards = {odds.cards}",
            f"hands = {odds.hands}",
            f"exact = {str(odds.exact).lower()}",
        ]
        lines += [f"{name} = {_array(getattr(odds, name))}" for name in ("held", "low", "high", "best")]
    return "\n".join(lines) + "\n"


def _array(values: list[str] | list[float]) -> str:
    return "[" + ", ".join(f'"{value}"' if isinstance(value, str) else f"{value:.8f}" for value in values) + "]"


def main(arguments: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m pandarium.games.pandante.study.odds", description=__doc__)
    parser.add_argument("--hands", type=int, default=HANDS, help="how many, where not all are counted")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--write", type=Path, help="into this file; else it is shown")
    asked = parser.parse_args(arguments)
    if asked.hands < 1 or asked.seed < 0:
        parser.error("--hands is 1 or more, --seed 0 or more")
    text = page(asked.hands, asked.seed)
    if asked.write is None:
        sys.stdout.write(text)
    else:
        asked.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
