"""The command line: `shadowport`, or `python -m bot`.

The exit status is 0 when all is well, 2 with one line for wrong arguments or settings, and 1 for anything else.
"""

import argparse
import asyncio
import getpass
import inspect
import json
import logging
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from bot.clock import SystemClock
from bot.db import CannotOpen, DatabaseLost, database_path, fault_of, local_path, passwords_in, shown_database
from bot.errors import PlayerError
from bot.logs import set_up_logging
from bot.settings import Settings, SettingsError, checked_database_url, load_settings

Command = Callable[[Settings, argparse.Namespace], int]

_log = logging.getLogger("bot")
_ANSWERED_WITHIN, _NOT_RUNNING_WITHIN = 15.0, 2.0
"""Seconds in which a bot answers the operator, and in which one might that has left no sign of life."""


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
    urls = (settings.database_url, getattr(asked, "to", None) or "")
    secrets = [*([token.get_secret_value()] if token else []), *(word for url in urls for word in passwords_in(url))]
    set_up_logging(settings.log_level, secrets=secrets, as_json=settings.log_format == "json")
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
            name = shown_database(settings.database_url)
            return _complain(CannotOpen(f"{name}: the {fault.state}. To fix it, {fault.remedy}."), 1)
        _log.exception("The bot stopped.")
        return 1
    return status


