"""What the operator decides: read strictly, refused in one line, explained in `.env.example`."""

import re
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from bot.settings import Settings, SettingsError, load_settings

ROOT = Path(__file__).parents[1]
LOCAL = {"DISCORD_API_URL": "http://127.0.0.1:8080/api/v10", "DISCORD_GATEWAY_URL": "ws://127.0.0.1:8080/gateway"}
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GhIjKl.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REQUESTS_PER_SECOND", raising=False)
    return tmp_path


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch):
    """Return a function that reads the settings from this environment."""

    def read(**variables: str) -> Settings:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return load_settings()

    return read


@pytest.fixture
def refusal(told):
    """Return a function that gives the one line with which this environment is refused."""

    def read(**variables: str) -> str:
        with pytest.raises(SettingsError) as refused:
            told(**variables)
        line = str(refused.value)
        assert "\n" not in line
        return line

    return read


def test_default_settings_play_locally_with_the_database_beside_the_bot(told):
    settings = told()
    assert settings.discord_token is None
    assert settings.discord_api_url is None
    assert settings.discord_gateway_url is None
    assert settings.database_url == "sqlite:///shadowport.db"
    assert settings.sync_guilds == ()
    assert settings.log_level == "INFO"
    assert settings.playground_host == "127.0.0.1"
    assert settings.requests_per_second == 30
    assert (settings.shard_count, settings.shard_ids) == (None, ())


def test_every_setting_can_be_given(told, folder: Path):
    settings = told(
        DISCORD_TOKEN=TOKEN,
        DATABASE_URL=f"sqlite:///{folder}/book.db",
        SYNC_GUILDS="81384788765712384, 41771983423143937,81384788765712384",
        LOG_LEVEL="debug",
        REQUESTS_PER_SECOND="12.5",
        PLAYGROUND_PORT="0",
        PLAYGROUND_HOST="0.0.0.0",
        DISCORD_API_TRUSTED="yes",
        COUNT_MESSAGES="no",
        **LOCAL,
    )
    assert settings.discord_token == SecretStr(TOKEN)
    assert settings.database_url == f"sqlite:///{folder}/book.db"
    assert settings.sync_guilds == (81384788765712384, 41771983423143937)
    assert settings.log_level == "DEBUG"
    assert settings.requests_per_second == 12.5
    assert settings.playground_port == 0
    assert settings.playground_host == "0.0.0.0"
    assert settings.discord_api_trusted
    assert not settings.count_messages
    assert (settings.discord_api_url, settings.discord_gateway_url) == tuple(LOCAL.values())


def test_empty_and_blank_values_count_as_unset(told):
    empty = dict.fromkeys(map(str.upper, Settings.model_fields), "")
    assert told(**empty) == told(**dict.fromkeys(empty, "  "))
    assert told(**empty).playground_port == 8642


def test_the_file_is_read_and_the_environment_goes_before_it(told, folder: Path):
    (folder / ".env").write_text("LOG_LEVEL=ERROR\nPLAYGROUND_PORT=9000\nSOMETHING_ELSE=1\n")
    settings = told(LOG_LEVEL="WARNING")
    assert settings.log_level == "WARNING"
    assert settings.playground_port == 9000


