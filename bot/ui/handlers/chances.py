"""The chance to win from one's own seat: a command of the games that can tell, and the same from each further seat."""

import discord

from bot import catalog
from bot.errors import NotAllowed, NotFound, RuleError
from bot.tables.model import Chair, Table
from bot.ui.context import house_of
from bot.ui.control import control, number
from bot.ui.handlers.answers import look, part
from bot.ui.pages.chances_page import chances_page, told_with_hand
from bot.ui.pages.foreseeing import is_in_doubt, show_foreseen
from bot.ui.pages.odds_at_hand import require_odds
from bot.ui.pages.odds_page import has_odds
from bot.ui.seeing import hands_of, seen_chair


@control("chances")
async def chances(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`chances:<table>:<seat>`"""
    table = await look(interaction, arguments[0])
    require_odds(table.campaign)
    await _show(interaction, table, seen_chair(interaction, table, number(part(arguments, 1))))


async def show_chances(interaction: discord.Interaction, game: str) -> None:
    """The chances at this channel's table: of the seat that the person most likely means, with ways to the others whose
    hands they may see. Raises a PlayerError where there are none.
    """
    table = await house_of(interaction).tables.in_channel(interaction.channel_id or 0)
    if table is None or table.entry.game.key != game:
        title = catalog.entry(game).game.title
        raise NotFound(f"There is no table of {title} in this channel. Open one with /{game} open.")
    require_odds(table.campaign)
    await _show(interaction, table, _likeliest(interaction, table))


async def told_chances(interaction: discord.Interaction, table: Table) -> bool:
    """Tell the same at a table of any game; False where nothing is to be won from a seat of theirs, but its bets have
    odds. Raises a PlayerError where there is neither.
    """
    key = table.entry.game.key
    if catalog.chances(key) is None:
        return False
    if not has_odds(key):
        if not table.in_hand:
            raise RuleError(f"No {table.hand_word} is in play.")
        await _show(interaction, table, _likeliest(interaction, table))
        return True
    try:
        chair = _likeliest(interaction, table)
    except NotAllowed:
        return False
    if not is_in_doubt(table, chair):
        return False
    await _show(interaction, table, chair)
    return True


def _likeliest(interaction: discord.Interaction, table: Table) -> Chair:
    """Of the seats that this person sees into the one they most likely mean. Raises NotAllowed where there is none."""
    chairs = hands_of(interaction, table)
    doubtful = [chair for chair in chairs if is_in_doubt(table, chair)]
    waiting = [chair for chair in doubtful if chair.seat in table.to_act]
    return next(iter((*waiting, *doubtful, *chairs)))


async def _show(interaction: discord.Interaction, table: Table, chair: Chair) -> None:
    if not is_in_doubt(table, chair):
        raise RuleError(_why_not(table, chair))
    now = house_of(interaction).clock.now()
    others = [other for other in hands_of(interaction, table) if is_in_doubt(table, other)]
    await show_foreseen(
        interaction, table, chair, lambda told: chances_page(table, chair, now, told, others), told_with_hand
    )


def _why_not(table: Table, chair: Chair) -> str:
    """Why nothing is to be won or lost from there."""
    if not table.in_hand:
        return f"No {table.hand_word} is in play."
    name = table.voice.name(chair.seat)
    if not table.was_dealt_in(chair.seat):
        return f"{name} isn't in this {table.hand_word}."
    if _is_out(table, chair):
        return f"{name} isn't in this {table.hand_word} any more."
    return f"At this point of the {table.hand_word} nothing can be told of {name}'s chance to win."


def _is_out(table: Table, chair: Chair) -> bool:
    """Whether everybody sees that somebody has given up."""
    seats = table.entry.panel(table.state, None, table.voice.in_letters()).seats
    return any(line.is_out for line in seats if line.seat == chair.seat)
