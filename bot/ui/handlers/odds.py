"""The odds at a table, of its hand or its bets, and those of a game by one of its presets: a button and commands."""

from dataclasses import dataclass

import discord

from bot import catalog
from bot.engine.game import HouseRules
from bot.engine.speech import escape
from bot.errors import NotFound
from bot.tables.model import Table
from bot.ui.context import campaign_of, house_of
from bot.ui.control import control, control_id, number
from bot.ui.handlers.answers import look
from bot.ui.handlers.chances import told_chances
from bot.ui.pages.chosen_preset import mark_of, preset_called, preset_names
from bot.ui.pages.odds_at_hand import require_odds
from bot.ui.pages.odds_page import AGAINST_NOBODY, MEANING, pages, reckoned, show, stamp_of, told
from bot.ui.panels import button, page
from bot.ui.render.move_buttons import in_rows

_MOST_PAGES = 25
_CHANGED = "The house rules have changed since: this is what they come to now."


@dataclass(frozen=True, slots=True)
class _Asked:
    """By which house rules the odds are told."""

    about: str
    """The table's id, or the key of the game."""
    game: str
    rules: HouseRules
    by: str
    """A sentence."""
    preset: str = ""
    """The mark of the preset, where it isn't a table that is asked about."""

    @property
    def stamp(self) -> str:
        """Other house rules have another one."""
        return stamp_of(self.rules)


@control("odds")
async def odds(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`odds:<table or key of a game>:<page>:<stamp of the house rules>:<mark of the preset>`: by the house rules of the
    table, else by those of the preset, else by the usual ones. A page of what has changed since is the first one again.
    """
    about, at, stamp, preset = (*arguments, *("", "", ""))[:4]
    page_ = number(at) if at else 0
    if about in catalog.games():
        require_odds(await campaign_of(interaction))
        asked = await _marked(interaction, about, preset) if preset else await _by_preset(interaction, about, None)
    else:
        table = await look(interaction, about)
        require_odds(table.campaign)
        if not stamp and await told_chances(interaction, table):
            return
        asked = _by_table(table)
    if stamp and stamp != asked.stamp:
        await _show(interaction, asked, 0, _CHANGED)
    else:
        await _show(interaction, asked, page_)


async def show_odds(interaction: discord.Interaction, game: str, preset: str | None = None) -> None:
    """What each bet is worth by a preset; without one by the house rules of this channel's table, or the usual ones."""
    require_odds(await campaign_of(interaction))
    table = await table_of(interaction, game) if preset is None else None
    await _show(interaction, _by_table(table) if table else await _by_preset(interaction, game, preset), 0)


async def rules_here(interaction: discord.Interaction, game: str) -> HouseRules:
    """The house rules of this channel's table if it is of this game, else the usual ones."""
    table = await table_of(interaction, game)
    return usual_rules(game) if table is None else table.rules


def usual_rules(game: str) -> HouseRules:
    """The house rules of a game where nobody has chosen any."""
    return next(iter(catalog.entry(game).game.presets.values()))


async def show_odds_here(interaction: discord.Interaction, table: Table) -> None:
    """What the button "Odds" of a table tells: the chance to win from one's own seat, else what the bets are worth."""
    await odds(interaction, [f"{table.id}"], [])


async def table_of(interaction: discord.Interaction, game: str) -> Table | None:
    """This channel's table, if it is of this game."""
    table = await house_of(interaction).tables.in_channel(interaction.channel_id or 0)
    return table if table is not None and table.entry.game.key == game else None


def _by_table(table: Table) -> _Asked:
    return _Asked(f"{table.id}", table.entry.game.key, table.rules, "By the house rules of this table.")


async def _by_preset(interaction: discord.Interaction, game: str, name: str | None) -> _Asked:
    called, rules = await preset_called(interaction, await campaign_of(interaction), game, name)
    usual = called == next(iter(catalog.entry(game).game.presets))
    by = "the usual house rules," if usual else "the preset"
    return _Asked(game, game, rules, f"By {by} **{escape(called)}**.", mark_of(called))


async def _marked(interaction: discord.Interaction, game: str, mark: str) -> _Asked:
    """By the preset that an id stands for. Raises NotFound when it has been deleted."""
    for name in await preset_names(interaction, await campaign_of(interaction), game):
        if mark_of(name) == mark:
            return await _by_preset(interaction, game, name)
    raise NotFound("That preset is gone.")


async def _show(interaction: discord.Interaction, asked: _Asked, at: int, note: str = "") -> None:
    bets, meaning = await reckoned(interaction, asked.game, asked.rules)
    shown = pages(told(bets) or (AGAINST_NOBODY,))[:_MOST_PAGES]
    at = at % len(shown)
    buttons = [
        button(
            f"{page_ + 1}",
            control_id("odds", asked.about, page_, asked.stamp, asked.preset),
            disabled=page_ == at,
        )
        for page_ in range(len(shown))
    ]
    title = catalog.entry(asked.game).game.title_of(asked.rules)
    heading = f"## {title}: the odds\n{asked.by}\n-# {MEANING}"
    rows = in_rows(buttons) if len(shown) > 1 else ()
    await show(interaction, page(note, heading, shown[at], f"-# {meaning}", rows=rows))