def start(settings: Settings, asked: argparse.Namespace) -> int:
    """Run the bot if the settings say where to log in, otherwise the playground."""
    if settings.discord_token is None and settings.discord_api_url is None:
        print("DISCORD_TOKEN isn't set, so this is the playground: a small Discord on this machine.", file=sys.stderr)
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
    """Check the database file for damage, and calculate every balance again from the ledger. The bot may be running.

    Exit status 1 if there is a problem. With --json, a count that can't be read is null.
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
    """Copy the database as it is at one moment, and check the copy. The bot may be running.

    FILE is never overwritten. Without FILE, or with a folder, the copy gets a name with the time (UTC). A database
    whose ledger doesn't balance is copied too, with exit status 1.
    """
    from bot.operating.backups import back_up_to

    made = back_up_to(database_path(settings.database_url), asked.file, SystemClock().now())
    if asked.json:
        print(json.dumps(asdict(made)))
    else:
        print(f"{made.file}: {made.bytes:,} bytes{', and its ledger has problems.' if made.problems else ''}")
        print(*made.problems or (), sep="\n", end="\n" if made.problems else "")
        print(*made.told, sep="\n", end="\n" if made.told else "")
    return 0 if made.is_clean else 1


def restore(settings: Settings, asked: argparse.Namespace) -> int:
    """Put a backup in the place of the database. Stop the bot first. FILE stays as it is, and the database that was
    there is kept beside the new one.

    FILE is checked first. A damaged file, one of another program and a newer one are refused. --anyway restores a file
    whose ledger doesn't balance. It also restores one that lacks triggers or indexes, and puts these back.
    """
    from bot.operating.backups import restore_from

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
            print("At its next start, the bot again deletes the data of users who asked for it since the backup.")
    return 0


def drill(settings: Settings, asked: argparse.Namespace) -> int:
    """Restore a backup into a temporary folder, audit it, and verify some of its hands. The bot may be running, and its
    database isn't touched. Without FILE, take the newest backup.

    The hands of the sample are drawn at random. Exit status 1 if the backup can't be restored, its ledger doesn't
    balance or a hand doesn't check out.
    """
    from bot.operating.drill import run_drill
    from bot.operating.schedule import default_folder, newest_backup

    path = database_path(settings.database_url)
    file = Path(asked.file) if asked.file else newest_backup(path, settings.backup_folder or default_folder(path))
    done = run_drill(file, asked.hands, SystemClock().now())
    return _print(done.to_json() if asked.json else done.describe(), 0 if done.passed else 1)


def move(settings: Settings, asked: argparse.Namespace) -> int:
    """Copy the database to another URL: a SQLite file, or an empty database on a PostgreSQL server. Stop the bot first.

    The new database gets everything or nothing. Every row is compared, and both ledgers are audited, before it counts.
    The old database stays as it was. Set DATABASE_URL to the new URL before you start the bot again.
    """
    from bot.portability.moving import move_database

    try:
        target = checked_database_url(asked.to)
    except ValueError as wrong:
        raise SettingsError(f"--to: {wrong}") from None
    moved = asyncio.run(move_database(settings.database_url, target))
    if asked.json:
        print(moved.to_json())
    else:
        print(f"{moved.source} was copied to {moved.target}: {sum(moved.rows.values()):,} rows.")
        print(f"{moved.balances:,} balances and {moved.hands:,} hands are the same in both, and both ledgers balance.")
        print("Set DATABASE_URL to the new one before you start the bot. The old one is unchanged: put it away.")
    return 0


def move_application(settings: Settings, asked: argparse.Namespace) -> int:
    """Show the application of Discord that the database belongs to, and the application of DISCORD_TOKEN. With --to,
    give the database to the application of the token. Stop the bot first.

    A bot starts only on the database of its own application. Another bot would believe that every server has removed
    it. Invite the new bot to every server before you start it. Exit status 1 while the two applications differ.
    """
    from bot import app
    from bot.db import open_database
    from bot.db.application import application_of, move

    async def look_and_move() -> tuple[int | None, int]:
        async with await open_database(settings.database_url, read_only=True) as database:
            owner = await application_of(database)
        own, _ = await app.own_application(settings)
        if asked.to not in {None, str(own)}:
            raise SettingsError(f"--to: must be {own}, the application of DISCORD_TOKEN")
        if asked.to is not None and owner != own:
            async with await open_database(settings.database_url, alone=True) as database:
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
    """Check the hands in a file that a GM has exported. This needs no database and no network.

    Every seed is compared with its hash, every draw with its seed, and every action with the rules. Each problem is
    named, and each hand that can't be verified with the reason. Exit status 1 for either, and 2 if the arguments are
    wrong or a file can't be opened. --seeds-only leaves out the rules, for hands of other versions.

    If the seeds and hashes in a file are replaced together, they still fit each other. So give the hashes that players
    wrote down at the table. HAND=HASH is the one beside "rolls sealed". HAND:hidden=HASH is the one of hidden draws,
    and HAND:cards=HASH the one of sealed cards. Write TABLE.HAND if the file has several tables.
    """
    from bot.portability import proof, reading

    try:
        written = [proof.note(noted) for noted in asked.hash]
        if asked.commitments is not None:
            written += proof.notes(_read(asked.commitments, proof.MOST_BYTES).decode())
        content = _read(asked.file, reading.MOST_BYTES)
    except OSError as failed:
        return _complain(PlayerError(f"{failed.filename} can't be read: {failed.strerror}."), 2)
    except (PlayerError, UnicodeDecodeError) as wrong:
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
    """Play hands of a game by its real rules, and count the results. The same seed gives the same counts.

    House rules, and how the simulated players play, are options: name=value, with amounts in smallest coins. By default
    the players of games with a pot never fold, so every hand that is dealt is counted.

    With --styles, NPCs on autopilot play each other by the usual house rules. Each hand is dealt six times or more, and
    the players change seats between. The result is how much each player wins, or wins from the house where it pays. The
    style "simple" is a player as they are without --styles. At two seats, 400 hands usually put a shark ahead of a
    steady player by more than three errors. The same holds for a steady player and a drunk, and for an expert and a
    novice of one style.
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
    """Print the exact odds of a game under the names that `simulate` counts, and the average return of each bet.

    House rules are options: name=value, with amounts in smallest coins. return_<bet> is the average return of a coin
    that is bet.
    """
    from bot import simulation

    try:
        report = simulation.odds_of(asked.game, asked.option)
    except PlayerError as wrong:
        return _complain(wrong, 2)
    print(report.to_json() if asked.json else report.describe())
    return 0


def health(settings: Settings, _: argparse.Namespace) -> int:
    """Check that the bot on this database is well: it has lately given a sign of life, is connected, and can save.

    Exit status 1 with the reason if it isn't.
    """
    from bot.health import trouble

    sentence = trouble(local_path(settings.database_url), SystemClock())
    print(sentence or "The bot is well.")
    return 1 if sentence else 0


def operator_stats(settings: Settings, asked: argparse.Namespace) -> int:
    """Print the numbers of servers, users, tables and hands, the blocks, the notice, and the last deeds. The bot may be
    running.
    """
    from bot.operating.numbers import read_numbers

    numbers = asyncio.run(read_numbers(settings.database_url, SystemClock().now()))
    return _print(numbers.to_json() if asked.json else numbers.describe(), 0)


