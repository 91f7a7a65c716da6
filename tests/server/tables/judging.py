"""What tests of the judge share: paces, and how a refusal is expected."""

from __future__ import annotations

import pytest

from pandarium import protocol
from pandarium.protocol.pace import Pace
from pandarium.server.tables.judge import AlreadyDone, Asker, Refusal
from server.support import ANN, TableHarness

LIVE = Pace(kind="live", bank=60, increment=5)
BARE = Pace(kind="live", bank=60, increment=0)
TO_BOT = Pace(kind="live", bank=60, increment=0, at_timeout="bot")


def refused(
    code: str, harness: TableHarness, asker: Asker, message: protocol.AnyMessage, match: str | None = None
) -> Refusal:
    """The refusal that this message meets; nothing has changed."""
    before = harness.table.seq, harness.update(ANN)
    with pytest.raises(Refusal, match=match) as caught:
        harness.send(asker, message, here=())
    assert caught.value.code == code
    assert (harness.table.seq, harness.update(ANN)) == before
    return caught.value


def done_before(harness: TableHarness, asker: Asker, message: protocol.AnyMessage) -> None:
    with pytest.raises(AlreadyDone):
        harness.send(asker, message)
