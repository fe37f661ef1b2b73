"""No token reaches a log, at any level, in any shape that the libraries write."""

import json
import logging
import re
from collections.abc import Callable

import pytest

from bot.logs import ERROR_ID, REDACTED, set_up_logging

BOT_TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GhIjKl.abcdefghijklmnopqrstuvwxyz0123456789AB"
CLICK_TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDpzZWNyZXQtb2YtdGhpcy1jbGljaw"
PLAIN_TOKEN = "t0ken-Of.another_Server~7"
API = "https://discord.com/api/v10"

Written = Callable[[], str]


@pytest.fixture
def written(capsys: pytest.CaptureFixture[str], logging_put_back: None) -> Written:
    """Set logging up at DEBUG; calling the fixture returns what was written since."""
    set_up_logging("DEBUG", secrets=["swordfish-of-a-stranger"])
    return lambda: capsys.readouterr().err


@pytest.mark.parametrize("token", [CLICK_TOKEN, PLAIN_TOKEN], ids=["discord", "other server"])
@pytest.mark.parametrize(
    "template, arguments",
    [
        (
            "Webhook ID %s with %s %s has returned status code %s",
            (123456789012345678, "PATCH", f"{API}/webhooks/123456789012345678/%s/messages/@original", 200),
        ),
        (
            "%s %s with %s has returned %s",
            ("POST", f"{API}/interactions/1200000000000000001/%s/callback?with_response=true", '{"type":6}', 204),
        ),
        (
            "%s %s has received %s",
            ("POST", f"{API}/webhooks/1/2", {"id": "7", "interaction": {"token": "%s", "type": 3}}),
        ),
        ("For Shard ID %s: WebSocket Event: %s", (None, {"t": "INTERACTION_CREATE", "d": {"token": "%s", "id": "5"}})),
        ("sent %s", ('{"op":2,"d":{"token":"%s","intents":513}}',)),
        ("sent %r", ('{"op":2,"d":{"token":"%s","it\'s":513}}',)),
        ("%s", ('127.0.0.1 - "POST /api/v10/interactions/77/%s/callback HTTP/1.1" 204 150 "-" "DiscordBot"',)),
        ("%s", ('127.0.0.1 - "GET /page?token=%s&seat=1 HTTP/1.1" 200 10 "-" "-"',)),
        ("%s", ("<Webhook token='%s' id=3>",)),
        ("Rate limit is being handled by bucket hash %s with %r major parameters", ("ab", "123456789012345678+%s")),
    ],
    ids=["edit", "callback", "reply", "event", "json", "quoted json", "access", "query", "repr", "rate limit"],
)
def test_a_token_never_reaches_the_log(template: str, arguments: tuple[object, ...], token: str, written: Written):
    logging.getLogger("discord.http").debug(template, *(_filled(argument, token) for argument in arguments))
    text = written()
    assert token not in text
    assert REDACTED in text


def _filled(argument: object, token: str) -> object:
    match argument:
        case str():
            return argument.replace("%s", token)
        case dict():
            return {key: _filled(value, token) for key, value in argument.items()}
        case _:
            return argument


@pytest.mark.parametrize(
    "text",
    [
        f"logging in with {BOT_TOKEN} now",
        f"{{'Authorization': 'Bot {BOT_TOKEN}'}}",
        f"DISCORD_TOKEN={BOT_TOKEN}",
        f'{{"op":2,"d":{{"token":"{BOT_TOKEN}"}}}}',
        "Authorization: Bot abcdefghij0123456789-another-server",
        "the stranger says swordfish-of-a-stranger twice: swordfish-of-a-stranger",
    ],
)
@pytest.mark.parametrize("level", [logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR, logging.CRITICAL])
def test_a_bots_token_never_reaches_the_log_at_any_level(level: int, text: str, written: Written):
    logging.getLogger("discord.gateway").log(level, "%s", text)
    line = written()
    assert REDACTED in line
    for secret in (BOT_TOKEN, BOT_TOKEN[-20:], "another-server", "swordfish"):
        assert secret not in line


def test_an_exception_tells_its_trace_without_the_token_in_its_text(written: Written):
    try:
        _give_up()
    except RuntimeError:
        logging.getLogger("asyncio").exception("Task exception was never retrieved")
    text = written()
    assert "Traceback" in text
    assert "in _give_up" in text
    assert "ConnectionError" in text
    assert PLAIN_TOKEN not in text
    assert BOT_TOKEN not in text


