"""A mail server that keeps what it is given."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string, policy
from email.message import EmailMessage
from queue import Queue
from typing import Any


class Mailbox:
    """Letters in the order in which they came."""

    def __init__(self, port: int) -> None:
        self.url = f"smtp://127.0.0.1:{port}"
        self.letters: Queue[EmailMessage] = Queue()

    def next(self) -> EmailMessage:
        """The next letter, as soon as it is there."""
        return self.letters.get(timeout=120)


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    """A mail server on this machine, without encryption."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 here")
            for line in self.rfile:
                match line.decode().split()[0].upper():
                    case "EHLO":
                        self._say("250 here")
                    case "DATA":
                        self._say("354 go on")
                        self._take()
                        self._say("250 taken")
                    case "QUIT":
                        self._say("221 bye")
                        return
                    case _:
                        self._say("250 fine")

        def _take(self) -> None:
            lines: list[str] = []
            for line in self.rfile:
                text = line.decode().rstrip("\r\n")
                if text == ".":
                    break
                lines.append(text.removeprefix("."))
            letter: Any = message_from_string("\n".join(lines), policy=policy.default)
            box.letters.put(letter)

        def _say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        box = Mailbox(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield box
        finally:
            server.shutdown()
            thread.join()
