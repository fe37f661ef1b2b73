"""The page of the rights, from the rows of `bot.campaigns.rights`; `tools.reference` writes it."""

from pathlib import Path

from bot.campaigns.rights import Condition, Right, Where
from bot.engine.words import capital

DOCUMENT = Path("docs/permissions.md")
_INTRODUCTION = """\
# Who may do what

`python -m tools.reference --write` writes this page from the rows of `bot/campaigns/rights.py`. The bot checks them
for every command, button and form.

*You're a GM* with the campaign's GM role, and if you own or manage the server. *You're the table's GM* if you opened
the table as a GM or took it over. If a player opened the table, the first GM who seats an NPC becomes its GM. *You play
the NPCs* if you're the table's GM. If nothing is hidden at the table, any GM plays them. Something is hidden if
the game has hidden hands or a seat for the GM, or if rolls are secret.

Names without a slash are commands in the menu of a person or message.

*You play there* if a character of yours sits at the table. Then you're not its GM. If the campaign lets GMs play at
their own tables, you keep all these rights even if you play there or were in the hand.
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
    menus = sorted(one.removeprefix("@") for one in right.controls if one.startswith("@"))
    named = ", ".join(
        [f"`{one.replace('-', ' ')}`" for one in commands] + [f"`{capital(one.replace('-', ' '))}`" for one in menus]
    )
    deed = f"{right.deed} ({named})" if named else right.deed
    if not right.conditions:
        return [f"| {deed} | – | – |"]
    first, *others = (f"{_describe(one)} | {one.refusal.format_map(_SAMPLE) or '–'} |" for one in right.conditions)
    return [f"| {deed} | {first}", *(f"| | and {other}" for other in others)]


def _describe(condition: Condition) -> str:
    return ", or ".join(" and ".join(fact.value for fact in way) for way in condition.ways)