def test_an_unreadable_file_is_named(refusal, folder: Path):
    (folder / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    assert refusal() == ".env: can't be read (it isn't UTF-8 text)"


def test_settings_never_change(told):
    with pytest.raises(ValidationError, match="frozen"):
        told().log_level = "DEBUG"


@pytest.mark.parametrize(
    "name, value, reason",
    [
        ("DISCORD_TOKEN", f"Bot {TOKEN}", "bare token"),
        ("DISCORD_TOKEN", "tøken", "bare token"),
        ("DATABASE_URL", "mysql://localhost/shadowport", "sqlite:///"),
        ("DATABASE_URL", "sqlite:///:memory:", "has to be a file"),
        ("DATABASE_URL", "sqlite:///", "has to be a file"),
        ("DATABASE_URL", "sqlite:///.", "is a folder"),
        ("DATABASE_URL", "sqlite:///nowhere/book.db", "no folder nowhere"),
        ("DATABASE_URL", "sqlite:///book.db?mode=ro", "no options"),
        ("DATABASE_URL", "postgresql://bot:se@cret@db.example/name", "percent-encoded"),
        ("DATABASE_URL", "postgresql://bot:se/cret@db.example/name", "percent-encoded"),
        ("DISCORD_API_URL", "discord.example", "https://"),
        ("DISCORD_API_URL", "https://", "https://"),
        ("DISCORD_API_URL", "wss://127.0.0.1/api", "https://"),
        ("DISCORD_API_URL", "https://127.0.0.1:99999/api", "https://"),
        ("DISCORD_API_URL", "https://me:secret@127.0.0.1/api", "user name"),
        ("DISCORD_API_URL", "https://127.0.0.1/api?key=secret", "plain path"),
        ("DISCORD_API_URL", "https://127.0.0.1/a b", "plain path"),
        ("DISCORD_API_URL", "http://discord.com/api/v10", "without encryption"),
        ("DISCORD_GATEWAY_URL", "ws://gateway.discord.gg", "without encryption"),
        ("DISCORD_GATEWAY_URL", "http://127.0.0.1/gateway", "wss://"),
        ("DISCORD_API_TRUSTED", "perhaps", "yes or no"),
        ("SYNC_GUILDS", "my server", "guild ids"),
        ("SYNC_GUILDS", "-5", "guild ids"),
        ("SYNC_GUILDS", "9" * 5000, "guild ids"),
        ("LOG_LEVEL", "LOUD", "DEBUG, INFO"),
        *(("SHARD_COUNT", value, "from 1 to 99999") for value in ("0", "-1", "1.5", "100000", "auto", "²", "1_0")),
        *(
            ("SHARD_IDS", value, "like 0,2,5 or 0-3")
            for value in ("all", "0,,2", ",", "-1", "0-", "1-2-3", "0;1", "1e3")
        ),
        ("SHARD_IDS", "0,3-1", "3-1 runs backwards. Write 1-3"),
        ("SHARD_IDS", "0,2,0", "names shard 0 twice"),
        ("SHARD_IDS", "0-4,3", "names shard 3 twice"),
        ("REQUESTS_PER_SECOND", "-1", "a number like 30"),
        ("REQUESTS_PER_SECOND", "1e3", "a number like 30"),
        ("REQUESTS_PER_SECOND", "nan", "a number like 30"),
        ("PLAYGROUND_HOST", "::", "127.0.0.1"),
        ("PLAYGROUND_HOST", "192.168.1.5", "127.0.0.1"),
        ("PLAYGROUND_PORT", "65536", "from 0 to 65535"),
        ("PLAYGROUND_PORT", "-1", "from 0 to 65535"),
        ("PLAYGROUND_PORT", "http", "from 0 to 65535"),
    ],
)
def test_a_wrong_value_is_refused_in_one_line_that_names_the_variable(refusal, name: str, value: str, reason: str):
    line = refusal(**{name: value})
    assert line.startswith(f"{name}: ")
    assert reason in line
    assert "secret" not in line
    assert TOKEN not in line


def test_two_wrong_values_are_both_named(refusal):
    line = refusal(LOG_LEVEL="LOUD", PLAYGROUND_PORT="http")
    assert "LOG_LEVEL: " in line
    assert "PLAYGROUND_PORT: " in line


SERVER = "postgresql://bot@127.0.0.1/shadowport"


@pytest.mark.parametrize(
    "ids, shards",
    [("", (0, 1, 2, 3)), ("auto", (0, 1, 2, 3)), ("AUTO", (0, 1, 2, 3)), ("2,0", (0, 2)), ("0-1, 3", (0, 1, 3))],
)
def test_shards_of_a_process_are_named_singly_or_as_ranges(told, ids: str, shards: tuple[int, ...]):
    assert told(DATABASE_URL=SERVER, SHARD_COUNT="4", SHARD_IDS=ids).shards(1) == shards
    assert told(SHARD_COUNT="").shards(4) == shards


def test_shards_that_there_are_not_are_refused(told, refusal):
    assert refusal(DATABASE_URL=SERVER, SHARD_COUNT="4", SHARD_IDS="1-4") == (
        "SHARD_IDS: names shard 4, but there are 4, counted from 0"
    )
    assert refusal(SHARD_COUNT="1", SHARD_IDS="1") == "SHARD_IDS: names shard 1, but there is only shard 0"
    with pytest.raises(SettingsError, match="names shard 4, but there are 3"):
        told(SHARD_COUNT="", SHARD_IDS="1-4").shards(3)


def test_the_only_process_of_a_file_leaves_no_shard_out(told, refusal, folder: Path):
    file = f"sqlite:///{folder}/book.db"
    assert refusal(DATABASE_URL=file, SHARD_COUNT="2", SHARD_IDS="0").startswith("SHARD_IDS: leaves shards out")
    assert told(SHARD_COUNT="2", SHARD_IDS="0-1").shards(1) == (0, 1)
    assert told(SHARD_IDS="auto").shards(1) == (0, 1)


@pytest.mark.parametrize("alone", LOCAL)
def test_an_api_and_a_gateway_belong_together(refusal, alone: str):
    (other,) = LOCAL.keys() - {alone}
    assert refusal(**{alone: LOCAL[alone]}).startswith(f"{other}: must be set too")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.10", "localhost", "[::1]"])
def test_this_machine_needs_neither_encryption_nor_trust(told, host: str):
    settings = told(DISCORD_API_URL=f"http://{host}:8080/api/v10", DISCORD_GATEWAY_URL=f"ws://{host}:8080")
    assert settings.discord_api_url == f"http://{host}:8080/api/v10"
    assert settings.discord_gateway_url == f"ws://{host}:8080/"


def test_discord_needs_no_trust_and_a_gateway_elsewhere_does(told, refusal):
    settings = told(DISCORD_API_URL="https://discord.com/api/v10/", DISCORD_GATEWAY_URL="wss://gateway.discord.gg/")
    assert settings.discord_api_url == "https://discord.com/api/v10"
    line = refusal(DISCORD_API_URL="https://discord.com/api/v10", DISCORD_GATEWAY_URL="wss://discord.example/")
    assert line.startswith("DISCORD_GATEWAY_URL isn't Discord's")


@pytest.mark.parametrize(
    "host",
    [
        "discord.example",
        "discord.com.example",
        "notdiscord.com",
        "127.0.0.1.example",
        "discord.com:8443",
        "10.0.0.1",
    ],
)
def test_another_server_gets_the_token_only_if_it_is_trusted(refusal, told, host: str):
    addresses = {"DISCORD_API_URL": f"https://{host}/api/v10", "DISCORD_GATEWAY_URL": f"wss://{host}/"}
    assert refusal(**addresses).startswith("DISCORD_API_URL isn't Discord's")
    assert told(**addresses, DISCORD_API_TRUSTED="yes").discord_api_url == f"https://{host}/api/v10"


def test_an_address_that_programs_read_differently_is_refused(refusal):
    line = refusal(
        DISCORD_API_URL=r"https://evil.example\.discord.com/", DISCORD_GATEWAY_URL="wss://gateway.discord.gg"
    )
    assert line.startswith("DISCORD_API_URL: ")


@pytest.mark.parametrize("short", ["http://127.0.0.1:8080", "http://127.0.0.1:8080/", "http://127.0.0.1:8080/api"])
def test_a_bare_server_gets_discords_own_path(told, short: str):
    settings = told(DISCORD_API_URL=short, DISCORD_GATEWAY_URL="ws://127.0.0.1:8080")
    assert settings.discord_api_url == "http://127.0.0.1:8080/api/v10"


def test_the_token_is_not_shown_by_accident(told):
    settings = told(DISCORD_TOKEN=TOKEN)
    assert TOKEN not in f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"


def test_the_example_file_holds_every_setting_with_its_default_and_a_comment(told, folder: Path):
    text = (ROOT / ".env.example").read_text()
    assert re.findall(r"^([A-Z_]+)=", text, re.MULTILINE) == [name.upper() for name in Settings.model_fields]
    for block in text.strip().split("\n\n")[1:]:
        assert block.startswith("# "), block
    defaults = told()
    (folder / ".env").write_text(text)
    assert load_settings() == defaults


def test_the_page_of_settings_explains_every_setting():
    page = (ROOT / "docs" / "settings.md").read_text()
    assert [name.upper() for name in Settings.model_fields if f"`{name.upper()}`" not in page] == []


A_LINK = "must be a link that begins with https://, of at most 300 characters"
OF_STRANGERS = {
    "PUBLIC": "yes",
    "PRIVACY_URL": "https://cantina.example/privacy",
    "TERMS_URL": "https://cantina.example/terms?lang=en#top",
    "SUPPORT_URL": "https://cantina.example?page=support",
    "CONTACT": "boss@cantina.example",
}


def test_a_public_bot_needs_links_and_a_contact(told, refusal, monkeypatch: pytest.MonkeyPatch):
    assert told(**OF_STRANGERS).public
    for name in ("TERMS_URL", "CONTACT"):
        monkeypatch.delenv(name)
    assert refusal() == "PUBLIC: needs TERMS_URL, CONTACT too, which strangers read in /help and /privacy"


@pytest.mark.parametrize(
    "name, value, sentence",
    [
        ("METRICS_PORT", "99999", "METRICS_PORT: must be a port: a number from 0 to 65535"),
        ("METRICS_HOST", "10.0.0.1", "METRICS_HOST: must be 127.0.0.1, or in a container 0.0.0.0"),
        ("LOG_FORMAT", "xml", "LOG_FORMAT: must be one of text, json"),
        ("BACKUP_EVERY", "0.1", "BACKUP_EVERY: must be hours like 24, at least 0.25, and 0 for no backups"),
        ("BACKUP_EVERY", "daily", "BACKUP_EVERY: must be hours like 24, at least 0.25, and 0 for no backups"),
        ("BACKUP_KEEP", "0", "BACKUP_KEEP: must be a whole number from 1 to 1000"),
        ("BACKUP_FOLDER", "/nowhere", "BACKUP_FOLDER: There is no folder /nowhere. Make it first"),
        ("TABLES_PER_SERVER", "21", "TABLES_PER_SERVER: must be a whole number from 1 to 20"),
        ("UPLOADS_PER_USER", "-1", "UPLOADS_PER_USER: must be a whole number from 1 to 1000000"),
        (
            "PRIVACY_URL",
            "http://a.b",
            "PRIVACY_URL: must be a link that begins with https://, of at most 300 characters",
        ),
        (
            "TERMS_URL",
            "https://a.b/)",
            "TERMS_URL: must be a link that begins with https://, of at most 300 characters",
        ),
        ("TERMS_URL", "https://...", "TERMS_URL: must be a link that begins with https://, of at most 300 characters"),
        ("CONTACT", "a" * 101, "CONTACT: must be one line of at most 100 characters"),
    ],
)
def test_a_setting_of_the_operator_is_read_strictly(refusal, name: str, value: str, sentence: str):
    assert refusal(**{name: value}) == sentence


def test_scheduled_backups_are_for_a_file(refusal):
    line = refusal(DATABASE_URL="postgresql://db.example/shadowport", BACKUP_EVERY="24")
    assert line == "BACKUP_EVERY: is for a SQLite file. Back up a PostgreSQL server with pg_dump"
