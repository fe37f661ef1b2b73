"""The command line: `shadowport`, or `python -m bot`.

The exit status is 0 when all is well, 2 with one line for wrong arguments or settings, and 1 for anything else.
"""

import argparse
import asyncio
import inspect
import json
import logging
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn

from bot.clock import SystemClock
from bot.db import CannotOpen, DatabaseLost, database_path, fault_of
from bot.errors import PlayerError
from bot.logs import set_up_logging
from bot.settings import Settings, SettingsError, load_settings

Command = Callable[[Settings, argparse.Namespace], int]

_log = logging.getLogger("bot")


def main(arguments: Sequence[str] | None = None, prog: str = "shadowport") -> int:
    """Run one command and return the exit status. Wrong arguments raise SystemExit(2), as argparse does.

    `prog` is the command that started it; help and refusals repeat it.
    """
    asked = command_parser(prog).parse_args(arguments)
    try:
        settings = load_settings()
    except SettingsError as wrong:
        return _complain(wrong, 2)
    token = settings.discord_token
    set_up_logging(settings.log_level, secrets=[token.get_secret_value()] if token else [])
    command: Command = asked.command
    try:
        status = command(settings, asked)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever reads has seen enough. What is left in the buffer goes nowhere, or it would fail once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except SettingsError as wrong:
        return _complain(wrong, 2)
    except (CannotOpen, DatabaseLost) as closed:
        return _complain(closed, 1)
    except KeyboardInterrupt:
        return 1
    except Exception as error:  # noqa: BLE001  # the last resort: what nobody caught belongs in the redacted log
        if (fault := fault_of(error)) is not None:
            path = database_path(settings.database_url)
            return _complain(CannotOpen(f"{path}: the {fault.state}. To fix it, {fault.remedy}."), 1)
        _log.exception("The bot stopped.")
        return 1
    return status


def start(settings: Settings, asked: argparse.Namespace) -> int:
    """Run the bot if the settings say where to log in, otherwise the playground."""
    if settings.discord_token is None and settings.discord_api_url is None:
        print("There is no DISCORD_TOKEN, so this is a local Discord of your own.", file=sys.stderr)
        return playground(settings, asked)
    return run(settings, asked)


def run(settings: Settings, _: argparse.Namespace) -> int:
    """Run the bot on Discord, or on the server that the settings name."""
    if settings.discord_token is None:
        raise SettingsError("DISCORD_TOKEN: must be set. The command `playground` needs none")
    from bot import app

    app.run(settings)
    return 0


def playground(settings: Settings, _: argparse.Namespace) -> int:
    """Run the bot on a local Discord with a page to play on. The token is never used."""
    from playground import main as local

    local.run(settings)
    return 0


def audit(settings: Settings, asked: argparse.Namespace) -> int:
    """Look through the database file for damage, and recompute every balance from the ledger, beside the running bot.

    A problem makes it exit with 1. With --json, what a damaged file doesn't tell is null.
    """
    from bot import ledger

    report = asyncio.run(ledger.audit_file(settings.database_url))
    if asked.json:
        print(report.to_json())
    else:
        if book := report.ledger:
            print(f"{book.accounts} accounts, {book.entries} entries, {book.transfers} transfers, ", end="")
            outcome = "the ledger balances." if report.is_clean else "there are problems."
            print(f"{book.open_tables} open tables: {outcome}")
        print(*report.problems, sep="\n", end="\n" if report.problems else "")
    return 0 if report.is_clean else 1


def backup(settings: Settings, asked: argparse.Namespace) -> int:
    """Copy the database as of one moment, beside the running bot too, and look through the copy.

    FILE is never overwritten; a folder, or nothing, gives the copy a name with the time (UTC). A book that doesn't
    balance is copied all the same, and makes it exit with 1.
    """
    from bot.backups import back_up_to

    made = back_up_to(database_path(settings.database_url), asked.file, SystemClock().now())
    if asked.json:
        print(json.dumps(asdict(made)))
    else:
        print(f"{made.file}: {made.bytes:,} bytes{', and its book has problems.' if made.problems else ''}")
        print(*made.problems or (), sep="\n", end="\n" if made.problems else "")
        print(*made.told, sep="\n", end="\n" if made.told else "")
    return 0 if made.is_clean else 1


def restore(settings: Settings, asked: argparse.Namespace) -> int:
    """Put a backup in the place of the database, while the bot is stopped. FILE stays as it is, and the database that
    was there is kept beside the new one.

    FILE is looked through first: a damaged, foreign or newer one is refused, and without --anyway one whose book
    doesn't balance or that lacks triggers or indexes; those are put back.
    """
    from bot.backups import restore_from

    path = database_path(settings.database_url)
    done = restore_from(Path(asked.file), path, SystemClock().now(), anyway=asked.anyway)
    if asked.json:
        print(done.to_json())
    else:
        kept = f" What was there is {done.kept} now." if done.kept else ""
        older = " It is from an older version, and is brought up to date when the bot starts." * done.copy.is_older
        print(f"{done.database} is restored from {done.copy.file} ({done.copy.bytes:,} bytes).{kept}{older}")
        print(*done.copy.told, sep="\n", end="\n" if done.copy.told else "")
        if done.forgotten_again:
            print("Whoever asked to be forgotten since the backup was made is forgotten again when the bot starts.")
    return 0


