"""The side cards that a character owns: the GM gives and takes them, and whoever plays the character looks at them."""

import pytest

from bot.services import Services
from cogs.pazaak.cards import KINDS
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.discord.world.application import Emoji
from playground.people import Answer, Player
from tests.ui.conftest import Cast
from tests.ui.pazaak.conftest import Kit

pytestmark = pytest.mark.usefixtures("bot")


async def held(services: Services, cast: Cast, name: str = "Han") -> list[str]:
    """Return the kinds that the character owns, in the order of the kinds."""
    campaign = await cast.campaign()
    rows = await services.db.fetch("SELECT id FROM characters WHERE campaign_id = ? AND name = ?", campaign.id, name)
    return [good.kind for good in await services.goods.held(campaign.id, rows[0]["id"], "pazaak")]


def with_pictures(local: LocalDiscord, services: Services) -> None:
    """Pretend that all pictures of side cards have been uploaded."""
    for card in KINDS.values():
        emoji = Emoji(local.world.ids.next(), f"{card.picture}_0123", b"", "image/png")
        local.world.emojis[emoji.id] = emoji
    services.images.learn(
        {one.name.removesuffix("_0123"): f"<:{one.name}:{one.id}>" for one in local.world.emojis.values()}
    )


async def grant(gm: Player, channel: Channel, cards: str, character: str = "Han", **more: str) -> Answer:
    options = {"character": character, "cards": cards} | more
    return await gm.slash(channel, "pazaak cards grant", options=options)


async def take(gm: Player, channel: Channel, cards: str, character: str = "Han", **more: str) -> Answer:
    options = {"character": character, "cards": cards} | more
    return await gm.slash(channel, "pazaak cards take", options=options)


