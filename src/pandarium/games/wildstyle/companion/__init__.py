"""Wildstyle with the physical box: the phone counts down, knows the map that lies on the table, and scores it.

    map 1a 3b                          the districts, from A on, by the names that they have here (WS-S1)
    map A RRP/ARRF/APASM/FFAM/AMF      or one after the other what is printed on them, row by row
    map draw 4711                      or drawn by the device, which gives the number that decides
    map later · map none               it is entered before the scoring; or never, then tags are counted by icon
    worth 1 1 2 2 3 4                  what a tag scores by icon, where a box says something else (WS-C1)
    objectives tricorners border_wars zone_control · objectives draw 4711        (WS-S2, WS-S5)

    go · A stop · piles · A done · over        a round: it starts (WS-2), a player has placed the last tag (WS-11), all
                                       draw piles are empty (WS-12), a player is done, the round is over (WS-13)
    score                              the rest of the rounds is not told

    A tags B3 B4 C12 · A tag B7 · A untag B3   all tags of a player; one more; one less
    A cars 2                           cop cars
    complete                           everything on the table is entered
    A remove B3                        a tag for a cop car (WS-20)

    A count 1 3 4 2 0 0 · A times 2 0 11       without a map: tags left by icon, and how often each objective was met

A round's entries may end with the time at which it happened, in seconds: here is no clock.
"""

from pandarium.games.wildstyle.companion.evening import WildstyleCompanion, WildstyleEvening
from pandarium.games.wildstyle.companion.page import WildstylePage

__all__ = ["WildstyleCompanion", "WildstyleEvening", "WildstylePage"]