def operator_block(settings: Settings, asked: argparse.Namespace) -> int:
    """Serve a server or a user no longer. They read one sentence, and /privacy still works for them. The tables of the
    server are paused.
    """
    return _ask_the_bot(settings, deed="block", kind=asked.kind, subject_id=asked.id, typed=asked.reason)


def operator_unblock(settings: Settings, asked: argparse.Namespace) -> int:
    """Serve a server or a user again. A GM resumes the tables of the server."""
    return _ask_the_bot(settings, deed="unblock", kind=asked.kind, subject_id=asked.id)


def operator_notice(settings: Settings, asked: argparse.Namespace) -> int:
    """Show a line on every table, or take it away."""
    return _ask_the_bot(settings, deed="notice", typed="" if asked.clear else asked.text)


def _ask_the_bot(settings: Settings, **deed: Any) -> int:
    """Hand a request to the running bot, and print its reply."""
    from bot.health import sign_of
    from bot.operating import requests

    database = local_path(settings.database_url)
    name = requests.new_name()
    request = requests.OperatorRequest(name=name, operator=_own_name(), **deed)
    patience = _ANSWERED_WITHIN if sign_of(database).exists() else _NOT_RUNNING_WITHIN
    reply = requests.ask(requests.folder_of(database), request, patience)
    if reply is None:
        return _print("The bot doesn't answer. It will do this as soon as it runs.", 1)
    return _print(reply.text, 0 if reply.is_done else 1)


