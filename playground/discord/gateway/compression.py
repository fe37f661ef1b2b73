"""Transport compression as discord.py may ask for it: one stream over the life of a connection."""

import contextlib
import importlib
import zlib
from typing import Any, Protocol


class Compression(Protocol):
    """Turns the text of one gateway message into what goes over the wire."""

    def pack(self, text: str) -> str | bytes: ...


class Plain:
    def pack(self, text: str) -> str:
        return text


class ZlibStream:
    """Each message ends with the Z_SYNC_FLUSH suffix 00 00 FF FF."""

    def __init__(self) -> None:
        self._stream = zlib.compressobj(level=1)

    def pack(self, text: str) -> bytes:
        return self._stream.compress(text.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """Each message is flushed as a block of one endless frame."""

    def __init__(self, compressor: Any, flush: Any) -> None:
        self._stream, self._flush = compressor, flush

    def pack(self, text: str) -> bytes:
        return self._stream.compress(text.encode()) + self._stream.flush(self._flush)


def compression(name: str | None) -> Compression | None:
    """Return the stream that the query `compress=name` asks for; None for an unknown kind.

    zstd comes from the module that discord.py itself would use for it: it asks for zstd only if it has one.
    """
    match name:
        case None | "":
            return Plain()
        case "zlib-stream":
            return ZlibStream()
        case "zstd-stream":
            return _zstd()
        case _:
            return None


def _zstd() -> ZstdStream | None:
    with contextlib.suppress(ImportError):
        module = importlib.import_module("zstandard")
        return ZstdStream(module.ZstdCompressor().compressobj(), module.COMPRESSOBJ_FLUSH_BLOCK)
    with contextlib.suppress(ImportError):
        module = importlib.import_module("compression.zstd")
        return ZstdStream(module.ZstdCompressor(), module.ZstdCompressor.FLUSH_BLOCK)
    return None
