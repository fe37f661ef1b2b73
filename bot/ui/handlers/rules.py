"""Reading about a game: a seat's win chance, the odds of the bets, and the rules, by buttons and commands."""

from dataclasses import dataclass

from bot import games
from bot.campaigns import Right, require
from bot.engine.game import HouseRules
from bot.engine.words import Page, escape
from bot.errors import NotAllowed, NotFound, RuleError
from bot.tables.model import Chair, Table
from bot.ui.client import Interaction
from bot.ui.context import campaign_of, person_of, services_of, settings_of
from bot.ui.forms import answer_here
from bot.ui.handlers.answers import look, part
from bot.ui.pages.house_rules import find_preset, mark_of, preset_names
from bot.ui.pages.odds import (
    AGAINST_NOBODY,
    MEANING,
    calculate_odds,
    describe_bets,
    show,
    stamp_of,
)
from bot.ui.pages.own_page import chances_view, home_showing, show_page
from bot.ui.pages.paging import paged, split_pages, titled
from bot.ui.pages.private_pages import Showing
from bot.ui.pages.win_chance import is_in_doubt, require_doubt
from bot.ui.panels import button, control_id, page
from bot.ui.render.buttons import in_rows
from bot.ui.routing import control, number
from bot.ui.visibility import hands_of, seen_chair

_MOST_PAGES = 25
_CHANGED = "The house rules have changed. These are the odds now."


