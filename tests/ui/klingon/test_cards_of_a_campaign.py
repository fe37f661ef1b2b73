"""A campaign's own cards: a GM loads them from a file, everybody looks at them and has them as a file."""

import asyncio

import pytest

from bot.campaigns import CardFile
from bot.services import Services
from cogs.klingon.card_file import STANDARD, read_deck, write_deck
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player, Seen
from tests.ui.conftest import Cast, Settle
from tests.ui.klingon.files import FRIENDS, cards_file, loads, told

pytestmark = pytest.mark.usefixtures("bot")

NONE = "This campaign has no cards of its own. The GM loads them with /klingon deck import."
ONLY_GM = "Only the GM can do that."


async def kept(services: Services, cast: Cast) -> CardFile | None:
    return await services.materials.get((await cast.campaign()).id, "klingon")


def exported(seen: Seen) -> str:
    (content,) = seen.files.values()
    return content.decode()


async def test_a_gm_loads_cards_that_everybody_may_look_at(
    services: Services, cast: Cast, gm: Player, han: Player, channel: Channel
):
    assert (await told(han, channel, "show")).lines[:2] == [
        f"### {STANDARD.title}",
        "-# The game's cards · 36 ships, 60 action cards, 3 carriers",
    ]
    assert (await told(han, channel, "show", which="own")).text == NONE
    done = await loads(gm, channel, FRIENDS)
    assert done.lines == [
        "### Old friends",
        "Loaded: 33 ships, 60 action cards, no carriers.",
        "To play with them, choose cards: Cards of the campaign in /klingon open. Open tables keep their cards.",
    ]
    await gm.click(done, "Show the cards")
    seen = await told(han, channel, "show")
    assert seen.text == done.text
    assert seen.lines[:3] == [
        "### Old friends",
        "-# Cards of the campaign · 33 ships, 60 action cards, no carriers",
        "**Federation**",
    ]


async def test_pages_are_turned_and_the_other_deck_is_one_click_away(
    services: Services, gm: Player, han: Player, channel: Channel, settle: Settle
):
    seen = await told(han, channel, "show")
    assert [button.label for button in seen.buttons] == ["Previous", "Next"]
    await loads(gm, channel, FRIENDS)
    seen = await told(han, channel, "show")
    pages = [seen.text]
    while (more := seen.find("Next")) and not more.disabled:
        await han.click(seen, "Next")
        pages.append(seen.text)
    assert [page.splitlines()[-1] for page in pages] == [f"-# page {at} of {len(pages)}" for at in (1, 2, 3)]
    shown = "\n".join(pages)
    assert all(f"{ship.name} (size {ship.points}" in shown for ship in FRIENDS.ships)
    assert "Photon: 8 (4 cards), 10 (2 cards), 12 (2 cards)" in shown
    assert "4 Overload: doubles Photon or Disruptor" in shown
    await settle()
    await han.click(seen, "Previous")
    assert seen.text == pages[1]
    await han.click(seen, "The game's cards")
    assert seen.lines[0] == f"### {STANDARD.title}"
    for unknown in ("klingon_deck:show:theirs:0", "klingon_deck:burn:1:1"):
        assert (await han.click(seen, unknown, unchecked=True)).text == "That choice isn't available."
    assert (await han.click(seen, "klingon_deck:show:own:999", unchecked=True)).text == pages[2]


async def test_a_file_that_is_given_out_can_be_loaded_again(
    services: Services, cast: Cast, gm: Player, han: Player, channel: Channel, settle: Settle
):
    standard = await told(han, channel, "export")
    assert standard.lines == ["Change what you like. A GM loads the file with /klingon deck import."]
    assert exported(standard) == write_deck(STANDARD)
    assert (await told(han, channel, "export", which="own")).text == NONE
    remarked = "# Ours since the war.\r\n" + write_deck(FRIENDS)
    await loads(gm, channel, b"\xef\xbb\xbf" + remarked.encode(), name="no ending")
    assert exported(await told(han, channel, "export")) == remarked
    await settle()
    assert exported(await told(han, channel, "export", which="standard")) == write_deck(STANDARD)
    assert (await loads(gm, channel, exported(standard))).lines[1] == "Loaded: 36 ships, 60 action cards, 3 carriers."
    found = await kept(services, cast)
    assert found is not None
    assert (read_deck(found.text.encode()), found.version) == (STANDARD, 2)