async def test_cards_are_given_before_everybody(
    kit: Kit, services: Services, cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    answer = await grant(gm, channel, "+3x2, tiebreaker", reason="won from the Champ")
    assert answer.text == "The GM gives **Han** the side cards 2 × **+3** and **Tiebreaker**: won from the Champ."
    assert answer.message in lando.sees(channel)
    assert answer.shown.pings == []
    assert await held(services, cast) == ["plus_3", "plus_3", "tiebreaker"]
    assert (await grant(gm, channel, "D")).text == "The GM gives **Han** the side card **Double**."


async def test_cards_are_taken_all_or_none(kit: Kit, services: Services, cast: Cast, gm: Player, channel: Channel):
    await grant(gm, channel, "+3x2, T")
    assert (await take(gm, channel, "T, +3 x3")).text == "Han has +3 only 2 times."
    assert (await take(gm, channel, "D, T")).text == "Han has no Double."
    assert len(await held(services, cast)) == 3
    answer = await take(gm, channel, "T, +3", reason="a debt")
    assert answer.text == "The GM takes the side cards **+3** and **Tiebreaker** from **Han**: a debt."
    assert await held(services, cast) == ["plus_3"]


async def test_a_collection_is_shown_to_whoever_plays_it_and_to_the_gm(
    kit: Kit, cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    await cast.pc(lando, "Lando")
    empty = await han.slash(channel, "pazaak cards show")
    assert empty.text.splitlines() == [
        "### Side cards",
        "-# **Han** owns 0 cards",
        "The GM gives side cards. Most tables let everyone play a deck of any cards, owned or not.",
    ]
    await grant(gm, channel, "+3x2, -1, ±6, 1or2, 2&4, D, Tx3")
    for who, options in ((han, {}), (gm, {"character": "Han"})):
        answer = await who.slash(channel, "pazaak cards show", options=options)
        assert answer.shown.ephemeral
        assert answer.text.splitlines() == [
            "### Side cards",
            "-# **Han** owns 10 cards",
            "Plus: 2 × +3",
            "Minus: −1",
            "Plus/minus: ±6, ±1/2",
            "Special: 2&4, Double, 3 × Tiebreaker",
        ]
    assert (await lando.slash(channel, "pazaak cards show", character="Han")).text == "Han isn't yours to play."


async def test_five_hundred_cards_fit(
    kit: Kit, services: Services, local: LocalDiscord, gm: Player, han: Player, channel: Channel
):
    for _ in range(5):
        await grant(gm, channel, "".join(f"{card.name} x4, " for card in KINDS.values()) + "T x8")
    with_pictures(local, services)
    answer = await han.slash(channel, "pazaak cards show")
    assert "-# **Han** owns 500 cards" in answer.text
    assert answer.text.count("<:pazaak_") == len(KINDS)


@pytest.mark.parametrize(
    "cards, told",
    [
        ("+3 x101", "Name 1 to 100 cards in all. After x, write 1 or more."),
        ("+3 x60, -3 x41", "Name 1 to 100 cards in all. After x, write 1 or more."),
        ("joker", "I can't read “joker” as a side card."),
        ("-9", "There is no -9: Minus cards go from 1 to 6."),
        ("+1 " * 400, "That's too long: a line of cards has at most 1000 characters."),
    ],
)
async def test_grant_and_take_refuse_unreadable_or_too_many_cards(
    kit: Kit, services: Services, cast: Cast, gm: Player, channel: Channel, cards: str, told: str
):
    for answer in (await grant(gm, channel, cards), await take(gm, channel, cards)):
        assert answer.text.startswith(told)
    assert await held(services, cast) == []


async def test_only_the_gm_gives_and_takes_and_the_retired_get_nothing(
    kit: Kit, services: Services, cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    retired = await cast.pc(lando, "Lando")
    await services.characters.retire(await cast.campaign(), cast.person(lando), retired)
    assert (await grant(gm, channel, "T", character="Lando")).text == "There is nobody called Lando here."
    for command in (grant, take):
        answer = await command(han, channel, "T")
        assert answer.shown.ephemeral
        assert answer.text == "Only the GM can do that."
        assert (await command(gm, channel, "T", character="Greedo")).text == "There is nobody called Greedo here."
    assert await held(services, cast) == []


async def test_cards_of_unknown_npcs_are_shown_to_the_gm_only(
    kit: Kit, services: Services, cast: Cast, gm: Player, han: Player, channel: Channel
):
    await cast.npc("Roark")
    answer = await grant(gm, channel, "T", character="Roark")
    assert answer.text == "The GM gives **Roark** the side card **Tiebreaker**."
    assert han.sees(channel) == []
    assert await held(services, cast, "Roark") == ["tiebreaker"]


async def test_the_last_card_of_a_line_is_completed(kit: Kit, gm: Player, channel: Channel):
    async def offered(typed: str) -> list[str]:
        return [name for name, _ in await gm.autocomplete(channel, "pazaak cards grant", "cards", typed)]

    assert await offered("") == [card.name for card in KINDS.values()]
    assert await offered("-") == ["−1", "−2", "−3", "−4", "−5", "−6"]
    assert await offered("+3x2, tie") == ["+3x2, Tiebreaker"]
    assert await offered("D flip") == ["D 2&4", "D 3&6"]
    assert await offered("joker") == []
    assert await offered("+1 " * 40) == []


async def test_a_deck_says_which_of_its_cards_are_not_owned(kit: Kit, gm: Player, han: Player, channel: Channel):
    deck = {"name": "Lucky", "cards": "+1 x8, Tx2"}
    page = await han.slash(channel, "pazaak deck new", options=deck)
    assert (
        "-# **Han** owns no side cards yet. That matters only where side decks come from your own cards." in page.text
    )
    await grant(gm, channel, "+1 x8, T")
    page = await han.slash(channel, "pazaak deck show", name="Lucky")
    assert "-# Not owned by **Han**: Tiebreaker." in page.text
    await grant(gm, channel, "T")
    page = await han.slash(channel, "pazaak deck show", name="Lucky")
    assert "-# **Han** owns all of these cards." in page.text
    picker = await han.slash(channel, "pazaak deck edit", name="Lucky")
    await han.select(picker.shown, "Remove cards…", ["plus_1"])
    said = [one["description"] for menu in picker.shown.components for one in menu.get("options", [])]
    assert said[:2] == ["7 in the deck, 8 owned", "0 owned"]
