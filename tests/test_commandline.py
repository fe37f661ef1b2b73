"""The command line: what each command says, and with which status it ends."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.clock import SystemClock
from bot.db import open_database
from bot.health import EVERY, STALE_AFTER, keep_signing, sign_of, trouble
from tests.manual_clock import ManualClock
from tests.portability.played import evening_of, sealed

pytestmark = pytest.mark.usefixtures("logging_put_back")

Said = pytest.CaptureFixture[str]
LOST = "The gateway is lost."
ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make_a_book() -> None:
    async def make() -> None:
        await (await open_database("sqlite:///shadowport.db")).close()

    asyncio.run(make())


def test_help_names_every_command(capsys: Said):
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert re.findall(r"^    ([a-z-]+)\b", text, re.MULTILINE) == [
        "run",
        "playground",
        "audit",
        "verify",
        "backup",
        "restore",
        "drill",
        "move",
        "move-application",
        "health",
        "operator",
        "simulate",
        "odds",
    ]


@pytest.mark.parametrize("words", [["sing"], ["audit", "--jsn"], ["simulate"], ["run", "fast"], ["--verbose"]])
def test_wrong_arguments_end_with_two_and_one_line(words: list[str], capsys: Said):
    with pytest.raises(SystemExit) as end:
        main(words)
    said = capsys.readouterr()
    assert end.value.code == 2
    assert said.out == ""
    assert said.err.startswith("shadowport")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    "words", [[], ["run"], ["playground"], ["audit"], ["health"], ["simulate", "pilok", "--hands", "1", "--seed", "7"]]
)
def test_a_wrong_setting_stops_every_command_with_two_and_one_line(
    words: list[str], capsys: Said, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "shadowport: LOG_LEVEL: must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL\n"


def test_a_server_without_a_token_is_refused(capsys: Said, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_API_URL", "http://127.0.0.1:9/api/v10")
    monkeypatch.setenv("DISCORD_GATEWAY_URL", "ws://127.0.0.1:9/")
    assert main([]) == 2
    assert capsys.readouterr().err.startswith("shadowport: DISCORD_TOKEN: must be set")


def test_an_audit_of_a_new_ledger_is_one_clean_object(capsys: Said):
    make_a_book()
    assert main(["audit", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report == {"accounts": 0, "entries": 0, "transfers": 0, "open_tables": 0, "problems": []}


def test_an_audit_reads_as_a_sentence(capsys: Said):
    make_a_book()
    assert main(["audit"]) == 0
    assert capsys.readouterr().out == "0 accounts, 0 entries, 0 transfers, 0 open tables: the ledger balances.\n"


def test_an_audit_without_a_database_ends_with_exit_code_1_and_a_line(capsys: Said, folder: Path):
    assert main(["audit", "--json"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("shadowport: ")
    assert said.err.count("\n") == 1
    assert list(folder.iterdir()) == []


def test_health_without_a_running_bot_is_bad(capsys: Said):
    assert main(["health"]) == 1
    assert capsys.readouterr().out == "No bot is connected on shadowport.db.\n"


def test_health_with_a_recent_sign_of_life_is_good(capsys: Said, folder: Path):
    sign_of(folder / "shadowport.db").touch()
    assert main(["health"]) == 0
    assert capsys.readouterr().out == "The bot is well.\n"


async def test_a_sign_of_life_is_left_only_by_a_well_bot_and_removed_at_the_end(folder: Path):
    book, clock, wellness = folder / "shadowport.db", ManualClock(SystemClock().now()), [True]
    signing = asyncio.create_task(keep_signing(book, clock, {"gateway": lambda: None if wellness[0] else LOST}))
    await clock.advance(5 * STALE_AFTER)
    assert trouble(book, clock) is None

    wellness[0] = False
    await clock.advance(EVERY)
    assert trouble(book, clock) == LOST

    wellness[0] = True
    await clock.advance(EVERY)
    assert trouble(book, clock) is None

    signing.cancel()
    await asyncio.gather(signing, return_exceptions=True)
    assert "No bot is connected" in str(trouble(book, clock))


def test_a_closed_output_pipe_ends_the_command_in_silence():
    words = [sys.executable, "-m", "bot", "odds", "century"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as printing:
        assert printing.stdout is not None
        printing.stdout.close()
        assert printing.wait() == 1
        assert printing.stderr is not None
        assert printing.stderr.read() == b""


def test_a_file_of_hands_is_verified_without_a_database(capsys: Said, folder: Path):
    file = folder / "hands.json"
    file.write_bytes(asyncio.run(evening_of("pilok")))
    assert main(["verify", str(file), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["passed"]
    assert {hand["verdict"] for hand in report["hands"]} == {"verified"}
    assert report["problems"] == []
    stored = json.loads(file.read_text())
    seen = stored["hands"][0]["actions"][0]["action"]["open"]
    notes = folder / "notes.txt"
    notes.write_text(f"1 {seen}\n")
    assert main(["verify", str(file), "--commitments", str(notes), "--hash", f"1={seen[:8]}"]) == 0
    assert "2 hashes from your notes compared, and nothing contradicts." in capsys.readouterr().out
    for hand in stored["hands"]:
        hand["version"] = 99
    file.write_bytes(sealed(stored))
    assert main(["verify", str(file)]) == 1
    assert "Hand 1 is not verified: it was played under version 99 of the rules" in capsys.readouterr().out
    assert main(["verify", str(file), "--seeds-only"]) == 0
    assert "No hand is verified by the rules." in capsys.readouterr().out
    assert main(["verify", str(file), "--seeds-only", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["seeds_only"], report["passed"], report["problems"]) == (True, True, [])
    stored["hands"][0]["actions"][0]["draws"][0][2] ^= 1
    file.write_bytes(sealed(stored))
    assert main(["verify", str(file)]) == 1
    assert "Hand 1: In the deal, draw 0 is " in capsys.readouterr().out
    assert not (folder / "shadowport.db").exists()


def test_a_file_without_hands_is_refused_in_one_line(capsys: Said, folder: Path):
    (folder / "hands.json").write_text("{}")
    assert main(["verify", "hands.json"]) == 1
    assert capsys.readouterr().err.startswith("shadowport: That file has no hands. Send one from /table export")
    assert main(["verify", "hands.json", "--json"]) == 1
    refused = json.loads(capsys.readouterr().out)
    assert refused["problems"] != []
    file = folder / "whole.json"
    file.write_bytes(asyncio.run(evening_of("pilok")))
    assert main(["verify", str(file), "--json"]) == 0
    assert refused.keys() == json.loads(capsys.readouterr().out).keys()
    for words in (["none.json"], ["."], ["hands.json", "--hash", "twelve"], ["hands.json", "--commitments", "none"]):
        assert main(["verify", *words]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
