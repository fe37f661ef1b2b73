"""Write the pages and tables of `docs` that follow from the code.

These are commands, settings, permissions, and the house rules, presets and payouts of each game. Without an option or
with `--check`, nothing is written, and stale pages end the command with 1. `--write` brings them up to date.
"""

import argparse
import ast
import asyncio
import inspect
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import SecretStr

from bot.__main__ import command_parser
from bot.app import opened_services
from bot.campaigns.model import CampaignSettings
from bot.clock import SystemClock
from bot.engine.banked.odds import BetOdds, how_often, percent
from bot.engine.frozen import fields_of
from bot.engine.game import HouseRules
from bot.engine.money import MAX_AMOUNT
from bot.engine.options import Option, options_of
from bot.engine.spec import AnySpec
from bot.engine.words import capital
from bot.games import extensions, game_of_command, games
from bot.settings import Settings
from bot.ui.client import Shadowport
from bot.ui.routing import Tree
from cogs.campaign.settings_text import BANKROLLS, LOOKS, describe_system
from tools import permissions

DOCS = Path("docs")
_WRITE = "python -m tools.reference --write"
_MADE = f"`{_WRITE}` writes this page from the code."
_BLOCK = r"(<!-- {name} -->\n).*?(<!-- end -->)"
_GROUP, _SUBCOMMAND = 2, 1
_TYPED, _MENUS = 1, {2: "person", 3: "message"}
_KINDS = {
    3: "text", 4: "whole number", 5: "True or False", 6: "person", 7: "channel", 8: "role", 9: "person or role",
    10: "number", 11: "file",
}  # fmt: skip
_MOST_CHOICES = 12
_PLAYERS, _NPCS = "pc_", "npc_"  # how Baldur Hold'em begins the names of its chances
Json = Mapping[str, Any]

_CAMPAIGN = {
    "currency": ("Coins", "the coins and their values. You can't change them once money has moved"),
    "system": ("Dice", "the dice system: Star Wars D6, D&D 5e, or FFG Star Wars and Genesys"),
    "roles": ("Skills", "the skills that count for gambling, bluffing, spotting a cheat and so on"),
    "gm_role_id": ("GM role", "the role of the GMs, besides the people who own or manage the server"),
    "openers": ("People who may open tables", "everyone, one role, or only GMs"),
    "opener_role_id": ("Role that may open tables", "that role, if one role opens tables"),
    "channels": ("Only in these channels", "the channels and categories where people may open tables"),
    "starting_purse": ("Starting money", "the money in the wallet of a new character, in the smallest coin"),
    "pace": ("Time for a turn", "the time for each decision, unless a table has its own clock"),
    "auto_deal": ("Auto-deal", "the next hand begins automatically"),
    "gm_channel_id": ("GM channel", "the channel where the bot reports what happens while no GM is watching"),
    "idle_days": ("Days until a forgotten table closes", "a table that nobody uses for so long closes automatically"),
    "keeper_may_play": ("The table's GM may play", "the table's GM may also sit there with a character"),
    "bankroll": ("Payer where the house plays", "an unlimited bank, the house's money, or the party's"),
    "gm_acts_shown": (
        "Show what GMs do for players",
        "the table shows what a GM does for a player. The log always has it",
    ),
    "odds_at_hand": ("Show odds", "tables and commands show chances and odds, to players and GMs"),
    "look": ("How tables look", "emojis in the text, or drawn boards too"),
    "skills_approved": ("GMs approve skills", "a GM accepts the skills that players enter or import"),
}
_CHOSEN = {**BANKROLLS, **LOOKS, "everyone": "everyone"}


def pages(commands: Sequence[Json] | None = None) -> dict[Path, str]:
    """Return the text of every page that is generated or holds a generated part, as it should be.

    `commands` are the payloads of the command tree; without them, they are collected.
    """
    tree = asyncio.run(collect_commands()) if commands is None else commands
    return {
        permissions.DOCUMENT: permissions.page(),
        DOCS / "commands.md": commands_page(tree),
        DOCS / "settings.md": settings_page(),
        **{DOCS / "games" / f"{key}.md": _game_page(key, spec) for key, spec in sorted(games().items())},
    }


