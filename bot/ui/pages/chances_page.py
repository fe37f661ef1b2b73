"""The chance to win a hand in words, and the page that tells nothing else."""

from collections.abc import Iterable

import discord

from bot import catalog
from bot.engine.speech import counted
from bot.engine.win_chance import Chances, in_percent
from bot.tables.model import Chair, Table
from bot.ui.control import control_id
from bot.ui.pages.odds_page import stamp_of
from bot.ui.panels import button, page
from bot.ui.render.move_buttons import STYLES, Item, in_rows

WORKING = "-# Working out the chances…"
OVERTAKEN = "-# These chances weren't worked out: you have asked again since."


def told(chances: Chances) -> str:
    """What a seat can expect, in short lines."""
    against = counted(chances.opponents, "opponent")
    tie = f", {in_percent(chances.tie)} to share the first place" if chances.tie.value else ""
    lines = [f"**{in_percent(chances.win)}** to win against {against}{tie}."]
    if chances.has_pot:
        lines.append(f"On average {in_percent(chances.share)} of the pot, should everybody stay to the end.")
    return "\n".join((*lines, f"-# {_how(chances)}"))


def told_with_hand(chances: Chances) -> str:
    """The same after what the seat's own hand comes to now."""
    return f"Now **{chances.now}**.\n{told(chances)}"


def _how(chances: Chances) -> str:
    if chances.is_exact:
        if chances.deals == 1:
            return "Exactly: nothing is left to chance."
        return f"Exactly: all {counted(chances.deals, 'way')} in which it may still come out were gone through."
    tries = counted(chances.deals, "random try", "random tries")
    return f"From {tries} at what isn't known yet; the ± holds 95 times in 100."


def chances_page(
    table: Table, chair: Chair, now: float, chances: str, others: Iterable[Chair] = ()
) -> discord.ui.LayoutView:
    """The chances of a chair, told, with ways to its hand, to the game's odds and to the chances of `others`. `now` is
    in seconds since the epoch.
    """
    hand = table.record.hand
    number = f"{table.hand_word} {hand.number} · " if hand is not None else ""
    ways: list[Item] = [button("Again", control_id("chances", table.id, chair.seat))]
    if table.entry.has_hands:
        ways.append(button(table.entry.game.hand_title, control_id("hand", table.id, chair.seat)))
    if catalog.odds(table.entry.game.key) is not None:
        ways.append(button("The game's odds", control_id("odds", table.id, 0, stamp_of(table.rules))))
    ways += [
        button(
            table.voice.plain_name(other.seat),
            control_id("chances", table.id, other.seat),
            STYLES["main" if other.seat in table.to_act else "plain"],
        )
        for other in others
        if other.seat != chair.seat
    ]
    head = f"-# {table.voice.name(chair.seat)}\n## The chance to win\n{chances}"
    return page(head, f"-# {number}as of <t:{int(now)}:T>", rows=in_rows(ways))
