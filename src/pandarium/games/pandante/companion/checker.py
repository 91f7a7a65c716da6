"""Is that hand true? The engine's own answer for cards that somebody picks or types (PD-H1 to PD-H6).

check k5 joker | r5 b2 g9 | three      private cards, community cards, the claim
check k5 joker | r5 b2 g9 | three 5    with what was said in a tie-break (PD-9)
check k5 joker | r5 b2 g9 | p5 p6 | three    with a second row of community cards (PD-K9)
"""

from __future__ import annotations

from pandarium.core.errors import BadMove, PandariumError
from pandarium.core.message import Message
from pandarium.games.pandante.companion.pages import VERDICTS, Checked
from pandarium.games.pandante.engine import moves
from pandarium.games.pandante.engine.cards import BIT, CODES
from pandarium.games.pandante.engine.claims import NOTHING, is_statement
from pandarium.games.pandante.engine.hands import best, truths, verdict_in_rows
from pandarium.games.pandante.words import notation
from pandarium.games.pandante.words.notation import CLAIM_CODES

WORD = "check"
MOST_ROWS = 2


def check(text: str) -> Checked:
    """What the cards say; a fault where they cannot be cards, or the claim none.

    >>> found = check("check k5 joker | r5 b2 g9 | three")
    >>> found.verdict, found.best
    ('own-joker', 'three')
    """
    try:
        return _check(text)
    except PandariumError as error:
        return Checked(None, None, [], error.message, str(error))


def _check(text: str) -> Checked:
    own, *rows = text.lower().removeprefix(WORD).split("|")
    claimed = rows.pop() if rows else ""
    rows = rows or [""]
    if len(rows) > MOST_ROWS:
        raise BadMove(text, Message("pandante.companion.check.form"))
    seen: set[str] = set()
    mine = _cards(own, seen)
    first, second = _cards(rows[0], seen), _cards(rows[1], seen) if len(rows) == MOST_ROWS else 0
    found = int(truths(mine, first)) | (int(truths(mine, second)) if second else 0)
    highest = max(int(best(mine, first)), int(best(mine, second)) if second else NOTHING)
    true_claims = [code for claim, code in enumerate(CLAIM_CODES) if found & BIT[claim]]
    return Checked(
        _verdict(claimed, mine, first, second, len(rows)),
        None if highest == NOTHING else CLAIM_CODES[highest],
        true_claims,
    )


def _cards(text: str, seen: set[str]) -> int:
    """A set of cards that none before it had."""
    found = 0
    for word in text.replace(",", " ").split():
        if word not in CODES:
            raise BadMove(word, Message("pandante.companion.check.cards"))
        if word in seen:
            raise BadMove(word, Message("pandante.companion.check.twice"))
        seen.add(word)
        found |= int(BIT[CODES.index(word)])
    return found


def _verdict(claimed: str, mine: int, first: int, second: int, rows: int) -> str | None:
    """PD-H3, PD-H5, PD-K9: whether the claim, and what was said with it, is true."""
    if not claimed.strip():
        return None
    code, *said = claimed.split()
    if code not in CLAIM_CODES:
        raise BadMove(code, Message("pandante.companion.check.claims", {"claims": ", ".join(CLAIM_CODES)}))
    claim = CLAIM_CODES.index(code)
    statement = int(moves.said_of(notation.read(" ".join(["say", *said])))) if said else 0
    if said and not is_statement(claim, statement):
        raise BadMove(claimed.strip(), Message("pandante.refusal.not_a_statement"))
    return VERDICTS[verdict_in_rows(claim, statement, mine, first, second, rows)]


def answer(text: str) -> Message:
    """The same as a sentence, for somebody at a keyboard; raises PandariumError for what cannot be read."""
    found = _check(text)
    held = Message("pandante.companion.check.nothing")
    if found.best is not None:
        held = Message("pandante.companion.check.best", {"claim": Message(f"pandante.claim.{found.best}")})
    if found.verdict is None:
        return held
    return Message(f"pandante.companion.check.{found.verdict}", {"held": held})
