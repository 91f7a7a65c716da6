"""What players agree on before they start is checked before they start."""

from __future__ import annotations

from typing import Any

from pandarium.core.errors import BadData, BadOption, BadSeats, PandariumError
from pandarium.core.meta import Meta
from pandarium.core.options import read_option
from pandarium.testing.compare import encode
from pandarium.testing.harness import Harness, check


@check
def set_up_is_checked(harness: Harness) -> str:
    """The lid of the box is filled in; wrong seats, options, seeds and contents are refused by their errors."""
    game = harness.game
    _look_at_meta(harness, game.meta)
    low, high = game.meta.seats
    tables = harness.tables
    wrong_seats: list[Any] = [low - 1, high + 1, -1, 2**70, "2", 2.0, None, True]
    wrong_options: list[Any] = [{"no such option": True}, *({o.name: object()} for o in game.meta.options)]
    for seats in wrong_seats:
        _expect(harness, BadSeats, f"seats={seats!r}", seats=seats, seed=1)
    for options in wrong_options:
        _expect(harness, BadOption, f"options={options!r}", seats=tables[0].seats, options=options, seed=1)
    for seed in (-1, 2**63, 1.5, "1", True):
        _expect(harness, BadData, f"seed={seed!r}", seats=tables[0].seats, seed=seed)
    wrong_content: list[Any] = [{}, {"no such file": {}}, {"x": None}, "/no/such/pack"]
    for content in wrong_content:
        _refuse_or_take(harness, content, tables[0].seats)
    for table in tables:
        full = game.check_options(table.options)
        if table.start(3).setup.options != full:
            raise harness.fault(f"state.setup.options is not {full} with {table.options}")
        encode(table.start(3).dump())
    return f"{len(tables)} tables"


def _look_at_meta(harness: Harness, meta: Meta) -> None:
    texts = {"title": meta.title, "tagline": meta.tagline, "prefix": meta.prefix, "name": meta.name}
    for field, text in texts.items():
        if not text or text != text.strip() or "\n" in text:
            raise harness.fault(f"meta.{field} is {text!r}")
    if not meta.name.isidentifier() or meta.name != meta.name.lower():
        raise harness.fault(f"meta.name is {meta.name!r}: a folder's name, in lower case")
    if not 1 <= meta.seats[0] <= meta.seats[1]:
        raise harness.fault(f"meta.seats is {meta.seats}")
    for option in meta.options:
        if option.default not in option.choices or len(option.choices) < 2 or not option.help:
            raise harness.fault(
                f"option {option.name} needs a help text, two choices or more, and one of them as default"
            )
        if option.seats is not None and not meta.seats[0] <= option.seats[0] <= option.seats[1] <= meta.seats[1]:
            raise harness.fault(f"option {option.name} is for {option.seats} players, the game for {meta.seats}")
        for choice in option.choices:
            shown = {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice)
            if read_option(harness.game.meta, option.name, shown) != choice:
                raise harness.fault(f"option {option.name}: {shown!r} is not read as {choice!r}")


def _expect(harness: Harness, error: type[PandariumError], what: str, **arguments: Any) -> None:
    try:
        harness.game.start(**arguments)
    except error:
        return
    except Exception as other:
        raise harness.fault(f"start({what}) raises {type(other).__name__}: {other}; not {error.__name__}") from other
    raise harness.fault(f"start({what}) is not refused")


def _refuse_or_take(harness: Harness, content: Any, seats: int) -> None:
    """A game without content of its own may take anything; whatever it does, there is no other error."""
    try:
        harness.game.start(seats, seed=1, content=content)
    except PandariumError:
        return
    except Exception as error:
        what = f"start(content={content!r}) raises {type(error).__name__}: {error}; BadContent is for that"
        raise harness.fault(what) from error
