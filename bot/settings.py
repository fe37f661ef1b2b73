"""The operator's settings, from the environment and `.env`; addresses are read strictly."""

import ipaddress
import re
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args
from urllib.parse import SplitResult, urlsplit

from pydantic import SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.db import CannotOpen, database_path, has_bare_signs, is_server

_DISCORD_HOSTS = ("discord.com", "discord.gg")
_HOST = re.compile(r"[A-Za-z0-9.:-]+")
_PATH = re.compile(r"[A-Za-z0-9._~/-]*")


LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]
LogFormat = Literal["text", "json"]
ShardIds = tuple[int, ...] | Literal["auto"]
ENV_FILE = Path(".env")
THIS_MACHINE, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104  # only where the operator says so
_YES, _NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
_RATE = re.compile(r"\d{1,4}(?:\.\d{1,3})?", re.ASCII)
_HOURS = re.compile(r"\d{1,4}(?:\.\d{1,2})?", re.ASCII)
_SHORTEST_HOURS = 0.25
MOST_TABLES, MOST_PCS = 20, 25
"""The most open tables of a server, and characters of a user in a campaign. Messages and menus can show no more."""
_LONGEST_CONTACT, _LONGEST_URL = 100, 300
_COUNT = re.compile(r"[1-9]\d{0,4}", re.ASCII)
_SHARDS = re.compile(r"(?P<first>\d{1,5})(?:-(?P<last>\d{1,5}))?", re.ASCII)
_LONGEST_ID = 19  # digits of a 63-bit number


_LINK = re.compile(r"https://[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::\d{1,5})?(?:[/?#][!-'*-;=?-~]*)?", re.ASCII)
_COUNTS = {
    "backup_keep": 1_000,
    "tables_per_server": MOST_TABLES,
    "tables_per_user": MOST_TABLES,
    "characters_per_server": 1_000_000,
    "characters_per_user": MOST_PCS,
    "uploads_per_server": 1_000_000,
    "uploads_per_user": 1_000_000,
    "upload_kib": 8_192,
}
"""The settings that are whole numbers from 1, and the highest of each."""
_PUBLIC_LIMITS = {
    "tables_per_user": 10,
    "characters_per_server": 1_000,
    "uploads_per_server": 100,
    "uploads_per_user": 20,
    "upload_kib": 2_048,
}
"""The limits of a public bot where nothing else is set."""


class SettingsError(Exception):
    """A wrong setting, in one line that names the variable and never repeats a secret."""


