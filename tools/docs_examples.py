"""Examples in docstrings, as listings of the reference: what griffe takes for text is a doctest here."""

from __future__ import annotations

import re
from typing import Any

from griffe import Docstring, Extension, Object

EXAMPLE = re.compile(r"(?:^|(?<=\n\n))(>>> .*?)(?=\n\n|\Z)", re.DOTALL)


class Examples(Extension):
    """Puts every example of a docstring between fences."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Look at one object's docstring."""
        if obj.docstring is not None:
            text = fenced(obj.docstring.value)
            obj.docstring = Docstring(text, lineno=obj.docstring.lineno, endlineno=obj.docstring.endlineno, parent=obj)


def fenced(text: str) -> str:
    """The text of a docstring, with its examples as listings.

    >>> print(fenced("Adds.\\n\\n>>> 1 + 1\\n2"))
    Adds.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    """
    return EXAMPLE.sub(r"```pycon\n\1\n```", text)