@control("chances")
async def chances(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the win chance of a seat: `chances:<table>:<seat>`."""
    table = await look(interaction, arguments[0])
    require(Right.ODDS, person_of(interaction), table.campaign)
    await _show_win_chance(interaction, table, seen_chair(person_of(interaction), table, number(part(arguments, 1))))


async def show_chances(interaction: Interaction, game: str) -> None:
    """Show the win chance at this channel's table, of the seat that the person most likely means, with ways to the
    other hands that they may see. Raises a PlayerError where there is none.
    """
    table = await services_of(interaction).tables.in_channel(interaction.channel_id or 0)
    if table is None or table.spec.game.key != game:
        title = games.spec_of(game).game.title
        raise NotFound(f"There is no table of {title} in this channel. Open one with /{game} open.")
    require(Right.ODDS, person_of(interaction), table.campaign)
    await _show_win_chance(interaction, table, _likeliest_seat(interaction, table))


async def show_chance_if_any(interaction: Interaction, table: Table) -> bool:
    """Show the same at a table of any game. Returns False if nothing is to be won from a seat of theirs, but its bets
    have odds. Raises a PlayerError if there is neither.
    """
    if table.spec.win_calculator is None:
        return False
    if table.spec.odds is None:
        if not table.in_hand:
            raise RuleError(f"No {table.hand_word} is in play.")
        await _show_win_chance(interaction, table, _likeliest_seat(interaction, table))
        return True
    try:
        chair = _likeliest_seat(interaction, table)
    except NotAllowed:
        return False
    if not is_in_doubt(table, chair):
        return False
    await _show_win_chance(interaction, table, chair)
    return True


def _likeliest_seat(interaction: Interaction, table: Table) -> Chair:
    """Return the seat that this person most likely means, of those that they see into. Raises NotAllowed if there is
    none.
    """
    chairs = hands_of(person_of(interaction), table)
    doubtful = [chair for chair in chairs if is_in_doubt(table, chair)]
    waiting = [chair for chair in doubtful if chair.seat in table.to_act]
    return next(iter((*waiting, *doubtful, *chairs)))


async def _show_win_chance(interaction: Interaction, table: Table, chair: Chair) -> None:
    require_doubt(table, chair)
    back = home_showing(interaction.client, table, chair.seat)
    await show_page(interaction, table, Showing(chances_view(interaction.client, chair.seat), back.again, back))


@dataclass(frozen=True, slots=True)
class _OddsRequest:
    """The house rules whose odds are shown, and where they come from."""

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
        """The digest of the house rules; other rules have another one."""
        return stamp_of(self.rules)


@control("odds")
async def odds(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the odds: `odds:<table or key of a game>:<page>:<stamp of the house rules>:<mark of the preset>`. They
    follow the table's house rules, or the preset's, or the usual ones. If those have changed since, the first page
    comes again.
    """
    about, at, stamp, preset = (*arguments, *("", "", ""))[:4]
    page_ = number(at) if at else 0
    if about in games.games():
        require(Right.ODDS, person_of(interaction), await campaign_of(interaction))
        asked = await _by_mark(interaction, about, preset) if preset else await _by_preset(interaction, about, None)
    else:
        table = await look(interaction, about)
        require(Right.ODDS, person_of(interaction), table.campaign)
        if not stamp and await show_chance_if_any(interaction, table):
            return
        asked = _by_table(table)
    if stamp and stamp != asked.stamp:
        await _show(interaction, asked, 0, _CHANGED)
    else:
        await _show(interaction, asked, page_)


async def show_odds(interaction: Interaction, game: str, preset: str | None = None) -> None:
    """Show the value of each bet by a preset, or else by the house rules of this channel's table, or the usual ones."""
    require(Right.ODDS, person_of(interaction), await campaign_of(interaction))
    table = await table_of(interaction, game) if preset is None else None
    await _show(interaction, _by_table(table) if table else await _by_preset(interaction, game, preset), 0)


async def rules_here(interaction: Interaction, game: str) -> HouseRules:
    """Return the house rules of this channel's table if it is of this game, or else the usual ones."""
    table = await table_of(interaction, game)
    return usual_rules(game) if table is None else table.rules


def usual_rules(game: str) -> HouseRules:
    """Return a game's default house rules."""
    return next(iter(games.spec_of(game).game.presets.values()))


async def show_odds_here(interaction: Interaction, table: Table) -> None:
    """Answer a table's "Odds" button: the person's own win chance, or else the value of each bet."""
    await odds(interaction, [f"{table.id}"], [])


async def table_of(interaction: Interaction, game: str) -> Table | None:
    """Return this channel's table, if it is of this game."""
    table = await services_of(interaction).tables.in_channel(interaction.channel_id or 0)
    return table if table is not None and table.spec.game.key == game else None


def _by_table(table: Table) -> _OddsRequest:
    return _OddsRequest(f"{table.id}", table.spec.game.key, table.rules, "Under this table's house rules.")


async def _by_preset(interaction: Interaction, game: str, name: str | None) -> _OddsRequest:
    called, rules = await find_preset(interaction, await campaign_of(interaction), game, name)
    usual = called == next(iter(games.spec_of(game).game.presets))
    by = "the usual house rules," if usual else "the preset"
    return _OddsRequest(game, game, rules, f"Under {by} **{escape(called)}**.", mark_of(called))


async def _by_mark(interaction: Interaction, game: str, mark: str) -> _OddsRequest:
    """Return the preset that an id stands for. Raises NotFound if it has been deleted."""
    for name in await preset_names(interaction, await campaign_of(interaction), game):
        if mark_of(name) == mark:
            return await _by_preset(interaction, game, name)
    raise NotFound("That preset is gone.")


async def _show(interaction: Interaction, asked: _OddsRequest, at: int, note: str = "") -> None:
    bets, meaning = await calculate_odds(interaction, asked.game, asked.rules)
    shown = split_pages(describe_bets(bets) or (AGAINST_NOBODY,))
    title = games.spec_of(asked.game).game.title_of(asked.rules)
    head = (note, f"## {title}: the odds\n{asked.by}\n-# {MEANING}")

    def id_of(to: int) -> str:
        return control_id("odds", asked.about, to, asked.stamp, asked.preset)

    await show(interaction, paged(head, shown, at, id_of, foot=meaning))


@control("rules", direct=True)
async def rules(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the rules by the table's house rules, or by the usual ones: `rules:<table or key of a game>:<page>`."""
    about, at = arguments[0], number(arguments[1]) if len(arguments) > 1 else 0
    if about in games.games():
        await _show_rules_page(interaction, about, await _usual_pages(interaction, about), at)
    else:
        table = await look(interaction, about)
        await _show_rules_page(interaction, f"{table.id}", _pages_of(table), at)


async def show_rules(interaction: Interaction, game: str) -> None:
    """Show the rules as this channel's table plays them if it is of this game, or else the usual ones."""
    table = await table_of(interaction, game)
    if table is not None:
        await _show_rules_page(interaction, f"{table.id}", _pages_of(table), 0)
    else:
        await _show_rules_page(interaction, game, await _usual_pages(interaction, game), 0)


def _pages_of(table: Table) -> tuple[Page, ...]:
    return table.spec.rulebook(table.rules, table.voice)


async def _usual_pages(interaction: Interaction, game: str) -> tuple[Page, ...]:
    own, settings = usual_rules(game), await settings_of(interaction)
    return games.spec_of(game).by(own).rulebook(own, settings.voice())


async def _show_rules_page(interaction: Interaction, about: str, pages: tuple[Page, ...], at: int) -> None:
    """Show a page, and a button to each; the first page if that one isn't there."""
    at = at if at < len(pages) else 0
    shown = pages[at]
    ways = [
        button(one.title, control_id("rules", about, number_), disabled=number_ == at)
        for number_, one in enumerate(pages[:_MOST_PAGES])
    ]
    await answer_here(interaction, page(titled(shown), rows=in_rows(ways)))
