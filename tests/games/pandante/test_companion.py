"""Pandánte with real cards: the engine keeps the gold, and is told what only the cards could say."""

from __future__ import annotations

from typing import Any, cast

import pytest

from pandarium.bots import make
from pandarium.companion import EveningEntries as Told
from pandarium.companion import EveningShown, follow
from pandarium.companion import fold as fold_entries
from pandarium.core.bot import ask as ask_bot
from pandarium.core.rng import Rng
from pandarium.games.pandante.companion.course import CARDS_ONLY, OPTIONAL
from pandarium.games.pandante.companion.evening import PandanteEvening
from pandarium.games.pandante.companion.pages import (
    RULES,
    VERDICTS,
    AskCasino,
    AskChallenge,
    AskChoice,
    AskDeal,
    AskDealer,
    AskHand,
    AskKind,
    PandantePage,
    Payment,
)
from pandarium.games.pandante.engine import events, moves, phases
from pandarium.games.pandante.engine.abilities import ABILITY_NAMES
from pandarium.games.pandante.engine.cards import list_cards
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.tournament import CLOCK, PandanteClock
from pandarium.games.pandante.words import notation
from pandarium.kit.companion import SEAT_LETTERS

from .table import game

NAMES = ("Ann", "Ben", "Cem", "Dea", "Eli", "Fay")
LETTERS = {letter: seat for seat, letter in enumerate(SEAT_LETTERS)}
BEGUN = 1_763_472_000
"""By the clock on the wall, in seconds."""


def fold(*entries: str, seats: int = 3, typing: str = "", **options: Any) -> EveningShown:
    told = Told(names=list(NAMES[:seats]), options=dict(options), entries=list(entries), typing=typing)
    return fold_entries(game, told)


def page(shown: EveningShown) -> PandantePage:
    assert shown.fault is None, shown.fault
    assert isinstance(shown.page, PandantePage)
    return shown.page


def choice(shown: EveningShown) -> AskChoice:
    ask = page(shown).ask
    assert isinstance(ask, AskChoice), ask
    return ask


def gold(shown: EveningShown) -> list[int]:
    return [player.gold for player in page(shown).view.players]


def fault(*entries: str, **more: Any) -> str:
    """Why the last of these entries does not fit; those before it do."""
    found = fold(*entries, **more).fault
    assert found is not None
    assert found.index == len(entries) - 1, found
    return f"{found.reason} ({found.rule})" if found.rule else found.reason


def bets(*claims: str, first: str = "B", seats: int = 3) -> list[str]:
    """Once around from the dealer's left."""
    at = LETTERS[first]
    return [f"{SEAT_LETTERS[(at + n) % seats]} bet {claim}" for n, claim in enumerate(claims)]


TO_ABILITIES = ["dealer A", *bets("pair", "pair", "three"), "all pass", *bets("pair", "pair", "three"), "all pass"]
TO_ABILITIES += bets("pair", "pair", "three")
TO_HOTSEAT = [*TO_ABILITIES, "all go", "all pass"]


# what is asked for, and what it costs


def test_pd_s3_the_dealer_is_told_and_pd_1_the_antes_are_paid() -> None:
    assert page(fold()).ask == AskDealer(["dealer A", "dealer B", "dealer C"])
    shown = fold("dealer B")
    assert gold(shown) == [41, 41, 41]
    assert page(shown).view.pot == 9
    assert {(paid.reason, paid.rule, paid.amount) for paid in page(shown).paid} == {("ante", "PD-1", 3)}
    assert (choice(shown).step, choice(shown).seat) == ("bet", 2)


def test_pd_3_a_bet_costs_2_and_the_claim_never_goes_down() -> None:
    shown = fold("dealer A", "B bet three")
    assert page(shown).paid == [Payment("gold", 2, 1, "pot", "bet", "PD-3")]
    later = [*TO_ABILITIES[:4], "all pass", "B bet pair", "C bet three"]
    assert fault(*later, "A bet pair") == "a claim stays or rises, it never goes down (PD-3)"
    assert {offer.price for offer in choice(shown).offers} == {0, 2}


