"""Train a small network by self-play, watch it improve, and keep it as a bot.

    python examples/learn/train.py leduc                      a minute; exploitability falls
    python examples/learn/train.py pandante --minutes 10      two players; wins against the game's own bots
    pandarium play pandante --seats 2 --bots net:pandante.net

Ctrl-C ends the training, not the work: what was learned so far is kept.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch
from measure import Measure, measure_for
from plot import plot
from self_play import SelfPlay, Settings
from torch import nn

import pandarium
from pandarium.core.game import Game
from pandarium.kit.abstraction import Plain
from pandarium.kit.net_file import write_net

PRESETS = {
    "leduc": Settings(
        games=512, steps=16, hidden=64, minibatch=2048, entropy=(0.1, 0.05), by_score=True, average=0.995
    ),
    "pandante": Settings(games=256, steps=64, hidden=128, epochs=1, entropy=(0.03, 0.01)),
}
MINUTES = {"leduc": 1.0, "pandante": 10.0}
MEASURED = 12
"""How often it is measured on the way; that time does not count as training."""


def keep(file: Path, game: Game, policy: nn.Sequential) -> None:
    """Write the network as the bot `net:FILE` reads it."""
    layers = [part for part in policy if isinstance(part, nn.Linear)]
    write_net(
        file,
        game,
        Plain(game),
        [
            (
                (layer.in_features, layer.out_features),
                layer.weight.detach().T.flatten().tolist(),
                layer.bias.detach().tolist(),
            )
            for layer in layers
        ],
    )


def train(game: Game, minutes: float, seed: int, measure: Measure, out: Path) -> list[tuple[float, dict[str, float]]]:
    """Minutes of training, and what was measured after each."""
    learner = SelfPlay(game, game.setup(2), PRESETS.get(game.meta.name, PRESETS["pandante"]), seed)
    curve: list[tuple[float, dict[str, float]]] = []
    spent, updates = 0.0, 0
    try:
        while True:
            if spent >= minutes * 60 * len(curve) / MEASURED:
                keep(out, game, learner.kept)
                curve.append((spent / 60, measure(out)))
                said = ", ".join(f"{name} {value:.3f}" for name, value in curve[-1][1].items())
                steps = learner.batch.steps
                print(f"{spent / 60:5.1f} min  {updates:5} updates  {steps:>12,} steps  {said}", flush=True)
                if len(curve) > MEASURED:
                    break
            begin = time.perf_counter()
            learner.update(learner.collect(), min(1.0, spent / (minutes * 60)))
            spent += time.perf_counter() - begin
            updates += 1
    except KeyboardInterrupt:
        print(f"stopped; what was learned is in {out}")
    keep(out, game, learner.kept)
    return curve


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(PRESETS))
    parser.add_argument("--minutes", type=float, help="of training (Leduc 1, Pandánte 10)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="the network (GAME.net), with its curve beside it (GAME.svg)")
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play the games that measure it on a Ray cluster: HOST:PORT, or auto (Leduc needs none)",
    )
    given = parser.parse_args()
    torch.set_num_threads(1)
    game = pandarium.game(given.game)
    out = given.out or Path(f"{given.game}.net")
    measure, caption = measure_for(game, given.ray)
    curve = train(game, given.minutes or MINUTES[given.game], given.seed, measure, out)
    if curve:
        title = f"{game.meta.title}, learned by self-play on one core"
        plot(curve, title, caption, out.with_suffix(".svg"))
    print(f"It plays: pandarium play {given.game} --seats 2 --bots net:{out}")


if __name__ == "__main__":
    main()
