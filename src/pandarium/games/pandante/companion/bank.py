"""A game with real cards and real gold: what people do is entered, and the engine says who pays what to whom.

    dealer B                 who deals first (PD-S3)
    casino PD-K5             the card that was turned (PD-S4)
    A bet three              moves as they are always written, with the player in front: fold, snack, pass,
                             announce peek B, go, pay, redraw, upgrade four, say 7, champion red, sit 104, leave, ...
    all pass                 nobody else wants a snack or an upgrade; all go: nor abilities; all sit: nobody comes or
                             goes
    challenge B D            who challenges the player in the hotseat; challenge nobody (PD-21)
    A shows lie              what the cards were that were shown: true, table-joker, own-joker, lie (PD-22, PD-H5)
    A steal antes            Fern's card has his colour and he takes the antes; steal card: it has not (PD-P3)
    A show                   the winner shows a lie and takes the coin; hide (PD-32)
    1763472000 clock start   and pause, next; 1763472000 deal: the next gambit of a tournament (PD-G3)

The phone does not know the cards. The engine plays with stand-ins for them: how many there are counts, which they are
does not, since wherever that decides something people are asked. What only concerns cards (what to discard, which hand
to keep) is nothing to enter: the phone picks any stand-in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NoReturn, cast

from pandarium.core.errors import BadMove, IllegalMove
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.games.pandante.companion import checker
from pandarium.games.pandante.companion.pages import (
    STEP_RULES,
    VERDICTS,
    AskCasino,
    AskChallenge,
    AskChoice,
    AskDeal,
    AskDealer,
    AskHand,
    AskKind,
    CasinoOffer,
    Challenger,
    Offer,
    PandantePage,
    Payment,
    payment,
    rule_of,
    without_cards,
)
from pandarium.games.pandante.engine import (
    before_abilities,
    coin,
    deck,
    effects,
    events,
    gambit,
    moves,
    payments,
    phases,
    setting_up,
    showdown,
    snacks,
    upgrades,
)
from pandarium.games.pandante.engine.cards import BIT, list_cards, lowest
from pandarium.games.pandante.engine.faults import FAULTS, FINE
from pandarium.games.pandante.engine.flow import Pandante, PandanteDeal, carry_out, carry_out_step
from pandarium.games.pandante.engine.hands import LIE
from pandarium.games.pandante.engine.setup import DROP_IN, TOURNAMENT
from pandarium.games.pandante.engine.state import NOBODY
from pandarium.games.pandante.tournament import LEVEL_MINUTES, PandanteClock, PandanteTournament
from pandarium.games.pandante.view import PandanteView, view
from pandarium.games.pandante.view import events as seen
from pandarium.games.pandante.view.events import redact
from pandarium.games.pandante.view.table import statement_view
from pandarium.games.pandante.words import notation
from pandarium.games.pandante.words.notation import CLAIM_CODES
from pandarium.kit.companion import SEAT_LETTERS, SEVERAL_TABLES, Evening, Prompt
from pandarium.kit.level_clock import LevelClock, read_time

ONE_TABLE = "table"
NOBODY_WORD = "nobody"
STEAL_ANTES: Final = "steal antes"
STEAL_CARD: Final = "steal card"

CARDS_ONLY: Final = frozenset(
    {
        phases.CASSY_ORDERS,
        phases.DISCARDING_EXTRA,
        phases.PLACING_SNACK,
        phases.DISCARDING_SNACK,
        phases.DISCARDING_TREAT,
        phases.DROPPING_HAND,
        phases.DISCARDING_LEAF,
        phases.DISCARDING,
        phases.REVEALING,
        phases.TOPPING,
        phases.REARRANGING,
    }
)
"""What is decided here moves no gold, so that nobody has to enter it."""
OPTIONAL: Final = frozenset({phases.SNACKING, phases.ANNOUNCING, phases.UPGRADING})
"""Who can only decline is not asked."""
REST: Final = {phases.SNACKING: "all pass", phases.UPGRADING: "all pass", phases.ANNOUNCING: "all go"}


class StandIns(Rng):
    """What was told comes first; after that cards are drawn, and which ones does not matter."""

    def __init__(self, told: Iterable[int] = ()) -> None:
        super().__init__()
        self._told = deque(told)

    def below(self, n: int) -> int:
        """The next number that was told, then any."""
        return self._told.popleft() if self._told else int(super().below(n))


class PandanteEvening(Evening):
    """One game with real cards."""

    words = (ONE_TABLE, SEVERAL_TABLES, "dealer", "casino", "challenge", "all", "clock", "deal")

    def __init__(self, setup: PandanteDeal, names: Sequence[str]) -> None:
        self._names = names
        self._state = Pandante(setup, StandIns())
        setting_up.prepare(self._state)
        self._wait = "kind" if setup.gambling == TOURNAMENT else "dealer"
        """What is to be told that is no move: kind, dealer, casino, hand, deal; else empty."""
        self._accuser = NOBODY
        self._truth: dict[int, int] = {}
        """What the hands were that were shown in this gambit."""
        self._scores: dict[int, list[int]] = {}
        """By gambit."""
        self._paid: list[Payment] = []
        self._clock = LevelClock(LEVEL_MINUTES * 60, "PD-G3") if setup.gambling == TOURNAMENT else None

    # PD-2: entries

    def enter(self, entry: str) -> list[Any]:
        """One more entry; the events that follow."""
        before = (self._state, self._wait, self._accuser, self._truth, self._scores, self._clock)
        self._state = self._state.clone()
        self._truth, self._scores = dict(self._truth), dict(self._scores)
        self._clock = self._clock and self._clock.copy()
        log: list[Any] = []
        self._state.log = log
        try:
            self._take(entry)
            self._go_on()
        except Exception:
            self._state, self._wait, self._accuser, self._truth, self._scores, self._clock = before
            raise
        self._state.log = None
        self._paid = [paid for event in log if (paid := payment(event)) is not None]
        return [told for event in log if (told := redact(_hide_cards(event), None)) is not None]

    def _take(self, entry: str) -> None:
        now, text = read_time(entry)
        first, *rest = text.split() or [""]
        word = first.lower()
        told: dict[str, Callable[[list[str]], None]] = {
            ONE_TABLE: self._choose_kind,
            "dealer": self._choose_dealer,
            "casino": self._turn_casino,
            "challenge": self._challenge,
            "all": self._decline,
        }
        if now is not None:
            self._hear_time(entry, now, word, rest)
        elif word in told:
            told[word](rest)
        elif len(first) == 1 and first.upper() in SEAT_LETTERS[: self._state.seats] and rest:
            self._move(SEAT_LETTERS.index(first.upper()), rest)
        else:
            raise BadMove(entry, Message("pandante.companion.allowed"))

    def _expect(self, wait: str, rule: str = "PD-2") -> None:
        """Raise IllegalMove unless this is what comes now."""
        if self._state.phase == phases.OVER:
            raise IllegalMove("PD-24", Message("pandante.refusal.game_over"))
        if self._wait != wait:
            self._refuse(rule)

    def _refuse(self, rule: str) -> NoReturn:
        """Say what comes now instead."""
        word = self._wait or ("challenge" if self._state.phase == phases.CHALLENGING else "choice")
        raise IllegalMove(rule, Message(f"pandante.companion.now.{word}", {"name": self._names[self._state.turn]}))

    def _choose_kind(self, words: list[str]) -> None:
        """PD-G3: the gold of this table."""
        self._expect("kind", "PD-G3")
        self._wait = "dealer"

    def _choose_dealer(self, words: list[str]) -> None:
        """PD-S3, PD-G2: who deals first."""
        self._expect("dealer", "PD-S3")
        letter = "".join(words).upper()
        if len(letter) != 1 or letter not in SEAT_LETTERS[: self._state.seats]:
            letters = " ".join(SEAT_LETTERS[: self._state.seats])
            raise BadMove(" ".join(words), Message("pandante.companion.seats", {"letters": letters}))
        self._state.rng = StandIns([SEAT_LETTERS.index(letter)])
        setting_up.set_up(self._state)
        self._wait = ""

    def _turn_casino(self, words: list[str]) -> None:
        """PD-S4: the card that was turned, if it can be: each comes once before any comes again."""
        self._expect("casino", "PD-S4")
        wanted = " ".join(words).upper()
        cards = self._state.variant.parsed.casinos
        left = self._casinos_left()
        numbers = [number for number in left if cards[number].id.upper() == wanted]
        if not numbers:
            known = ", ".join(cards[number].id for number in left)
            raise IllegalMove("PD-S4", Message("pandante.companion.no_casino", {"casinos": known}))
        self._state.rng = StandIns([left.index(numbers[0])])
        self._wait = ""
        self._begin_gambit()

    def _casinos_left(self) -> list[int]:
        """PD-S4: in the order in which the engine counts them."""
        return [int(one) for one in list_cards(self._state.casinos_left or self._state.variant.casinos)]

    def _hear_time(self, entry: str, now: int, word: str, rest: list[str]) -> None:
        """PD-G3: the clock is started, paused or set forward; or the next gambit begins, for the stakes it says."""
        if self._clock is None or (word, len(rest)) not in (("clock", 1), ("deal", 0)):
            raise BadMove(entry, Message("pandante.companion.allowed"))
        if word == "clock":
            self._clock.tell(rest[0].lower(), now)
            return
        self._expect("deal", "PD-G3")
        self._wait = ""
        rules = PandanteClock()
        while rules.asks(self._state) is not None:
            carry_out(self._state, self._state.turn, rules.tell(self._state, self._clock.seconds(now)))

    def _move(self, seat: int, words: list[str]) -> None:
        """Somebody decides something."""
        text = " ".join(words).lower()
        state = self._state
        if self._wait == "hand":
            self._show_hand(seat, text)
            return
        self._expect("")
        if state.phase == phases.CHALLENGING:
            self._refuse("PD-21")
        if text in (STEAL_ANTES, STEAL_CARD) or state.phase == phases.SHOWING:
            self._tell_choice(seat, text)
            return
        self._play(seat, notation.read(text))

    def _play(self, seat: int, move: int) -> None:
        state = self._state
        refusal = state.refusal(seat, move)
        if refusal is not None:
            if seat != state.turn:
                self._refuse("PD-S3")
            raise refusal
        carry_out(state, seat, move)

    def _tell_choice(self, seat: int, text: str) -> None:
        """PD-P3, PD-32: by cards that the phone does not know."""
        state = self._state
        if seat != state.turn:
            self._refuse("PD-S3")
        if state.phase == phases.SHOWING:
            shown = notation.read(text)
            if shown not in (moves.choose(moves.SHOW, 0), moves.choose(moves.SHOW, 1)):
                self._refuse("PD-32")
            if moves.value_of(shown) == 1:
                coin.take_coin(state, seat)
            state.phase = phases.GAMBIT_ENDS
            return
        if state.phase != phases.FERN_STEALS:
            self._refuse("PD-P3")
        if text == STEAL_ANTES:
            before_abilities.take_antes(state, seat)
        state.phase = phases.WHISPERS

    def _decline(self, words: list[str]) -> None:
        """From here on nobody wants a snack, an ability, an upgrade; between gambits nobody comes or goes."""
        self._expect("")
        state = self._state
        text = f"all {' '.join(words).lower()}"
        phase = state.phase
        between = phase == phases.BETWEEN_GAMBITS and text == "all sit"
        if not between and REST.get(phase) != text:
            self._refuse("PD-2")
        while state.phase == phase and not self._wait:
            self._play(int(state.turn), self._usual_seat() if between else notation.read(words[0].lower()))
            self._go_on()

    def _usual_seat(self) -> int:
        """PD-G2: who is there stays, who is not stays away; before the first gambit everybody buys in for the least."""
        state = self._state
        if state.away & BIT[state.turn] == 0:
            return int(moves.choose(moves.SEAT, moves.STAY_SEATED))
        return int(moves.choose(moves.SEAT, moves.LEAVE if state.gambit else state.numbers.buy_in))

    # PD-20 to PD-23: the showdown

    def _challenge(self, words: list[str]) -> None:
        """PD-21: everybody who challenges, at once."""
        self._expect("", "PD-21")
        state = self._state
        if state.phase != phases.CHALLENGING:
            self._refuse("PD-21")
        accusers = 0
        for word in [] if [word.lower() for word in words] == [NOBODY_WORD] else words:
            letter = word.upper()
            if len(letter) != 1 or letter not in SEAT_LETTERS[: state.seats]:
                raise BadMove(word, Message("pandante.companion.challenge"))
            seat = SEAT_LETTERS.index(letter)
            fault = showdown.challenge_fault(state, seat)
            if fault != FINE:
                rule, _ = FAULTS[fault]
                told = Message("pandante.companion.no_challenge", {"name": self._names[seat]})
                raise IllegalMove(rule, told)
            accusers |= int(BIT[seat])
        if not words:
            raise BadMove("challenge", Message("pandante.companion.challenge"))
        self._reveal(accusers)

    def _reveal(self, accusers: int) -> None:
        """PD-21, PD-22: the first challenger counts; who is challenged shows their cards."""
        state = self._state
        state.accusers = accusers
        self._accuser = int(showdown.reveal_challenges(state, state.turn))
        if showdown.must_show(state, self._accuser):
            self._wait = "hand"
            return
        showdown.survive(state, state.turn, events.REAL)
        state.phase = phases.NEXT_HOTSEAT

    def _show_hand(self, seat: int, text: str) -> None:
        """PD-22, PD-K8: what the cards were."""
        state = self._state
        word, _, verdict = text.partition(" ")
        if seat != state.turn or word != "shows":
            self._refuse("PD-22")
        if verdict not in VERDICTS:
            raise BadMove(text, Message("pandante.companion.shows"))
        self._truth[seat] = VERDICTS.index(verdict)
        deck.show_hand(state, seat)
        showdown.settle_shown(state, seat, self._accuser, self._truth[seat])
        self._wait = ""
        state.phase = phases.NEXT_HOTSEAT

    def _next_hotseat(self) -> None:
        """PD-20: as the engine does it, but that people say what the cards are."""
        state = self._state
        if state.hot == 0:
            showdown.compare_survivors(state)
            return
        showdown.take_hotseat(state)
        if showdown.choosers(state) == 0:
            self._reveal(0)

    def _offer_coin(self) -> None:
        """PD-32: who won alone may show a lie; what was shown needs no showing."""
        state = self._state
        winner = int(lowest(state.real))
        if state.claim(winner) >= 0 and winner not in self._truth:
            state.phase = phases.SHOWING
            state.turn = winner
            return
        if self._truth.get(winner) == LIE:
            coin.take_coin(state, winner)
        state.phase = phases.GAMBIT_ENDS

    # the course of the game

    def _begin_gambit(self) -> None:
        self._truth = {}
        carry_out_step(self._state)

    def _go_on(self) -> None:
        """From step to step until something is to be entered."""
        while not self._wait and self._state.phase != phases.OVER:
            if not self._step():
                break
        if self._state.gambit > 0:
            self._note_scores()

    def _step(self) -> bool:
        """One step that nobody has to enter; False: something has to be."""
        state = self._state
        phase = state.phase
        if phase == phases.GAMBIT_BEGINS:
            if state.gambit > 0:
                self._note_scores()
            if state.variant.casinos:
                self._wait = "casino"
                return False
            self._begin_gambit()
        elif phase == phases.NEXT_HOTSEAT:
            self._next_hotseat()
        elif phase == phases.COIN_OFFERED:
            self._offer_coin()
        elif phase > phases.OVER:
            carry_out_step(state)
        elif phase == phases.BETWEEN_GAMBITS and state.variant.gambling == TOURNAMENT:
            self._wait = "deal"
            return False
        elif phase in CARDS_ONLY or (phase in OPTIONAL and len(state.legal(state.turn)) == 1):
            carry_out(state, state.turn, state.legal(state.turn)[0])
        else:
            return False
        return True

    def _note_scores(self) -> None:
        state = self._state
        self._scores[int(state.gambit)] = [int(gambit.score(state, seat)) for seat in range(state.seats)]

    # what is shown

    def page(self, typing: str = "") -> PandantePage:
        """How things stand, and what is to be entered."""
        return PandantePage(
            ask=self._ask(),
            view=self._table(),
            paid=self._paid,
            snacks=self._snack_prices(),
            clock=None if self._clock is None else self._clock.show(PandanteTournament().multiplier),
            checked=checker.check(typing) if typing.lower().startswith(checker.WORD) else None,
        )

    def _table(self) -> PandanteView:
        state = self._state
        if state.phase == phases.GAMBIT_BEGINS:  # the casino is to be told: no position of the engine's
            state = state.clone()
            state.phase = phases.BETWEEN_GAMBITS
            state.turn = state.dealer
        return without_cards(view(state, None))

    def _snack_prices(self) -> list[int | None]:
        state = self._state
        if self._wait or state.phase != phases.SNACKING:
            return []
        return [
            int(snacks.snack_price(state, seat))
            if not (state.folded | state.sitting | state.away) & BIT[seat]
            else None
            for seat in range(state.seats)
        ]

    def _ask(self) -> AskKind | AskDealer | AskCasino | AskDeal | AskChoice | AskChallenge | AskHand | None:
        state = self._state
        if state.phase == phases.OVER:
            return None
        if self._wait == "kind":
            return AskKind(ONE_TABLE, SEVERAL_TABLES)
        if self._wait == "dealer":
            return AskDealer([f"dealer {SEAT_LETTERS[seat]}" for seat in range(state.seats)])
        if self._wait == "casino":
            cards = [state.variant.parsed.casinos[number] for number in self._casinos_left()]
            return AskCasino([CasinoOffer(f"casino {card.id}", card.name, card.text, card.rule) for card in cards])
        if self._wait == "deal":
            return AskDeal("deal")
        if self._wait == "hand" or state.phase == phases.CHALLENGING:
            return self._ask_showdown()
        seat = int(state.turn)
        step = phases.PHASE_NAMES[state.phase]
        return AskChoice(step, seat, STEP_RULES[state.phase], self._offers(seat), self._rest())

    def _ask_showdown(self) -> AskChallenge | AskHand:
        state = self._state
        seat = int(state.turn)
        claim, said = CLAIM_CODES[state.claim(seat)], statement_view(state.said[seat])
        gain = int(showdown.liar_price(state))
        if self._wait == "hand":
            letter = SEAT_LETTERS[seat]
            entries = {verdict: f"{letter} shows {verdict}" for verdict in VERDICTS}
            if self._accuser == NOBODY:
                return AskHand(seat, claim, said, None, 0, 0, entries)
            price = int(showdown.challenge_price(state, self._accuser))
            return AskHand(seat, claim, said, self._accuser, price, gain, entries)
        challengers = [
            Challenger(int(one), int(showdown.challenge_price(state, one)))
            for one in list_cards(showdown.may_challenge(state))
        ]
        return AskChallenge(seat, claim, said, challengers, gain)

    def _offers(self, seat: int) -> list[Offer]:
        """Everything that this player may do, with its price."""
        state = self._state
        if state.phase == phases.FERN_STEALS:
            told = [Offer(self.entry_of(seat, text), notation.Choose(text), 0) for text in (STEAL_CARD, STEAL_ANTES)]
            return [Offer(self.entry_of(seat, "pass"), notation.Plain("pass"), 0), *told]
        listed = [*state.legal(seat)]
        if state.phase == phases.SHOWING:
            listed = [moves.choose(moves.SHOW, 0), moves.choose(moves.SHOW, 1)]
        found: list[Offer] = []
        for move in listed:
            what = cast(Any, notation.describe(move))
            found.append(Offer(self.entry_of(seat, notation.say(move)), what, self._price(seat, move)))
        return found

    def _price(self, seat: int, move: int) -> int:
        """What it costs, by the chapter that takes the gold."""
        state = self._state
        kind = moves.kind_of(move)
        if kind == moves.BET:
            return int(payments.stakes(state))
        if kind == moves.SNACK:
            return int(snacks.snack_price(state, seat))
        if kind == moves.UPGRADE:
            return int(upgrades.upgrade_price(state, seat))
        if kind == moves.PAY:
            return int(effects.answer_price(state))
        if kind == moves.CHOOSE and moves.topic_of(move) == moves.REPLACE:
            return 0 if moves.value_of(move) == moves.REPLACE_NONE else int(effects.replace_price(state, seat))
        return 0

    def _rest(self) -> str | None:
        state = self._state
        if state.phase == phases.ANNOUNCING and len(state.queue):
            return None
        if state.phase == phases.BETWEEN_GAMBITS and state.variant.gambling == DROP_IN:
            return "all sit"
        return REST.get(state.phase)

    # for somebody at a keyboard

    def prompt(self) -> Prompt | None:
        """The next question."""
        ask = self._ask()
        if ask is None:
            return None
        if isinstance(ask, AskChoice):
            price = max((offer.price for offer in ask.offers), default=0)
            told: dict[str, int | str | Message] = {
                "name": self._names[ask.seat],
                "gold": int(self._state.gold[ask.seat]),
                "pot": int(self._state.pot),
                "step": Message(f"pandante.companion.step.{ask.step.replace(' ', '-')}", {"price": price}),
            }
            return Prompt(f"{SEAT_LETTERS[ask.seat]} ", Message("pandante.companion.prompt.choice", told))
        name = self._names[self._state.turn]
        if isinstance(ask, AskHand):
            return Prompt(f"{SEAT_LETTERS[ask.seat]} shows ", Message("pandante.companion.prompt.hand", {"name": name}))
        if isinstance(ask, AskChallenge):
            claim = Message(f"pandante.claim.{ask.claim}")
            message = Message("pandante.companion.prompt.challenge", {"name": name, "claim": claim})
            return Prompt("challenge ", message)
        if isinstance(ask, AskKind):
            return Prompt("", Message("pandante.companion.prompt.kind"))
        word = {AskDealer: "dealer", AskCasino: "casino", AskDeal: "deal"}[type(ask)]
        begins = "" if isinstance(ask, AskDeal) else f"{word} "
        return Prompt(begins, Message(f"pandante.companion.prompt.{word}"))

    def rule_of(self, event: Any) -> str:
        """Of whatever moves gold, diamonds or the coin."""
        match event:
            case seen.MovedGold():
                return rule_of("gold", event.reason)
            case seen.MovedDiamonds():
                return rule_of("diamonds", event.reason)
            case seen.PotGone():
                return "PD-23"
            case seen.MovedCoin():
                return "PD-33" if event.target is None else "PD-32"
            case seen.SitsOut():
                return "PD-31"
        return ""

    def complete(self, entry: str, now: int, chance: Rng) -> str:
        """PD-S3, PD-S4, PD-G3: `dealer draw`, `casino draw` draw one; what needs the time gets it."""
        ask = self._ask()
        words = entry.lower().split()
        if words[:1] in (["clock"], ["deal"]):
            return f"{now} {entry}"
        if words == ["dealer", "draw"] and isinstance(ask, AskDealer):
            return ask.entries[chance.below(len(ask.entries))]
        if words == ["casino", "draw"] and isinstance(ask, AskCasino):
            return ask.casinos[chance.below(len(ask.casinos))].entry
        return entry

    def answer(self, question: str) -> Message | None:
        """PD-H1 to PD-H6: `check k5 joker | r5 b2 g9 | three`."""
        return checker.answer(question) if question.lower().split()[:1] == [checker.WORD] else None

    def view(self) -> PandanteView | None:
        """The table, without its cards."""
        return self._table() if self._state.gambit else None

    def points(self) -> list[list[int]]:
        """By gambit: the gold after the first one, then what each of the others brought."""
        rows = [self._scores[number] for number in sorted(self._scores)]
        return [
            [row[seat] - (rows[index - 1][seat] if index else 0) for index, row in enumerate(rows)]
            for seat in range(self._state.seats)
        ]

    def outcome(self) -> Outcome | None:
        """PD-24, PD-G2, PD-G3."""
        return self._state.outcome()


def _hide_cards(event: tuple[Any, ...]) -> tuple[Any, ...]:
    """Cards that lie open are stand-ins, too: how many there are is all that is told."""
    if event[0] != events.CARDS:
        return event
    kind, cards, source, target, _, *rest = event
    return (kind, cards, source, target, 0, *rest)