def test_pd_5_the_price_of_a_snack_follows_the_claims() -> None:
    shown = fold("dealer A", *bets("pair", "floosh", "three"))
    assert page(shown).snacks == [4, 6, 0]
    assert page(fold("dealer A", *bets("pair", "floosh", "three"), "B snack")).paid[0].amount == 6
    free = fold("dealer A", *bets("pair", "floosh", "three"), "B pass", "C snack")
    assert page(free).paid == []


def test_pd_7_the_rest_declines_by_one_entry() -> None:
    assert choice(fold(*TO_ABILITIES)).rest == "all go"
    assert choice(fold(*TO_ABILITIES, "all go")).step == "upgrade"
    assert choice(fold(*TO_ABILITIES, "B announce draw")).rest is None
    assert fault(*TO_ABILITIES, "all pass") == "the choice of Ben comes first (PD-2)"


def test_pd_l1_a_raise_asks_everybody_for_5() -> None:
    raised = [*TO_ABILITIES, "B announce raise", "B go"]
    shown = fold(*raised)
    assert (choice(shown).step, choice(shown).seat) == ("raise", 2)
    assert page(fold(*raised, "C pay")).paid == [Payment("gold", 5, 2, "pot", "raise", "PD-L1")]


def test_pd_22_a_challenge_is_settled_by_what_the_cards_were() -> None:
    ask = page(fold(*TO_HOTSEAT)).ask
    assert isinstance(ask, AskChallenge)
    assert (ask.seat, ask.claim, ask.gain) == (0, "three", 5)
    assert [(one.seat, one.price) for one in ask.challengers] == [(1, 15), (2, 15)]
    shown = page(fold(*TO_HOTSEAT, "challenge C B")).ask
    assert isinstance(shown, AskHand)
    assert (shown.accuser, shown.price, shown.gain) == (1, 15, 5)  # PD-21: the first in turn order
    before = gold(fold(*TO_HOTSEAT))
    assert page(fold(*TO_HOTSEAT, "challenge B", "A shows true")).paid[0] == Payment(
        "gold", 15, 1, 0, "challenge", "PD-22"
    )
    lied = fold(*TO_HOTSEAT, "challenge B", "A shows lie")
    assert gold(lied) == [before[0] - 5, before[1] + 5, before[2]]


def test_pd_h5_a_true_hand_by_a_private_joker_costs_the_challenger_nothing() -> None:
    paid = page(fold(*TO_HOTSEAT, "challenge B", "A shows own-joker")).paid
    assert [one.reason for one in paid if one.source == 1 and one.reason == "challenge"] == []
    paid = page(fold(*TO_HOTSEAT, "challenge B", "A shows table-joker")).paid
    assert [one.amount for one in paid if one.reason == "challenge"] == [15]


def test_pd_32_an_unchallenged_winner_is_asked_for_a_lie() -> None:
    ask = choice(fold(*TO_HOTSEAT, "challenge nobody"))
    assert (ask.step, ask.seat, [offer.entry for offer in ask.offers]) == ("coin", 0, ["A hide", "A show"])
    assert page(fold(*TO_HOTSEAT, "challenge nobody", "A show")).view.coin == 0
    assert page(fold(*TO_HOTSEAT, "challenge nobody", "A hide")).view.coin is None
    # A hand that was shown to be true needs no showing.
    assert choice(fold(*TO_HOTSEAT, "challenge B", "A shows true")).step == "bet"


def test_pd_23_a_split_and_a_pot_that_rolls_over() -> None:
    tied = ["dealer A", *bets("pair", "pair", "fold")[:2], "A fold", "all pass", *bets("pair", "pair"), "all pass"]
    tied += [*bets("pair", "pair"), "all go", "all pass", "B say 7", "C say 7", "challenge nobody", "challenge nobody"]
    shown = fold(*tied)
    assert [one.amount for one in page(shown).paid if one.reason == "won"] == [10, 10]
    assert page(shown).view.pot == 1 + 9  # PD-23: odd gold stays, and the next antes
    exposed = [*TO_HOTSEAT, "challenge B", "A shows lie", "B say 7", "C say 7"]
    exposed += ["challenge C", "B shows lie", "challenge B", "C shows lie"]
    assert page(fold(*exposed)).view.pot == 9 + 18 + 9