async def collect_commands() -> list[Json]:
    """Return the payloads of all slash commands, as Discord gets them."""
    with TemporaryDirectory() as folder:
        settings = Settings(database_url=f"sqlite:///{Path(folder) / 'shadowport.db'}")
        async with opened_services(settings, SystemClock()) as services, Shadowport(services, Tree) as bot:
            for extension in extensions():
                await bot.load_extension(extension)
            return [command.to_dict(bot.tree) for command in bot.tree.get_commands()]


def commands_page(tree: Sequence[Json]) -> str:
    """Return the page of all commands, those of a game after the others."""
    typed = [command for command in tree if command.get("type", _TYPED) == _TYPED]
    menus = "\n".join(
        f"| {command['name']} | a {_MENUS[command['type']]} |"
        for command in tree
        if command.get("type", _TYPED) != _TYPED
    )
    ordered = sorted(typed, key=lambda command: (game_of_command(command["name"]) is not None, command["name"]))
    sections = "\n".join(section for command in ordered for section in _command_section(command))
    return f"""\
# Commands

{_MADE}

Type `/` in a channel, and Discord lists the commands. [Who may do what](permissions.md) lists the commands that only
some people may use.

{sections}
## Commands in menus

Right-click a person or a message, or hold it on a phone, and choose Apps.

| command | in the menu of |
|---|---|
{menus}

## Commands of the program

The person who runs the bot types these in the folder of the README, after `.venv/bin/python -m bot`. `make test` and
the other commands for developers also install the program as `.venv/bin/shadowport`. Without a command, the program
runs the bot if it has a token, and the playground if it has none.

{_program_commands()}"""


def _program_commands() -> str:
    """Return a section for each command of the command line, with its arguments."""
    # argparse has no public names for the commands and arguments of a parser.
    sections: list[str] = []
    for name, about, parser in _commands_of(command_parser()):
        known = parser._actions  # noqa: SLF001  # argparse has no public name for it
        arguments = [one for one in known if one.dest != "help" and not _is_group(one)]
        sections.append(f"### {name}\n\n{capital(_sentence(about))}\n")
        if arguments:
            rows = "".join(
                f"| `{_argument(one)}` | {_cell(_sentence(capital(one.help or '')))} |\n" for one in arguments
            )
            sections.append(f"| argument | what it is |\n|---|---|\n{rows}")
    return "\n".join(sections)


def _commands_of(
    parser: argparse.ArgumentParser, above: str = ""
) -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    """Yield the full name, the help and the parser of each command, and of those below it."""
    for group in filter(_is_group, parser._actions):  # noqa: SLF001  # argparse has no public name for it
        choices: Any = group.choices
        listed: Any = group
        for one in listed._choices_actions:  # noqa: SLF001  # argparse has no public name for it
            name = f"{above} {one.dest}".strip()
            yield name, one.help or "", choices[one.dest]
            yield from _commands_of(choices[one.dest], name)


def _is_group(action: argparse.Action) -> bool:
    return isinstance(action, argparse._SubParsersAction)  # noqa: SLF001  # argparse has no public name for it


def _argument(action: argparse.Action) -> str:
    """Return an argument as it is typed, in brackets if it may be left out."""
    name, value = next(iter(action.option_strings), ""), action.metavar if action.nargs != 0 else ""
    typed = " ".join(str(part) for part in (name, value) if part)
    return typed if action.required else f"[{typed}]"


def _command_section(command: Json) -> Iterator[str]:
    yield f"## /{command['name']}\n"
    leaves = list(_leaves("", command))
    if [path for path, _ in leaves] != [command["name"]]:
        yield f"{_sentence(command['description'])}\n"
    for path, leaf in leaves:
        if path != command["name"]:
            yield f"### /{path}\n"
        yield f"{_sentence(leaf['description'])}\n"
        if options := leaf.get("options"):
            yield "| option | value | what it is |\n|---|---|---|"
            yield "".join(f"| `{one['name']}:`{' (required)' * one.get('required', False)} | {_value(one)} | "
                          f"{_cell(_sentence(one['description']))} |\n" for one in options)  # fmt: skip


