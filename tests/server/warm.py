"""What a server loads and works out at its start, done: servers forked from here have it already. See `launch`.

What is done here is the same for every server; how it is done from nothing is tested where its command is
(`tests/cli/test_serve.py`), how a schema is made in `store/test_migrate.py`.
"""

from __future__ import annotations

import gc
from functools import cache
from importlib import import_module
from pathlib import Path

from pandarium.server import app
from pandarium.server.http import openapi
from pandarium.server.store import migrate

from .quick_schema import copy_schema, schema

for _name in ("aiosqlite", "alembic.command", "psycopg", "uvicorn.main"):
    import_module(_name)
for _folder in Path(import_module("pandarium.games").__path__[0]).iterdir():
    if (_folder / "game.py").is_file():
        import_module(f"pandarium.games.{_folder.name}.game")
app.make_rest = cache(app.make_rest)  # one a process: each of them is forked from here
openapi.encoded(app.make_rest())
migrate._upgrade = copy_schema
schema()
gc.collect()
gc.freeze()  # a server looks through all its memory when it starts: not through this once more
