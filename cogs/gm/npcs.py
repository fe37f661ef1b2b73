"""The commands of /npc: making and listing NPCs, their autopilot, their lines, and their seats at tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import cast, get_args

import discord
from discord import app_commands

from bot.campaigns import (
    LONGEST_AVATAR,
    LONGEST_LINES,
    TEMPLATES,
    AutopilotSettings,
    Campaign,
    Character,
    Right,
    build_autopilot,
    read_avatar,
    read_lines,
)
from bot.engine.ai.temper import Skill, Style
from bot.engine.skills import parse_sheet, show_sheet
from bot.engine.words import counted, escape
from bot.errors import NotFound, TooLate
from bot.ledger import balances
from bot.tables.hand.engine import Cause
from bot.tables.model import Table
from bot.ui.client import Interaction
from bot.ui.commands.checks import GmCog
from bot.ui.commands.transformers import MOST_CHOICES, Money, Npc
from bot.ui.context import campaign_of, click_of, person_of, services_of, whisper
from bot.ui.forms import Blank, FormQuestion, answer_here, line
from bot.ui.handlers.answers import part
from bot.ui.handlers.npcs import usual_buy_in
from bot.ui.pages.paging import describe_place, paged, small, split_pages, turn_buttons
from bot.ui.pages.sheets import EDIT, handled, sheet_page
from bot.ui.panels import MOST_CHARACTERS, Component, button, control_id, option, page, select, shorten
from bot.ui.routing import NOT_OFFERED, OPENS, WORN_OUT, control, number
from cogs.gm.recipients import table_here

OFF = "off"
_STYLES: dict[str, str] = {
    "cautious": "cautious: waits for good hands",
    "steady": "steady: plays when it is worth it",
    "reckless": "reckless: bets and bluffs a lot",
    "shark": "shark: plays to win the most",
    "drunk": "drunk: anything may happen",
    OFF: "off: you play the NPC again",
}
STYLES = [app_commands.Choice(name=told, value=style) for style, told in _STYLES.items()]
SKILLS = [app_commands.Choice(name=skill, value=skill) for skill in get_args(Skill)]


async def _set_autopilot(
    interaction: Interaction, campaign: Campaign, style: str, skill: str | None, npcs: Iterable[Character]
) -> discord.ui.LayoutView:
    """Put NPCs on autopilot in that style, or take them off."""
    lines: list[str] = []
    for one in npcs:
        manner = one.manner
        if style == OFF:
            pilot = (manner or AutopilotSettings()).evolve(is_on=False)
        else:
            pilot = build_autopilot(manner, one.template, cast("Style", style), cast("Skill | None", skill))
        changed = await services_of(interaction).characters.set_pilot(campaign, person_of(interaction), one, pilot)
        lines.append(_describe_autopilot(changed))
        lines += await apply_autopilot(interaction, campaign, changed)
    return page("\n".join(lines))


_TABLE, _USUAL = "table", "usual"
"""Words in the ids of the question: all NPCs at the table of the channel, and the skill that each one has."""


async def _ask_which(interaction: Interaction, style: str, skill: str | None, at: int = 0) -> discord.ui.LayoutView:
    """Ask which NPCs are meant, 25 of them on a page. Raises NotFound where there are none."""
    campaign = await campaign_of(interaction)
    npcs = await services_of(interaction).characters.npcs(campaign, person_of(interaction))
    if not npcs:
        raise NotFound("There are no NPCs yet. Make one with /npc new.")
    pages = [npcs[first : first + MOST_CHOICES] for first in range(0, len(npcs), MOST_CHOICES)]
    at = min(at, len(pages) - 1)
    manner = (style, skill or _USUAL)
    options = [option(shorten(one.name, 100), str(one.id), _manner_of(one)) for one in pages[at]]
    menu = select(control_id("autopilot", *manner, "npcs"), "Which NPCs?", options, at_most=len(options))
    rows: list[Sequence[Component]] = [
        [menu],
        turn_buttons(at, len(pages), lambda to: control_id("autopilot", *manner, to)),
    ]
    if await _at_the_table(interaction, campaign):
        rows.append([button("All at this table", control_id("autopilot", *manner, _TABLE))])
    head = f"Which NPCs? Autopilot {_STYLES[style]}{'' if skill is None else f' ({skill})'}."
    return page(head, small(describe_place(at, len(pages))), rows=filter(None, rows))


def _manner_of(npc: Character) -> str:
    return "yours to play" if npc.pilot is None else f"on autopilot: {npc.pilot.told()}"[:100]


@control("autopilot")
async def _pick_npcs(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """Handle `autopilot:<style>:<skill>:<npcs, table or a page>`."""
    style, named, what = (part(arguments, place) for place in range(3))
    if style not in _STYLES or named not in (_USUAL, *get_args(Skill)):
        raise TooLate(NOT_OFFERED)
    skill = None if named == _USUAL else named
    campaign, people = await campaign_of(interaction), services_of(interaction).characters
    if what == "npcs":
        npcs = [(await _npc(interaction, [chosen]))[1] for chosen in picked]
        shown = await _set_autopilot(interaction, campaign, style, skill, npcs)
    elif what == _TABLE:
        npcs = [await people.get(campaign.id, seated) for seated in await _at_the_table(interaction, campaign)]
        if not npcs:
            raise NotFound("No NPC sits at the table of this channel.")
        shown = await _set_autopilot(interaction, campaign, style, skill, npcs)
    else:
        shown = await _ask_which(interaction, style, skill, number(what))
    await answer_here(interaction, shown)


async def _at_the_table(interaction: Interaction, campaign: Campaign) -> tuple[int, ...]:
    """Return the ids of the NPCs at the table of the channel; none without a table."""
    table = await services_of(interaction).tables.in_channel(interaction.channel_id or 0)
    if table is None or table.record.campaign_id != campaign.id:
        return ()
    return tuple([chair.character_id for chair in table.record.chairs if chair.is_npc])


def _describe_autopilot(npc: Character) -> str:
    name = f"**{escape(npc.name)}**"
    return f"{name} is yours to play." if npc.pilot is None else f"{name} is on autopilot ({npc.pilot.told()})."


async def apply_autopilot(interaction: Interaction, campaign: Campaign, npc: Character) -> Iterable[str]:
    """Apply the autopilot at the tables where the NPC sits, and return notes on the exceptions.

    At a table where this GM doesn't decide for the NPC, the change waits for a GM who does.
    """
    tables, person, click = services_of(interaction).tables, person_of(interaction), click_of(interaction)
    kept: list[str] = []
    for record in await tables.of_guild(campaign.guild_id):
        if record.campaign_id != campaign.id or all(chair.character_id != npc.id for chair in record.chairs):
            continue
        cause = Cause(f"{click.key}.{record.id}.{npc.id}", click.key, "click", click.at, person.user_id)
        await tables.piloting.appoint(record.id, cause, person, npc)
        table = await tables.look(record.id)
        chair, where = table.chair_of(npc.id), f"-# In <#{record.channel_id}>"
        if chair is not None and chair.pilot != npc.pilot:
            kept.append(f"{where} nothing changes, because that table's GM plays the NPCs there.")
        elif chair is not None and chair.plays_itself and table.spec.game.dealer_plays_npcs:
            kept.append(f"{where} {_describe_joint_decisions(table)}")
    return kept


def _describe_joint_decisions(table: Table) -> str:
    """Describe an NPC's autopilot where the GM's own seat decides for all NPCs."""
    npcs = [chair for chair in table.record.chairs if chair.is_npc and not chair.is_leaving]
    yours = [table.voice.name(chair.seat) for chair in npcs if not chair.plays_itself]
    if yours:
        verb = "is" if len(yours) == 1 else "are"
        return f"NPCs decide as one side. You decide until {table.voice.list(yours)} {verb} on autopilot too."
    return "NPCs decide as one side, on autopilot now. Verdicts and spells stay yours."


_LINES, _AVATAR = "lines", "avatar"


async def _npc(interaction: Interaction, arguments: list[str]) -> tuple[Campaign, Character]:
    """Return the campaign and the NPC whose number comes first in a custom id. Only a GM gets them."""
    campaign, npc = await handled(interaction, arguments)
    if not npc.is_npc:
        raise NotFound("That is a player's character, not an NPC.")
    return campaign, npc


async def _blank(interaction: Interaction, arguments: list[str]) -> Blank:
    _, npc = await _npc(interaction, arguments)
    written = "\n".join(npc.manner.lines) if npc.manner else ""
    asked = line(
        _LINES,
        "Lines",
        default=written or None,
        placeholder="Luck is for people without cards.",
        description="One per line. The NPC says one now and then at a bet, a fold or a win, whatever it holds.",
        required=False,
        longest=LONGEST_LINES,
        long=True,
    )
    link = line(
        _AVATAR,
        "Image",
        default=npc.manner.avatar or None if npc.manner else None,
        placeholder="https://…",
        description="Link of an image for its lines. Shown where I have the permission Manage Webhooks.",
        required=False,
        longest=LONGEST_AVATAR,
    )
    return Blank(f"What {npc.name} says", [asked, link])


async def _take(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    campaign, npc = await _npc(interaction, arguments)
    lines, avatar = read_lines(typed.get(_LINES, "")), read_avatar(typed.get(_AVATAR, ""))
    await _save_lines(interaction, campaign, npc, _autopilot_of(npc).evolve(lines=lines, avatar=avatar))


LINES = FormQuestion("npc_lines", _blank, _take)


def _autopilot_of(npc: Character) -> AutopilotSettings:
    return npc.manner or AutopilotSettings(is_on=False)


async def set_speaking(interaction: Interaction, npc: Character, *, speaks: bool) -> None:
    """Let an NPC speak its lines, or be silent."""
    await _save_lines(interaction, await campaign_of(interaction), npc, _autopilot_of(npc).evolve(speaks=speaks))


async def _save_lines(interaction: Interaction, campaign: Campaign, npc: Character, pilot: AutopilotSettings) -> None:
    changed = await services_of(interaction).characters.set_pilot(campaign, person_of(interaction), npc, pilot)
    notes = await apply_autopilot(interaction, campaign, changed)
    await answer_here(interaction, lines_page(changed, *notes))


def lines_page(npc: Character, *notes: str) -> discord.ui.LayoutView:
    """Show an NPC's lines, and whether it speaks them."""
    name, pilot = f"**{escape(npc.name)}**", _autopilot_of(npc)
    if not pilot.lines:
        told = f"{name} has nothing to say."
    elif not pilot.speaks:
        told = f"{name} keeps silent."
    elif npc.pilot is None:
        told = f"{name} speaks now and then once it is on autopilot. Use /npc autopilot."
    else:
        told = f"{name} speaks now and then."
    written = _list_lines(pilot.lines, MOST_CHARACTERS - len(told) - sum(map(len, notes)) - len(notes))
    rows = [[button("Write lines…", control_id("lines", npc.id))]]
    if pilot.lines:
        label = "Keep silent" if pilot.speaks else "Speak"
        rows[0].append(button(label, control_id("speaks", npc.id, int(not pilot.speaks))))
    return page(told, written, "\n".join(notes), rows=rows)