async def test_cards_are_taken_away_after_a_question(
    services: Services, cast: Cast, gm: Player, channel: Channel, settle: Settle
):
    assert (await told(gm, channel, "remove")).text == NONE
    await loads(gm, channel, FRIENDS)
    asked = await told(gm, channel, "remove")
    assert asked.lines[0].startswith("Remove this campaign's own cards?")
    await gm.click(asked, "Keep the cards")
    assert asked.lines[0] == "### Old friends"
    early = await told(gm, channel, "remove")
    await loads(gm, channel, STANDARD)
    assert (await gm.click(early, "Remove the cards")).text == "This has just been changed elsewhere. Look again."
    await settle()
    asked = await told(gm, channel, "remove")
    await gm.click(asked, "Remove the cards")
    assert asked.text.startswith("This campaign plays with the game's cards again.")
    assert await kept(services, cast) is None
    assert (await gm.click(early, "Keep the cards")).text == NONE


async def test_two_files_at_once_are_both_told_and_one_is_kept(
    services: Services, cast: Cast, gm: Player, channel: Channel
):
    decks = {"Old friends": FRIENDS, "New friends": FRIENDS.evolve(title="New friends")}
    answers = [gm.slash(channel, "klingon deck import", file=cards_file(deck)) for deck in decks.values()]
    done = await asyncio.gather(*(answer.done() for answer in answers))
    assert [answer.text.splitlines()[0] for answer in done] == [f"### {title}" for title in decks]
    found = await kept(services, cast)
    assert found is not None
    assert found.version == 2
    assert read_deck(found.text.encode()) in decks.values()


async def test_card_file_of_earlier_rules_can_be_exported_and_removed(
    services: Services, cast: Cast, gm: Player, han: Player, channel: Channel
):
    campaign = await cast.campaign()
    await services.materials.load(campaign, cast.person(gm), "klingon", "schema = 0", "before")
    assert "from an earlier version" in (await told(han, channel, "show")).text
    assert exported(await told(han, channel, "export")) == "schema = 0"
    assert (await told(han, channel, "show", which="standard")).lines[0] == f"### {STANDARD.title}"
    await gm.click(await told(gm, channel, "remove"), "Remove the cards")
    assert await kept(services, cast) is None


async def test_players_look_and_only_gms_of_the_server_load_and_remove(
    services: Services, cast: Cast, gm: Player, han: Player, channel: Channel, guild: Guild,
    local: LocalDiscord, settle: Settle,
):  # fmt: skip
    assert (await loads(han, channel, FRIENDS)).text == ONLY_GM
    await loads(gm, channel, FRIENDS)
    assert (await told(han, channel, "remove")).text == ONLY_GM
    asked = await told(gm, channel, "remove")
    custom_id = asked.buttons[0].custom_id
    seen = await told(han, channel, "show")
    assert (await han.click(seen, custom_id, unchecked=True)).text == ONLY_GM
    await settle()

    world = local.world
    abroad = world.add_guild("Abroad", owner=world.add_user("Foreigner"))
    hall, foreigner = world.add_channel(abroad, "hall"), Player(local, world.users[abroad.owner_id])
    page = await told(foreigner, hall, "show")
    assert page.lines[0] == f"### {STANDARD.title}"
    assert (await told(foreigner, hall, "show", which="own")).text == NONE
    assert (
        await foreigner.click(page, custom_id, unchecked=True)
    ).text == "That button has expired. Use the latest message."
    assert (await told(foreigner, hall, "remove")).text == NONE
    found = await kept(services, cast)
    assert found is not None
    assert found.version == 1
