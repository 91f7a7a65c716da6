"""Which tables come first in the public list: statements, for `Store.public_tables` to read.

Nobody gets to the front by creating more tables: of one person, and of one address, only a few come before all others.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import and_, case, func, or_, select

from pandarium.server.store.schema import tables

FEW_LISTED: Final = 3
"""Tables of one person, or one address, that are listed before those of others have had their turn."""

Place = tuple[int, str]
"""Where a list of tables goes on: the `changed` and the id of the last one seen (or no id: all of that moment were)."""


def after(place: Place) -> Any:
    """What comes behind that place in a list, newest first."""
    changed, id = place
    same_moment = and_(tables.c.changed == changed, tables.c.id > id)  # of the same moment, and not shown yet
    return or_(tables.c.changed < changed, same_moment) if id else tables.c.changed < changed


def ranked(listed: Any) -> Any:
    """Tables by id, each with whether it is one of the rest: beyond the few of its host, or of its address."""
    oldest = (tables.c.changed, tables.c.id)
    by_person = func.row_number().over(partition_by=tables.c.host, order_by=oldest)
    by_address = func.row_number().over(partition_by=_crowd(tables), order_by=oldest)
    ranks = select(tables.c.id, by_person.label("by_person"), by_address.label("by_address")).where(listed).subquery()
    beyond = or_(ranks.c.by_person > FEW_LISTED, ranks.c.by_address > FEW_LISTED)
    return select(ranks.c.id, case((beyond, 1), else_=0).label("rest")).subquery()


def is_in_rest(listed: Any, place: Place) -> Any:
    """Whether (1 or 0) the table at this place is one of the rest, so that all that come first were shown before it.

    No row: there is no such table.
    """
    changed, id = place
    same = tables.alias()
    older = or_(tables.c.changed < changed, and_(tables.c.changed == changed, tables.c.id < id))

    def before_it(shared: Any) -> Any:
        counted = select(func.count()).select_from(tables).where(listed, older, shared)
        return counted.correlate(same).scalar_subquery() >= FEW_LISTED

    of_person, of_address = tables.c.host == same.c.host, _crowd(tables) == _crowd(same)
    rest = case((or_(before_it(of_person), before_it(of_address)), 1), else_=0)
    return select(rest).select_from(same).where(same.c.id == id)


def _crowd(of: Any) -> Any:
    """Who share their places at the front: an address; where that is not known, a host."""
    return case((of.c.origin == "", of.c.host), else_=of.c.origin)