def move_application(settings: Settings, asked: argparse.Namespace) -> int:
    """Show which application of Discord the database belongs to, and which one DISCORD_TOKEN belongs to. With --to,
    give the database to that one, while the bot is stopped.

    A bot starts only on the database of its own application: to another one every server looks as if it had removed
    the bot. Invite the new bot to every server before you start it. Exit status 1 while the two differ.
    """
    from bot import app
    from bot.db import open_database
    from bot.db.application import application_of, move

    async def look_and_move() -> tuple[int | None, int]:
        async with await open_database(settings.database_url, read_only=True) as database:
            owner = await application_of(database)
        own = await app.own_application(settings)
        if asked.to not in {None, str(own)}:
            raise SettingsError(f"--to: must be {own}, the application of DISCORD_TOKEN")
        if asked.to is not None and owner != own:
            async with await open_database(settings.database_url) as database:
                await move(database, own)
        return owner, own

    owner, own = asyncio.run(look_and_move())
    before = f"application {owner}" if owner else "no application yet"
    if asked.to is not None and owner != own:
        print(f"The database belonged to {before}. Now it belongs to application {own}.")
        print("Invite this bot to every server before you start it. Then post open tables again with /table here.")
    else:
        print(f"The database belongs to {before}. DISCORD_TOKEN is a token of application {own}.")
        if owner is None:
            print("The bot's next start gives the database to that one.")
        else:
            print("Nothing has to be moved." if owner == own else f"`move-application --to {own}` moves the database.")
    return 1 if asked.to is None and owner not in {own, None} else 0


def verify(_: Settings, asked: argparse.Namespace) -> int:
    """Check the hands in a file that a GM has exported, without a database or a network: every seed against its hash,
    every draw against its seed, every action against the rules. It names everything that is wrong and every hand that
    it can't verify, and exits with 1 for either. --seeds-only leaves out the rules, for hands of other versions.

    A file in which seeds and hashes were exchanged together is consistent in itself. So hashes that players wrote down
    at the table can be given, too: HAND=HASH for what stands there as "rolls sealed", HAND:hidden=HASH and
    HAND:cards=HASH for hidden draws and sealed cards; TABLE.HAND where the file has several tables.
    """
    from bot.portability import proof, reading

    try:
        written = [proof.note(noted) for noted in asked.hash]
        if asked.commitments is not None:
            written += proof.notes(_read(asked.commitments, proof.MOST_BYTES).decode())
        content = _read(asked.file, reading.MOST_BYTES)
    except (OSError, PlayerError, UnicodeDecodeError) as wrong:
        return _complain(wrong, 2)
    try:
        found = proof.verify_file(content, written, seeds_only=asked.seeds_only)
    except PlayerError as wrong:
        if not asked.json:
            return _complain(wrong, 1)
        found = proof.HandsProof(
            hands=(), problems=(str(wrong),), complete=False, hashes=0, seeds_only=asked.seeds_only
        )
    return _print(found.to_json() if asked.json else proof.told(found), 0 if found.passed else 1)


def simulate(_: Settings, asked: argparse.Namespace) -> int:
    """Let a game play itself by its real rules, and count. The same seed gives the same counts.

    House rules, and how the simulated players play, are options (name=value; amounts in smallest coins). By default the
    players of the pot games never fold, so that every hand dealt is counted. With --styles NPCs on autopilot play each
    other instead, by the usual house rules: each hand is dealt for every way in which they change seats, six times or
    more, and the result is how much each player wins. Where the house pays, that is what each wins from the house.
    A style may also be "simple": a player of those that are counted without --styles. At two seats,
    400 hands put a shark ahead of a steady player, a steady player ahead of a drunk, and an expert ahead of a novice of
    the same style, as a rule by more than three errors.
    """
    from bot import simulation

    words = simulation.SimulationWords(
        asked.game, tuple(asked.option), asked.hands, asked.seed, asked.seats, asked.styles
    )
    try:
        plan = simulation.plan_simulation(words)
    except PlayerError as wrong:
        return _complain(wrong, 2)
    began = time.perf_counter()
    sums = simulation.play_simulation(plan)
    report = simulation.Report(plan, sums, time.perf_counter() - began)
    print(report.to_json() if asked.json else report.describe())
    return 0


def odds(_: Settings, asked: argparse.Namespace) -> int:
    """Print the exact odds of a game, under the names that `simulate` counts, and what each bet returns per coin.

    House rules are options (name=value; amounts in smallest coins).
    """
    from bot import simulation

    try:
        report = simulation.odds_of(asked.game, asked.option)
    except PlayerError as wrong:
        return _complain(wrong, 2)
    print(report.to_json() if asked.json else report.describe())
    return 0


