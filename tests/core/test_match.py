from __future__ import annotations

import pytest

import pandarium
from pandarium import BadRecord, IllegalMove, Match, NoUndo, Record, Rng
from pandarium.core import fair
from pandarium.core.record import UNDO, UNDO_BY_CONSENT, RecordEntry, outcome_of


@pytest.fixture
def match():
    """Seat 1 is to draft from p12, r8 and c6; then seat 0."""
    return Match.begin("royale", seats=2, seed=7)


def play(match, text):
    seat = match.state.actors()[0]
    return match.play(seat, match.game.read(text))


def test_a_move_is_written_down_in_notation(match):
    play(match, "Take  B8")
    assert match.record.moves == [RecordEntry(1, "take b8")]


def test_a_refused_move_is_not_written_down(match):
    before = match.state.dump()
    with pytest.raises(IllegalMove, match="PR-11"):
        play(match, "take g20")
    assert match.record.moves == []
    assert match.move_stack == []
    assert match.state.dump() == before


def test_play_gives_the_raw_events_of_the_move(match):
    events = play(match, "take b8")
    sentences = [match.game.sentence(match.game.redact(event, None), ["Ann", "Bo"]) for event in events]
    assert sentences == ["Bo takes the blue d8"]


def test_the_events_of_the_deal_are_kept(match):
    sentences = [match.game.sentence(match.game.redact(event, None), ["Ann", "Bo"]) for event in match.opening]
    assert sentences[0].startswith("Ann rolls y6:")
    assert sentences[-1].startswith("From the bag: ")


def test_a_seat_takes_its_own_last_move_back(match):
    before = match.state.dump()
    play(match, "take b8")
    assert (match.may_undo(0), match.may_undo(1)) == (False, True)
    match.undo(1)
    assert match.state.dump() == before
    assert match.move_stack == []
    assert match.record.moves == [RecordEntry(1, "take b8"), RecordEntry(1, UNDO)]
    assert not match.may_undo(1)


def test_nothing_is_taken_back_before_the_first_move(match):
    assert not match.may_undo(0)
    for consent in (False, True):
        with pytest.raises(NoUndo, match="there is no move to take back"):
            match.undo(0, consent=consent)


def test_another_players_move_is_not_taken_back(match):
    play(match, "take b8")
    after = match.state.dump()
    with pytest.raises(NoUndo, match="another player has moved"):
        match.undo(0)
    assert match.state.dump() == after
    assert len(match.record.moves) == 1


def test_a_move_that_revealed_dice_is_not_taken_back(match):
    play(match, "take b8")
    play(match, "take r8")
    assert match.state.round == 2
    assert not match.may_undo(0)
    with pytest.raises(NoUndo, match="your move revealed something"):
        match.undo(0)


def test_if_everybody_agrees_any_move_is_taken_back(match):
    play(match, "take b8")
    before = match.state.dump()
    play(match, "take r8")
    match.undo(1, consent=True)
    assert match.state.dump() == before
    assert match.record.moves[-1] == RecordEntry(1, UNDO_BY_CONSENT)


def test_moves_are_taken_back_one_after_the_other(match):
    start = match.state.dump()
    play(match, "take b8")
    play(match, "take r8")
    match.undo(0, consent=True)
    match.undo(1)
    assert match.state.dump() == start


def test_with_a_secret_the_hash_is_known_from_the_start():
    match = Match.begin("royale", seats=2)
    assert match.record.seed is None
    assert match.record.commitment == fair.commitment(bytes.fromhex(match.record.secret))


def test_with_a_secret_two_matches_are_never_dealt_alike():
    deals = [Match.begin("royale", seats=5).state.dump()["rng"] for _ in range(5)]
    assert len({tuple(words) for words in deals}) == 5


def test_the_salt_of_every_entry_goes_into_the_game():
    secret = bytes(32)
    blank = Record(game="royale", rules=1, seats=2, secret=secret.hex(), commitment=fair.commitment(secret))
    match = Match(blank)
    by_hand = pandarium.game("royale").setup(2).start(fair.seed_from(secret))
    rng = Rng(3)
    for number in range(12):
        seat = by_hand.actors()[0]
        moves = by_hand.legal(seat)
        move = moves[rng.below(len(moves))]
        match.play(seat, move)
        by_hand.play(seat, move, None, fair.salt_from(secret, number))
    assert match.state.dump() == by_hand.dump()


def test_a_match_is_taken_up_where_its_record_ends(match):
    play(match, "take b8")
    again = Match(Record.from_json(match.record.to_json()))
    assert again.state.dump() == match.state.dump()
    assert again.record == match.record
    assert again.may_undo(1)
    play(again, "take c6")
    assert len(match.record.moves) == 1


def test_a_record_that_does_not_hold_is_not_taken_up():
    with pytest.raises(BadRecord, match="move 1"):
        Match(Record(game="royale", rules=1, seats=2, seed=7, moves=[RecordEntry(0, "pass")]))


