from __future__ import annotations

from server.store.conftest import opened, other, postgres_url, sqlite_url, store, url

__all__ = ["opened", "other", "postgres_url", "sqlite_url", "store", "url"]
