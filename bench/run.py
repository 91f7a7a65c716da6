"""Speed beside other libraries, in one run: `make bench`, or python bench/run.py on a compiled tree.

Results go to bench/results/latest.md and latest.json.
"""

from __future__ import annotations

import argparse
import gc
import re
from pathlib import Path

from batches import batch_jobs
from measure import Job, measure, pin
from ours import bot_jobs, checker_jobs, leduc_jobs, royale_jobs, table_jobs, wildstyle_jobs
from peers import PEERS, replay_against_openspiel
from peers_cards import CARD_PEERS
from report import Missing, Run, as_json, as_markdown, bars, show
from rich.console import Console
from startup import start_up

from pandarium.buildinfo import describe, is_compiled

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    """Compare, measure, show, write."""
    arguments = read_arguments()
    screen = Console(stderr=True)
    screen.print(describe())
    if not is_compiled():
        screen.print("[yellow]The promises are about the compiled engine; this run is not.[/]")
    pinned = pin()
    jobs, missing = gather()
    compared = None
    if "open_spiel" not in {one.name for one in missing}:
        compared = replay_against_openspiel(arguments.compare)
        screen.print(f"{compared:,} moves of Leduc hold'em replayed against OpenSpiel: no difference")
    gc.collect()
    gc.freeze()
    with screen.status("") as status:
        results = measure(jobs, arguments.repetitions, arguments.seconds, status.update)
        status.update("starting processes")
        milliseconds = start_up(arguments.starts)
    run = Run(results, milliseconds, missing, compared, pinned)
    show(run)
    if not arguments.dry:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "latest.md").write_text(as_markdown(run), "utf-8")
        (RESULTS / "latest.json").write_text(as_json(run), "utf-8")
        screen.print("written to bench/results")
    if arguments.strict and any(bar.kept is False for bar in bars(run)):
        raise SystemExit(1)


def read_arguments() -> argparse.Namespace:
    """What the user wants otherwise."""
    parser = argparse.ArgumentParser(description="Speed of Pandarium beside other libraries.")
    parser.add_argument("--repetitions", type=int, default=5, help="how often everything is measured (5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds for one measurement, about (0.5)")
    parser.add_argument("--starts", type=int, default=21, help="how many processes are started for each command (21)")
    parser.add_argument("--compare", type=int, default=5000, help="games replayed against OpenSpiel first (5000)")
    parser.add_argument("--dry", action="store_true", help="write no files")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a promise is missed")
    return parser.parse_args()


def gather() -> tuple[list[Job], list[Missing]]:
    """Everything that can be measured here, and what cannot, with the reason."""
    jobs = leduc_jobs()
    missing: list[Missing] = []
    for name, load in {**PEERS, "numpy": batch_jobs, "pandarium.bots": bot_jobs, **CARD_PEERS}.items():
        try:
            jobs += load()
        except Exception as error:  # whatever keeps a library from loading, the others are measured
            missing.append(Missing(name, reason(error)))
    jobs += royale_jobs() + table_jobs("pilfering", 2) + table_jobs("pandante", 4) + checker_jobs() + wildstyle_jobs()
    return jobs, missing


def reason(error: Exception) -> str:
    """One line without paths."""
    first = (str(error).strip() or type(error).__name__).splitlines()[0]
    return re.sub(r"\(?/\S+", "…", first)[:120]


if __name__ == "__main__":
    main()
