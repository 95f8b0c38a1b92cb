"""A typed line cut into words, numbers and signs, whatever stands between them.

>>> [token.text for token in tokens_of("Ann picks, 84-66; q♣ make-5")]
['ann', 'picks', '84', '66', 'q', '♣', 'make', '5']
"""

from __future__ import annotations

import re
import unicodedata

from msgspec import Struct

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"'
    r"|(?<!\w)[-−](?=\d)\d+"  # a minus sign only where no number stands before it: 84-66 are two
    r"|\d+"
    r"|[^\W\d_]+(?:['’][^\W\d_]+)*"
    r"|[^\s,;:./&+=()!?\-–—'’\"\ufe0f]"
)
"""Commas and the like say nothing; any other sign is a word of its own, so that nothing is passed over in silence."""

_BREAK = re.compile(r"[,;.]")
_POSSESSIVE = re.compile(r"['’]s$")


class Token(Struct, frozen=True):
    """A word as it is compared, and as it was typed; a ``quoted`` one is a name and nothing else.

    ``begins``: a comma or the like stands before it. None is needed, but what stands together may be told by it.
    """

    text: str
    shown: str
    quoted: bool = False
    begins: bool = False

    @property
    def number(self) -> int | None:
        """The number that its digits write."""
        digits = self.text.removeprefix("-")
        return int(self.text) if digits.isdecimal() and not self.quoted else None


def tokens_of(text: str) -> tuple[Token, ...]:
    """The tokens of a line; letters count without case, and quotes make one token of a name."""
    found, end = [], 0
    text = unicodedata.normalize("NFC", text)
    for match in _TOKEN.finditer(text):
        quoted, begins = match["quoted"], _BREAK.search(text[end : match.start()]) is not None
        end = match.end()
        if quoted is None:
            plain = _POSSESSIVE.sub("", folded(match[0])).replace("−", "-")
            found.append(Token(plain, match[0], begins=begins))
        elif folded(quoted):
            found.append(Token(folded(quoted), quoted.strip(), True, begins))
    return tuple(found)


def folded(text: str) -> str:
    """A text as it is compared: small letters, single blanks, no quotes."""
    plain = unicodedata.normalize("NFC", text).casefold().replace("’", "'").replace('"', "")
    return " ".join(plain.split())
