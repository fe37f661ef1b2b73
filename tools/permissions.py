"""Who may do what, printed from the rows of `bot.campaigns.rights`.

`python -m tools.permissions` ends with 1 unless `docs/permissions.md` is up to date; `--write` writes it.
"""

import argparse
import sys
from pathlib import Path

from bot.campaigns.rights import Condition, Right, Where
from bot.engine.words import capital

DOCUMENT = Path("docs/permissions.md")
_INTRODUCTION = """\
# Who may do what

`python -m tools.permissions --write` writes this page from the rows of `bot/campaigns/rights.py`. The bot checks them
for every command, button and form.

*You're a GM* with the campaign's GM role, and if you own or manage the server. *You're the table's GM* if you opened
the table as a GM, took it over, or were the first GM to seat an NPC at a player's table. *You play the NPCs* as the
table's GM, and as any GM where nothing is hidden. Something is hidden where there are hands, a seat of the GM, or
secret rolls.

*You play there* if a character of yours sits at the table. Then you're not its GM. If the campaign lets GMs play at
their own tables, playing there and having been in a hand take nothing from you.
"""
_HEAD = "| You may | if | Otherwise you read |\n|---|---|---|"
_SAMPLE = {
    "name": "Esk", "own": "Han", "hand": "hand", "hands": "hands", "holder": "Another GM holds", "number": "12",
    "seen": "the NPCs' hands", "names": "Esk", "back": "buy back in", "until": "in a minute", "title": "Pazaak",
    "what": "The side decks",
}  # fmt: skip


def page() -> str:
    """Return the whole document."""
    parts = [_INTRODUCTION]
    for where in Where:
        rows = "\n".join(row for right in Right if right.where is where for row in _rows(right))
        parts.append(f"## {capital(where.value)}\n\n{_HEAD}\n{rows}\n")
    return "\n".join(parts)


def _rows(right: Right) -> list[str]:
    commands = sorted(one for one in right.controls if one.startswith("/"))
    named = ", ".join(f"`{one.replace('-', ' ')}`" for one in commands)
    deed = f"{right.deed} ({named})" if named else right.deed
    if not right.conditions:
        return [f"| {deed} | – | – |"]
    first, *others = (f"{_describe(one)} | {one.refusal.format_map(_SAMPLE) or '–'} |" for one in right.conditions)
    return [f"| {deed} | {first}", *(f"| | and {other}" for other in others)]


def _describe(condition: Condition) -> str:
    return ", or ".join(" and ".join(fact.value for fact in way) for way in condition.ways)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.permissions", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {DOCUMENT}")
    if parser.parse_args().write:
        DOCUMENT.write_text(page())
    elif DOCUMENT.read_text() != page():
        print(f"{DOCUMENT} isn't what the rights say: python -m tools.permissions --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
