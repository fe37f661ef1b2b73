"""`/baldur`: open a table, read the rules, look at the odds, write down what a character brings."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot.campaigns import TEMPLATES
from bot.ui.client import Interaction
from bot.ui.commands.game_cog import BankedCog, GameCog, choices_of
from bot.ui.commands.transformers import choice
from bot.ui.context import campaign_of, whisper
from cogs.baldur.loadouts import KNOWS, Gamer, Knows, change_kit, kit_page, load_kit, save_kit, table_extras
from cogs.baldur.rules import GAME
from cogs.baldur.state import BaldurKit, BaldurRules

_NEXT_HAND = "-# It counts from the next hand that is dealt."
LONGEST_SHEET = 3000


class BaldurCog(BankedCog, name="baldur", description=GAME.tagline):
    """Baldur Hold'em: players against the GM's NPCs, and everything that may be tried on the side."""

    game = GAME

    @app_commands.command(name="open", description="Open a Baldur Hold'em table in this channel, for up to ten")
    @app_commands.describe(
        preset="tavern, high table, no NPCs, or one that your GM saved",
        ante="The price of the first round; the second costs two, the third three",
        npcs="How many NPCs play with the bank's money, 0 to 20",
        crowd="Skill of these NPCs: novice, regular, shark, or a sheet as in /character skills",
        games="Their bonus with gaming sets, 0 to 10",
        look_first="Whether the ante is paid once the own dice are seen",
        dealer="Who throws the common dice",
        bank="What the bank is filled with",
        clock="How long a turn lasts: 90s, 12 hours, 2 days or off",
        auto_deal="Whether the next hand is dealt by itself",
    )
    @app_commands.choices(dealer=choices_of(BaldurRules, "dealer"))
    @app_commands.autocomplete(preset=GameCog.preset_names)
    async def open_baldur(
        self,
        interaction: Interaction,
        preset: str | None = None,
        ante: str | None = None,
        npcs: int | None = None,
        crowd: app_commands.Range[str, 1, LONGEST_SHEET] | None = None,
        games: int | None = None,
        look_first: bool | None = None,
        dealer: str | None = None,
        bank: str | None = None,
        clock: str | None = None,
        auto_deal: bool | None = None,
    ) -> None:
        bringing = table_extras(crowd, games, (await campaign_of(interaction)).settings)
        looking = None if look_first is None else str(look_first).lower()
        many = None if npcs is None else str(npcs)
        options = {"ante": ante, "npcs": many, "look_first": looking, "dealer": dealer}
        await self.open_table(
            interaction,
            preset=preset,
            options=options,
            clock=clock,
            auto_deal=auto_deal,
            bank=bank,
            bringing=bringing,
        )

    @open_baldur.autocomplete("crowd")
    async def _kinds_of_npcs(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return _templates_like(current)

    @app_commands.command(name="rules", description="How Baldur Hold'em is played")
    async def rules(self, interaction: Interaction) -> None:
        await self.show_rules(interaction)

    @app_commands.command(name="kit", description="How well a character knows games, and how hard its spells are")
    @app_commands.describe(
        character="Whose; the one you play if left out",
        proficiency="The bonus with gaming sets, 0 to 10; 0 for none",
        knows="What the numbers on the sheet include that bonus in already",
        spell_dc="How hard it is to prove a spell of theirs, 1 to 40",
        remove="Forget all of it",
    )
    @app_commands.choices(knows=[app_commands.Choice(name=name, value=value) for value, name in KNOWS.items()])
    async def kit(
        self,
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


def _templates_like(typed: str) -> list[app_commands.Choice[str]]:
    found: Sequence[str] = [template.title for template in TEMPLATES.values()]
    return [choice(title, title) for title in found if typed.strip().casefold() in title.casefold()]


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(BaldurCog())
