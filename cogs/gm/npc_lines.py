"""The GM's own lines for an NPC that plays by itself: written in a form, spoken only where the GM has it speak."""

from collections.abc import Mapping, Sequence

import discord

from bot.campaigns import LONGEST_LINES, Campaign, Character, Pilot, read_lines
from bot.engine.speech import escape
from bot.errors import NotFound, TooLate
from bot.ui.context import campaign_of, house_of, person_of
from bot.ui.control import WORN_OUT, control, control_id
from bot.ui.forms import line
from bot.ui.handlers.answers import part
from bot.ui.pages.sheets import handled
from bot.ui.panels import MOST_CHARACTERS, button, page
from bot.ui.retrying import Blank, Question, answer_here
from cogs.gm.npc_pilots import appointed

_LINES = "lines"


async def _npc(interaction: discord.Interaction, arguments: list[str]) -> tuple[Campaign, Character]:
    """The NPC whose number comes first in an id, for a GM."""
    campaign, npc = await handled(interaction, arguments)
    if not npc.is_npc:
        raise NotFound("That is a player's character, not an NPC.")
    return campaign, npc


async def _blank(interaction: discord.Interaction, arguments: list[str]) -> Blank:
    _, npc = await _npc(interaction, arguments)
    written = "\n".join(npc.manner.lines) if npc.manner else ""
    asked = line(
        _LINES,
        "Lines",
        default=written or None,
        placeholder="Luck is for people without cards.",
        description="One to a line. Said now and then beside a bet, a fold or a win, never what is held.",
        required=False,
        longest=LONGEST_LINES,
        long=True,
    )
    return Blank(f"What {npc.name} says", [asked])


async def _take(interaction: discord.Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    campaign, npc = await _npc(interaction, arguments)
    lines = read_lines(typed.get(_LINES, ""))
    await _changed(interaction, campaign, npc, _manner(npc).evolve(lines=lines))


LINES = Question("npc_lines", _blank, _take)


def _manner(npc: Character) -> Pilot:
    return npc.manner or Pilot(is_on=False)


async def have_speak(interaction: discord.Interaction, npc: Character, *, speaks: bool) -> None:
    """Let an NPC speak its lines, or be silent."""
    await _changed(interaction, await campaign_of(interaction), npc, _manner(npc).evolve(speaks=speaks))


async def _changed(interaction: discord.Interaction, campaign: Campaign, npc: Character, pilot: Pilot) -> None:
    changed = await house_of(interaction).characters.set_pilot(campaign, person_of(interaction), npc, pilot)
    notes = await appointed(interaction, campaign, changed)
    await answer_here(interaction, lines_page(changed, *notes))


def lines_page(npc: Character, *notes: str) -> discord.ui.LayoutView:
    """What an NPC has to say, and whether it does."""
    name, pilot = f"**{escape(npc.name)}**", _manner(npc)
    if not pilot.lines:
        told = f"{name} has nothing to say."
    elif not pilot.speaks:
        told = f"{name} keeps silent."
    elif npc.pilot is None:
        told = f"{name} speaks now and then, once it plays alone: /npc autopilot."
    else:
        told = f"{name} speaks now and then."
    written = _listed(pilot.lines, MOST_CHARACTERS - len(told) - sum(map(len, notes)) - len(notes))
    rows = [[button("Write lines…", control_id("lines", npc.id))]]
    if pilot.lines:
        label = "Keep silent" if pilot.speaks else "Speak"
        rows[0].append(button(label, control_id("speaks", npc.id, int(not pilot.speaks))))
    return page(told, written, "\n".join(notes), rows=rows)


def _listed(lines: Sequence[str], room: int) -> str:
    """The lines one below the other; where there is no room for all, how many more there are."""
    shown = [f"{number}. {escape(one)}" for number, one in enumerate(lines, start=1)]
    left = len(shown)
    while left and len("\n".join((*shown[:left], _further(len(shown) - left)))) > room:
        left -= 1
    return "\n".join(filter(None, (*shown[:left], _further(len(shown) - left))))


def _further(count: int) -> str:
    if not count:
        return ""
    return f"-# And {count} more line{'' if count == 1 else 's'}: “Write lines…” shows them all."


@control("lines", opens=True)
async def _write_clicked(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    await LINES.ask(interaction, *arguments)


@control("speaks")
async def _speaks_clicked(interaction: discord.Interaction, arguments: list[str], _picked: list[str]) -> None:
    """`speaks:<character>:<1 to speak, 0 to be silent>`: a second click wishes for the same."""
    if part(arguments, 1) not in {"0", "1"}:
        raise TooLate(WORN_OUT)
    npc = (await _npc(interaction, arguments))[1]
    await have_speak(interaction, npc, speaks=arguments[1] == "1")
