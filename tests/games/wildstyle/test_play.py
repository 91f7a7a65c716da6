"""A round, action by action (WS-1 to WS-11)."""

from __future__ import annotations

from typing import Any

import pytest

from .table import at, do, game, heard, hexes_of, kinds, may, player, refused, seen, tag

pytestmark = pytest.mark.conformance


def test_ws_1_nobody_holds_more_than_three_cards() -> None:
    """WS-1: Seed, Golden Rules 2: a max of 3 cards in your hand at any time."""
    state = at(player("Rt Rl"), player("At"))
    do(state, 0, "draw 1")
    assert refused(state, 0, "draw 1") == "you have three cards in your hand already (WS-1)"
    assert seen(state, 0).hand_size == 3


def test_ws_1_every_touch_is_one_card() -> None:
    """Seed, Golden Rules 1: draw or play 1 card at a time. No move carries two."""
    state = at(player("Rt Rl"), player("At"), shares="Am Fm")
    before = state.view(None)
    for move in state.legal(0):
        after = state.clone()
        after.play(0, move)
        now = after.view(None)
        moved = abs(now.players[0].hand_size - before.players[0].hand_size)
        taken = sum(len(pile.cards) for pile in before.shares) - sum(len(pile.cards) for pile in now.shares)
        assert (moved, abs(taken)) in {(0, 0), (1, 0), (1, 1), (0, 1)}


def test_ws_1_who_touches_a_shared_card_first_gets_it() -> None:
    """Seed, Playing Shared Cards: the player that touches it first gets to take it."""
    state = at(player("Rt"), player("Rl"), player("Ro"), shares="Mt Ml")
    do(state, 1, "take 1 Ml 1")
    assert refused(state, 0, "take 1 Ml 1") == "blue took it first (WS-1)"
    assert refused(state, 1, "take 1 Ml 1") == "you took it first (WS-1)"
    do(state, 0, "take 1 Mt 1")  # the card below was there for anybody
    assert refused(state, 2, "take 1 Mt 2") == "red took it first (WS-1)"
    assert seen(state, 0).sets == [["Mt"], []]
    assert seen(state, 1).sets == [["Ml"], []]


def test_ws_1_a_late_touch_of_a_covered_card_hears_who_covered_it() -> None:
    state = at(player("Rt"), player("Mo"), shares="Ml")
    do(state, 1, "share Mo 1")
    assert refused(state, 0, "take 1 Ml 1") == "blue covered it first (WS-1)"
    assert refused(state, 0, "take 2 Ml 1") == "that card is not on top of the pile (WS-6)"


def test_ws_1_a_late_share_hears_who_was_first() -> None:
    state = at(player("Rt"), player("Mo"), shares="Rl Ml")
    do(state, 1, "share Mo 1")
    assert (
        refused(state, 0, "share Rt 1")
        == "that card matches the top card of the pile neither in icon nor in colour (WS-5)"
    )
    other = at(player("Rt"), player("Ro Mo"), shares="Rl")
    do(other, 1, "share Ro 1", "share Mo 1")
    assert refused(other, 0, "share Rt 1") == "blue covered it first (WS-1)"
    third = at(player("Rt"), player("Ao", one="Rw"), shares="Ml Rl")
    do(third, 1, "take 1 Rl 1")
    assert refused(third, 0, "share Rt 1") == "blue took it first (WS-1)"


def test_ws_1_a_late_tag_hears_who_was_first() -> None:
    state = at(player(one="Rt Rl Ro"), player(one="Rw Rm Rt"))
    rail = hexes_of(state, "R")[0]
    do(state, 1, f"tag 1 {rail}")
    assert refused(state, 0, f"tag 1 {rail}") == "blue tagged it first (WS-1)"
    assert seen(state, 0).mat == 6


def test_ws_1_a_late_draw_hears_who_was_first() -> None:
    state = at(player("Rt"), player("Rl"), piles=[1, 4])
    do(state, 1, "draw 1")
    assert refused(state, 0, "draw 1") == "blue drew its last card first (WS-1)"


