"""What pages of this server may load and run, as browsers are told with every answer."""

from __future__ import annotations

from typing import Final

POLICY: Final = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; "
    "img-src 'self' data: blob:"
)