def _list_lines(lines: Sequence[str], room: int) -> str:
    """List the lines one below the other; where there isn't room for all, with the number of the rest."""
    shown = [f"{number}. {escape(one)}" for number, one in enumerate(lines, start=1)]
    left = len(shown)
    while left and len("\n".join((*shown[:left], _count_more_lines(len(shown) - left)))) > room:
        left -= 1
    return "\n".join(filter(None, (*shown[:left], _count_more_lines(len(shown) - left))))


def _count_more_lines(count: int) -> str:
    if not count:
        return ""
    return f"-# And {count} more line{'' if count == 1 else 's'}: “Write lines…” shows them all."


@control("lines", opens=True)
async def _open_lines_form(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    await LINES.ask(interaction, *arguments)


@control("speaks")
async def _switch_speaking(interaction: Interaction, arguments: list[str], _picked: list[str]) -> None:
    """Handle `speaks:<character>:<1 to speak, 0 to be silent>`; a second click asks for the same."""
    if part(arguments, 1) not in {"0", "1"}:
        raise TooLate(WORN_OUT)
    npc = (await _npc(interaction, arguments))[1]
    await set_speaking(interaction, npc, speaks=arguments[1] == "1")


PAGE = 10
_MOST_SKILLS_SHOWN = 120


async def npc_list(interaction: Interaction, at: int) -> discord.ui.LayoutView:
    """Show page `at` of the NPCs, by name. Raises NotAllowed for anyone but a GM."""
    services, campaign = services_of(interaction), await campaign_of(interaction)
    npcs = await services.characters.npcs(campaign, person_of(interaction))
    money = {account.account: account.balance for account in await balances(services.db, campaign.id)}
    lines = [_describe_npc(campaign, npc, money.get(npc.purse, 0)) for npc in npcs]
    pages = split_pages(lines or ["There are no NPCs yet. Make one with /npc new."], most=PAGE)
    return paged((f"### {counted(len(npcs), 'NPC')}",), pages, at, lambda to: control_id("npcs", to))


def _describe_npc(campaign: Campaign, npc: Character, purse: int) -> str:
    skills = show_sheet(npc.sheet, campaign.settings.system)
    if len(skills) > _MOST_SKILLS_SHOWN:
        skills = f"{skills[: _MOST_SKILLS_SHOWN - 1]}…"
    name, money = escape(npc.name), campaign.settings.currency.show(purse)
    alone = f" · on autopilot: {npc.pilot.told()}" if npc.pilot is not None else ""
    return f"**{name}** · {npc.template} · {money}{alone}\n-# {escape(skills) or 'no skills in these dice'}"


@control("npcs")
async def _turn_page(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    await answer_here(interaction, await npc_list(interaction, number(part(arguments, 0))))


Named = app_commands.Transform[Character, Npc]
_TEMPLATES = [app_commands.Choice(name=template.title, value=template.key) for template in TEMPLATES.values()]


class Npcs(GmCog, group_name="npc", group_description="The characters that the GM plays. GM only."):
    """Everything here is the GM's, and only the GM sees it; what happens at a table everybody sees there."""

    right = Right.NPCS

    @app_commands.command(description="Create an NPC. GM only.")
    @app_commands.describe(
        template="Template with skills and money",
        name="Name. Default: one that is free.",
        skills="Skills. Default: those of the template.",
    )
    @app_commands.choices(template=_TEMPLATES)
    async def new(
        self,
        interaction: Interaction,
        template: str,
        name: str | None = None,
        skills: app_commands.Range[str, 1, 3000] | None = None,
    ) -> None:
        campaign, people = await campaign_of(interaction), services_of(interaction).characters
        sheet = parse_sheet(skills, campaign.settings.system) if skills else None
        npc = await people.create_npc(campaign, person_of(interaction), template, name, sheet)
        await whisper(interaction, "", await sheet_page(interaction, campaign, npc))

    @app_commands.command(description="Change an NPC's name and skills. GM only.", extras={OPENS: True})
    @app_commands.describe(npc="NPC")
    async def edit(self, interaction: Interaction, npc: Named) -> None:
        await EDIT.ask(interaction, npc.id)

    @app_commands.command(name="list", description="List all NPCs with skills and wallets. GM only.")
    async def all_of_them(self, interaction: Interaction) -> None:
        await whisper(interaction, "", await npc_list(interaction, 0))

    @app_commands.command(description="Put NPCs on autopilot, or take them off. GM only.")
    @app_commands.describe(
        style="Playing style, or off",
        skill="Skill at the game. Default: that of the template.",
        npc="NPC. Default: you choose from a list.",
    )
    @app_commands.choices(style=STYLES, skill=SKILLS)
    async def autopilot(
        self, interaction: Interaction, style: str, skill: str | None = None, npc: Named | None = None
    ) -> None:
        if npc is None:
            shown = await _ask_which(interaction, style, skill)
        else:
            shown = await _set_autopilot(interaction, await campaign_of(interaction), style, skill, [npc])
        await whisper(interaction, "", shown)

    @app_commands.command(description="Write what an NPC says on autopilot. GM only.", extras={OPENS: "speak"})
    @app_commands.describe(npc="NPC", speak="Let the NPC speak or not. Default: a form for the lines opens.")
    async def lines(self, interaction: Interaction, npc: Named, speak: bool | None = None) -> None:
        if speak is None:
            await LINES.ask(interaction, npc.id)
        else:
            await set_speaking(interaction, npc, speaks=speak)

    @app_commands.command(description="Retire an NPC for good. GM only.")
    @app_commands.describe(npc="NPC")
    async def retire(self, interaction: Interaction, npc: Named) -> None:
        await services_of(interaction).characters.retire(await campaign_of(interaction), person_of(interaction), npc)
        await whisper(interaction, f"**{escape(npc.name)}** has retired.")

    @app_commands.command(description="Seat an NPC at this channel's table. GM only.")
    @app_commands.describe(npc="NPC", amount="Buy-in. Default: the usual one.")
    async def seat(
        self,
        interaction: Interaction,
        npc: Named,
        amount: app_commands.Transform[int, Money] | None = None,
    ) -> None:
        services, campaign = services_of(interaction), await campaign_of(interaction)
        table = await table_here(interaction, campaign)
        if amount is None:
            amount = await usual_buy_in(interaction, table, npc)
        after = await services.tables.seating.sit(table.id, click_of(interaction), npc, amount)
        interaction.client.renderer.want(after)
        money = campaign.settings.currency.show(amount)
        await whisper(interaction, f"**{escape(npc.name)}** sits down with {money}.")

    @app_commands.command(description="Have an NPC leave this channel's table. GM only.")
    @app_commands.describe(npc="NPC")
    async def unseat(self, interaction: Interaction, npc: Named) -> None:
        services, campaign = services_of(interaction), await campaign_of(interaction)
        table = await table_here(interaction, campaign)
        chair = table.chair_of(npc.id)
        if chair is None:
            raise NotFound(f"{escape(npc.name)} doesn't sit at this table.")
        after, left = await services.tables.seating.stand_up(table.id, click_of(interaction), chair.seat)
        interaction.client.renderer.want(after)
        name = f"**{escape(npc.name)}**"
        told = f"{name} leaves when this hand is over." if left.is_leaving else f"{name} leaves the table."
        await whisper(interaction, told)