def test_ws_2_everyone_gets_ready_then_counts_down_then_plays() -> None:
    """WS-2: Seed, Starting a Round: once everyone is ready, someone counts down from 3 and shouts "Go!"."""
    state: Any = game.start(3, seed=1)
    assert state.actors() == [0, 1, 2]
    assert may(state, 0) == ["ready"]
    assert refused(state, 0, "draw 1") == "the round has not started yet (WS-2)"
    assert refused(state, 0, "go") == "nobody is counting down (WS-2)"
    do(state, 1, "ready")
    assert state.actors() == [0, 2]
    assert refused(state, 1, "ready") == "you are ready already (WS-2)"
    do(state, 0, "ready")
    assert tag(do(state, 2, "ready")[-1]) == "countdown"
    assert state.timer() == 3
    assert [may(state, seat) for seat in range(3)] == [["go"]] * 3
    assert refused(state, 0, "share Rt 1") == "the round has not started yet (WS-2)"
    do(state, 2, "go")
    assert state.view(None).phase == "play"
    assert state.actors() == [0, 1, 2]
    assert refused(state, 0, "ready") == "everybody gets ready before a round, not now (WS-2)"


def test_ws_2_hand_and_map_can_be_seen_before_the_start() -> None:
    """Seed, Starting a Round: players may want to look at their starting hand and review the map."""
    state: Any = game.start(2, seed=1)
    assert len(state.view(0).players[0].hand) == 3
    assert len(state.view(0).hexes) == 38


def test_ws_3_draw_from_any_pile_that_is_not_empty() -> None:
    """WS-3: draw from any pile that is not empty."""
    state = at(player("Rt"), player("Rl"), piles=[0, 2])
    assert "draw 2" in may(state, 0)
    assert refused(state, 0, "draw 1") == "that draw pile is empty (WS-3)"
    assert refused(state, 0, "draw 3") == "there is no such pile (WS-S4)"
    log: list[Any] = []
    state.play(0, game.read("draw 2"), log)
    assert len(seen(state, 0).hand) == 2
    assert state.view(None).piles == [0, 1]
    assert heard(log, 0)[0].card in seen(state, 0).hand
    assert heard(log, 1)[0].card is None


def test_ws_4_an_empty_space_takes_any_card() -> None:
    """WS-4: Seed, Add to a Set, example: if a set pile is empty, you can play any card there."""
    state = at(player("Rt Ml Po"), player("At"))
    adds = [move for move in may(state, 0) if move.startswith("add")]
    assert adds == ["add Rt 1", "add Rt 2", "add Ml 1", "add Ml 2", "add Po 1", "add Po 2"]


def test_ws_4_a_set_takes_only_its_icon_in_any_colour() -> None:
    """Seed, Add to a Set, example: if a set pile has cards on it, ONLY the matching icon; color does not matter."""
    state = at(player("Rt Ml", one="Ro", two="Ft"), player("At"))
    assert [move for move in may(state, 0) if move.startswith("add")] == ["add Rt 1"]
    assert refused(state, 0, "add Ml 1") == "that set has another icon (WS-4)"
    do(state, 0, "add Rt 1")
    assert seen(state, 0).sets == [["Ro", "Rt"], ["Ft"]]


def test_ws_4_no_third_set_while_both_spaces_have_cards() -> None:
    """Seed, Add to a Set: up to 2 set piles; you may not start another set until you clear one of them."""
    state = at(player("Mt", one="Rt Rl Ro", two="Ft"), player("At"))
    assert "add" not in kinds(state, 0)
    do(state, 0, "clear 1")
    assert "add Mt 1" in may(state, 0)


def test_ws_4_never_a_fourth_card_and_both_sets_may_be_alike() -> None:
    state = at(player("Rt Rt", one="Rl Ro Rw", two="Rm"), player("At"))
    assert refused(state, 0, "add Rt 1") == "that set has three cards already (WS-4)"
    do(state, 0, "add Rt 2")
    assert seen(state, 0).sets == [["Rl", "Ro", "Rw"], ["Rm", "Rt"]]


def test_ws_4_only_cards_from_the_own_hand() -> None:
    state = at(player("Rt"), player("At"))
    assert refused(state, 0, "add At 1") == "you have no such card in your hand (WS-1)"


def test_ws_5_an_empty_share_pile_takes_any_card() -> None:
    """WS-5: Seed, Share a Card, example: any card onto a share pile that's empty."""
    state = at(player("Rt Ml Po"), player("At"))
    assert len([move for move in may(state, 0) if move.startswith("share")]) == 3 * 4
    do(state, 0, "share Po 3")
    assert state.view(None).shares[2].cards == ["Po"]
    assert seen(state, 0).hand == ["Rt", "Ml"]


def test_ws_5_else_icon_or_colour_has_to_match_the_top_card() -> None:
    """Seed, Share a Card, example: ONLY a card that matches the color OR icon on top."""
    state = at(player("Rl Mt Fo"), player("At"), shares="Fw Rt, Pw, Pw, Sw")
    assert [move for move in may(state, 0) if move.startswith("share")] == ["share Rl 1", "share Mt 1"]
    assert refused(state, 0, "share Fo 1").endswith("neither in icon nor in colour (WS-5)")


