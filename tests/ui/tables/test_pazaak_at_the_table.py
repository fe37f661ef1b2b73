"""A match of Pazaak against an NPC, with side cards on the table: what leaving, giving up and voiding it come to."""

import pytest

from bot.tables.model import Chair
from playground.people import Player, Seen
from tests.ui.tables.evening import Evening, Seated, names_at, seated_at, told

CARD_BY_CARD = (10, 5, 10, 4, 10, 5)
"""Whoever begins stands on 20, and the other draws on and goes over."""


async def owns(evening: Evening, chair: Chair | Seated, *kinds: str) -> None:
    campaign = await evening.cast.campaign()
    grant = evening.services.goods.grant
    await grant(campaign.id, chair.character_id, "pazaak", kinds, actor=evening.gm.id, key=f"to {chair.seat}")


async def held(evening: Evening, chair: Chair | Seated) -> list[str]:
    campaign = await evening.cast.campaign()
    goods = await evening.services.goods.held(campaign.id, chair.character_id, "pazaak")
    return [good.kind for good in goods]


async def wagers(evening: Evening, who: Player, card: str, *way: str) -> None:
    answer = await evening.privately(who, "My seat", *way, "Wager a card…")
    await who.select(answer.shown, "Wager a card…", card)
    await evening.drawn()


@pytest.fixture
async def match(evening: Evening, han: Player) -> Evening:
    """Begin a match as Han against an NPC, for 50 cr, a double of his and a tiebreaker of the NPC's; no side cards are
    played.
    """
    await evening.open(command="pazaak open", clock="off", stake="50")
    await evening.changes_rules(hand_size=0, main_deck="endless", first="host")
    await owns(evening, await evening.sits(han, "Han"), "double")
    npc = await evening.adds_npc()
    await owns(evening, npc, "tiebreaker")
    await wagers(evening, han, "Double")
    await wagers(evening, evening.gm, "Tiebreaker", npc.name)
    evening.roll(*CARD_BY_CARD * 3)
    await han.click(evening.message, "Deal")
    await evening.drawn()
    return evening


def lines(shown: Seen) -> str:
    return "\n".join(shown.lines)


async def test_leaving_asks_first_and_gives_the_match_up(match: Evening, han: Player):
    asked = await match.privately(han, "My seat", "Leave")
    han_solo, npc = seated_at(await match.table())
    gives_up = "Leaving gives up the match. The other player takes all stakes and wagered cards."
    stake = f"Pot **100 cr** · first to 3 sets · **Han** wagers Double · **{npc.name}** wagers Tiebreaker"
    assert told(asked) == f"Leave in mid-match? {gives_up}\n-# {stake}"
    assert told(await han.click(asked.shown, "Leave")) == "You leave with 450 cr."
    assert "**Han** gives up the match" in lines(await match.drawn())
    assert names_at(await match.table())[0] == npc.name
    assert await held(match, npc) == ["double", "tiebreaker"]
    assert await held(match, han_solo) == []


async def test_leaving_asks_first_when_the_rules_play_the_seat_on(evening: Evening, han: Player, lando: Player):
    await evening.open(command="pazaak open", clock="off")
    await evening.changes_rules(hand_size=0, leaving="plays_on")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await han.click(evening.message, "Deal")
    await evening.drawn()
    asked = await evening.privately(han, "My seat", "Leave")
    goes_on = "The match then goes on without you: the bot plays the seat, without side cards."
    assert told(asked) == f"Leave in mid-match? {goes_on}\n-# Pot **20 cr** · first to 3 sets"


async def test_pazaak_calls_a_settled_hand_a_match_everywhere(match: Evening, han: Player):
    table = await match.table()
    for verb, saying in (
        (f"verify:{table.id}:1", "Match 1 is still in play. You can verify it when it is over."),
        (f"verify:{table.id}:2", "There was no match 2 at this table."),
        (f"unwager:{table.id}:{table.record.chairs[0].seat}", "Make and withdraw wagers between matches."),
    ):
        assert told(await han.click(match.message, verb, unchecked=True)) == saying
    asked = await match.privately(match.gm, "More…", "Void the match")
    assert told(asked) == "Void the match? Everyone gets back the chips they had before it."
    await match.gm.click(asked.shown, "Void the match")
    assert "The match is void." in (await match.drawn()).lines
    proof = (await match.privately(han, "More…", "Verify")).shown
    assert proof.lines[0] == "## Match 1"
    assert "hand" not in proof.text


async def test_the_menu_lists_side_cards_in_the_order_of_the_hand(evening: Evening, han: Player, lando: Player):
    await evening.open(command="pazaak open", clock="off", decks="The standard deck")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await han.click(evening.message, "Deal")
    await evening.drawn()
    (seat,) = (await evening.table()).to_act
    page = (await evening.privately((han, lando)[seat - 1], "My hand")).shown
    (menu,) = page.selects
    assert len(menu.options) == 4
    assert "  ".join(f"**{label}**" for label, _ in menu.options) in page.lines


async def test_my_hand_is_the_next_click_over_20_while_a_side_card_may_help(
    evening: Evening, han: Player, lando: Player
):
    await evening.open(command="pazaak open", clock="off", decks="The standard deck")
    await evening.changes_rules(main_deck="endless")
    players = (han, lando)
    for player, name in zip(players, ("Han", "Lando"), strict=True):
        await evening.sits(player, name)
    await han.click(evening.message, "Deal")
    await evening.drawn()
    while not (await evening.drawn()).lines[0].endswith("is over 20"):
        (seat,) = (await evening.table()).to_act
        await evening.does(players[seat - 1], "End turn")
    assert [button.label for button in evening.message.buttons if button.style == 1] == ["My hand"]


async def test_private_page_says_once_how_the_match_ended(match: Evening, han: Player):
    page = (await match.privately(han, "My hand")).shown
    for message in (match.message, page):
        await han.click(message, "Give up")
    await match.drawn()
    assert lines(page).count("**Han** gives up the match") == 1
