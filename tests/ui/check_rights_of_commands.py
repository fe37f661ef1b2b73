"""Commands for GMs and managers: Discord hides those of managers, and a player reads the refusal of the row."""

from typing import Any

import pytest

from bot.campaigns import Fact, Right
from playground.discord.world import Channel
from playground.people import Player
from tests.ui.conftest import Cast

pytestmark = pytest.mark.usefixtures("bot")
GATES = {((Fact.GM,),), ((Fact.MANAGER,),)}
TRIED_ELSEWHERE = ("/…", "/table", "/campaigns-import", "/campaigns-restore", "/character-hand")
"""Commands of games and tables, and those that need a file, an archived campaign or an unclaimed character."""
RIGHTS = {
    control.removeprefix("/").replace("-", " "): right
    for right in Right
    for control in sorted(right.controls)
    if control.startswith("/") and not control.startswith(TRIED_ELSEWHERE) and not control.endswith(":")
    if right.conditions and right.conditions[0].ways in GATES
}
NPC, CAMPAIGN, AMOUNT = {"npc": "Roark"}, {"campaign": "the campaign"}, {"amount": "5"}
OPTIONS: dict[str, dict[str, Any]] = {
    "campaigns create": {"name": "Mine"},
    "campaign rename": {"name": "Mine"},
    "bank grant": AMOUNT | {"to": "Han", "reason": "me"},
    "bank take": AMOUNT | {"from": "Han", "reason": "me"},
    "bank share": AMOUNT | {"to": "Han"},
    "npc new": {"template": "shark"},
    "npc autopilot": {"style": "drunk"},
    **dict.fromkeys(("campaigns archive", "campaigns bind", "campaigns delete"), CAMPAIGN),
    **dict.fromkeys(("bank fill", "bank drain"), AMOUNT),
    **dict.fromkeys(("npc edit", "npc retire", "npc seat", "npc unseat"), NPC),
    "npc lines": NPC | {"speak": True},
}


@pytest.mark.parametrize("command", sorted(RIGHTS))
async def test_player_reads_the_refusal_of_the_row_and_nothing_changes(
    cast: Cast, han: Player, channel: Channel, command: str
):
    await cast.pc(han, "Han")
    await cast.npc("Roark")
    before = await cast.campaign()
    # All commands of the group are checked as one.
    right = Right.NPCS if command.startswith("npc") else RIGHTS[command]
    # Discord hides a manager's commands from others. A GM may have a role alone, so theirs stay visible.
    assert (command.split(maxsplit=1)[0] in han.commands(channel)) is (right is not Right.MANAGE)
    answer = await (await han.slash(channel, command, options=OPTIONS.get(command, {}), unchecked=True)).done()
    assert answer.text == right.conditions[0].refusal
    assert answer.shown.ephemeral
    assert await cast.campaign() == before
