"""The addresses of a Discord: its REST API and its gateway, read strictly, and whose they are."""

import ipaddress
import re
from urllib.parse import SplitResult, urlsplit

_DISCORD_HOSTS = ("discord.com", "discord.gg")
_HOST = re.compile(r"[A-Za-z0-9.:-]+")
_PATH = re.compile(r"[A-Za-z0-9._~/-]*")


def api_address(text: str) -> str:
    """The base of the REST API, version included, without a slash at the end.

    A bare server gets Discord's own path. Raises ValueError with half a sentence.
    """
    parts = _read(text, plain="http", secure="https")
    path = parts.path.rstrip("/")
    if path in {"", "/api"}:
        path = "/api/v10"
    return f"{parts.scheme}://{parts.netloc}{path}"


def gateway_address(text: str) -> str:
    """The address of the gateway's WebSocket. Raises ValueError with half a sentence."""
    parts = _read(text, plain="ws", secure="wss")
    return f"{parts.scheme}://{parts.netloc}{parts.path or '/'}"


def is_loopback(address: str) -> bool:
    """Whether nothing sent there leaves this machine."""
    host = urlsplit(address).hostname or ""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_discord(address: str) -> bool:
    """Whether the server is Discord's own, over TLS."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    own = any(host == name or host.endswith(f".{name}") for name in _DISCORD_HOSTS)
    return own and parts.scheme in {"https", "wss"} and parts.port in {None, 443}


def _read(text: str, *, plain: str, secure: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if parts.username is not None or parts.password is not None:
        raise ValueError("must not hold a user name or a password")
    if not host or port == 0 or parts.scheme not in {plain, secure} or not _HOST.fullmatch(host):
        raise ValueError(f"must be an address that begins with {secure}:// (or {plain}:// on this machine)")
    if "?" in text or "#" in text or not _PATH.fullmatch(parts.path):
        raise ValueError("must end with a plain path, without options")
    if parts.scheme == plain and not is_loopback(text):
        raise ValueError(f"must begin with {secure}://: only an address of this machine may go without encryption")
    return parts