def test_pd_23_by_gambit_stands_the_gold_after_the_first_and_what_each_of_the_others_brought() -> None:
    assert fold(*TO_HOTSEAT).points == [[44 - 9], [44 - 9], [44 - 9]]
    first = [*TO_HOTSEAT, "challenge nobody", "A hide"]
    assert fold(*first).points == [[62, -3], [35, -3], [35, -3]]  # the antes of the second are paid
    assert fold(*first, "C bet pair").points == [[62, -3], [35, -3], [35, -5]]


def test_pd_30_and_pd_31_the_fairy_comes_by_herself() -> None:
    wrong = [*TO_HOTSEAT, "challenge B", "A shows true"]
    assert gold(fold(*wrong))[1] == 44 - 9 - 15 - 3
    # Ben bets once more and folds: 15 are left, and 5 come before the next ante.
    poor = [*wrong, "C bet pair", "A bet pair", "B bet pair", "all pass", "C bet pair", "A bet pair", "B fold"]
    poor += ["all pass", "C bet pair", "A bet pair", "all go", "all pass", "C say 8", "A say 7", "challenge nobody"]
    shown = fold(*poor, "C hide")
    assert Payment("gold", 5, "fairy", 1, "refill", "PD-30") in page(shown).paid
    assert gold(shown)[1] == 20 - 3
    # Wrong again, he owes more than he has: the fairy pays, and he sits out.
    again = ["C bet three", "A bet pair", "B bet pair"]
    owed = [*wrong, *again, "all pass", *again, "all pass", *again, "all go", "all pass", "challenge B", "C shows true"]
    shown = fold(*owed)
    assert Payment("gold", 4, "fairy", 1, "debt", "PD-31") in page(shown).paid
    assert page(shown).view.players[1].sits_out


def test_pd_s4_a_casino_is_turned_and_comes_once() -> None:
    shown = page(fold("dealer A", casinos=True)).ask
    assert isinstance(shown, AskCasino)
    assert len(shown.casinos) == 12
    hotel = fold("dealer A", "casino pd-k5", casinos=True)
    assert gold(hotel) == [36, 36, 36]
    assert {one.rule for one in page(hotel).paid} == {"PD-1", "PD-K5"}
    over = ["dealer A", "casino PD-K5", "B bet pair", "C fold", "A fold", "B hide"]
    again = page(fold(*over, casinos=True)).ask
    assert isinstance(again, AskCasino)
    assert "casino PD-K5" not in [one.entry for one in again.casinos]
    assert fault(*over, "casino PD-K5", casinos=True).startswith("the casinos that are left are PD-K1, ")


def test_pd_p3_fern_takes_the_antes_when_people_say_so() -> None:
    entries = ["dealer A", "B champion black", "C champion red", "A champion orange"]
    entries += [*TO_ABILITIES[1:]]
    ask = choice(fold(*entries, champions=True))
    assert [offer.entry for offer in ask.offers] == ["B pass", "B steal card", "B steal antes"]
    paid = page(fold(*entries, "B steal antes", champions=True)).paid
    assert paid == [Payment("gold", 9, "pot", 1, "steal", "PD-P3")]
    assert page(fold(*entries, "B steal card", champions=True)).paid == []


def test_pd_g2_people_come_and_go() -> None:
    shown = fold("dealer A", gambling="drop-in")
    assert (choice(shown).step, choice(shown).rest) == ("between gambits", "all sit")
    begun = fold("dealer A", "all sit", gambling="drop-in")
    assert gold(begun) == [101, 101, 101]
    assert gold(fold("dealer A", "B sit 204", "C leave", "A sit 104", gambling="drop-in")) == [101, 201, 0]


