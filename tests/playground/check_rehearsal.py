"""“Try a table”: scripted people set up a campaign and a table through the real bot, until somebody can press Deal."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.campaigns import Person
from bot.games import games, spec_of
from bot.ui.pages.odds import odds_of
from playground.demo import DemoTables
from playground.demo.table import FIRST_GAME, is_table
from playground.demo.world import DemoWorld, build_demo_world, open_server
from playground.people import ClientRefused
from tests.kept_commands import commands_kept
from tests.local_discord import described, discord_put_back
from tests.manual_clock import ManualClock
from tests.playground.premiere import Premiere, bot_on, deal_of

FIRST = next(key for key in games() if key != FIRST_GAME)
FOR_TWO = next(key for key, one in games().items() if one.game.seats[0] == 2)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def demo(clock: ManualClock) -> AsyncIterator[DemoWorld]:
    made = build_demo_world(0, clock)
    made.local.schema = described()
    with discord_put_back(), commands_kept(made.local):
        async with open_server(made.local, 0):
            yield made
    assert made.local.problems == []


@pytest.fixture
async def premiere(demo: DemoWorld, clock: ManualClock, tmp_path: Path) -> AsyncIterator[Premiere]:
    async with bot_on(demo, clock, tmp_path) as begun:
        yield begun
        assert begun.left_lying() == []


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("name", ["Roark", "Qi'ra"])
async def test_a_player_finds_the_first_hand_dealt_with_an_npc_on_autopilot(premiere: Premiere, game: str, name: str):
    _work_out_odds(game)
    person = premiere.player(name)
    (place_id,) = await premiere.done(premiere.rehearsal.try_table(person, game))
    await premiere.clock.advance(20)
    place = premiere.place(place_id)
    assert await premiere.gm.until_sees(place, lambda seen: is_table(seen) and deal_of(seen) is None)
    (record,) = await premiere.bot.services.tables.of_guild(premiere.demo.guild.id)
    assert record.hand is not None
    assert [(chair.is_npc, chair.pilot is not None) for chair in record.chairs] == [(False, False), (True, True)]
    for seen in premiere.left_lying():
        person.dismiss(seen)


@pytest.mark.parametrize("game", games())
async def test_the_first_hand_of_any_game_is_one_more_click_away_for_the_gm(premiere: Premiere, game: str):
    _work_out_odds(game)
    table = await premiere.tries(premiere.gm, game)
    place = premiere.place(table.message.channel_id)
    deal = deal_of(table)
    assert deal is not None
    await premiere.gm.press(table, deal.custom_id)
    await premiere.clock.advance(1)
    assert await premiere.gm.until_sees(place, lambda seen: is_table(seen) and deal_of(seen) is None)


def _work_out_odds(game: str) -> None:
    """Have the odds known beforehand: people wait ten real seconds at most, and a busy machine may take as long."""
    if spec_of(game).odds is not None:
        usual: Any = next(iter(spec_of(game).game.presets.values()))
        odds_of(game, usual)


async def test_player_is_to_move_at_the_first_table_they_try(premiere: Premiere):
    roark = premiere.player("Roark")
    (place_id,) = await premiere.done(premiere.rehearsal.try_table(roark))
    await premiere.clock.advance(20)
    (record,) = await premiere.bot.services.tables.of_guild(premiere.demo.guild.id)
    table = await premiere.bot.services.tables.look(record.id)
    assert (record.game, record.channel_id) == (FIRST_GAME, place_id)
    assert [table.voice.name(seat) for seat in table.to_act] == ["**Roark**"]


@pytest.mark.parametrize("style, after", [("drunk", "drunk"), ("off", "steady")])
async def test_an_npc_on_autopilot_keeps_its_style_and_another_gets_one(premiere: Premiere, style: str, after: str):
    made = [await premiere.answer(premiere.gm, "npc new", template="shark", name="Dryden")]
    made.append(await premiere.answer(premiere.gm, "npc autopilot", style=style, npc="Dryden"))
    await premiere.done(premiere.rehearsal.try_table(premiere.player("Han")))
    (record,) = await premiere.bot.services.tables.of_guild(premiere.demo.guild.id)
    assert [chair.pilot.temper.style for chair in record.chairs if chair.pilot is not None] == [after]
    for answer in made:
        premiere.gm.dismiss(answer.messages[0])


@pytest.mark.parametrize(
    "by, chosen, sit, npcs",
    [
        ("Han", (), ["Han"], 1),
        ("Lady Proxima", (), ["Roark", "Lando"], 1),
        ("Lady Proxima", ("Qi'ra", "Han", "Qi'ra"), ["Qi'ra", "Han"], 0),
        ("Lady Proxima", ("Lady Proxima", "Han"), ["Lady Proxima", "Han"], 0),
        ("Lady Proxima", ("Qi'ra",), ["Qi'ra"], 1),
    ],
)
async def test_those_who_were_chosen_sit_down_or_usual_people_and_an_npc(
    premiere: Premiere, by: str, chosen: tuple[str, ...], sit: list[str], npcs: int
):
    people = {one.user.display_name: one for one in premiere.demo.people}
    *_, last = games()[FIRST].game.presets
    table = await premiere.tries(
        people[by],
        FOR_TWO if len(chosen) == 1 else FIRST,
        None if len(chosen) == 1 else last,
        *(people[one] for one in chosen),
    )
    there = await premiere.seated(table)
    assert there[: len(sit)] == sit
    assert [name.endswith("(NPC)") for name in there[len(sit) :]] == [True] * npcs
    if len(chosen) != 1:
        assert games()[FIRST].game.title_of(games()[FIRST].game.presets[last]) in table.text


async def test_the_campaign_has_a_gm_channel_four_characters_with_sheets_and_an_npc(premiere: Premiere):
    await premiere.tries(premiere.gm)
    cast = await premiere.characters()
    assert [name for kind, name in cast if kind == "pc"] == ["Han", "Lando", "Qi'ra", "Roark"]
    assert len([name for kind, name in cast if kind == "npc"]) == 1
    for player in premiere.demo.players:
        shown = await premiere.answer(player, "character show")
        assert "Gambling" in shown.text
        assert " cr**" in shown.text
        player.dismiss(shown.messages[0])
    told = await premiere.answer(premiere.gm, "campaign show")
    assert f"GM channel is <#{premiere.demo.gm_channel.id}>." in told.text
    premiere.gm.dismiss(told.messages[0])


async def test_two_who_press_at_once_get_a_table_each_in_one_campaign(premiere: Premiere):
    trying = (premiere.rehearsal.try_table(person) for person in (premiere.gm, premiere.player("Lando")))
    both = await premiere.done(*trying)
    assert [premiere.place(place).name for place in both] == ["the-back-room", "high-stakes"]
    assert len(await premiere.characters()) == 5


async def test_more_tables_than_channels_are_opened_in_threads(premiere: Premiere):
    tables = [await premiere.tries(premiere.player("Lando")) for _ in range(5)]
    names = [premiere.name_of(table) for table in tables]
    assert names == ["the-back-room", "high-stakes", "Side table 1", "Side table 2", "Side table 3"]
    assert [len(await premiere.seated(table)) for table in tables] == [2] * 5
    assert len(await premiere.characters()) == 5
    lando = premiere.player("Lando")
    assert all(lando.id in thread.thread_members for thread in premiere.demo.guild.threads.values())


async def test_somebody_whom_the_bot_asks_to_wait_does_so(premiere: Premiere):
    async def thrice() -> int:
        return [await premiere.rehearsal.try_table(premiere.gm) for _ in range(3)][-1]

    trying = asyncio.create_task(thrice())

    def is_asked() -> bool:
        return any("Wait a few seconds" in seen.text for seen in premiere.left_lying())

    await premiere.demo.local.world.until(is_asked)
    (place,) = await premiere.done(trying)
    assert premiere.place(place).name == "Side table 1"


async def test_a_closed_table_makes_room_for_the_next(premiere: Premiere):
    table = await premiere.tries(premiere.gm)
    asked = await premiere.answer(premiere.gm, "table close")
    await premiere.gm.click(asked.shown, "Close the table")
    await premiere.clock.advance(1)
    await premiere.gm.until_sees(premiere.demo.channels[0], lambda seen: seen == table and not seen.buttons)
    premiere.gm.dismiss(asked.shown)
    again = await premiere.tries(premiere.gm)
    assert premiere.name_of(again) == "the-back-room"
    assert again != table


async def test_a_table_of_an_earlier_day_is_left_alone(demo: DemoWorld, clock: ManualClock, tmp_path: Path):
    async with bot_on(demo, clock, tmp_path) as yesterday:
        assert yesterday.name_of(await yesterday.tries(yesterday.gm)) == "the-back-room"
    demo.forget()
    async with bot_on(demo, clock, tmp_path) as today:
        assert today.name_of(await today.tries(today.gm)) == "high-stakes"
        assert len(await today.characters()) == 5


@pytest.mark.parametrize("seats", [range(2, 3), range(2, 4), range(4, 7), range(6, 9)])
@pytest.mark.parametrize("name", ["Lady Proxima", "Lando"])
async def test_as_many_sit_down_as_the_game_needs_and_no_more_than_it_seats(
    premiere: Premiere, monkeypatch: pytest.MonkeyPatch, seats: range, name: str
):
    monkeypatch.setattr(type(games()[FIRST].game), "seats", seats)
    person = next(one for one in premiere.demo.people if one.user.display_name == name)
    names = await premiere.seated(await premiere.tries(person, FIRST))
    usual = 3 if person is premiere.gm else 2
    assert len(names) == max(seats[0], min(usual, seats[-1]))
    assert name in names or person is premiere.gm
    assert [name.endswith("(NPC)") for name in names] == sorted(name.endswith("(NPC)") for name in names)


async def test_more_people_than_seats_are_told_so(premiere: Premiere, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(type(games()[FIRST].game), "seats", range(2, 4))
    with pytest.raises(ClientRefused, match=r" has 3 seats, and you chose 4 people\.$"):
        await premiere.rehearsal.try_table(premiere.gm, FIRST, None, premiere.demo.players)
    assert await premiere.characters() == []


@pytest.mark.parametrize("preset", ["D&D 5e", "FFG Star Wars and Genesys"])
async def test_a_campaign_that_was_set_up_by_hand_stays_as_it_is(premiere: Premiere, preset: str):
    world, guild = premiere.demo.local.world, premiere.demo.guild
    own = world.add_thread(premiere.demo.gm_channel, "notes", owner=premiere.gm.user, private=True)
    settings = await premiere.answer(premiere.gm, "campaign setup", preset=preset, gm_channel=premiere.demo.gm_channel)
    before = await premiere.answer(premiere.gm, "campaign show")
    npc = await premiere.answer(premiere.gm, "npc new", template="shark", name="Dryden")
    premiere.bot.flood._buckets.clear()

    assert "Dryden (NPC)" in await premiere.seated(await premiere.tries(premiere.player("Lando")))

    after = await premiere.answer(premiere.gm, "campaign show")
    assert after.text == before.text
    shown = await premiere.answer(premiere.player("Lando"), "character show")
    assert "No skills" not in shown.text
    assert "other dice" not in shown.text
    for answer in (settings, before, npc, after):
        premiere.gm.dismiss(answer.messages[0])
    premiere.player("Lando").dismiss(shown.messages[0])
    assert own.id in guild.threads


async def test_demo_table_keeps_existing_characters_and_avoids_taken_names(premiere: Premiere):
    han = premiere.player("Han")
    form = (await premiere.answer(han, "character new")).modal
    made = await han.submit(form, {"Name": "Lando"})
    han.dismiss(made.messages[0])
    assert await premiere.seated(await premiere.tries(han, FIRST, None, han, premiere.player("Lando"))) == [
        "Lando",
        "Lando the Younger",
    ]


@pytest.mark.parametrize("purse, gifts", [("0", 1), ("1 kr", 0)])
async def test_demo_table_grants_money_to_poor_players_in_any_currency(premiere: Premiere, purse: str, gifts: int):
    settings = await premiere.answer(premiere.gm, "campaign setup")
    form = (await premiere.gm.click(settings.shown, "Coins and starting money…")).modal
    await premiere.gm.submit(form, {"coins": "crown (kr) = 12, penny/pence (p) = 1", "purse": purse})
    premiere.gm.dismiss(settings.shown)
    await premiere.clock.advance(10)
    roark = premiere.player("Roark")
    table = await premiere.tries(roark, FOR_TWO)
    for seen in premiere.left_lying():
        roark.dismiss(seen)
    assert len(await premiere.seated(table)) == 2
    told = [seen.text for seen in premiere.gm.sees(premiere.demo.channels[0]) if "The GM gives" in seen.text]
    assert [gift.rpartition(": ")[2] for gift in told] == ["to play with."] * gifts
    assert "kr" in table.text
    assert "cr" not in table.text


async def test_demo_table_reports_a_failed_step_and_resumes_at_the_next_try(premiere: Premiere):
    await premiere.tries(premiere.gm)
    world, lando = premiere.demo.local.world, premiere.player("Lando")
    member = premiere.demo.guild.members[lando.id]
    world.change_member(member, timeout=premiere.clock.now() + 60)
    chosen = [premiere.player("Roark"), lando]
    with pytest.raises(ClientRefused, match=r"^Taking a seat for Lando failed\. You are in timeout\.$"):
        await premiere.rehearsal.try_table(premiere.gm, None, None, chosen)
    await premiere.clock.advance(61)

    table = await premiere.tries(premiere.gm, None, None, *chosen)
    assert premiere.name_of(table) == "high-stakes"
    assert await premiere.seated(table) == ["Roark", "Lando"]
    assert premiere.name_of(await premiere.tries(premiere.gm)) == "Side table 1"


@pytest.mark.parametrize("taken", [0, 1, 2])
async def test_unknown_preset_is_refused_in_the_bots_words_and_leaves_nothing(premiere: Premiere, taken: int):
    for _ in range(taken):
        await premiere.tries(premiere.gm)
    with pytest.raises(ClientRefused, match=r"^Opening a table failed\. .*[Pp]reset"):
        await premiere.rehearsal.try_table(premiere.gm, None, "the one with the dragons")
    assert not premiere.demo.guild.threads


async def test_an_unknown_game_is_a_sentence_that_names_the_known_ones(premiere: Premiere):
    with pytest.raises(ClientRefused, match=rf"^There is no such game\. .*{FIRST}.*\.$"):
        await premiere.rehearsal.try_table(premiere.gm, "tiddlywinks")


async def test_where_the_campaign_opens_no_tables_none_is_opened(premiere: Premiere):
    await premiere.tries(premiere.gm)
    services, guild = premiere.bot.services, premiere.demo.guild
    campaign = await services.campaigns.at(guild.id)
    only = campaign.settings.changed(channels=(premiere.demo.channels[2].id,))
    await services.campaigns.change(campaign, only, Person(premiere.gm.id, is_owner=True))
    with pytest.raises(ClientRefused, match="You can't open a table in this channel"):
        await premiere.rehearsal.try_table(premiere.gm)
    assert not guild.threads


async def test_without_the_bot_everybody_is_asked_to_wait(demo: DemoWorld):
    with pytest.raises(ClientRefused, match="Shadowport is still starting"):
        await DemoTables(demo).try_table(demo.gm)


async def test_a_bot_that_says_nothing_is_named_as_what_is_missing(premiere: Premiere):
    premiere.bot.tree._from_interaction = lambda interaction: None
    trying = asyncio.create_task(premiere.rehearsal.try_table(premiere.gm))
    await premiere.demo.local.world.until(lambda: bool(premiere.demo.local.interactions._by_id))
    await premiere.clock.advance(3)
    with pytest.raises(ClientRefused, match=r"^Setting up the campaign failed\. Shadowport didn't answer\.$"):
        await trying
