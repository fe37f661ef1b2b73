"""Undoing: the page with both ways and their effects, the confirmation, and the reason.

Nothing makes unknown what was shown, and the page says so.
"""

from collections.abc import Iterable, Mapping

import discord

from bot.engine.words import capital, listed
from bot.errors import PlayerError, TooLate
from bot.tables.model import Table
from bot.tables.undo.apply import LONGEST_REASON, Preview, UndoDone
from bot.tables.undo.plan import UndoPlan
from bot.tables.words import name_lack
from bot.ui.client import Interaction
from bot.ui.context import click_of, edit_here, services_of, whisper
from bot.ui.forms import Blank, FormQuestion, answer_here, line
from bot.ui.handlers.answers import YES, part
from bot.ui.panels import button, control_id, page
from bot.ui.routing import WORN_OUT, control, number

ACTION, HAND = "action", "hand"
_LACKS, _TOLD = 650, 450
"""Characters for who lacks how much, and for what else comes of it, where the page has both ways."""
_MORE_ROOM = 2
"""How many times as much there is for both where it has one."""
_DANGER = discord.ButtonStyle.danger


def undo_page(preview: Preview, note: str = "") -> discord.ui.LayoutView:
    """Build the page with both ways to undo; `note` says what has just happened."""
    table = preview.table
    parts = (_describe_way(table, ACTION, preview.action), _describe_way(table, HAND, preview.hand))
    ways = [
        button(_label(table, kind, plan), control_id("undoing", table.id, kind, plan.mark))
        for kind, plan in ((ACTION, preview.action), (HAND, preview.hand))
        if isinstance(plan, UndoPlan)
    ]
    foot = "-# Nothing is deleted. The log keeps it, and everyone at the table sees that you undid it."
    return page("\n".join(filter(None, (note, f"## Undo · {table.title}"))), *parts, foot, rows=[ways] if ways else [])


def confirm_page(table: Table, kind: str, plan: UndoPlan) -> discord.ui.LayoutView:
    """Build the page that asks for agreement before a plan is carried out."""
    question = f"## Undo {plan.what}?"
    yes = button(_agreement(plan, table), control_id("undoing", table.id, kind, plan.mark, YES), _DANGER)
    no = button("Cancel", control_id("undoing", table.id, "no", plan.mark))
    does = capital(_does(table, plan))
    return page(
        question,
        "\n".join(filter(None, (does, *_list_effects(table, plan, _MORE_ROOM), _list_costs(table, plan, _MORE_ROOM)))),
        *_list_warnings(plan),
        rows=[[yes, no]],
    )


def _describe_way(table: Table, kind: str, plan: UndoPlan | PlayerError) -> str:
    """Describe one way to undo and its effect, or why it isn't possible."""
    heading = "### The last action" if kind == ACTION else f"### The last settled {table.hand_word}"
    if isinstance(plan, PlayerError):
        return f"{heading}\n{plan.told(table.money_voice.money)}"
    does = _does(table, plan)
    what = f"{capital(plan.what)}: {does}"
    return "\n".join(
        filter(None, (heading, what, *_list_effects(table, plan), _list_costs(table, plan), *_list_warnings(plan)))
    )


def _does(table: Table, plan: UndoPlan) -> str:
    word = table.hand_word
    if plan.kept_until and plan.reopens:
        return f"{word} {plan.number} goes on from before it, and its result is reversed."
    if plan.kept_until:
        return f"the {word} goes on from before it, with new dice and cards."
    return "its result is reversed, and everyone has what they had before it."


def _list_effects(table: Table, plan: UndoPlan, times: int = 1) -> Iterable[str]:
    """Describe the other consequences line by line, and how many more there are than fit."""
    effects, room = table.narrator.sentences(plan.events), _TOLD * times
    for at, told in enumerate(effects):
        room -= len(told)
        if room < 0:
            yield f"And {len(effects) - at} more like these."
            return
        yield told


def _list_costs(table: Table, plan: UndoPlan, times: int = 1) -> str:
    """List what is given up and who lacks how much; of a crowd the first, and how much the others lack together."""
    word, money = table.hand_word, table.money_voice.money
    told = [f"{word.capitalize()} {plan.voids} is in play and becomes void."] if plan.voids is not None else []
    lacks, room = list[str](), _LACKS * times
    for at, lack in enumerate(plan.lacks):
        named = f"{capital(name_lack(table.voice, lack))} lacks {money(lack.amount)}"
        room -= len(named)
        if room < 0:
            others = plan.lacks[at:]
            verb = "lacks" if len(others) == 1 else "lack"
            lacks.append(f"{len(others)} more {verb} {money(sum(other.amount for other in others))}")
            break
        lacks.append(named)
    if lacks:
        told.append(f"The money is spent already: {listed(lacks)}. The mint can cover it.")
    return "\n".join(told)


