"""The log of changes beside a database file, SQLite's write-ahead log: whether all that was saved can be read from it.

The engine itself says nothing of a damaged log. It goes by the changes before the damage, as if those after it had
never been saved.
"""

import struct
from pathlib import Path

_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")
_CHECKED_OF_HEADER, _CHECKED_OF_FRAME = 24, 8
_MAGIC, _VERSION = 0x377F0682, 3_007_000
_SMALLEST_PAGE, _LARGEST_PAGE = 512, 65_536
_BITS = 0xFFFFFFFF
_SLACK = 1000
"""Pages that a file may have lost since a frame was written that counts no more."""


def log_damage(database: Path) -> str | None:
    """Describe the damage of the database's log in a sentence. Return None for a whole log, and where there is none.

    A bot may write meanwhile, so only damage that is found twice counts.
    """
    real = database.resolve()
    log = real.with_name(f"{real.name}-wal")
    try:
        found = _damaged_frame(real, log)
        while found is not None:
            before, found = found, _damaged_frame(real, log)
            if found == before:
                where = f"from its change {found} on" if found else "from its first byte on"
                return f"{database}-wal is damaged {where}: what was saved last can't be read."
    except FileNotFoundError:
        return None
    except OSError as error:
        return f"{database}-wal can't be read: {error.strerror}."
    return None


def _damaged_frame(database: Path, log: Path) -> int | None:
    """Return the number of the first damaged frame, 0 for the header. Leftovers of an older log aren't damage."""
    content = memoryview(log.read_bytes())
    if not content:
        return None
    if len(content) < _HEADER.size:
        return 0
    magic, version, page, _, *rest = _HEADER.unpack_from(content)
    salts, sums = rest[:2], (rest[2], rest[3])
    is_size = _SMALLEST_PAGE <= page <= _LARGEST_PAGE and not page & (page - 1)
    if magic not in {_MAGIC, _MAGIC + 1} or version != _VERSION or not is_size:
        return 0
    order = ">" if magic & 1 else "<"
    if _summed(order, content[:_CHECKED_OF_HEADER], (0, 0)) != sums:
        return 0
    frames = range(_HEADER.size, len(content) - _FRAME.size - page + 1, _FRAME.size + page)
    most_pages = 2 * (database.stat().st_size // page + len(frames)) + _SLACK
    end: int | None = None
    for number, at in enumerate(frames, 1):
        of_page, size_then, *frame_salts, first, second = _FRAME.unpack_from(content, at)
        is_current = frame_salts == salts
        if end is None and is_current:
            data = content[at + _FRAME.size : at + _FRAME.size + page]
            summed = _summed(order, data, _summed(order, content[at : at + _CHECKED_OF_FRAME], sums))
            if summed == (first, second):
                sums = summed
                continue
        end = number if end is None else end
        # What follows may be older, of a batch that was never finished, or empty: but no commit of now, and no garbage.
        if is_current and size_then:
            return end
        is_empty = not (of_page or size_then or any(frame_salts))
        if not is_empty and not (0 < of_page <= most_pages and size_then <= most_pages):
            return number
    return None


def _summed(order: str, content: memoryview, sums: tuple[int, int]) -> tuple[int, int]:
    """Continue the engine's running checksum over 32-bit words in the log's byte order."""
    first, second = sums
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _BITS
        second = (second + odd + first) & _BITS
    return first, second
