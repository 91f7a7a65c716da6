"""The built web client: its files, held in memory, as small as the browser can take them.

No path is ever built from a request: what may be asked for is what was found when the client was read.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

import pandarium
from pandarium.server.http.policy import POLICY
from pandarium.server.settings import Settings

FOLDER: Final = Path(pandarium.__file__).parent / "server" / "static"
"""Where the build puts the client."""
INDEX: Final = "index.html"
MANIFEST: Final = ".vite/manifest.json"
"""Which files the build made of what."""
ASSETS: Final = "assets/"
"""Files under this have a hash of their content in their name."""

RUNS_PYTHON: Final = re.compile(r"assets/rules-worker-[\w-]+\.js")
"""The one script that may run WebAssembly: a worker has the policy that comes with its own file; no page needs it."""
WASM_POLICY: Final = f"{POLICY}; script-src 'self' 'wasm-unsafe-eval'"

FOREVER: Final = "public, max-age=31536000, immutable"
ASK_FIRST: Final = "no-cache"
"""Keep it, but ask whether it is still the same: a new client is there at once, an old one costs 200 bytes."""

ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""Smaller variants made by the build, the smallest first."""
KINDS: Final = {
    ".bin": "application/octet-stream",
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Files of other kinds are not served: nobody should find what lies there by accident."""


def folder_of(settings: Settings) -> Path:
    """Where this server's client lies, if it was built."""
    return FOLDER if settings.static is None else Path(settings.static)


class FileResponse(NamedTuple):
    """What to send for a file."""

    status: int
    body: bytes
    kind: str
    headers: dict[str, str]


class File(NamedTuple):
    """One file of the client with its smaller variants."""

    kind: str
    tag: str
    cache: str
    variants: dict[str, bytes]
    headers: Mapping[str, str] = {}
    """What else is sent with it."""

    def answer(self, headers: Mapping[str, str]) -> FileResponse:
        """The variant that this request's headers allow, or nothing but "you have it"."""
        encoding = chosen(headers.get("accept-encoding", ""), self.variants)
        tag = f'"{self.tag}{encoding and "-" + encoding}"'
        answer_headers = {"cache-control": self.cache, "etag": tag, **self.headers}
        if len(self.variants) > 1:
            answer_headers["vary"] = "Accept-Encoding"
        if tag in re.split(r"\s*,\s*", headers.get("if-none-match", "").replace("W/", "")):
            return FileResponse(304, b"", self.kind, answer_headers)
        if encoding:
            answer_headers["content-encoding"] = encoding
        return FileResponse(200, self.variants[encoding], self.kind, answer_headers)


class Part(msgspec.Struct, frozen=True):
    """What the build says about one of its files."""

    file: str
    name: str = ""
    imports: tuple[str, ...] = ()
    css: tuple[str, ...] = ()


class WebClient:
    """The built client in a folder. After a new build the page brings the new files, and nobody restarts the server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._built: int | None = None
        self._files: dict[str, File] = {}
        self._parts: dict[str, str] = {}
        self._look()

    def find(self, name: str) -> File | None:
        """The file of that name ("icon.svg", "assets/main-x.js"), or None."""
        if name == INDEX:
            self._look()
        return self._files.get(name)

    def preload(self, *names: str) -> str:
        """The Link header that lets a browser fetch these parts of the client, and what they need, at once."""
        links = [link for name in names if (link := self._parts.get(name))]
        return ", ".join(dict.fromkeys(", ".join(links).split(", "))) if links else ""

    def _look(self) -> None:
        try:
            built: int | None = (self._folder / INDEX).stat().st_mtime_ns
        except OSError:
            built = None
        if built == self._built:
            return
        fresh = {} if built is None else read_files(self._folder)
        # Who opened the page before the new build may still ask for parts of the old one.
        kept = {name: file for name, file in self._files.items() if name.startswith(ASSETS)} if built else {}
        self._built, self._files, self._parts = built, kept | fresh, read_parts(self._folder)


def read_files(folder: Path) -> dict[str, File]:
    """Every file that browsers may ask for."""
    found: dict[str, File] = {}
    for path in sorted(folder.rglob("*")):
        kind = KINDS.get(path.suffix)
        if kind is None or not path.is_file():
            continue
        name = path.relative_to(folder).as_posix()
        plain = path.read_bytes()
        variants = {"": plain}
        for encoding, suffix in ENCODINGS.items():
            smaller = path.with_name(path.name + suffix)
            if smaller.is_file():
                variants[encoding] = smaller.read_bytes()
        cache = FOREVER if name.startswith(ASSETS) else ASK_FIRST
        headers = {"content-security-policy": WASM_POLICY} if RUNS_PYTHON.fullmatch(name) else {}
        found[name] = File(kind, hashlib.sha256(plain).hexdigest()[:20], cache, variants, headers)
    return found


def read_parts(folder: Path) -> dict[str, str]:
    """Links to the files of each part of the client, and of all that it needs; nothing without a manifest."""
    try:
        known = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=dict[str, Part])
    except (OSError, msgspec.MsgspecError):
        return {}

    def files(key: str, seen: set[str]) -> Iterator[str]:
        part = known.get(key)
        if part is None or key in seen:
            return
        seen.add(key)
        yield f"</{part.file}>; rel=modulepreload"
        yield from (f"</{style}>; rel=preload; as=style; crossorigin" for style in part.css)
        for needed in part.imports:
            yield from files(needed, seen)

    return {part.name: ", ".join(files(key, set())) for key, part in known.items() if part.name}


def chosen(accepted: str, offered: Mapping[str, bytes]) -> str:
    """The best encoding that is accepted and offered; "" is none.

    >>> chosen("gzip, deflate, br;q=1.0", {"": b"", "gzip": b"", "br": b""})
    'br'
    >>> chosen("gzip, br;q=0", {"": b"", "gzip": b"", "br": b""})
    'gzip'
    """
    wanted = set()
    for word in accepted.lower().split(","):
        name, _, weight = (part.strip() for part in word.partition(";"))
        if not re.fullmatch(r"q\s*=\s*0(\.0*)?", weight):
            wanted.add(name)
    return next((encoding for encoding in ENCODINGS if encoding in wanted and encoding in offered), "")