def _own_name() -> str:
    """Return the user and the machine that this process runs under."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a container's user may have no name
        user = f"user {os.getuid()}"
    return f"{user} on {platform.node()}"[:100]


class _OneLine(argparse.ArgumentParser):
    """Refuses in a single line; `more` is the end of its help, made only when somebody asks for it."""

    more: Callable[[], str] | None = None

    def format_help(self) -> str:
        if self.more is not None:
            self.epilog = self.more()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (try --help)\n")


def command_parser(prog: str = "shadowport") -> argparse.ArgumentParser:
    """Return the parser of the command line, with a subcommand for each command."""
    parser = _OneLine(
        prog=prog,
        description="Gambling tables for tabletop campaigns on Discord.",
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
    add("playground", playground, "open the playground, a small Discord on this machine (the default without a token)")
    _add_json(add("audit", audit, "check the database file for damage, and that the ledger balances"))
    _ask_what_to_verify(add("verify", verify, "check the hands in a file that a GM has exported"))
    _ask_for_a_backup(add("backup", backup, "copy the database. The bot may be running"))
    _ask_what_to_restore(add("restore", restore, "put a backup in the place of the database. Stop the bot first"))
    _ask_what_to_drill(add("drill", drill, "restore the newest backup into a temporary folder, and check it there"))
    _ask_for_the_new_database(add("move", move, "copy the database to another URL. Stop the bot first"))
    _ask_where_to_move(
        add("move-application", move_application, "give the database to another bot. Stop the bot first")
    )
    add("health", health, "check that the running bot is well")
    operator = add("operator", operator_stats, "look after the servers and users of the running bot")
    operator.description = "Commands for the person who runs the bot. Without one, `stats`."
    operator.set_defaults(json=False)
    deeds = operator.add_subparsers(title="commands", metavar="COMMAND", parser_class=_OneLine)

    def add_deed(name: str, command: Command, help_text: str) -> _OneLine:
        deed = deeds.add_parser(name, help=help_text, description=inspect.getdoc(command), allow_abbrev=False)
        deed.set_defaults(command=command)
        return deed

    _add_json(add_deed("stats", operator_stats, "print numbers, blocks, the notice and the last deeds"))
    _ask_for_whom(add_deed("block", operator_block, "serve a server or a user no longer")).add_argument(
        "--reason", metavar="TEXT", type=_short_line, default="", help="reason, which only the operator reads"
    )
    _ask_for_whom(add_deed("unblock", operator_unblock, "serve a server or a user again"))
    notice = add_deed("notice", operator_notice, "show a line on every table, or take it away")
    line = notice.add_mutually_exclusive_group(required=True)
    line.add_argument("text", metavar="TEXT", nargs="?", type=_notice, help="line of at most 200 characters")
    line.add_argument("--clear", action="store_true", help="take the line away")
    _ask_what_to_simulate(add("simulate", simulate, "play hands of a game automatically, and count the results"))
    _ask_for_what_odds(add("odds", odds, "print the exact odds of a game"))
    return parser


def _ask_for_a_backup(parser: _OneLine) -> None:
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="file to write. Default: a name with the time, beside the database"
    )
    _add_json(parser)


def _ask_what_to_verify(parser: _OneLine) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "file", metavar="FILE", help="file from /table export, or from /campaigns export with its history"
    )
    noted = "hash that you wrote down at the table, at least its first 8 digits. Repeat it for more hashes"
    parser.add_argument("--hash", metavar="HAND=HASH", action="append", default=[], help=noted)
    parser.add_argument("--commitments", metavar="FILE", help="file of such hashes, one on each line")
    seeds = "check only seeds and draws, also of hands that these rules can't replay"
    parser.add_argument("--seeds-only", action="store_true", help=seeds)
    _add_json(parser)


def _ask_what_to_restore(parser: _OneLine) -> None:
    parser.add_argument("file", metavar="FILE", help="backup to restore")
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="restore it even if its ledger doesn't balance, or triggers or indexes are missing",
    )
    _add_json(parser)


def _ask_what_to_drill(parser: _OneLine) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="backup to restore. Default: the newest one")
    parser.add_argument(
        "--hands", metavar="N", type=_count, default=50, help="number of hands to verify at most. Default: 50"
    )
    _add_json(parser)


def _ask_for_whom(parser: _OneLine) -> _OneLine:
    parser.add_argument("kind", metavar="KIND", choices=("server", "user"), help="`server` or `user`")
    parser.add_argument("id", metavar="ID", type=_discord_id, help="Discord's id of the server or user")
    return parser


def _discord_id(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 1 << 63):
        raise argparse.ArgumentTypeError("must be an id of Discord, like 81384788765712384")
    return int(text)


def _short_line(text: str) -> str:
    line = " ".join(text.split())
    if len(line) > 200 or not line.isprintable():
        raise argparse.ArgumentTypeError("must be one line of at most 200 characters")
    return line


def _notice(text: str) -> str:
    if not (line := _short_line(text)):
        raise argparse.ArgumentTypeError("must not be empty. --clear takes the line away")
    return line


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise argparse.ArgumentTypeError("must be a whole number")
    return int(text)


def _ask_for_the_new_database(parser: _OneLine) -> None:
    parser.add_argument(
        "--to",
        metavar="URL",
        required=True,
        help="URL of the new database, written as in DATABASE_URL. It must be empty",
    )
    _add_json(parser)


def _ask_where_to_move(parser: _OneLine) -> None:
    parser.add_argument(
        "--to", metavar="ID", help="id of the application that gets the database, the one of DISCORD_TOKEN"
    )


_GAME_KEY = "key of the game, as in roulette. An unknown key lists all"


def _ask_what_to_simulate(parser: _OneLine) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.more = _what_is_counted
    parser.add_argument("game", metavar="GAME", help=_GAME_KEY)
    parser.add_argument("--hands", metavar="N", required=True, help="number of hands, spins, rounds or matches")
    parser.add_argument("--seed", metavar="S", required=True, help="any text. The same text gives the same counts")
    parser.add_argument("--seats", metavar="K", help="number of players. Default: the usual number for the game")
    styles = (
        "two or more of cautious, steady, reckless, shark, drunk and simple. All but simple may have a skill, "
        "as in shark:expert. Default: simple players, and no comparison"
    )
    parser.add_argument("--styles", metavar="STYLE,...", help=styles)
    _add_options(parser, "house rule, or how the players play. Repeat it for more. An unknown name lists all")
    _add_json(parser)


def _ask_for_what_odds(parser: _OneLine) -> None:
    parser.add_argument("game", metavar="GAME", help=_GAME_KEY)
    _add_options(parser, "house rule. Repeat it for more. An unknown name lists all")
    _add_json(parser)


def _add_options(parser: _OneLine, help_text: str) -> None:
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help=help_text)


def _add_json(parser: _OneLine) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output, and nothing else")


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
