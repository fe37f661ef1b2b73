"""A page that follows the game shows in every moment just what a fresh one would, and nothing that is hidden."""

import random

import pytest

from bot import games
from bot.ui.pages.private_pages import FURTHER_DOWN
from playground.people import Player, Seen
from tests.leaks.gamblers import Gamblers
from tests.leaks.network_fixtures import NetworkRecorder
from tests.leaks.seats import HIDING, draws_from, seated
from tests.scale import on_the_wire
from tests.ui.tables.evening import Evening


def current(evening: Evening, who: Player) -> Seen:
    """Return the person's page, as it has followed until now."""
    mine = (seen for seen in who.sees(evening.channel) if seen.ephemeral and seen.text != FURTHER_DOWN)
    return max(mine, key=lambda seen: seen.id)


async def fresh(evening: Evening, who: Player) -> Seen:
    """Return the page that the person gets now."""
    table = await evening.table()
    await evening.clock.advance(10)
    own = next((chair.seat for chair in table.record.chairs if chair.user_id == who.id), None)
    npc = next((chair.seat for chair in table.record.chairs if chair.is_npc), None)
    return (await who.click(evening.message, f"hand:{table.id}:{own or npc}", unchecked=True)).shown


def shown(seen: Seen) -> tuple[list[str], list[str], list[object]]:
    """Return the texts, buttons and menus of a page."""
    texts = [part["content"] for part in seen.components if "content" in part]
    menus: list[object] = [(menu.custom_id, menu.options, menu.chosen) for menu in seen.selects]
    return texts, [f"{button.label} {button.custom_id} {button.style}" for button in seen.buttons], menus


@pytest.mark.parametrize("game", on_the_wire(HIDING, "golem"))
async def test_followed_page_is_the_same_as_a_fresh_one_after_every_move(
    game: str, evening: Evening, network_recorder: NetworkRecorder, han: Player, lando: Player
):
    draws_from(evening, bytes([3] * 32))
    for_two = games.spec_of(game).game.seats[-1] == 2
    people = [han] if for_two else [han, lando]
    await seated(evening, game, *people, npc=True)
    gamblers = Gamblers(evening, people, random.Random(3))
    await gamblers.begin()
    watchers = [*people, evening.gm]
    for who in watchers:
        await fresh(evening, who)
    compared = 0
    while True:
        for who in watchers:
            followed = current(evening, who)
            before = shown(followed)
            texts, buttons, menus = shown(await fresh(evening, who))
            # above the page there may stand what the last click on it has done
            assert (before[0][-len(texts) :], before[1:]) == (texts, (buttons, menus))
            await evening.quiet()
            assert followed.text == FURTHER_DOWN
            compared += 1
        table = await evening.table()
        if not table.in_hand:
            break
        await gamblers.moves(table, min(table.to_act))
        await evening.drawn()
        await evening.quiet()
    assert compared > 3 * len(watchers)
    assert network_recorder.leaks == []
