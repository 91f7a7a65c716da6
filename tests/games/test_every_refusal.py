"""Refusals are for people: they name cards and dice as people do, not as the notation does, and speak German, too."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import combinations, product
from typing import Final

import pytest

import pandarium
from games.german import PACKAGE, Catalogue
from games.test_every_rule import GAMES
from pandarium.core.errors import BadMove, PandariumError
from pandarium.core.message import Message, catalogue
from pandarium.games.pandante.engine import faults as pandante
from pandarium.games.pilfering.engine import cards
from pandarium.games.pilfering.engine import faults as pilfering
from pandarium.games.pilfering.words import phrases
from pandarium.games.royale.engine import dice
from pandarium.games.royale.engine import faults as royale
from pandarium.games.wildstyle.engine import faults as wildstyle
from pandarium.games.wildstyle.engine import state as wild

CODE = re.compile(r"\b(?!d\d)[a-zA-Z]{1,2}\d+\b|\bkey\b|_")
"""`r4`, `b8`, `key`, `no_such`; a d8 is a d8 for people, too."""


FAULTS: Final = {
    "pandante": [(rule, str(Message(code)) if code else "") for rule, code in pandante.FAULTS],
    "pilfering": [(rule, catalogue("pilfering", "en").get(code, "")) for rule, code in pilfering.FAULTS],
    "royale": [(rule, str(Message(code)) if code else "") for rule, code in royale.FAULTS],
    "wildstyle": [(rule, str(Message(code)) if code else "") for rule, code in wildstyle.FAULTS],
}
GAPS: Final = {"{card}": cards.NAMES, "{die}": dice.DIE_NAMES}
"""What a fault is told with."""
ELSEWHERE: Final = {
    "pilfering": [text for code, text in catalogue("pilfering", "en").items() if ".talk." in code and "{" not in text],
}
"""Sentences that are no faults: what may not be said, and who was first."""


@cache
def heard_in(name: str) -> frozenset[str]:
    """Refusals of random games: what was legal at some moment is tried at others, by everybody."""
    game = pandarium.game(name)
    rng = pandarium.Rng(1)
    heard: set[str] = set()
    tried: set[int] = set()
    for number in range(6):
        state = game.start(seats=3, seed=number)
        while actors := state.actors():
            seat = actors[rng.below(len(actors))]
            legal = state.legal(seat)
            wrong = sorted(tried.difference(legal))
            for move in (wrong[rng.below(len(wrong))] for _ in range(3) if wrong):
                for other in range(3):
                    if refusal := state.refusal(other, move):
                        heard.add(refusal.reason)
            move = legal[rng.below(len(legal))]
            tried.add(move)
            state.play(seat, move)
    return frozenset(heard)


@pytest.mark.parametrize("name", GAMES)
def test_no_refusal_holds_a_code_of_the_notation(name: str) -> None:
    heard = heard_in(name)
    assert len(heard) > 3
    assert [reason for reason in sorted(heard) if CODE.search(reason)] == []


def told_with(reason: str) -> list[str]:
    """A fault as people hear it, with everything that can stand in its gap."""
    for gap, names in GAPS.items():
        if gap in reason:
            return [reason.replace(gap, name) for name in names]
    return [reason]


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_is_told_in_german(name: str) -> None:
    german = Catalogue(name)
    faults = [text for _, reason in FAULTS[name] if reason for text in told_with(reason)]
    others = [text.removesuffix(f" ({pandarium.game(name).meta.talk})") for text in ELSEWHERE.get(name, ())]
    said = {*faults, *others, *heard_in(name)}
    assert [text for text in sorted(said) if not german.knows(text)] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pilfering", [*cards.NAMES, *cards.SUIT_WORDS]),
        ("royale", dice.DIE_NAMES),
        ("wildstyle", wild.CREWS),
    ],
)
def test_what_stands_in_gaps_is_told_in_german(name: str, words: list[str]) -> None:
    german = Catalogue(name)
    assert [word for word in words if not german.knows(word)] == []


@pytest.mark.parametrize("name", GAMES)
def test_options_that_do_not_go_together_are_refused_in_german(name: str) -> None:
    """Every two of them, with as many players as there can be, as somebody may choose who lays a table."""
    game = pandarium.game(name)
    german = Catalogue(name)
    refused = set()
    for pair in combinations(game.meta.options, 2):
        for chosen in product(*(option.choices for option in pair)):
            options = dict(zip((option.name for option in pair), chosen, strict=True))
            try:
                game.setup(game.meta.seats[1], game.check_options(options))
            except PandariumError as error:
                refused.add(str(error))
    assert (len(refused) > 0) == (name in {"pandante", "royale"})
    assert [text for text in sorted(refused) if not german.knows(text)] == []


def test_more_cards_than_a_set_can_have_are_refused_in_german() -> None:
    """Of the moves that a browser can try, only this one cannot be read."""
    with pytest.raises(BadMove) as refused:
        pandarium.game("pilfering").read(f"set 1{' r4' * 10}")
    assert Catalogue("pilfering").knows(str(refused.value))


def test_every_phrase_has_its_words_in_the_catalogues_by_its_id() -> None:
    """PP-X1: the English ones are those of the server, in which its gaps are found again."""
    words = PACKAGE / "games/pilfering/web/words"
    english, german = (json.loads((words / f"{language}.json").read_text("utf-8")) for language in ("en", "de"))
    offered = {f"pilfering.phrase.{phrase.code}": phrase.words for phrase in phrases.PHRASES}
    assert {word: text for word, text in english.items() if ".phrase." in word} == offered
    assert {word for word in german if ".phrase." in word} == offered.keys()
    for number, noun in product((0, 1, 2), ("card", "space")):
        assert Catalogue("pilfering").knows(phrases._counted(number, noun))
