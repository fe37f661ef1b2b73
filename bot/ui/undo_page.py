"""The page on which a GM sees what could be taken back, what that would do, and what it wouldn't: nothing makes unknown
what was shown.
"""

from collections.abc import Iterable

import discord

from bot.engine.speech import listed
from bot.errors import PlayerError
from bot.tables.model import Table
from bot.tables.undoing import Preview
from bot.tables.undoing_plan import Plan
from bot.ui.control import control_id
from bot.ui.panels import button, page

ACTION, HAND = "action", "hand"
_MOST_LACKS = 25
"""Who lacks something, by name; more than sit anywhere."""


def undo_page(preview: Preview, note: str = "") -> discord.ui.LayoutView:
    """Both ways to undo; `note` says what has just happened."""
    table = preview.table
    parts = (_way(table, ACTION, preview.action), _way(table, HAND, preview.hand))
    ways = [
        button(_label(table, kind, plan), control_id("undoing", table.id, kind, plan.mark))
        for kind, plan in ((ACTION, preview.action), (HAND, preview.hand))
        if isinstance(plan, Plan)
    ]
    foot = "-# Nothing is deleted: it stands in the log, and everybody at the table reads that it was taken back."
    return page("\n".join(filter(None, (note, f"## Undo · {table.title}"))), *parts, foot, rows=[ways] if ways else [])


def confirm_page(table: Table, kind: str, plan: Plan) -> discord.ui.LayoutView:
    """What has to be agreed to before a plan is carried out."""
    question = f"## Take back {plan.what}?"
    yes = button(_agreement(plan, table), control_id("undoing", table.id, kind, plan.mark, "yes"), _DANGER)
    no = button("Cancel", control_id("undoing", table.id, "no", plan.mark))
    return page(question, _costs(table, plan), *_warned(plan), rows=[[yes, no]])


_DANGER = discord.ButtonStyle.danger


def _way(table: Table, kind: str, plan: Plan | PlayerError) -> str:
    """One way to undo, and what it does; or why it isn't to be had."""
    heading = "### The last action" if kind == ACTION else f"### The last {table.hand_word} that was settled"
    if isinstance(plan, PlayerError):
        return f"{heading}\n{plan.told(table.money_voice.money)}"
    does = _does(table, plan)
    return "\n".join(
        filter(None, (heading, f"{plan.what[:1].upper()}{plan.what[1:]}: {does}", _costs(table, plan), *_warned(plan)))
    )


def _does(table: Table, plan: Plan) -> str:
    word = table.hand_word
    if plan.kept_until and plan.reopens:
        return f"{word} {plan.number} is in play again, from before it, and its result is reversed."
    if plan.kept_until:
        return f"the {word} goes on from before it, with new dice and cards."
    return "its result is reversed, and everybody has what they had before it."


def _costs(table: Table, plan: Plan) -> str:
    """What is given up for it, and who lacks how much."""
    word, money = table.hand_word, table.money_voice.money
    told = [f"{word.capitalize()} {plan.voids} is in play: it is void then."] if plan.voids is not None else []
    lacks = [f"{lack.who} lacks {money(lack.amount)}" for lack in plan.lacks]
    if len(lacks) > _MOST_LACKS:
        lacks = [*lacks[:_MOST_LACKS], f"{len(lacks) - _MOST_LACKS} more lack something"]
    if lacks:
        told.append(f"The money is spent: {listed(lacks)}. The mint can cover it.")
    return "\n".join(told)


def _warned(plan: Plan) -> Iterable[str]:
    """What stays known."""
    if plan.known.shown:
        yield "-# Cards that were shown stay known."
    if plan.known.seen:
        yield "-# What somebody has seen for themselves stays known to them."
    if plan.kept_until and plan.reopens:
        yield "-# Its open seed may be known already: what is rolled or drawn from here on has new ones."


def _label(table: Table, kind: str, plan: Plan) -> str:
    return "Take back the last action…" if kind == ACTION else f"Take back {table.hand_word} {plan.number}…"


def _agreement(plan: Plan, table: Table) -> str:
    void = f"Void {table.hand_word} {plan.voids}" if plan.voids is not None else ""
    covers = "the mint covers it" if void else "The mint covers it"
    return ", and ".join(filter(None, (void, covers if plan.lacks else "")))