def test_pd_g3_the_clock_says_when_the_stakes_rise() -> None:
    kind = page(fold(gambling="tournament")).ask
    assert kind == AskKind("table", "tables")
    entries = ["table", "dealer A", f"{BEGUN} clock start", "B bet pair", "C fold", "A fold", "B hide"]
    shown = fold(*entries, gambling="tournament")
    assert page(shown).ask == AskDeal("deal")
    assert page(fold(*entries, f"{BEGUN + 899} deal", gambling="tournament")).view.multiplier == 1
    assert page(fold(*entries, f"{BEGUN + 1800} deal", gambling="tournament")).view.multiplier == 3
    paused = [*entries, f"{BEGUN + 60} clock pause"]
    assert page(fold(*paused, f"{BEGUN + 9000} deal", gambling="tournament")).view.multiplier == 1
    skipped = [*paused, f"{BEGUN + 60} clock next", f"{BEGUN + 61} deal"]
    assert page(fold(*skipped, gambling="tournament")).view.multiplier == 2
    assert (
        fault(*paused, f"{BEGUN + 61} clock pause", gambling="tournament") == "the clock stands still already (PD-G3)"
    )


def test_what_the_clock_or_chance_decides_is_written_into_the_entry() -> None:
    evening, _, _ = follow(game, Told(names=list(NAMES[:3]), options={"casinos": True}))
    entry = evening.complete("dealer draw", BEGUN, Rng(1))
    assert entry in ("dealer A", "dealer B", "dealer C")
    evening.enter(entry)
    assert evening.complete("casino draw", BEGUN, Rng(1)).startswith("casino PD-K")
    assert evening.complete("deal", BEGUN, Rng(1)) == f"{BEGUN} deal"
    assert evening.complete("A fold", BEGUN, Rng(1)) == "A fold"


# no card is told


def test_the_phone_shows_no_card() -> None:
    shown = fold(*TO_ABILITIES, "B announce draw", "B announce add")
    view = page(shown).view
    assert all(card is None for row in view.board for card in row.cards)
    assert all(held.card is None for player in view.players for held in player.hand)
    told = [event for one in shown.entered for event in one.events]
    assert all(event.cards is None for event in told if hasattr(event, "cards"))


# what does not fit


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        (["hello"], "cannot read the move 'hello'; write for instance 'dealer A', 'A bet three'"),
        (["A bet pair"], "who deals first comes first (PD-2)"),
        (["dealer D"], "cannot read the move 'D'; the players are A B C"),
        (["dealer A", "dealer A"], "the choice of Ben comes first (PD-S3)"),
        (["dealer A", "C bet pair"], "the choice of Ben comes first (PD-S3)"),
        (["dealer A", "B bet nothing"], "cannot read the move 'bet nothing'"),
        (["dealer A", "B snack"], "that is not what is to be decided now (PD-2)"),
        (["dealer A", "challenge B"], "the choice of Ben comes first (PD-21)"),
        (["dealer A", f"{BEGUN} deal"], f"cannot read the move '{BEGUN} deal'"),
        ([*TO_HOTSEAT, "A bet pair"], "who challenges Ann comes first (PD-21)"),
        ([*TO_HOTSEAT, "challenge A"], "Ann cannot challenge now (PD-21)"),
        ([*TO_HOTSEAT, "challenge"], "cannot read the move 'challenge'; name those who challenge"),
        ([*TO_HOTSEAT, "challenge B", "B shows lie"], "what Ann shows comes first (PD-22)"),
        ([*TO_HOTSEAT, "challenge B", "A shows hope"], "cannot read the move 'shows hope'; write lie"),
        ([*TO_HOTSEAT, "challenge nobody", "B show"], "the choice of Ann comes first (PD-S3)"),
        ([*TO_ABILITIES, "B steal antes"], "the choice of Ben comes first (PD-P3)"),
    ],
)
def test_an_entry_that_cannot_be_is_told_with_its_rule(entries: list[str], why: str) -> None:
    assert fault(*entries).startswith(why)