def health(settings: Settings, _: argparse.Namespace) -> int:
    """Whether a bot on this database has lately given a sign of life."""
    from bot.health import trouble

    sentence = trouble(database_path(settings.database_url), SystemClock())
    print(sentence or "The bot is well.")
    return 1 if sentence else 0


class _OneLine(argparse.ArgumentParser):
    """Refuses in a single line; `more` is the end of its help, made only when somebody asks for it."""

    more: Callable[[], str] | None = None

    def format_help(self) -> str:
        if self.more is not None:
            self.epilog = self.more()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (--help tells more)\n")


def command_parser(prog: str = "shadowport") -> argparse.ArgumentParser:
    """Return the parser of the command line, with a subcommand for each command."""
    parser = _OneLine(
        prog=prog,
        description="The gambling tables of a tabletop campaign, on Discord.",
        epilog="Settings come from the environment and from .env; .env.example explains each.",
        allow_abbrev=False,
    )
    parser.set_defaults(command=start)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_OneLine)

    def add(name: str, command: Command, help_text: str) -> _OneLine:
        description = inspect.getdoc(command)
        added = commands.add_parser(name, help=help_text, description=description, allow_abbrev=False)
        added.set_defaults(command=command)
        return added

    add("run", run, "run the bot (the default with a token)")
    add("playground", playground, "play the bot on a page of this machine (the default without a token)")
    _add_json(add("audit", audit, "check that the ledger balances"))
    _ask_what_to_verify(add("verify", verify, "check the hands in a file that a GM has exported"))
    _ask_for_a_backup(add("backup", backup, "copy the database, beside the running bot too"))
    _ask_what_to_restore(add("restore", restore, "put a backup in the place of the database"))
    _ask_where_to_move(add("move-application", move_application, "give the database to another bot"))
    add("health", health, "check that the running bot is well")
    _ask_what_to_simulate(add("simulate", simulate, "let a game play itself, and count"))
    _ask_for_what_odds(add("odds", odds, "the exact odds of a game"))
    return parser


def _ask_for_a_backup(parser: _OneLine) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="where to; beside the database if left out")
    _add_json(parser)


def _ask_what_to_verify(parser: _OneLine) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", metavar="FILE", help="from /table export, or /campaign export with its history")
    noted = "a hash that was written down at the table, or its first 8 digits or more; may be repeated"
    parser.add_argument("--hash", metavar="HAND=HASH", action="append", default=[], help=noted)
    parser.add_argument("--commitments", metavar="FILE", help="such hashes, one a line")
    seeds = "check only seeds and draws, also of hands that these rules can't replay"
    parser.add_argument("--seeds-only", action="store_true", help=seeds)
    _add_json(parser)


def _ask_what_to_restore(parser: _OneLine) -> None:
    parser.add_argument("file", metavar="FILE", help="the backup")
    parser.add_argument("--anyway", action="store_true", help="even if its book doesn't balance")
    _add_json(parser)


def _ask_where_to_move(parser: _OneLine) -> None:
    parser.add_argument("--to", metavar="ID", help="the application that gets the database: the one of DISCORD_TOKEN")


def _ask_what_to_simulate(parser: _OneLine) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.more = _what_is_counted
    parser.add_argument("game", metavar="GAME", help="key of the game, as in roulette; an unknown one shows all")
    parser.add_argument("--hands", metavar="N", required=True, help="how many hands: what is settled at once")
    parser.add_argument("--seed", metavar="S", required=True, help="any text")
    parser.add_argument("--seats", metavar="K", help="how many play; otherwise what is usual for the game")
    styles = "two or more of cautious, steady, reckless, shark, drunk and simple; a skill may follow: shark:expert"
    parser.add_argument("--styles", metavar="STYLE,...", help=styles)
    _add_options(parser, "a house rule or how the players play; may be repeated, and an unknown one shows all")
    _add_json(parser)


def _ask_for_what_odds(parser: _OneLine) -> None:
    parser.add_argument("game", metavar="GAME", help="key of the game, as in roulette; an unknown one shows all")
    _add_options(parser, "a house rule; may be repeated, and an unknown one shows all")
    _add_json(parser)


def _add_options(parser: _OneLine, help_text: str) -> None:
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help=help_text)


def _add_json(parser: _OneLine) -> None:
    parser.add_argument("--json", action="store_true", help="one object on standard output and nothing else")


def _what_is_counted() -> str:
    from bot import simulation

    return simulation.notes()


def _read(file: str, most: int) -> bytes:
    """Return the file's content, but at most one byte more than `most`."""
    with Path(file).open("rb") as opened:
        return opened.read(most + 1)


def _print(text: str, status: int) -> int:
    print(text)
    return status


def _complain(problem: Exception, status: int) -> int:
    print(f"shadowport: {problem}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main(prog="python -m bot"))
