"""Private pages show each person the controls whose row gives them the right, and no others."""

from collections.abc import Callable, Mapping

import pytest
from discord import Permissions

from bot.campaigns import Pace, Person, Right
from bot.tables.rights import may, right_to_decide, right_to_play
from bot.tables.table_store import Click
from playground.people import Player
from tests.tables.blind_draw import ENTRY, BlindRules
from tests.ui.tables.blind_evening import FROM_THE_TOP
from tests.ui.tables.evening import Evening

HOUR = Pace.of("seconds", 3600)
BETWEEN = {"rules", "here", "verify", "up", "undo", "keeper", "house", "pause", "close"}
IN_HAND = {"rules", "here", "verify", "time", "absent", "up", "undo", "keeper", "pause", "void", "close"}
"""The verbs of More… that somebody sees between hands, and in a hand with a clock."""
Cast = Mapping[str, tuple[Player, Person]]


@pytest.fixture
async def cast(evening: Evening, han: Player, lando: Player, monkeypatch: pytest.MonkeyPatch) -> Cast:
    """Seat Han, an NPC of the host and a GM at a table of Blind Draw that Lando has opened, with one hand behind it."""
    monkeypatch.setattr("bot.games.games", lambda: {ENTRY.game.key: ENTRY})
    gms = evening.local.world.add_role(evening.guild, "Crime lord")
    managers = evening.local.world.add_role(evening.guild, "Manager", permissions=Permissions(manage_guild=True).value)
    await evening.settles(gm_role_id=gms.id)
    dryden, leia = evening.guest("Dryden", roles=[gms]), evening.guest("Leia", roles=[gms])
    enfys, greedo = evening.guest("Enfys", roles=[managers]), evening.guest("Greedo")
    people = {
        "host": (evening.gm, evening.boss),
        "seated": (han, Person(han.id)),
        "opener": (lando, Person(lando.id)),
        "other GM": (dryden, Person(dryden.id, frozenset({gms.id}))),
        "GM who plays": (leia, Person(leia.id, frozenset({gms.id}))),
        "manager": (enfys, Person(enfys.id, manage_guild=True)),
        "player": (greedo, Person(greedo.id)),
    }
    campaign, places = await evening.cast.campaign(), (evening.channel.id,)
    click = Click(people["opener"][1], evening.guild.id, evening.channel.id, "opens", evening.clock.now())
    opening = evening.services.tables.opening
    table = await opening.open(campaign, click, ENTRY.game.key, BlindRules(cards=1), places=places, pace=HOUR)
    evening.client.renderer.want(table)
    await evening.drawn()
    evening.roll(*FROM_THE_TOP)
    await evening.sits(han, "Han")
    await evening.sits(leia, "Leia")
    await evening.adds_npc()
    await deals(evening, han)
    for who, seat in ((han, 1), (leia, 2), (evening.gm, 3)):
        await send(evening, who, f"act:{table.id}:{(await evening.table()).record.turn}:{seat}:show")
    await evening.drawn()
    assert not (await evening.table()).in_hand
    return people


async def deals(evening: Evening, who: Player) -> None:
    await send(evening, who, f"deal:{(await evening.table()).id}:{(await evening.table()).record.turn}")
    await evening.drawn()


async def send(evening: Evening, who: Player, custom_id: str) -> frozenset[str]:
    """Click a control that is on no message, and return the ids of those in the answer."""
    await evening.clock.advance(3)
    shown = (await (await who.click(evening.message, custom_id, unchecked=True)).done()).message
    return frozenset(button.custom_id for button in shown.buttons) if shown is not None else frozenset()


@pytest.mark.parametrize("in_hand", [False, True])
async def test_more_shows_the_controls_that_a_row_allows(evening: Evening, cast: Cast, in_hand: bool):
    if in_hand:
        await deals(evening, cast["seated"][0])
    table = await evening.table()
    shown = {
        role: {custom_id.partition(":")[0] for custom_id in await send(evening, who, f"more:{table.id}")}
        for role, (who, _) in cast.items()
    }
    verbs = IN_HAND if in_hand else BETWEEN
    for role, (_, person) in cast.items():
        rights = [right for right in Right if may(right, person, table)]
        offered = shown[role] - {"hand", "seat"}
        assert offered == {verb for verb in verbs if any(verb in right.controls for right in rights)}, role


@pytest.mark.parametrize("verb, right_to", [("seat", right_to_decide), ("hand", right_to_play)])
async def test_pages_of_seats_open_for_those_whom_the_row_allows(
    evening: Evening, cast: Cast, verb: str, right_to: Callable[..., Right]
):
    await deals(evening, cast["seated"][0])
    table = await evening.table()
    own = {"seat": "leave", "hand": "own"}[verb]
    for role, (who, person) in cast.items():
        for chair in table.record.chairs:
            shown = await send(evening, who, f"{verb}:{table.id}:{chair.seat}")
            is_open = any(one.startswith(f"{own}:{table.id}:") for one in shown)
            assert is_open == may(right_to(chair), person, table, chair), (role, chair.seat)


@pytest.mark.parametrize("role", ["seated", "player", "opener"])
async def test_page_of_the_gm_opens_for_no_player(evening: Evening, cast: Cast, role: str):
    table = await evening.table()
    assert await send(evening, cast[role][0], f"gmtable:{table.id}") == frozenset()


async def test_page_of_the_gm_shows_each_gm_what_more_shows(evening: Evening, cast: Cast):
    await deals(evening, cast["seated"][0])
    table = await evening.table()
    for role in ("host", "other GM", "GM who plays", "manager"):
        who, _ = cast[role]
        more, of_gm = [await send(evening, who, f"{verb}:{table.id}") for verb in ("more", "gmtable")]
        assert more - of_gm - {f"hand:{table.id}"} == {f"rules:{table.id}:0", f"here:{table.id}"}, role
