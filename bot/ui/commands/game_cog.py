"""The base of every game's commands: open a table with a preset and a few options, and read the rules."""

from collections.abc import Mapping
from typing import ClassVar

from discord import app_commands
from discord.ext import commands

from bot.campaigns import Campaign, parse_pace
from bot.engine.game import HouseRules
from bot.engine.options import options_of, with_options
from bot.games import AnyGame
from bot.tables.offers import Request
from bot.ui.client import Interaction
from bot.ui.context import campaign_of
from bot.ui.handlers.offer import offer_table, open_table
from bot.ui.handlers.rules import show_chances, show_odds, show_rules
from bot.ui.pages.house_rules import find_preset, preset_names
from bot.ui.pages.odds import has_odds

_MOST_CHOICES = 25


def choices_of(rules: type[HouseRules], name: str) -> list[app_commands.Choice[str]]:
    """Return the choices of a house rule for an argument of `open`, with the names they have everywhere."""
    option = next(option for option in options_of(rules) if option.name == name)
    return [app_commands.Choice(name=label, value=value) for value, label in option.choices]


class GameCog(commands.GroupCog):
    """A game's cog declares `open`, with the arguments that its players ask for most, and `rules`; the work is here."""

    game: ClassVar[AnyGame]

    async def open_table(
        self,
        interaction: Interaction,
        *,
        preset: str | None,
        options: Mapping[str, str | None],
        clock: str | None,
        auto_deal: bool | None,
        bank: str | None = None,
        bringing: Mapping[str, object] | None = None,
    ) -> None:
        """Open a table here; where the house plays, show first what its bets are worth.

        `options` are typed values of house rules; None keeps what the preset says. `bank` is the money that a banked
        table's bank is filled with, as typed; None leaves it to the game. `bringing` are values of house rules that
        nobody types.
        """
        campaign = await campaign_of(interaction)
        settings = campaign.settings
        name, usual = await find_preset(interaction, campaign, self.game.key, preset)
        rules = with_options(usual, _read_options(usual, options, campaign), bringing)
        request = Request(
            game=self.game.key,
            rules=rules.to_json(),
            preset=name,
            usual=usual.to_json(),
            pace=parse_pace(clock) if clock else settings.pace,
            auto_deal=settings.auto_deal if auto_deal is None else auto_deal,
            bank=None if bank is None else settings.currency.parse(bank),
        )
        if self.game.is_banked and has_odds(self.game.key):
            await offer_table(interaction, campaign, request)
        else:
            await open_table(interaction, campaign, request, rules)

    async def preset_names(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer the game's presets, then the GM's own."""
        names = await preset_names(interaction, await campaign_of(interaction), self.game.key)
        fitting = [name for name in names if current.casefold() in name.casefold()]
        return [app_commands.Choice(name=name, value=name) for name in fitting[:_MOST_CHOICES]]

    async def show_rules(self, interaction: Interaction) -> None:
        """Show the rules in pages, with the choices of this channel's table or the usual ones."""
        await show_rules(interaction, self.game.key)


class ContestedCog(GameCog):
    """The base of a game's commands where a seat can be told its chance to win."""

    @app_commands.command(name="odds", description="Your chance to win what is being played, for your eyes alone")
    async def odds(self, interaction: Interaction) -> None:
        await show_chances(interaction, self.game.key)


class BankedCog(GameCog):
    """The base of a game's commands where the house pays: what its bets are worth can be asked for, too."""

    @app_commands.command(name="odds", description="What each bet is worth, exactly")
    @app_commands.describe(preset="By which house rules; without it by those of the table here, or the usual ones")
    @app_commands.autocomplete(preset=GameCog.preset_names)
    async def odds(self, interaction: Interaction, preset: str | None = None) -> None:
        await show_odds(interaction, self.game.key, preset)


def _read_options(rules: HouseRules, options: Mapping[str, str | None], campaign: Campaign) -> dict[str, object]:
    by_name = {option.name: option for option in options_of(type(rules))}
    values: dict[str, object] = {}
    for name, text in options.items():
        if text is None:
            continue
        option = by_name[name]
        currency = campaign.settings.currency
        values[name] = currency.parse(text, minimum=0) if option.kind == "money" else option.read(text)
    return values
