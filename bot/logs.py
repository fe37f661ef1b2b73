"""Logging: text or JSON, on standard error, and no token in it at any level.

The library logs addresses and gateway events whole at DEBUG, and both hold tokens. They are taken out where a record
becomes text, so that exceptions and the records of every library are covered.
"""

import contextlib
import json
import logging
import re
import sys
import time
from collections.abc import Iterable
from typing import Final

REDACTED: Final = "[redacted]"
ERROR_ID: Final = "error_id"
"""The field of a record (`extra`) with the code that a person was shown."""
_FORMAT: Final = "%(asctime)s.%(msecs)03dZ %(levelname)-8s %(name)s: %(message)s"
_SHORTEST_SECRET: Final = 8

_TOKENS: Final = tuple(
    (re.compile(pattern), rf"\1{REDACTED}")
    for pattern in (
        # the address of an interaction's callback or of a webhook: .../<id>/<token>
        r"""((?:webhooks|interactions)(?:/|%2F)\d+(?:/|%2F))[^\s/?%"'<>)\\]+""",
        # a payload as JSON or as Python shows it, also quoted within another string: "token": "..."
        r"""(\\*["'](?:\w*_)?token\\*["']\s*:\s*\\*["'])[^"'\\]+""",
        # an argument, a query or a variable: token=...
        r"""((?i:\b(?:\w*_)?token)\s*=\s*\\*["']?)[^\s"'&,;)>\\]+""",
        # the "major parameters" of a rate limit: <id>+<token>
        r"""(\b\d{15,20}\+)[^\s'"]{20,}""",
        # a header
        r"""((?i:\b(?:Bot|Bearer))\s+)(?=[\w.-]*[\d.])[\w.-]{20,}""",
        # a bot's token wherever it stands: the bot's id in base 64, a time and a signature
        r"""()\b(?:M[DTjz]|N[DTjz]|O[DT])[\w-]{16,}\.[\w-]{5,8}\.[\w-]{20,}""",
        # an interaction's token wherever it stands: "interaction:" in base 64
        r"""()\baW50ZXJhY3Rpb246[\w=-]+""",
    )
)

# A name in a record must not look like a record of its own.
_CONTROLS: Final = {code: repr(chr(code))[1:-1] for code in (*range(32), *range(127, 160), 0x2028, 0x2029)}


class TokenFilter(logging.Formatter):
    """Writes a record as text, without any token."""

    converter = time.gmtime
    default_msec_format = None

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        """`secrets` are taken out wherever they stand, whatever they look like."""
        super().__init__(_FORMAT, "%Y-%m-%dT%H:%M:%S")
        self._secrets = sorted((s for s in secrets if len(s) >= _SHORTEST_SECRET), key=len, reverse=True)

    def redact(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, REDACTED)
        for pattern, instead in _TOKENS:
            text = pattern.sub(instead, text)
        return text

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # the name is logging's
        return super().formatMessage(record).translate(_CONTROLS)

    def format(self, record: logging.LogRecord) -> str:
        return self.redact(super().format(record))


class JsonLines(TokenFilter):
    """Writes a record as one JSON object on a line, without any token.

    Its fields are `time`, `level`, `logger` and `message`. `error_id` is the code that a person was shown, and
    `exception` the traceback, where there are any.
    """

    def format(self, record: logging.LogRecord) -> str:
        # Before they are JSON, because a secret may hold what JSON writes otherwise.
        fields = {
            "time": f"{self.formatTime(record, self.datefmt)}.{record.msecs:03.0f}Z",
            "level": record.levelname,
            "logger": self.redact(record.name),
            "message": self.redact(record.getMessage()),
        }
        if (error_id := getattr(record, ERROR_ID, None)) is not None:
            fields[ERROR_ID] = self.redact(str(error_id))
        if record.exc_info:
            fields["exception"] = self.redact(self.formatException(record.exc_info))
        return json.dumps(fields)


class _Console(logging.Handler):
    """Standard error. A record that can't be written is told without its arguments, which may be secret."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            line = self.format(record)
        except Exception as problem:  # noqa: BLE001  # a wrong record must not stop what it tells of
            why = f"A record of {record.name} (line {record.lineno}) could not be written: {type(problem).__name__}"
            line = self.format(logging.makeLogRecord({"name": __name__, "levelname": "ERROR", "msg": why}))
        with contextlib.suppress(OSError, ValueError):  # nobody reads standard error any more
            print(line, file=sys.stderr, flush=True)  # noqa: T201  # this is where the log is written


def set_up_logging(level: str = "INFO", secrets: Iterable[str] = (), *, as_json: bool = False) -> None:
    """Send every record of `level` and above to standard error, redacted; replaces any earlier set-up."""
    console = _Console()
    console.setFormatter((JsonLines if as_json else TokenFilter)(secrets))
    logging.basicConfig(level=level, handlers=[console], force=True)
    logging.captureWarnings(capture=True)
    # At DEBUG it repeats every statement with its values, and those hold hidden cards and seeds.
    logging.getLogger("aiosqlite").setLevel(max(logging.INFO, logging.getLogger().level))