def test_a_wrong_entry_changes_nothing() -> None:
    before, after = fold(*TO_HOTSEAT), fold(*TO_HOTSEAT, "challenge B A")
    assert (after.page, after.entered) == (before.page, before.entered)


def test_a_typing_error_is_corrected_and_everything_after_it_checked_again() -> None:
    right = fold(*TO_ABILITIES)
    # Cem claimed a floosh, not a pair: prices and the hotseat change, the entries still fit.
    mended = fold(*(entry.replace("C bet pair", "C bet floosh") for entry in TO_ABILITIES), "all go", "all pass")
    ask = page(mended).ask
    assert isinstance(ask, AskChallenge)
    assert ask.seat == 2
    # Ben folded: his next bet no longer fits.
    folded = fold("dealer A", "B fold", *TO_ABILITIES[2:])
    assert folded.fault is not None
    assert (folded.fault.index, folded.fault.entry) == (5, "B bet pair")
    assert gold(right) == [44 - 9] * 3


# the checker


@pytest.mark.parametrize(
    ("typing", "verdict", "best"),
    [
        ("check k5 joker | b5 r5 | four", "own-joker", "four"),
        ("check k5 g5 | b5 joker r2 | four", "table-joker", "four"),
        ("check k5 g5 | b5 r5 r2 | four 5", "true", "four"),
        ("check k5 g5 | b5 r5 r2 | four 6", "lie", "four"),
        ("check k1 k2 | k3 k4 k9 | straight", "lie", "flush"),  # PD-H3: a flush contains no straight
        ("check k1 g2 | b7", None, None),
        ("check k1 g2 | b7 r9 | k7 r1 | pair", "true", "pair"),
        ("check k5 k6 | | flush 6 black", "lie", None),
    ],
)
def test_pd_h3_the_checker_says_whether_a_hand_is_true(typing: str, verdict: str | None, best: str | None) -> None:
    text = typing if typing.count("|") != 1 else f"{typing} |"
    found = page(fold(typing=text)).checked
    assert found is not None
    assert found.fault is None, found.reason
    assert (found.verdict, found.best) == (verdict, best)


@pytest.mark.parametrize(
    ("typing", "why"),
    [
        ("check k5 k11 | | pair", "cannot read the move 'k11'; a card is a colour and a number"),
        ("check k5 | k5 | pair", "cannot read the move 'k5'; that card is there already"),
        ("check k5 | | pairs", "cannot read the move 'pairs'; the hands are pair, three"),
        ("check k5 | | pair red", "cannot read the move 'say red'"),
        ("check k5 | | pair 3 over 4", "cannot read the move 'pair 3 over 4'"),
        ("check a | b | c | d | e", "cannot read the move"),
    ],
)
def test_the_checker_says_what_is_wrong(typing: str, why: str) -> None:
    found = page(fold(typing=typing)).checked
    assert found is not None
    assert found.reason.startswith(why)


def test_the_checker_answers_at_a_keyboard() -> None:
    evening, _, _ = follow(game, Told(names=list(NAMES[:3])))
    assert str(evening.answer("check k5 joker | b5 r5 | three")) == "Yes, it is true. The best hand is four of a kind."
    assert str(evening.answer("check k5 | b6 | pair")) == "No, it is a lie. It is not even a pair."
    assert evening.answer("A fold") is None


# against the engine's own record of games


