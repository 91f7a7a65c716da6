"""Networks that learn by playing: how decisions are credited, that they learn, and what is kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("jax", reason="JAX is not installed: training is not tried")
import pandarium
from pandarium.bots import make
from pandarium.core.bot import ask
from pandarium.core.errors import PandariumError
from pandarium.core.rng import Rng
from pandarium.kit.abstraction import Plain
from pandarium.learn.training.best_response import Exploit, ExploitTables, describe, gain_line, summary
from pandarium.learn.training.policy import Learner, Rates, Samples, draw, forward, fresh_layers, log_shares
from pandarium.learn.training.rollout import Rollout
from pandarium.learn.training.self_play import SelfPlay, SelfPlayTables
from pandarium.learn.training.tables import BOT, Seating, Tables
from pandarium.learn.training.trainer import Settings

LEDUC = pandarium.game("leduc")
PANDANTE = pandarium.game("pandante")
SMALL = Settings(tables=32, steps=16, hidden=16, rates=Rates(learning_rate=3e-3, minibatch=128))


def test_rewards_reach_the_last_decision_of_every_seat() -> None:
    """Two seats in turn; the game ends with the third move, which seat 0 makes, and seat 1 wins 1 from seat 0."""
    nothing = np.zeros((4, 1), np.float32)
    rewards = np.zeros((4, 1, 2), np.float32)
    rewards[2, 0] = (-1, 1)
    rollout = Rollout(
        inputs=np.arange(4, dtype=np.float32).reshape(4, 1, 1),
        masks=np.ones((4, 1, 2), bool),
        actions=np.zeros((4, 1), np.int64),
        log_probs=nothing,
        values=np.array([[0.5], [0.25], [0.0], [0.125]], np.float32),
        seats=np.array([[0], [1], [0], [0]]),
        learns=np.array([[True], [False], [True], [True]]),
        done=np.array([[False], [False], [True], [False]]),
        rewards=rewards,
        last_seats=np.array([1]),
        last_values=np.array([0.0], np.float32),
        ended=[],
    )
    gains = rollout.gains(smoothing=0.5)[:, 0]
    assert gains[2] == -1  # the reward, less the value 0
    assert gains[1] == 1 - 0.25
    assert gains[0] == (0.0 - 0.5) + 0.5 * gains[2]  # its next decision was expected to be worth 0
    assert np.isnan(gains[3])  # the window ends before seat 0 decides again
    samples = rollout.samples(smoothing=0.5)
    assert samples.inputs[:, 0].tolist() == [0, 2]  # not the opponent's, not what nobody can tell
    assert samples.returns.tolist() == [gains[0] + 0.5, -1]


def test_an_option_that_is_not_there_is_never_drawn() -> None:
    chance = np.random.default_rng(1)
    masks = np.array([[True, False, True]] * 500)
    outputs = np.array([[0.0, 50.0, np.log(3)]] * 500, np.float32)
    shares = log_shares(outputs, masks)
    assert np.exp(shares[0]) == pytest.approx([0.25, 0, 0.75])
    drawn = draw(shares, chance)
    assert set(drawn.tolist()) == {0, 2}
    assert 340 <= (drawn == 2).sum() <= 410


def test_a_learner_prefers_what_turned_out_better() -> None:
    learner = Learner([1, 8, 3], Rates(learning_rate=1e-2, minibatch=64), seed=1)
    chance = np.random.default_rng(1)
    actions = chance.integers(0, 2, 256)
    samples = Samples(
        np.ones((256, 1), np.float32),
        np.ones((256, 2), bool),
        actions,
        np.full(256, np.log(0.5), np.float32),
        np.where(actions == 1, 1.0, -1.0).astype(np.float32),
        np.where(actions == 1, 1.0, -1.0).astype(np.float32),
    )
    for _ in range(5):
        learner.learn(samples, 0.0, entropy=0.0, magnet=0.0, follow=0.1)
    fast = np.exp(log_shares(forward(learner.weights, np.ones((1, 1), np.float32))[:, :-1], np.ones((1, 2), bool)))
    slow = np.exp(log_shares(forward(learner.kept, np.ones((1, 1), np.float32))[:, :-1], np.ones((1, 2), bool)))
    assert fast[0, 1] > 0.6
    assert 0.5 < slow[0, 1] < fast[0, 1]


def test_tables_deal_what_they_are_told_and_let_bots_play() -> None:
    setup = LEDUC.setup(2)
    random = make(LEDUC, "random")
    tables = Tables(4, Plain(LEDUC), lambda number: (Seating(setup, (0, BOT), {1: random}), number), seed=1)
    won: dict[int, list[float]] = {}
    while len(won) < 20:
        assert set(tables.turns.tolist()) == {0}
        assert tables.masks.any(axis=1).all()
        for ended in tables.step(tables.masks.argmax(axis=1)).values():
            won[ended.number] = ended.shares
    assert sorted(won)[:10] == list(range(10))
    assert all(sum(shares) == pytest.approx(1) for shares in won.values())


def test_it_plays_every_deal_from_every_seat() -> None:
    arrange = ExploitTables(LEDUC, make(LEDUC, "random"), 2, {}, first_seed=3)
    (first, one), (second, other), (_, next_deal) = (arrange(number) for number in range(3))
    assert (first.networks, second.networks) == ((0, BOT), (BOT, 0))
    assert one == other != next_deal


@pytest.mark.parametrize("everything", [True, False])
def test_a_best_response_takes_much_from_a_bot_that_plays_at_random(everything: bool, tmp_path: Path) -> None:
    measure = Exploit(LEDUC, "random", decisions=12_000, games=400, everything=everything, settings=SMALL)
    gain = measure.run(seed=1)
    assert gain.interval[0] > gain.fair
    assert gain.share > 0.6
    assert gain.games == 400
    assert "fair is 50%" in describe(gain)
    assert "the learner is +" in summary([gain], "random", 2)
    measure.write(tmp_path / "learner.net")
    bot = make(LEDUC, f"net:{tmp_path / 'learner.net'}")
    state = LEDUC.start(2, seed=1)
    assert ask(bot, state, 0, Rng(1)) in state.legal(0)


def test_a_learner_can_begin_with_what_another_knows(tmp_path: Path) -> None:
    first = Exploit(LEDUC, "random", decisions=6_000, games=200, settings=SMALL)
    first.run(1)
    first.write(tmp_path / "first.net")
    assert first.best is not None
    again = Exploit(LEDUC, "random", decisions=1, games=200, settings=SMALL, begin=tmp_path / "first.net")
    gain = again.run(1)
    assert gain.share > 0.55  # after one update
    assert f"--begin {tmp_path / 'first.net'}" in gain_line(again, "random", [gain]).command
    narrow = SMALL._replace(hidden=8)
    with pytest.raises(PandariumError, match="a network of its own shape"):
        Exploit(LEDUC, "random", decisions=1, games=4, settings=narrow, begin=tmp_path / "first.net").run(1)


def test_who_cannot_be_beaten_or_has_no_options_is_refused(tmp_path: Path) -> None:
    pilfering = pandarium.game("pilfering")
    with pytest.raises(PandariumError, match="all win or lose together"):
        Exploit(pilfering, "team", decisions=1, games=4)
    with pytest.raises(PandariumError, match="nothing to choose from"):
        SelfPlay(pilfering, seed=1, settings=SMALL)


def test_the_same_seed_learns_the_same() -> None:
    first, second = (Exploit(LEDUC, "random", decisions=2000, games=40, settings=SMALL).run(5) for _ in range(2))
    assert first == second


def test_tables_of_self_play_have_every_size_and_everybody() -> None:
    arrange = SelfPlayTables(PANDANTE, seed=1)
    laid = [arrange(number)[0] for number in range(300)]
    assert {len(table.networks) for table in laid} == {2, 3, 4, 5, 6}
    assert all(0 in table.networks for table in laid)
    assert {name for table in laid for name in table.networks} == {0, 1, BOT}
    assert {bot.name for table in laid for bot in table.bots.values()} >= {"bluffer", "cautious", "accuser"}
    assert {table.setup.options["abilities"] for table in laid} == {"light", "dark"}
    assert {table.setup.options["gambling"] for table in laid} == {"no", "tournament"}
    assert arrange(7) == arrange(7)


def test_training_can_be_stopped_and_gone_on_with(tmp_path: Path) -> None:
    out, checkpoint = tmp_path / "a.net", tmp_path / "a.checkpoint.npz"
    told: list[int] = []
    learning = SelfPlay(PANDANTE, seed=1, settings=SMALL)
    learning.train(500, out, checkpoint, told.append)
    assert told[-1] == 500
    again = SelfPlay(PANDANTE, seed=1, settings=SMALL)
    again.resume(checkpoint)
    assert again.trainer.decisions == learning.trainer.decisions
    for (weight, _), (other, _) in zip(again.trainer.learner.kept, learning.trainer.learner.kept, strict=True):
        assert (weight == other).all()
    again.train(1000, out, checkpoint)
    assert again.trainer.decisions >= 1000
    bot = make(PANDANTE, f"net:{out}")
    state = PANDANTE.start(6, {"casinos": True}, seed=2)
    rng = Rng(3)
    for _ in range(60):
        seat = state.actors()[0]
        state.play(seat, ask(bot, state, seat, rng))


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    learning = SelfPlay(PANDANTE, seed=1, settings=SMALL)
    for data in (b"", b"nonsense"):
        (tmp_path / "x.npz").write_bytes(data)
        with pytest.raises(PandariumError, match="no checkpoint of this training"):
            learning.resume(tmp_path / "x.npz")
    with pytest.raises(PandariumError, match="no checkpoint of this training"):
        learning.resume(tmp_path / "nowhere.npz")


def test_fresh_networks_begin_at_random() -> None:
    layers = fresh_layers([10, 16, 4], seed=2)
    shares = np.exp(log_shares(forward(layers, np.ones((1, 10), np.float32))[:, :-1], np.ones((1, 3), bool)))
    assert shares[0] == pytest.approx([1 / 3] * 3, abs=0.05)
