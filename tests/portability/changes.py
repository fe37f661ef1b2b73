"""Changes of a JSON text, byte by byte and value by value, made without a word about what the text is for."""

import random
import re
from collections.abc import Callable, Iterator
from itertools import islice

from bot.errors import Unreadable
from bot.portability.hands_file import ALONE, IN_HISTORY, with_sum
from bot.portability.proof import verify_file

Span = tuple[int, int]
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|[^\s"\[\]{},:]+')
_VALUES = (
    "null",
    "true",
    "false",
    "0",
    "-0",
    "1",
    "-1",
    "2.5",
    "1e3",
    "99999999",
    '""',
    '"x"',
    '"0"',
    "[]",
    "{}",
    "[0]",
)


class Changes:
    """Endless changes of one text, the same for the same seed."""

    def __init__(self, content: bytes, seed: int) -> None:
        self._content, self._text, self._chance = content, content.decode(), random.Random(seed)
        self._leaves, self._lists = _pieces(self._text)
        self._kinds: tuple[Callable[[], bytes], ...] = (self._byte, self._value, self._spelling, self._item)

    def __iter__(self) -> Iterator[bytes]:
        """Yield one text after the other, each with one change."""
        while True:
            changed = self._chance.choice(self._kinds)()
            if changed != self._content:
                yield changed

    def _byte(self) -> bytes:
        """Change, insert, leave out or exchange single bytes anywhere, both ends included."""
        at, byte = self._chance.randrange(len(self._content) + 1), bytes([self._chance.randrange(256)])
        before, after = self._content[:at], self._content[at:]
        white = self._chance.choice((b" ", b"\n", b"\t", b"\r"))
        bit = bytes([after[0] ^ 1 << self._chance.randrange(8)]) if after else b"\0"
        ways = (byte + after[1:], byte + after, after[1:], bit + after[1:], after[1:2] + after[:1] + after[2:])
        ends = (self._content + white, white + self._content, b"\xef\xbb\xbf" + self._content, self._content[:-1])
        return self._chance.choice((*(before + way for way in ways), before + white + after, *ends))

    def _value(self) -> bytes:
        """Put another value where a number, a text, true, false or null stands."""
        start, end = self._chance.choice(self._leaves)
        old = self._text[start:end]
        values = [*_VALUES, self._text[slice(*self._chance.choice(self._leaves))]]
        if old[0] == '"':
            inside, letter = old[1:-1], self._chance.choice("0189afAFxZé ")
            at = self._chance.randrange(len(inside) + 1)
            values += [f'"{inside[:at]}{letter}{inside[at:]}"', f'"{inside[:at]}{letter}{inside[at + 1 :]}"'] * 8
        elif old.lstrip("-").isdigit():
            values += [str(int(old) + self._chance.choice((-1, 1))), str(int(old) * 10), f"-{old}", f'"{old}"'] * 4
        return self._with((start, end), self._chance.choice(values))

    def _spelling(self) -> bytes:
        """Write a value in another way, most of which say the same."""
        start, end = self._chance.choice(self._leaves)
        old = self._text[start:end]
        if old[0] == '"':
            at = self._chance.randrange(1, len(old))
            escaped = f"{old[:at]}\\u{ord(old[at]):04x}{old[at + 1 :]}" if old[at] not in '\\"' else old
            return self._with((start, end), self._chance.choice((old.upper(), old.lower(), escaped, f" {old}")))
        return self._with(
            (start, end), self._chance.choice((f"{old}.0", f"{old}e0", f"{old} ", f"0{old}", old.upper()))
        )

    def _item(self) -> bytes:
        """Leave out, repeat, exchange or add an item of a list or a name of an object."""
        items = self._chance.choice(self._lists)
        start, end = self._chance.choice(items)
        other = self._text[slice(*self._chance.choice(self._chance.choice(self._lists)))]
        item = self._text[start:end]
        added = self._chance.choice((item, other, '"mood":"good"', "0", '"x"'))
        nothing = (start, end + 1) if self._text[end] == "," else (start - (self._text[start - 1] == ","), end)
        return self._chance.choice(
            (
                self._with(nothing, ""),
                self._with((end, end), f",{added}"),
                self._with((start, start), f"{added},"),
                self._with((start, end), other),
                self._exchanged((start, end), self._chance.choice(items)),
            )
        )

    def _exchanged(self, one: Span, other: Span) -> bytes:
        first, last = sorted((one, other))
        if first == last:
            return self._with(one, "")
        text = self._text
        return (
            text[: first[0]] + text[slice(*last)] + text[first[1] : last[0]] + text[slice(*first)] + text[last[1] :]
        ).encode()

    def _with(self, span: Span, text: str) -> bytes:
        return (self._text[: span[0]] + text + self._text[span[1] :]).encode()


def _pieces(text: str) -> tuple[list[Span], list[list[Span]]]:
    """Return where the single values stand, and of each list or object where its items do, names included."""
    leaves, lists, open_ones = list[Span](), list[list[Span]](), list[tuple[int, list[Span]]]()
    begun: int | None = None
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        if text[end : end + 1] == ":":
            begun = start
            continue
        first = start if begun is None else begun
        begun = None
        if token[0] in "[{":
            open_ones.append((first, []))
            continue
        if token[0] in "]}":
            first, items = open_ones.pop()
            lists += [items] if items else []
        else:
            leaves.append((start, end))
        if open_ones:
            open_ones[-1][1].append((first, end))
    return leaves, lists


def require_noticed(content: bytes, seed: int, times: int) -> None:
    """Require that a file of hands is verified, and no longer is after any of so many changes. Under a new sum a change
    may stay unseen, but nothing is raised that isn't a sentence.
    """
    assert _is_verified(content)
    for changed in islice(Changes(content, seed), times):
        assert not _is_verified(changed), changed
        _is_verified(_resealed(changed))


def _is_verified(content: bytes) -> bool:
    try:
        return verify_file(content).passed
    except Unreadable:
        return False


def _resealed(content: bytes) -> bytes:
    """Return the file with a sum that fits, where it has the place for one."""
    begun, mark, rest = content.partition(b',\n"sum":"')
    try:
        return with_sum(begun.decode(), IN_HISTORY if b"}}" in rest else ALONE) if mark else content
    except UnicodeDecodeError:
        return content