def test_ws_5_sharing_makes_room_to_draw() -> None:
    """Seed, Share a Card: this frees up space in your hand so you can draw more cards."""
    state = at(player("Rl Mt Fo"), player("At"))
    assert "draw" not in kinds(state, 0)
    do(state, 0, "share Fo 1")
    assert "draw" in kinds(state, 0)


def test_ws_6_a_shared_card_starts_a_set_or_adds_to_one() -> None:
    """WS-6: Seed, Playing Shared Cards: either start a new set OR add to an existing one, immediately."""
    state = at(player("At", one="Rl"), player("At"), shares="Rt")
    assert [move for move in may(state, 0) if move.startswith("take")] == ["take 1 Rt 1", "take 1 Rt 2"]
    do(state, 0, "take 1 Rt 1")
    assert seen(state, 0).sets == [["Rl", "Rt"], []]
    assert seen(state, 0).hand == ["At"]  # never into the hand


def test_ws_6_who_cannot_play_it_at_once_may_not_take_it() -> None:
    """Seed, Playing Shared Cards: you must either have an empty pile or a set with the same icon."""
    state = at(player("At", one="Ml", two="Fl"), player("At"), shares="Rt")
    assert "take" not in kinds(state, 0)
    assert refused(state, 0, "take 1 Rt 1") == "that set has another icon (WS-4)"


def test_ws_6_only_the_top_card_and_then_the_one_below() -> None:
    """Seed, Playing Shared Cards: the card underneath immediately becomes available."""
    state = at(player("At"), player("At"), shares="Fo Rt")
    assert "take 1 Fo 1" not in may(state, 0)
    do(state, 0, "take 1 Rt 1")
    assert "take 1 Fo 2" in may(state, 0)
    assert "take 1 Fo 1" in may(state, 1)


def test_ws_6_own_shared_cards_may_be_taken_back_onto_a_set() -> None:
    """Seed, Playing Shared Cards: you may play cards that you previously shared."""
    state = at(player("At Rt"), player("At"))
    do(state, 0, "share Rt 1", "take 1 Rt 2")
    assert seen(state, 0).sets == [[], ["Rt"]]


def test_ws_7_a_full_set_places_a_tag_on_any_free_hex_with_its_icon() -> None:
    """WS-7: Seed, Complete a Set, example: tag any matching hex, not only beside other tags; then clear the set."""
    state = at(player("At", one="Rt Rl Ro"), player("At", tags="A1"))
    rails = hexes_of(state, "R")
    assert "A1" in rails  # taken by the other player
    tags = [move for move in may(state, 0) if move.startswith("tag")]
    assert tags == [f"tag 1 {name}" for name in rails if name != "A1"]
    events = do(state, 0, f"tag 1 {rails[-1]}")
    assert [tag(event) for event in events] == ["tagged", "cleared"]
    assert seen(state, 0).tags == [rails[-1]]
    assert seen(state, 0).sets == [[], []]
    assert seen(state, 0).mat == 5
    assert state.view(None).discards == {"Rt": 1, "Rl": 1, "Ro": 1}


def test_ws_7_the_hex_must_have_the_icon_of_the_set_and_be_on_the_map() -> None:
    state = at(player("At", one="Rt Rl Ro"), player("At"))
    mall = hexes_of(state, "M")[0]
    assert refused(state, 0, f"tag 1 {mall}") == "that hex has another icon than your set (WS-7)"
    assert refused(state, 0, "tag 1 E1") == "there is no such hex on this map (WS-C2)"
    assert refused(state, 0, "tag 2 A1") == "there is no set on that space (WS-7)"


def test_ws_7_two_cards_are_not_enough_and_a_full_set_may_wait() -> None:
    state = at(player("At", one="Rt Rl", two="Mt Ml Mo"), player("At"))
    assert refused(state, 0, "tag 1 A1") == "that set does not have three cards yet (WS-7)"
    do(state, 0, "share At 1", "draw 1")
    assert seen(state, 0).sets[1] == ["Mt", "Ml", "Mo"]


def test_ws_7_discarded_cards_are_out_for_the_round() -> None:
    """Seed, Discarded Cards: they may not be drawn or played again by any player."""
    state = at(player("At", one="Rt Rl Ro"), player("At"), piles=[1, 0])
    before = state.pool_size
    do(state, 0, "clear 1")
    assert state.pool_size == before
    assert state.view(None).discards == {"Rt": 1, "Rl": 1, "Ro": 1}


