"""How a game ended."""

from __future__ import annotations

import msgspec

from pandarium.core.message import Message


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """Who won, the final scores by seat, and the reason in one short sentence.

    >>> Outcome(winners=(1,), scores=(212, 260), reason="highest total after 10 rounds (PR-13)").winners
    (1,)
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    """In English, with the rule: what a record keeps."""
    message: Message | None = None
    """The same for readers of other languages, without the rule; a record does not keep it."""

    @classmethod
    def because(cls, winners: tuple[int, ...], scores: tuple[int, ...], message: Message, rule: str) -> Outcome:
        """An outcome whose reason is a sentence of a catalogue."""
        return cls(winners, scores, f"{message} ({rule})" if rule else str(message), message)

    def recorded(self) -> Outcome:
        """As a record keeps it."""
        return self if self.message is None else Outcome(self.winners, self.scores, self.reason)