def _leaves(above: str, command: Json) -> Iterator[tuple[str, Json]]:
    path = f"{above} {command['name']}".strip()
    below = [one for one in command.get("options", ()) if one["type"] in {_GROUP, _SUBCOMMAND}]
    if not below:
        yield path, command
    for one in below:
        yield from _leaves(path, one)


def _value(option: Json) -> str:
    choices = [str(choice["name"]) for choice in option.get("choices", ())]
    if 0 < len(choices) <= _MOST_CHOICES:
        are_explained = any(": " in choice for choice in choices)
        return _cell((". " if are_explained else " / ").join(map(_choice, choices)))
    return _KINDS[option["type"]]


def _choice(label: str) -> str:
    """Return a choice as code, and what stands behind its colon in brackets."""
    name, _, about = label.partition(": ")
    return f"`{name}` ({about})" if about else f"`{name}`"


def settings_page() -> str:
    """Return the page of all settings: those of the process, and those of a campaign."""
    meanings = _docstrings(Settings)
    process = "\n".join(
        f"| `{name.upper()}` | {_cell(meanings[name])} | {_process_default(field.default)} |"
        for name, field in Settings.model_fields.items()
    )
    campaign = "\n".join(
        f"| {_CAMPAIGN[name][0]} | {_CAMPAIGN[name][1]} | {_campaign_default(name, field.default)} |"
        for name, field in fields_of(CampaignSettings).items()
    )
    return f"""\
# Settings

{_MADE}

## Settings of the bot

The person who runs the bot sets these in the environment or in a file `.env`, which `.env.example` shows. If
both set a variable, the environment counts. An empty value counts as unset. A wrong value stops the start, with one
line that says why.

| variable | what it is | default |
|---|---|---|
{process}

## Settings of a campaign

A GM sets these with `/campaign setup`. Each campaign has its own.

| setting | what it is | default |
|---|---|---|
{campaign}

A table's own settings are its house rules. The page of [each game](games/index.md) lists them.
"""


def _docstrings(model: type) -> dict[str, str]:
    """Return the docstring below each field of a model, as one line without its last full stop."""
    tree = ast.parse(inspect.getsource(model)).body[0]
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    found: dict[str, str] = {}
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split()).removesuffix(".")
            case _:
                pass
    return found


def _process_default(value: object) -> str:
    match value:
        case None | ():
            return "none"
        case bool():
            return "`yes`" if value else "`no`"
        case float():
            return f"`{value:g}`"
        case SecretStr():
            raise TypeError("a secret has no default")
        case _:
            return f"`{value}`"


def _campaign_default(name: str, value: object) -> str:
    match name, value:
        case "currency", _:
            return CampaignSettings().currency.title
        case "system", _:
            return describe_system(CampaignSettings().system)
        case "roles", _:
            return "the skills of the dice system"
        case "channels", ():
            return "all"
        case "pace", _:
            return CampaignSettings().pace.told()
        case _, None:
            return "none"
        case _, bool():
            return "on" if value else "off"
        case _, int():
            return f"{value:,}"
        case _, str():
            return _CHOSEN[value]
        case _:
            raise TypeError(f"no words for {name}")


def _game_page(key: str, spec: AnySpec) -> str:
    text = (DOCS / "games" / f"{key}.md").read_text()
    for name, block in _game_blocks(spec):
        pattern = re.compile(_BLOCK.format(name=name), re.DOTALL)
        if not pattern.search(text):
            raise SystemExit(f"docs/games/{key}.md has no part {name!r}")
        text = pattern.sub(lambda found, block=block: f"{found[1]}{block}{found[2]}", text, count=1)
    return text