class Teller:
    """Tells an evening what happens in a game of the engine, and compares the gold after every step."""

    def __init__(self, seats: int, seed: int, **options: Any) -> None:
        self.log: list[Any] = []
        more = {CLOCK: True} if options.get("gambling") == "tournament" else {}
        self.state = cast(Pandante, game.setup(seats, {**options, **more}).start(seed, self.log))
        self.entries: list[str] = []
        self.record: list[Any] = []
        self.told: list[Any] = []
        self.steps: set[str] = set()
        self.now = BEGUN
        self.facts: list[Any] = []
        """What happened since both last waited for the same."""
        evening, _, _ = follow(game, Told(names=list(NAMES[:seats]), options=options))
        assert isinstance(evening, PandanteEvening)
        self.evening = evening
        if more:
            self.enter("table")
            self.enter(f"{self.now} clock start")
        self.enter(f"dealer {SEAT_LETTERS[self.state.dealer]}")
        self.follow()

    def enter(self, entry: str) -> None:
        self.told += self.evening.enter(entry)
        self.entries.append(entry)

    def play(self, seat: int, move: int) -> None:
        """One move of the engine; people enter what they see of it."""
        state = self.state
        phase = state.phase
        only = len(state.legal(seat)) == 1
        self.log.clear()
        state.play(seat, move, self.log)
        if phase == phases.CHALLENGING:
            revealed = [event for event in self.log if event[0] == events.CHALLENGED]
            if revealed:
                names = [SEAT_LETTERS[one] for one in list_cards(revealed[0][2])]
                self.enter(f"challenge {' '.join(names) or 'nobody'}")
        elif phase == phases.FERN_STEALS and moves.kind_of(move) == moves.CHOOSE:
            took = any(event[0] == events.GOLD and event[4] == events.STEALING for event in self.log)
            self.enter(f"{SEAT_LETTERS[seat]} steal {'antes' if took else 'card'}")
        elif phase == phases.BETWEEN_GAMBITS and state.variant.clocked:
            if moves.value_of(move) == 1:
                return  # one entry says all that the clock has to say
            self.enter(f"{self.now} deal")
        elif phase not in CARDS_ONLY and not (phase in OPTIONAL and only):
            self.enter(f"{SEAT_LETTERS[seat]} {notation.say(move)}")
        self.follow()

    def follow(self) -> None:
        """What the cards decided, until both wait for the same."""
        self.facts += self.log
        self.record += [told for event in self.log if (told := moved(game.redact(event, None)))]
        if self.is_ahead():
            return
        shown = [event for event in self.facts if event[0] == events.SHOWN]
        casinos = [event for event in self.facts if event[0] == events.GAMBIT and event[3]]
        coins = [event for event in self.facts if event[0] == events.COIN and event[2] >= 0]
        self.facts.clear()
        while True:
            ask = self.evening.page().ask
            self.steps.add(ask.step if isinstance(ask, AskChoice) else type(ask).__name__)
            if isinstance(ask, AskHand):
                _, seat, _, verdict, *_ = shown.pop(0)
                self.enter(f"{SEAT_LETTERS[seat]} shows {VERDICTS[verdict]}")
            elif isinstance(ask, AskCasino) and casinos:
                self.enter(f"casino {casinos.pop(0)[5]}")
            elif isinstance(ask, AskChoice) and ask.step == "coin" and self.state.phase != phases.SHOWING:
                # All cards lay open already, by two Draws: the engine saw for itself.
                self.enter(f"{SEAT_LETTERS[ask.seat]} {'show' if coins else 'hide'}")
            else:
                break
        self.compare()

    def is_ahead(self) -> bool:
        """Whether the phone is: nobody enters what only concerns cards, or what cannot be otherwise."""
        state = self.state
        return state.phase in CARDS_ONLY or (state.phase in OPTIONAL and len(state.legal(state.turn)) == 1)

    def compare(self) -> None:
        state, view = self.state, self.evening.page().view
        assert [player.gold for player in view.players] == list(state.gold), self.entries
        assert [player.diamonds for player in view.players] == list(state.diamonds)
        assert (view.pot, view.pot_diamonds, view.antes) == (state.pot, state.pot_diamonds, state.antes)
        assert view.coin == (None if state.coin < 0 else state.coin)
        assert (view.multiplier, view.gambit) == (state.multiplier, state.gambit)
        assert [player.claim for player in view.players] == [
            None if state.claim(seat) < 0 else notation.CLAIM_CODES[state.claim(seat)] for seat in range(state.seats)
        ]
        assert view.phase == phases.PHASE_NAMES[state.phase], self.entries[-5:]
        if state.phase == phases.OVER:
            outcome = state.outcome()
            assert outcome is not None
            assert self.evening.outcome() == outcome
            assert self.evening.prompt() is None
            assert [sum(row) for row in self.evening.points()] == list(outcome.scores)


