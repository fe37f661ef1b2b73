"""`/baldur`: open a table, read the rules, look at the odds, write down what a character brings."""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.campaigns import TEMPLATES
from bot.ui.client import Interaction
from bot.ui.commands.game_commands import Choices, Extra, Extras, Given, game_commands
from bot.ui.commands.transformers import choice
from bot.ui.context import campaign_of, whisper
from cogs.baldur.loadouts import KNOWS, Gamer, Knows, change_kit, kit_page, load_kit, save_kit, table_extras
from cogs.baldur.spec import GAME
from cogs.baldur.state import BaldurKit

_NEXT_HAND = "-# The change counts from the next hand that is dealt."
LONGEST_SHEET = 3000


async def _read(interaction: Interaction, given: Mapping[str, Any]) -> Given:
    settings = (await campaign_of(interaction)).settings
    return Given(bringing=table_extras(given["crowd"], given["games"], settings))


async def _sheets_like(_: Interaction, typed: str) -> Choices:
    found: Sequence[str] = [template.title for template in TEMPLATES.values()]
    return [choice(title, title) for title in found if typed.strip().casefold() in title.casefold()]


_ASKED = (
    Extra(
        name="crowd",
        about="Skill of these NPCs: novice, regular, shark, or a sheet as in /character skills",
        kind=app_commands.Range[str, 1, LONGEST_SHEET],
        complete=_sheets_like,
    ),
    Extra(name="games", about="Proficiency bonus of these NPCs with gaming sets, 0 to 10", kind=int),
)
_COMMANDS = game_commands(GAME, Extras(_ASKED, _read))


@_COMMANDS.command(description="Set a character's knowledge of games and spell difficulty")
@app_commands.describe(
    character="Character. Default: the one you're playing.",
    proficiency="Proficiency bonus with gaming sets, 0 to 10",
    knows="Skills on the sheet that include the bonus already",
    spell_dc="Difficulty of proving the character's spells, 1 to 40",
    remove="Delete the whole kit. Default: no.",
)
@app_commands.choices(knows=[app_commands.Choice(name=name, value=value) for value, name in KNOWS.items()])
async def kit(
    interaction: Interaction,
    character: Gamer | None = None,
    proficiency: int | None = None,
    knows: Knows | None = None,
    spell_dc: int | None = None,
    remove: bool = False,
) -> None:
    shelf = await load_kit(interaction, character)
    kit = change_kit(BaldurKit() if remove else shelf.kit, proficiency, knows, spell_dc)
    notes = () if kit == shelf.kit else (_NEXT_HAND,)
    await whisper(interaction, "", kit_page(await save_kit(interaction, shelf, kit), *notes))


async def setup(bot: commands.Bot) -> None:
    bot.tree.add_command(_COMMANDS)