def _list_warnings(plan: UndoPlan) -> Iterable[str]:
    """List what stays known."""
    if plan.known.shown:
        yield "-# Everyone still knows what was shown."
    if plan.known.seen:
        yield "-# Players still know what they have seen."
    if plan.kept_until and plan.reopens:
        yield "-# Its open seed may be known already, so the next rolls and draws use new seeds."


def _label(table: Table, kind: str, plan: UndoPlan) -> str:
    return "Undo the last action…" if kind == ACTION else f"Undo {table.hand_word} {plan.number}…"


def _agreement(plan: UndoPlan, table: Table) -> str:
    void = f"Void {table.hand_word} {plan.voids}" if plan.voids is not None else ""
    covers = "the mint covers it" if void else "The mint covers it"
    return ", and ".join(filter(None, (void, covers if plan.lacks else "")))


@control("undo")
async def undo(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the undo page, also in the GM channel: `undo:<table>`."""
    await answer_here(interaction, undo_page(await _preview(interaction, arguments[0])))


@control("undoing", opens=True)
async def undoing(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Ask for confirmation and then the reason: `undoing:<table>:<what>:<mark>[:yes]`. The mark stands for the plan
    that was shown.
    """
    kind, agreed = part(arguments, 1), arguments[3:] == [YES]
    if kind == "no":
        await answer_here(interaction, page("Nothing was undone."))
        return
    preview = await _preview(interaction, arguments[0])
    plan = _plan_of(preview, arguments)
    if plan is None:
        await answer_here(interaction, undo_page(preview, note=str(UndoDone())))
    elif plan.asks and not agreed:
        await answer_here(interaction, confirm_page(preview.table, kind, plan))
    else:
        await _REASON.ask(interaction, *arguments)


def _plan_of(preview: Preview, arguments: list[str]) -> UndoPlan | None:
    """Return the plan that an id means; None if it isn't the one that was shown any more."""
    plan = {ACTION: preview.action, HAND: preview.hand}.get(part(arguments, 1))
    return plan if isinstance(plan, UndoPlan) and plan.mark == part(arguments, 2) else None


async def _blank(interaction: Interaction, arguments: list[str]) -> Blank:
    if _plan_of(await _preview(interaction, part(arguments, 0)), arguments) is None:
        raise UndoDone
    reason = line(
        "reason",
        "Why?",
        placeholder="mis-clicked",
        description="Optional. Everyone at the table can read it.",
        required=False,
        longest=LONGEST_REASON,
    )
    return Blank("Undo", [reason])


async def _take(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    """Undo the plan if it is still the one that was shown; otherwise show the new one:
    `undoing:<table>:<what>:<mark>[:yes]`.
    """
    kind, mark, agreed = part(arguments, 1), part(arguments, 2), arguments[3:] == [YES]
    undoing = services_of(interaction).tables.undoing
    work = {ACTION: undoing.undo_action, HAND: undoing.undo_hand}.get(kind)
    if work is None:
        raise TooLate(WORN_OUT)
    reason = typed.get("reason", "")
    try:
        table = await work(number(arguments[0]), click_of(interaction), mark, reason, confirmed=agreed)
    except UndoDone as changed:
        preview = await _preview(interaction, arguments[0])
        await answer_here(interaction, undo_page(preview, note=str(changed)))
        return
    await _report(interaction, table)


_REASON = FormQuestion("undoing", _blank, _take, "undo:{0}")


async def _report(interaction: Interaction, table: Table) -> None:
    """Report the undo in place of the page, and draw the table again."""
    undone = table.recent[-1] if table.recent else None
    said = "It is undone." if undone is None else " ".join(table.narrator.tell(undone))
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await edit_here(interaction, page(said))
    else:
        await whisper(interaction, "", page(said))
    interaction.client.renderer.want(table)


async def _preview(interaction: Interaction, table_id: str) -> Preview:
    return await services_of(interaction).tables.undoing.preview(number(table_id), click_of(interaction))
