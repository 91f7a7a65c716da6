"""What a server loads at its start, loaded: servers forked from here have it already. See `launch`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from pandarium.server.app import make_rest
from pandarium.server.http import openapi
from pandarium.server.store import migrate

from .quick_schema import copy_schema, schema

for _name in ("aiosqlite", "alembic.command", "psycopg", "uvicorn.main"):
    import_module(_name)
for _folder in Path(import_module("pandarium.games").__path__[0]).iterdir():
    if (_folder / "game.py").is_file():
        import_module(f"pandarium.games.{_folder.name}.game")
openapi.encoded(make_rest())
migrate._upgrade = copy_schema
schema()