def test_ws_8_a_rush_completes_a_set_of_one_or_two_for_a_cop_car() -> None:
    """WS-8: Seed, Rush a Set, example: take a cop car to immediately complete and clear a set."""
    state = at(player("At", one="Rt", two="Mt Ml"), player("At"))
    assert {"rush", "scrap"} <= kinds(state, 0)
    rails = hexes_of(state, "R")
    events = do(state, 0, f"rush 1 {rails[0]}")
    assert [tag(event) for event in events] == ["car", "tagged", "cleared"]
    assert (seen(state, 0).cars, state.view(None).cars) == (1, 27)
    assert seen(state, 0).tags == [rails[0]]  # no immediate effect beside that
    do(state, 0, f"rush 2 {hexes_of(state, 'M')[0]}")
    assert seen(state, 0).cars == 2


def test_ws_8_a_full_set_cannot_be_rushed_and_an_empty_space_neither() -> None:
    state = at(player("At", one="Rt Rl Ro"), player("At"))
    assert refused(state, 0, "rush 1 A1") == "that set is full: complete it without a cop car (WS-8)"
    assert refused(state, 0, "scrap 2") == "there is no set on that space (WS-7)"


def test_ws_8_without_cars_there_is_no_rush() -> None:
    state = at(player("At", one="Rt", cars=20), player("At", cars=8))
    assert state.view(None).cars == 0
    assert not {"rush", "scrap"} & kinds(state, 0)
    assert refused(state, 0, "rush 1 A1") == "there is no cop car left (WS-8)"


def test_ws_9_a_train_station_takes_a_tag_of_every_player() -> None:
    """WS-9: Seed, Train Stations: on any Train Station where you have no tag, even if other players' tags are there."""
    state = at(player(one="St Sl So"), player(one="Sw Sm St", two="Sl So Sw"))
    station = hexes_of(state, "S")[0]
    do(state, 0, f"tag 1 {station}")
    do(state, 1, f"tag 1 {station}")
    shown = next(hex for hex in state.view(None).hexes if hex.name == station)
    assert shown.tags == [0, 1]
    assert refused(state, 1, f"tag 2 {station}") == "you tagged it first (WS-1)"


def test_ws_9_every_other_hex_takes_one_tag_in_all() -> None:
    state = at(player(one="Rt Rl Ro"), player(one="Rw Rm Rt"))
    do(state, 0, "tag 1 A1")
    assert "tag 1 A1" not in may(state, 1)


def test_ws_10_a_set_may_be_cleared_without_a_tag() -> None:
    """WS-10: Seed, Clearing Without Placing: if you can't or don't want to, you may clear the set without a tag."""
    state = at(player("At", one="Rt Rl Ro", two="Mt"), player("At"))
    do(state, 0, "clear 1")
    assert (seen(state, 0).mat, seen(state, 0).tags, seen(state, 0).sets[0]) == (6, [], [])
    do(state, 0, "scrap 2")
    assert (seen(state, 0).mat, seen(state, 0).cars, seen(state, 0).sets[1]) == (6, 1, [])


def test_ws_10_without_a_free_hex_it_is_the_only_way() -> None:
    """Seed, Clearing Without Placing: no unoccupied hexes that match; you must clear without placing, then continue."""
    state = at(player("At"), player("At"), round=3)
    police = hexes_of(state, "P")
    state = at(player("At", one="Pt Pl Po", two="Pw"), player("At", tags=" ".join(police)), round=3)
    assert not {"tag", "rush"} & kinds(state, 0)
    assert {"clear", "scrap"} <= kinds(state, 0)
    do(state, 0, "clear 1")
    do(state, 0, "scrap 2")
    assert seen(state, 0).cars == 1
    assert "draw" in kinds(state, 0)


def test_ws_11_with_the_last_tag_placed_a_player_stops() -> None:
    """WS-11: Seed, Running Out of Tags: you must immediately stop playing; only tags on your mat can be placed."""
    three = at(player("At"), player("At"), player("At"))
    rails = hexes_of(three, "R")
    state = at(player("At Al", one="Rt Rl Ro", two="Ml", tags=" ".join(rails[1:6])), player("At"), player("Ao"))
    assert seen(state, 0).mat == 1
    events = do(state, 0, f"tag 1 {rails[0]}")
    assert tag(events[-1]) == "stopped"
    assert seen(state, 0).mat == 0
    assert seen(state, 0).supply == 12
    assert state.actors() == [1, 2]
    assert refused(state, 0, "draw 1") == "you have placed your last tag and have stopped for this round (WS-11)"
    assert seen(state, 0).hand == ["At", "Al"]  # hand and sets stay
    assert seen(state, 0).sets == [[], ["Ml"]]