def _game_blocks(spec: AnySpec) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each generated part of a game's page."""
    options, usual = options_of(spec.game.HouseRules), usual_rules(spec)
    yield "house rules", _option_table(options, usual)
    yield "presets", _preset_table(options, spec)
    if spec.odds is not None:
        yield "payouts", _odds_table(spec.odds.bets(usual))
        if ranks := _rank_table(spec.odds.exact(usual)):
            yield "ranks", ranks


def usual_rules(spec: AnySpec) -> HouseRules:
    """Return the house rules of a table that is opened without a preset."""
    return next(iter(spec.game.presets.values()))


def _option_table(options: Sequence[Option], usual: HouseRules) -> str:
    rows = "".join(
        f"| {_cell(one.title)} | {_cell(_values(one))} | {_cell(one.told(getattr(usual, one.name), _money))} "
        f"| {_cell(one.description)} |\n"
        for one in options
    )
    return f"\n| house rule | values | default | what it decides |\n|---|---|---|---|\n{rows}\n"


def _values(option: Option) -> str:
    match option.kind:
        case "switch":
            return "on / off"
        case "choice":
            return " / ".join(f"`{label}`" for _, label in option.choices)
        case kind:
            write = _money if kind == "money" else "{:,}".format
            low, high = option.low or 0, option.high
            least = 1 if low == 0 and option.zero else low
            if high is None or high >= MAX_AMOUNT // 1000:
                span = f"{write(least)} or more"
            else:
                span = f"{write(least)} to {write(high)}"
            return f"{option.zero} / {span}" if low == 0 and option.zero else span


def _preset_table(options: Sequence[Option], spec: AnySpec) -> str:
    default = usual_rules(spec)
    rows = "".join(
        f"| *{name}* | {_cell(title)} | {_cell(value)} |\n"
        for name, rules in spec.game.presets.items()
        for title, value in _changes(options, rules, default) or [("the defaults above", "")]
    )
    return f"\n| preset | house rule | value |\n|---|---|---|\n{rows}\n"


def _changes(options: Sequence[Option], rules: HouseRules, default: HouseRules) -> list[tuple[str, str]]:
    """Return the title and the value of each option that differs."""
    return [
        (one.title, one.told(value, _money))
        for one in options
        if (value := getattr(rules, one.name)) != getattr(default, one.name)
    ]


def _odds_table(bets: Sequence[BetOdds]) -> str:
    """Return a table of what each bet pays, and returns on average."""
    rows = "".join(
        f"| {_cell(bet.label)} | {_cell(bet.pays)} | {how_often(bet.chance)} | {percent(bet.back)} "
        f"| {percent(bet.edge)} |\n"
        for bet in bets
    )
    return f"\n| bet | pays | wins | returns on average | house edge |\n|---|---|---|---|---|\n{rows}\n"


def _rank_table(chances: Mapping[str, Fraction]) -> str:
    """Return a table of how often each rank is the best hand of a player and of the NPCs, if the game has ranks."""
    rows = "".join(
        f"| {capital(name.removeprefix(_PLAYERS).replace('_', ' '))} | {percent(chance)} "
        f"| {percent(chances[name.replace(_PLAYERS, _NPCS)])} |\n"
        for name, chance in chances.items()
        if name.startswith(_PLAYERS)
    )
    return f"\n| hand | a player | the NPCs |\n|---|---|---|\n{rows}\n" if rows else ""


def _money(amount: int) -> str:
    return f"{amount:,} cr"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.reference", description=__doc__)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--check", action="store_true", help="only compare, which is the default")
    group.add_argument("--write", action="store_true", help="write the pages that are stale")
    asked = parser.parse_args()
    stale = {path: text for path, text in pages().items() if not path.exists() or path.read_text() != text}
    if asked.write:
        for path, text in stale.items():
            path.write_text(text)
            print(f"{path} is written.")
        return 0
    for path in stale:
        print(f"{path} isn't what the code says: {_WRITE}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
