"""What docs/language-models.md shows is what happens; `python tests/learn/test_docs.py` writes what happens today."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "language-models.md"
TRANSCRIPT = re.compile(r"(?<=^```text\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


async def run(transcript: str) -> str:
    """The calls of a transcript, each with what a model reads then."""
    from pandarium.learn.mcp_server import make_server  # takes a second, which not every worker needs to spend

    server = make_server()
    lines: list[str] = []
    for call in (line for line in transcript.splitlines() if line.startswith("> ")):
        _, tool, arguments = call.split(" ", 2)
        result = await server.call_tool(tool, json.loads(arguments))
        lines += [call, "", *(line.rstrip() for block in result.content for line in block.text.splitlines()), ""]
    return "\n".join(lines)


async def test_the_transcript_is_a_real_run() -> None:
    (transcript,) = TRANSCRIPT.findall(PAGE.read_text(encoding="utf-8"))
    assert await run(transcript) == transcript


@pytest.mark.parametrize("number", [0, 1])
def test_the_examples_run(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    source = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))[number]
    exec(compile(source, str(PAGE), "exec"), {"__name__": "example"})
    shown = capsys.readouterr().out
    assert ("The game is over." if number == 0 else "Outcome(winners=") in shown


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    (shown,) = TRANSCRIPT.findall(text)
    PAGE.write_text(text.replace(shown, asyncio.run(run(shown))), encoding="utf-8")