def test_the_outcome_is_written_when_the_game_ends(match):
    assert match.record.outcome is None
    while actors := match.state.actors():
        match.play(actors[0], match.state.timeout(actors[0]))
    assert match.record.outcome == outcome_of(match.state)
    match.undo(0, consent=True)
    assert match.record.outcome is None


def test_a_snapshot_does_not_change_with_the_match(match):
    play(match, "take b8")
    taken = match.snapshot()
    play(match, "take r8")
    assert len(taken.moves) == 1
    assert Match(taken).state.actors() == [0]


def test_the_record_one_begins_with_is_left_alone():
    record = Record(game="royale", rules=1, seats=2, seed=7)
    play(Match(record), "take b8")
    assert record.moves == []


@pytest.mark.parametrize("number", range(3))
def test_entries_are_carried_out_as_they_stand_in_a_log(match, number):
    log = [RecordEntry(1, "take b8"), RecordEntry(1, UNDO), RecordEntry(1, "take c6")]
    for entry in log[: number + 1]:
        match.enter(entry)
    assert match.record.moves == log[: number + 1]


def test_a_match_of_an_unknown_game_or_with_wrong_seats_does_not_begin():
    with pytest.raises(pandarium.UnknownGame):
        Match.begin("chess", seats=2)
    with pytest.raises(pandarium.BadSeats):
        Match.begin("royale", seats=1)
    with pytest.raises(pandarium.BadData, match="seed"):
        Match.begin("royale", seats=2, seed=-1)


def test_moves_older_than_the_kept_positions_can_be_taken_back_by_consent():
    match = Match.begin("royale", seats=3, seed=11)
    dumps = []
    for _ in range(20):
        seat = match.state.actors()[0]
        dumps.append(match.state.dump())
        match.play(seat, match.state.legal(seat)[0])
    assert sum(played.before is not None for played in match.move_stack) < 5
    for dump in reversed(dumps):
        match.undo(0, consent=True)
        assert match.state.dump() == dump
    assert match.move_stack == []


def test_taking_back_again_and_again_costs_no_more_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.begin("royale", seats=4)
    deals: list[int] = []
    deal = Record.deal
    monkeypatch.setattr(Record, "deal", lambda self, log=None: deals.append(1) or deal(self, log))
    for _ in range(20):
        before = match.state.dump()
        for _ in range(4):
            seat = match.state.actors()[0]
            match.play(seat, match.state.legal(seat)[0])
        for _ in range(4):
            match.undo(0, consent=True)
        assert match.state.dump() == before
    assert len(deals) <= 20
    deals.clear()
    assert Match(match.record).state.dump() == match.state.dump()
    assert len(deals) <= 21


def test_a_fork_goes_its_own_way(match):
    play(match, "take b8")
    before, record = match.state.dump(), match.record.to_json()
    fork = match.fork()
    fork.play(fork.state.actors()[0], fork.state.legal(fork.state.actors()[0])[0])
    assert fork.record.moves[:1] == match.record.moves
    fork.undo(0, consent=True)
    fork.undo(1, consent=True)
    assert (match.state.dump(), match.record.to_json()) == (before, record)
    assert match.may_undo(1)


def test_moves_since_ones_own_are_counted_with_it(match):
    assert match.moves_since(1) == 0
    play(match, "take b8")
    assert (match.moves_since(1), match.moves_since(0)) == (1, 0)
    play(match, "take r8")
    assert (match.moves_since(1), match.moves_since(0)) == (2, 1)
    match.undo(0, consent=True)
    assert (match.moves_since(1), match.moves_since(0)) == (1, 0)


def test_where_one_seat_acts_a_decision_is_overtaken_by_anything(match):
    assert not match.overtaken(0, 0)
    play(match, "take b8")
    assert match.overtaken(0, 0)
    assert not match.overtaken(0, 1)
    match.undo(1)
    assert match.overtaken(0, 1)


def choosing_at_once() -> Match:
    """Pandánte where three players choose whether to challenge the fourth (PD-21)."""
    for seed in range(200):
        match = Match.begin("pandante", seats=4, seed=seed)
        rng = Rng(seed)
        while match.state.actors() and len(match.record.moves) < 60:
            if len(match.state.actors()) == 3:
                return match
            seat = match.state.actors()[0]
            legal = match.state.legal(seat)
            match.play(seat, legal[rng.below(len(legal))])
    raise AssertionError("nobody came to the hotseat")


def test_pd_21_where_several_choose_a_decision_is_overtaken_by_ones_own_or_by_consent():
    match = choosing_at_once()
    at, (first, second, _) = len(match.record.moves), match.state.actors()
    trust = match.game.read("trust")
    match.play(first, trust)
    assert match.overtaken(first, at)
    assert not match.overtaken(second, at)
    assert match.overtaken(second, at - 1)  # what came before the choice counts, whoever did it
    match.undo(first)
    match.play(second, trust)
    match.undo(first, consent=True)
    assert match.phase is not None
    assert match.overtaken(first, at + 2)
