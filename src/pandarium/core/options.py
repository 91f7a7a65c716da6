"""Options: what players agree on before they start, checked and read from text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pandarium.core.errors import BadOption, unknown_name
from pandarium.core.meta import Meta, Option, OptionValue

if TYPE_CHECKING:
    from pandarium.core.game import Game


def check_options(meta: Meta, options: Mapping[str, object]) -> dict[str, Any]:
    """All options with their values, defaults filled in; raises BadOption."""
    chosen: dict[str, Any] = {option.name: option.default for option in meta.options}
    for name, value in options.items():
        choices = _find(meta, str(name)).choices
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            raise _bad_choice(meta, str(name), value)
        chosen[name] = value
    return chosen


def settle_options(meta: Meta, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """These options as they hold with that many players: one that does nothing then has its default."""
    idle = {option.name: option.default for option in meta.options if not option.applies(seats)}
    return {name: idle.get(name, value) for name, value in options.items()}


def without_idle_options(meta: Meta, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Those of these options that do anything with that many players: what is worth telling."""
    idle = {option.name for option in meta.options if not option.applies(seats)}
    return {name: value for name, value in options.items() if name not in idle}


def refuse_idle_options(meta: Meta, options: Mapping[str, object], seats: int) -> None:
    """Raise BadOption where somebody chose what does nothing with that many players, so that they know."""
    from pandarium.core.message import Message  # menus and completion load no structs

    for option in meta.options:
        chosen = options.get(option.name, option.default) != option.default
        if chosen and option.seats is not None and not option.applies(seats):
            low, high = option.seats
            given: dict[str, int | str | Message] = {
                "option": option.name,
                "game": meta.title,
                "seats": seats,
                "low": low,
                "high": high,
            }
            raise BadOption(Message("core.option_idle_but" if low == high else "core.option_idle", given))


def read_option(meta: Meta, name: str, text: str) -> OptionValue:
    """The value that a text means for that option; raises BadOption."""
    for choice in _find(meta, name).choices:
        if show_option(choice).lower() == text.strip().lower():
            return choice
    raise _bad_choice(meta, name, text)


def turn_based_options(game: Game, chosen: dict[str, OptionValue]) -> dict[str, OptionValue]:
    """The chosen options, with one more where it takes that for turns in place of real time; what was chosen stays.

    For places where nobody can act at the same time: one terminal, or text.

    >>> from pandarium import game
    >>> turn_based_options(game("wildstyle"), {"family": True})
    {'family': True, 'pace': 'turns'}
    >>> turn_based_options(game("wildstyle"), {"pace": "real time"})
    {'pace': 'real time'}
    """
    if game.pace(chosen) != "real time":
        return chosen
    for option in game.meta.options:
        for value in () if option.name in chosen else option.choices:
            if game.pace({**chosen, option.name: value}) != "real time":
                return {**chosen, option.name: value}
    return chosen


def show_option(choice: OptionValue) -> str:
    """An option's value as people write it: yes and no, numbers and words."""
    return {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice)


def _find(meta: Meta, name: str) -> Option:
    known = {option.name: option for option in meta.options}
    if name not in known:
        raise BadOption(unknown_name(f"{meta.title} option", name, known))
    return known[name]


def _bad_choice(meta: Meta, name: str, value: object) -> BadOption:
    allowed = ", ".join(show_option(choice) for choice in _find(meta, name).choices)
    return BadOption(f"option {name} of {meta.title} takes {allowed}, not {value!r}")
