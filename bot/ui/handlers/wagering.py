"""Wagers: goods that a character puts on the table between hands, and takes back."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import discord

from bot.engine.game import Good
from bot.engine.speech import counted
from bot.errors import NotFound, TooLate
from bot.tables.model import Chair, Table
from bot.tables.money.wagers import require_may_wager
from bot.ui.context import click_of, house_of
from bot.ui.control import NOT_OFFERED, control, control_id, number
from bot.ui.forms import MOST_OPTIONS
from bot.ui.handlers.answers import look, part
from bot.ui.handlers.own_seat import own_chair, seat_page
from bot.ui.panels import button, page
from bot.ui.render.renderer import renderer_of
from bot.ui.render.wagered import label_of
from bot.ui.retrying import answer_here

_MOST_SELECTS = 8


@control("wager")
async def wager(interaction: discord.Interaction, arguments: list[str], picked: list[str]) -> None:
    """`wager:<table>:<seat>[:<part>]`: first which, then one of each kind that was picked lies on the table."""
    table = await look(interaction, arguments[0])
    chair = own_chair(interaction, table, part(arguments, 1))
    require_may_wager(table)
    held = await _held(interaction, table, chair)
    if not picked:
        await answer_here(interaction, _choosing(table, chair, held))
        return
    chosen = [next((good.id for good in held if good.kind == kind), None) for kind in picked]
    goods = [good_id for good_id in chosen if good_id is not None]
    if len(goods) < len(chosen):
        raise TooLate(NOT_OFFERED)
    wagers = house_of(interaction).tables.wagers
    after, _ = await wagers.wager(table.id, click_of(interaction), chair.seat, goods)
    await _shown(interaction, after, chair)


@control("unwager")
async def take_back(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`unwager:<table>:<seat>`: all that the seat has on the table."""
    table, seat = await look(interaction, arguments[0]), number(part(arguments, 1))
    after, chair = await house_of(interaction).tables.wagers.take_back(table.id, click_of(interaction), seat)
    await _shown(interaction, after, chair)


async def _held(interaction: discord.Interaction, table: Table, chair: Chair) -> Sequence[Good]:
    game = table.entry.game
    held = await house_of(interaction).goods.held(table.record.campaign_id, chair.character_id, game.key)
    return [good for good in held if good.kind in game.goods]


def _choosing(table: Table, chair: Chair, held: Sequence[Good]) -> discord.ui.LayoutView:
    """What the character could wager, kind by kind in the game's own order."""
    word, counts = table.entry.game.goods_word, Counter(good.kind for good in held)
    kinds = [kind for kind in table.entry.game.goods if counts[kind]]
    if not kinds:
        raise NotFound(f"{table.voice.name(chair.seat)} has no {word} to wager.")
    rows: list[list[discord.ui.Item[Any]]] = []
    for at in range(0, min(len(kinds), MOST_OPTIONS * _MOST_SELECTS), MOST_OPTIONS):
        options = [_option(table, kind, counts[kind]) for kind in kinds[at : at + MOST_OPTIONS]]
        select = discord.ui.Select[Any](
            custom_id=control_id("wager", table.id, chair.seat, at),
            placeholder=f"Wager a {word}…",
            options=options,
            max_values=len(options),
        )
        rows.append([select])
    rows.append([button("Back", control_id("seat", table.id, chair.seat))])
    has = f"{table.voice.name(chair.seat)} has {counted(len(held), word)} at hand."
    return page(f"{has} Whoever wins the next {table.hand_word} takes what lies on the table.", rows=rows)


def _option(table: Table, kind: str, count: int) -> discord.SelectOption:
    picture = table.voice.symbol(f"{table.entry.game.key}_{kind}", "")
    return discord.SelectOption(
        label=label_of(table, kind),
        value=kind,
        description=f"{count} at hand" if count > 1 else None,
        emoji=discord.PartialEmoji.from_str(picture) if picture else None,
    )


async def _shown(interaction: discord.Interaction, table: Table, chair: Chair) -> None:
    await answer_here(interaction, await seat_page(interaction, table, str(chair.seat)))
    renderer_of(interaction).want(table)
