"""A worker: a process of its own that decides for NPCs, one question after the other, and knows nothing else.

Frames of a length (four bytes, the highest first) and that many bytes come in and go out: an empty one once it is
ready, then for each question an answer in JSON. It ends when the bot does, whatever becomes of that.
"""

import gc
import json
import os
import signal
import struct
import sys
import traceback
from contextlib import suppress
from typing import BinaryIO

from bot import catalog
from bot.npcs.question import decided, unpacked

LENGTH = struct.Struct(">I")
_LONGEST_WORK = 60
"""Seconds after which a worker ends itself, should nobody be there any more to give it up."""
_GIVES_WAY = 5
"""How much less of the processor it gets than those who answer people."""


def answered(sent: bytes) -> bytes:
    """The answer to a packed question: the action, or where its autopilot has failed, but never what it looked at."""
    try:
        return json.dumps({"action": decided(unpacked(sent))}).encode()
    except Exception as failed:  # noqa: BLE001  # whatever a game's autopilot raises, the bot is told and goes on
        where = "".join(traceback.format_tb(failed.__traceback__))
        return json.dumps({"error": f"{type(failed).__name__}\n{where}"}).encode()


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until nobody asks any more."""
    _send(answers, b"")
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        sent = questions.read(LENGTH.unpack(head)[0])
        _alarm(_LONGEST_WORK)
        answer = answered(sent)
        _alarm(0)
        _send(answers, answer)


def _send(answers: BinaryIO, content: bytes) -> None:
    answers.write(LENGTH.pack(len(content)) + content)
    answers.flush()


def _alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):  # Windows has none
        signal.alarm(seconds)


def main() -> None:
    """Serve on standard input and output. Whoever prints something writes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # Windows has none
        os.nice(_GIVES_WAY)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    catalog.games()
    gc.freeze()
    with suppress(BrokenPipeError):
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