class Settings(BaseSettings):
    """The settings. An empty value counts as unset; the environment goes before `.env`."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8", extra="ignore", frozen=True, hide_input_in_errors=True, validate_default=False
    )

    # `tools.reference` prints these docstrings in docs/settings.md.
    discord_token: SecretStr | None = None
    """The bot's token. Without one and without a command, the playground starts."""
    database_url: str = "sqlite:///shadowport.db"
    """The SQLite file that holds everything, or a PostgreSQL server: `postgresql://user:password@host/name`. The
    playground's file is beside the SQLite file.
    """
    discord_api_url: str | None = None
    """The REST API of another server than Discord, with its version, as in `http://localhost:8080/api/v10`.
    Without it, Discord's.
    """
    discord_gateway_url: str | None = None
    """The gateway of that server, as in `ws://localhost:8080/`. Set both or neither."""
    discord_api_trusted: bool = False
    """`yes` lets the bot send its token to a server that is neither Discord's nor on this machine."""
    sync_guilds: Annotated[tuple[int, ...], NoDecode] = ()
    """Ids of servers, with commas between them. Only these servers get the commands, and direct messages get none.
    Without ids, all servers get them.
    """
    requests_per_second: float = 30.0
    """The most requests a second to Discord. Answers to commands and clicks don't count. 0 sets no limit."""
    shard_count: int | None = None
    """The count of all shards, into which Discord divides the servers. All processes of the bot have the same. Without
    it, the count that Discord recommends.
    """
    shard_ids: Annotated[ShardIds, NoDecode] = ()
    """The shards of this process, as in `0,2,5` or `0-3`, counted from 0. `auto` takes any that no other process has.
    Without it, all.
    """
    count_messages: bool = True
    """`no` tells Discord not to send what people write, which saves work. A table that messages pushed up then moves
    to the bottom only when someone presses **Repost**.
    """
    log_level: LogLevel = "INFO"
    """`DEBUG`, `INFO`, `WARNING`, `ERROR` or `CRITICAL`. At every level, the bot leaves out tokens."""
    log_format: LogFormat = "text"
    """`text`, or `json` for one JSON object a line."""
    metrics_port: int | None = None
    """The port for Prometheus, with /metrics, /healthz and /readyz. It needs the extra `metrics`. 0 takes any
    free port. Without it, nothing is measured.
    """
    metrics_host: str = THIS_MACHINE
    """The IP that this port listens on: `127.0.0.1`, or in a container `0.0.0.0`. Everyone who reaches it can read the
    measures.
    """
    backup_every: float = 0.0
    """The hours between two backups of a SQLite file that the bot makes while it runs. 0 makes none."""
    backup_keep: int = 7
    """The count of these backups to keep. An older one is deleted once a newer one is checked."""
    backup_folder: Path | None = None
    """The folder for these backups. Without it, the folder `backups` beside the database."""
    public: bool = False
    """`yes` for a bot that strangers may invite. It then needs `PRIVACY_URL`, `TERMS_URL`, `SUPPORT_URL` and `CONTACT`,
    and the limits below have the smaller defaults.
    """
    privacy_url: str | None = None
    """The link to your privacy policy. /help and /privacy show it, as they show the next three."""
    terms_url: str | None = None
    """The link to your terms of service."""
    support_url: str | None = None
    """The link to your support server or page."""
    contact: str | None = None
    """Your email or Discord name, for questions about data."""
    tables_per_server: int = MOST_TABLES
    """The most open tables on a server, at most 20."""
    tables_per_user: int | None = None
    """The most open tables on a server that one user has opened. Without it, no limit, or 10 with `PUBLIC`."""
    characters_per_server: int | None = None
    """The most characters in play on a server, NPCs included. Without it, no limit, or 1,000 with `PUBLIC`."""
    characters_per_user: int = MOST_PCS
    """The most characters in play that one user has in a campaign, at most 25."""
    uploads_per_server: int | None = None
    """The most files that people of a server upload in 24 hours. Without it, no limit, or 100 with `PUBLIC`."""
    uploads_per_user: int | None = None
    """The most files that one user uploads in 24 hours. Without it, no limit, or 20 with `PUBLIC`."""
    upload_kib: int | None = None
    """The largest upload in KiB. Without it, the limit of each kind of file, or at most 2,048 with `PUBLIC`."""
    playground_port: int = 8642
    """The port of the playground on this machine. 0 takes any free port."""
    playground_host: str = THIS_MACHINE
    """The IP that the playground listens on: `127.0.0.1`, or in a container `0.0.0.0`."""

    @model_validator(mode="before")
    @classmethod
    def _blank_is_unset(cls, values: dict[str, object]) -> dict[str, object]:
        stripped = {name: value.strip() if isinstance(value, str) else value for name, value in values.items()}
        return {name: value for name, value in stripped.items() if value != ""}

    @field_validator("discord_token")
    @classmethod
    def _bare_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not all("!" <= letter <= "~" for letter in token.get_secret_value()):
            raise ValueError("must be the bare token of the bot: one word, without “Bot” in front of it")
        return token

    @field_validator("database_url")
    @classmethod
    def _file_in_a_folder(cls, url: str) -> str:
        return checked_database_url(url)

    @field_validator("discord_api_url")
    @classmethod
    def _an_api(cls, url: str | None) -> str | None:
        return None if url is None else api_address(url)

    @field_validator("discord_gateway_url")
    @classmethod
    def _a_gateway(cls, url: str | None) -> str | None:
        return None if url is None else gateway_address(url)

    @field_validator("discord_api_trusted", "count_messages", "public", mode="before")
    @classmethod
    def _yes_or_no(cls, value: object) -> bool:
        word = str(value).lower()
        if word not in _YES | _NO:
            raise ValueError("must be yes or no")
        return word in _YES

    @field_validator("sync_guilds", mode="before")
    @classmethod
    def _ids(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        ids = [part.strip() for part in value.split(",") if part.strip()]
        if not all(part.isascii() and part.isdigit() and len(part) <= _LONGEST_ID for part in ids):
            raise ValueError("must be guild ids with commas between them, like 81384788765712384,41771983423143937")
        return tuple(dict.fromkeys(int(part) for part in ids))

    @field_validator("shard_count", mode="before")
    @classmethod
    def _a_count(cls, value: object) -> int | None:
        if value is None:
            return None
        if not _COUNT.fullmatch(str(value)):
            raise ValueError("must be a whole number from 1 to 99999")
        return int(str(value))

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _shards(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        if value.lower() == "auto":
            return "auto"
        ids: list[int] = []
        for part in value.split(","):
            named = _SHARDS.fullmatch(part.strip())
            if named is None:
                raise ValueError("must be auto, or shards with commas between them, like 0,2,5 or 0-3")
            first, last = int(named["first"]), int(named["last"] or named["first"])
            if last < first:
                raise ValueError(f"{first}-{last} runs backwards. Write {last}-{first}")
            ids += range(first, last + 1)
        ids.sort()
        if (twice := next((one for one, after in pairwise(ids) if one == after), None)) is not None:
            raise ValueError(f"names shard {twice} twice")
        return tuple(ids)

    @field_validator("requests_per_second", mode="before")
    @classmethod
    def _a_rate(cls, value: object) -> float:
        if not _RATE.fullmatch(str(value)):
            raise ValueError("must be a number like 30, and 0 for no limit")
        return float(str(value))

    @field_validator("log_level", mode="before")
    @classmethod
    def _a_level(cls, value: object) -> str:
        level = str(value).upper()
        if level not in get_args(LogLevel):
            raise ValueError(f"must be one of {', '.join(get_args(LogLevel))}")
        return level

    @field_validator("log_format", mode="before")
    @classmethod
    def _a_format(cls, value: object) -> str:
        wanted = str(value).lower()
        if wanted not in get_args(LogFormat):
            raise ValueError(f"must be one of {', '.join(get_args(LogFormat))}")
        return wanted

    @field_validator("backup_every", mode="before")
    @classmethod
    def _hours(cls, value: object) -> float:
        hours = float(str(value)) if _HOURS.fullmatch(str(value)) else -1.0
        if hours != 0 and hours < _SHORTEST_HOURS:
            raise ValueError(f"must be hours like 24, at least {_SHORTEST_HOURS}, and 0 for no backups")
        return hours

    @field_validator("backup_folder")
    @classmethod
    def _a_folder(cls, folder: Path | None) -> Path | None:
        if folder is not None and not folder.is_dir():
            raise ValueError(f"There is no folder {folder}. Make it first")
        return folder

    @field_validator(*_COUNTS, mode="before")
    @classmethod
    def _a_limit(cls, value: object, info: ValidationInfo) -> int | None:
        if value is None:
            return None
        highest = _COUNTS[info.field_name or ""]
        text = str(value)
        if not (text.isascii() and text.isdigit() and len(text) <= 7 and 1 <= int(text) <= highest):
            raise ValueError(f"must be a whole number from 1 to {highest}")
        return int(text)

    @field_validator("privacy_url", "terms_url", "support_url")
    @classmethod
    def _a_link(cls, url: str | None) -> str | None:
        if url is not None and not (_LINK.fullmatch(url) and len(url) <= _LONGEST_URL):
            raise ValueError(f"must be a link that begins with https://, of at most {_LONGEST_URL} characters")
        return url

    @field_validator("contact")
    @classmethod
    def _one_short_line(cls, contact: str | None) -> str | None:
        if contact is not None and not (contact.isprintable() and len(contact) <= _LONGEST_CONTACT):
            raise ValueError(f"must be one line of at most {_LONGEST_CONTACT} characters")
        return contact

    @field_validator("playground_port", "metrics_port", mode="before")
    @classmethod
    def _a_port(cls, value: object) -> int | None:
        if value is None:
            return None
        text = str(value)
        if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 1 << 16):
            raise ValueError("must be a port: a number from 0 to 65535")
        return int(text)

    @field_validator("playground_host", "metrics_host")
    @classmethod
    def _a_host(cls, host: str) -> str:
        # The bot of the playground reaches it at the first, so an address of a single network would shut it out.
        if host not in {THIS_MACHINE, EVERYWHERE}:
            raise ValueError(f"must be {THIS_MACHINE}, or in a container {EVERYWHERE}")
        return host

    @model_validator(mode="after")
    def _all_that_strangers_need(self) -> Self:
        needed = ("privacy_url", "terms_url", "support_url", "contact")
        if self.public and (missing := [name.upper() for name in needed if getattr(self, name) is None]):
            raise ValueError(f"PUBLIC: needs {', '.join(missing)} too, which strangers read in /help and /privacy")
        return self

    @model_validator(mode="after")
    def _backups_of_a_file(self) -> Self:
        if self.backup_every and is_server(self.database_url):
            raise ValueError("BACKUP_EVERY: is for a SQLite file. Back up a PostgreSQL server with pg_dump")
        return self

    @property
    def limits(self) -> dict[str, Any]:
        """The limits of servers and users by their settings' names. None sets no limit."""
        set_here = {name: getattr(self, name) for name in (*_PUBLIC_LIMITS, "tables_per_server", "characters_per_user")}
        return {
            name: _PUBLIC_LIMITS.get(name) if value is None and self.public else value
            for name, value in set_here.items()
        }

    @model_validator(mode="after")
    def _shards_that_there_are(self) -> Self:
        if self.shard_count is not None and (wrong := self._fault_of_shards(self.shard_count)) is not None:
            raise ValueError(wrong)
        return self

    def shards(self, recommended: int) -> tuple[int, ...]:
        """Return the shards that this process serves, or with `auto` may serve, in their order. Discord recommends so
        many. Raises SettingsError for a shard that there isn't, and where no process serves the others.
        """
        count = self.shard_count or recommended
        if (wrong := self._fault_of_shards(count)) is not None:
            raise SettingsError(wrong)
        return self.shard_ids if isinstance(self.shard_ids, tuple) and self.shard_ids else tuple(range(count))

    def _fault_of_shards(self, count: int) -> str | None:
        """Return why `shard_ids` can't be, of so many shards."""
        if self.shard_ids in {"auto", ()}:
            return None
        if (last := max(map(int, self.shard_ids))) >= count:
            there_are = f"there are {count}, counted from 0" if count > 1 else "there is only shard 0"
            return f"SHARD_IDS: names shard {last}, but {there_are}"
        if len(self.shard_ids) < count and not is_server(self.database_url):
            return (
                "SHARD_IDS: leaves shards out, which no other process can serve from a SQLite file. "
                "Leave it unset, or set DATABASE_URL to a PostgreSQL server"
            )
        return None

    @model_validator(mode="after")
    def _one_server(self) -> Self:
        """Require both addresses or neither, and the operator's consent to give the token to another server."""
        if (self.discord_api_url is None) != (self.discord_gateway_url is None):
            missing = "DISCORD_API_URL" if self.discord_api_url is None else "DISCORD_GATEWAY_URL"
            raise ValueError(f"{missing}: must be set too, since the API and the gateway are one server's")
        for name, url in (("DISCORD_API_URL", self.discord_api_url), ("DISCORD_GATEWAY_URL", self.discord_gateway_url)):
            if url is not None and not (is_loopback(url) or is_discord(url) or self.discord_api_trusted):
                raise ValueError(f"{name} isn't Discord's. If it may have the token, set DISCORD_API_TRUSTED=yes")
        return self


def load_settings(env_file: Path | None = ENV_FILE) -> Settings:
    """Load the settings of this process. Raises SettingsError with every wrong one in a single line."""
    try:
        return Settings(_env_file=env_file)  # pyright: ignore[reportCallIssue]  # an argument of pydantic-settings
    except ValidationError as wrong:
        raise SettingsError("; ".join(_describe(error["loc"], error["msg"]) for error in wrong.errors())) from None
    except (OSError, UnicodeDecodeError) as unreadable:
        reason = getattr(unreadable, "strerror", None) or "it isn't UTF-8 text"
        raise SettingsError(f"{env_file}: can't be read ({reason})") from None


def _describe(loc: tuple[int | str, ...], message: str) -> str:
    sentence = message.removeprefix("Value error, ")
    return f"{str(loc[0]).upper()}: {sentence}" if loc else sentence


def checked_database_url(url: str) -> str:
    """Return the URL of a server, or of a file in a folder that exists. Raises ValueError with a sentence."""
    if is_server(url):
        if has_bare_signs(url):
            raise ValueError("A sign like @ or / in the user or password has to be percent-encoded, as %40 or %2F.")
        return url
    try:
        path = database_path(url)
    except CannotOpen as wrong:
        raise ValueError(str(wrong)) from None
    if not path.parent.is_dir():
        raise ValueError(f"There is no folder {path.parent} for {path.name}.")
    if "?" in url or "#" in url:
        raise ValueError("A database URL takes no options.")
    return url


def api_address(text: str) -> str:
    """Return the base of the REST API, version included, without a slash at the end.

    A bare server gets Discord's own path. Raises ValueError with half a sentence.
    """
    parts = _split_address(text, plain="http", secure="https")
    path = parts.path.rstrip("/")
    if path in {"", "/api"}:
        path = "/api/v10"
    return f"{parts.scheme}://{parts.netloc}{path}"


def gateway_address(text: str) -> str:
    """Return the address of the gateway's WebSocket. Raises ValueError with half a sentence."""
    parts = _split_address(text, plain="ws", secure="wss")
    return f"{parts.scheme}://{parts.netloc}{parts.path or '/'}"


def is_loopback(address: str) -> bool:
    """Whether the address is this machine's."""
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


def _split_address(text: str, *, plain: str, secure: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if parts.username is not None or parts.password is not None:
        raise ValueError("must not hold a user name or a password")
    if not host or port == 0 or parts.scheme not in {plain, secure} or not _HOST.fullmatch(host):
        raise ValueError(f"must be a URL that begins with {secure}:// (or {plain}:// on this machine)")
    if "?" in text or "#" in text or not _PATH.fullmatch(parts.path):
        raise ValueError("must end with a plain path, without options")
    if parts.scheme == plain and not is_loopback(text):
        raise ValueError(f"must begin with {secure}://: only a URL of this machine may go without encryption")
    return parts