def _give_up() -> None:
    try:
        raise ConnectionError(f"404, message='Not Found', url='{API}/webhooks/12/{PLAIN_TOKEN}/messages/@original'")
    except ConnectionError as cause:
        raise RuntimeError(f"gave up with {BOT_TOKEN}") from cause


def test_text_around_a_token_stays_readable(written: Written):
    logging.getLogger("discord.webhook.async_").debug(
        "Webhook ID %s with %s %s has returned status code %s",
        12,
        "PATCH",
        f"{API}/webhooks/12/{CLICK_TOKEN}/messages/@original",
        200,
    )
    assert written().endswith(
        f"DEBUG    discord.webhook.async_: Webhook ID 12 with PATCH {API}/webhooks/12/{REDACTED}/messages/@original "
        "has returned status code 200\n"
    )


def test_ordinary_sentences_stay_in_one_line(written: Written):
    sentence = "Bot user Lando joined table 12: token of luck, webhooks/interactions, bot.engine.rng.committed_value"
    logging.getLogger("bot.app").info(sentence)
    assert sentence in written()
    logging.getLogger("bot.tables").info("%s sits down", "Han\n2026-01-01 CRITICAL root: forged\x1b[31m\u2028")
    text = written()
    assert text.count("\n") == 1
    assert r"Han\n2026" in text
    assert "\x1b" not in text


def test_an_unwritable_record_is_logged_without_its_arguments(written: Written):
    set_up_logging("DEBUG")
    logging.getLogger("bot.app").info("%d coins", BOT_TOKEN)
    text = written()
    assert "could not be written: TypeError" in text
    assert BOT_TOKEN not in text


def test_the_database_driver_does_not_repeat_hidden_cards(written: Written):
    logging.getLogger("aiosqlite").debug("executing %s", ("INSERT INTO hands", "closed seed"))
    assert written() == ""


def test_records_below_the_level_are_not_written(written: Written, capsys: pytest.CaptureFixture[str]):
    set_up_logging("WARNING")
    logging.getLogger("discord").info("quiet")
    logging.getLogger("aiosqlite").info("quiet")
    logging.getLogger("discord").warning("loud")
    text = capsys.readouterr().err
    assert "quiet" not in text
    assert "loud" in text


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str], logging_put_back: None) -> Callable[[], list[dict[str, str]]]:
    """Set logging up as JSON; calling the fixture returns the objects that were written since, one a line."""
    set_up_logging("DEBUG", secrets=['a "quoted" secret'], as_json=True)
    return lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_record_as_json_is_one_object_on_a_line(lines: Callable[[], list[dict[str, str]]]):
    log = logging.getLogger("bot.of.a.test")
    try:
        raise ValueError("two\nlines")
    except ValueError as error:
        log.exception("%s: it\u2028failed", "c0ffee", exc_info=error, extra={ERROR_ID: "c0ffee"})
    log.info("plain")
    failed, plain = lines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", failed.pop("time"))
    assert failed.pop("exception").splitlines()[-2:] == ["ValueError: two", "lines"]
    assert failed == {
        "level": "ERROR", "logger": "bot.of.a.test", "message": "c0ffee: it\u2028failed", "error_id": "c0ffee"
    }  # fmt: skip
    assert plain.keys() == {"time", "level", "logger", "message"}


@pytest.mark.parametrize("secret", [CLICK_TOKEN, BOT_TOKEN, 'a "quoted" secret'])
def test_no_field_of_a_json_record_holds_a_token(secret: str, lines: Callable[[], list[dict[str, str]]]):
    log = logging.getLogger("bot")
    try:
        raise ValueError(f"with {secret}")
    except ValueError as error:
        log.exception("token=%s", secret, exc_info=error, extra={ERROR_ID: secret})
    (written,) = lines()
    assert secret not in "".join(written.values())
    assert all(REDACTED in written[name] for name in ("message", "exception", "error_id"))


def test_a_json_record_that_cannot_be_written_is_still_an_object(lines: Callable[[], list[dict[str, str]]]):
    set_up_logging("DEBUG", as_json=True)
    logging.getLogger("bot").info("%d of them", "none")
    (written,) = lines()
    assert written["level"] == "ERROR"
    assert "could not be written: TypeError" in written["message"]