def moved(event: Any) -> Any:
    """Gold, diamonds, the pot and the coin; else None."""
    return event if type(event).__name__ in ("MovedGold", "MovedDiamonds", "PotGone", "MovedCoin") else None


def play_a_game(seats: int, seed: int, most: int = 1500, level: str = "", **options: Any) -> Teller:
    told = Teller(seats, seed, **options)
    rng = Rng(seed)
    clock = PandanteClock()
    bot = make(game, level) if level else None
    state: Pandante = told.state
    for _ in range(most):
        if not (actors := state.actors()):
            break
        seat = actors[0]
        if clock.asks(state) is not None:
            if state.gambit % 2:
                told.now += 300
            move = clock.tell(state, told.now - BEGUN)
        elif bot is not None:
            move = ask_bot(bot, state, seat, rng)
        else:
            move = random_move(state, seat, rng)
        told.play(seat, move)
    assert told.record == [event for event in told.told if moved(event)]
    return told


def random_move(state: Pandante, seat: int, rng: Rng) -> int:
    """Any move, but folding and leaving are rare: else there would be no showdown."""
    listed = state.legal(seat)
    rare = (moves.FOLD, moves.choose(moves.SEAT, moves.LEAVE))
    often = [move for move in listed if move not in rare]
    return (often or listed)[rng.below(len(often or listed))] if rng.below(12) else listed[rng.below(len(listed))]


GAMES: list[tuple[int, int, dict[str, Any]]] = [
    (2, 1, {}),
    (3, 2, {"abilities": "dark"}),
    (4, 3, {"casinos": True}),
    (5, 4, {"champions": True, "diamonds": True}),
    (6, 5, {"abilities": "dark", "casinos": True, "champions": True, "diamonds": True}),
    (4, 6, {"casinos": True, "champions": True}),
    (3, 7, {"gambling": "drop-in", "champions": True, "casinos": True}),
    (4, 8, {"gambling": "tournament", "casinos": True}),
    (6, 9, {"abilities": "light", "casinos": True, "champions": True, "diamonds": True}),
]


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_gold_and_pot_are_the_engines_after_every_step(seats: int, seed: int, options: dict[str, Any]) -> None:
    told = play_a_game(seats, seed, **options)
    assert "AskChallenge" in told.steps
    assert told.entries


def test_a_whole_game_of_bots_ends_with_the_engines_winner() -> None:
    told = play_a_game(4, 11, level="liar", most=4000)
    assert told.state.outcome() is not None
    shown = fold(*told.entries, seats=4)
    assert shown.fault is None
    assert shown.outcome == told.state.outcome()
    assert len(told.entries) < 1500


def test_every_kind_of_question_comes_up_in_these_games() -> None:
    steps = set().union(*(play_a_game(seats, seed + 20, most=900, **options).steps for seats, seed, options in GAMES))
    assert {"champions", "between gambits", "bet", "snack", "fern", "announce", "raise", "dilemma", "lower"} <= steps
    assert {"replace", "long shot", "upgrade", "tie-break", "coin", "AskCasino", "AskDeal", "AskHand"} <= steps


def test_every_reason_to_pay_has_its_rule() -> None:
    reasons = {*events.REASONS, *(name.replace(" ", "-") for name in ABILITY_NAMES)}
    assert set(RULES) <= reasons


def test_every_question_is_a_prompt() -> None:
    told = play_a_game(4, 3, most=600, casinos=True, champions=True)
    evening, _, _ = follow(game, Told(names=list(NAMES[:4]), options={"casinos": True, "champions": True}))
    for entry in told.entries:
        prompt = evening.prompt()
        assert prompt is not None
        assert "pandante." not in str(prompt.message)
        assert entry.startswith(prompt.begins), (entry, prompt)
        evening.enter(entry)
