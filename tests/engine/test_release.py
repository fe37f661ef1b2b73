"""Rows that tomorrow's release has written: today's refuses with a sentence, and leaves every byte as it is."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot import games
from bot.campaigns import AutopilotSettings, Character, Loadouts, PartyPurse, Splits, Wallet
from bot.db import Statement
from bot.engine import release
from bot.engine.ai.temper import Temper
from bot.engine.release import NewerRelease, stamped, unstamped
from bot.engine.skills import Sheet
from bot.errors import NotFound
from bot.npcs.autopilot import NpcAutopilots
from bot.portability.characters import Proposal, Proposals, mark_of
from bot.privacy.forgetting import Forgetting
from bot.tables.hand.scheduler import RETRY_AFTER
from bot.tables.offers import Offers, Prospect, Request
from bot.tables.presets import Presets
from tests import stored_shapes
from tests.portability.campaign_file_fixtures import KIT
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, GM, GUILD, MINUTE, TableHarness
from tests.workers import AtOnce

STORED = {
    "tables": "record",
    "campaigns": "settings",
    "characters": "sheet",
    "loadouts": "loadout",
    "presets": "rules",
    "offers": "offer",
}
"""The column of each relation whose JSON has the number of its release."""


@pytest.fixture
async def place(path: Path) -> AsyncIterator[TableHarness]:
    """Han and Lando are in mid-hand, with a clock."""
    async with TableHarness(path) as opened:
        await opened.opened(pace=MINUTE)
        for person, name in ((ANN, "Han"), (BEN, "Lando")):
            await opened.sits(person, name)
        await opened.deals()
        yield opened


async def everything(place: TableHarness) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of what is stored as JSON, of the hands and of the ledger."""
    return {name: await place.rows(name) for name in (*STORED, "hands", "actions", "entries")}


async def becomes_tomorrows(place: TableHarness, relation: str, column: str, **fields: object) -> None:
    """Have tomorrow's release write a value of the relation, with fields that nobody knows today."""
    rows = await place.file.fetch(f"SELECT {column} FROM {relation}")
    for text in {row[0] for row in rows}:
        value = {"release": release.RELEASE + 1, **json.loads(text), "of_tomorrow": 1, **fields}
        written = json.dumps(value, separators=(",", ":"))
        await place.file.apply(
            Statement(f"UPDATE {relation} SET {column} = ? WHERE {column} = ?", (written, text), touches=None)
        )
    await place.restart()


def test_a_stamp_is_read_back_and_changes_nothing_else(monkeypatch: pytest.MonkeyPatch):
    for text in ("{}", '{"a":1}', '{"release":"mine"}'):
        assert unstamped(text) == text == stamped(text)
        with monkeypatch.context() as tomorrow:
            tomorrow.setattr(release, "RELEASE", 7)
            later = stamped(text)
            assert unstamped(later) == text == unstamped(text)
        assert json.loads(later)["release"] in {7, "mine"}
        with pytest.raises(NewerRelease):
            unstamped(later)


@pytest.mark.parametrize("fields", [{}, {"rules": "{}"}, {"status": "of a new kind"}, {"hand": None}])
async def test_a_table_of_tomorrow_is_neither_voided_nor_salvaged(
    place: TableHarness, fields: dict[str, object], caplog: pytest.LogCaptureFixture
):
    """Nobody's click, clock, NPC or erasure writes anything."""
    campaign = place.campaign
    await becomes_tomorrows(place, "tables", "record", **fields)
    before = await everything(place)
    tables = place.tables
    clicks: list[Callable[[], Awaitable[object]]] = [
        lambda: tables.playing.deal(place.table_id, place.click(ANN)),
        lambda: tables.opening.close(place.table_id, place.click(GM)),
        lambda: tables.opening.void(place.table_id, place.click(GM)),
        lambda: tables.seating.leave(place.table_id, place.click(BEN)),
        lambda: tables.opening.close_lost(place.table_id),
        lambda: tables.in_channel(CHANNEL),
    ]
    for click in clicks:
        with pytest.raises(NewerRelease, match="is being updated"):
            await click()
    assert await tables.of_campaign(campaign.id) == []
    await tables.clockwork.start()
    npcs = NpcAutopilots(tables, place.clock, AtOnce())
    await npcs.start()
    await place.clock.advance(10 * RETRY_AFTER)
    await npcs.stop()
    await tables.clockwork.stop()
    assert await everything(place) == before
    assert not await Forgetting(place.database, tables, place.clock).ask(ANN.user_id, [GUILD])
    assert (await everything(place))["tables"] == before["tables"]
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_table_goes_on_once_this_process_is_of_that_release(
    place: TableHarness, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as tomorrow:
        tomorrow.setattr(release, "RELEASE", 1)
        changed = await place.tables.opening.pause(place.table_id, place.click(GM))
    (row,) = await place.file.fetch("SELECT record FROM tables")
    assert row["record"].startswith('{"release":1,')
    await place.restart()
    with pytest.raises(NewerRelease):
        await place.table()
    monkeypatch.setattr(release, "RELEASE", 1)
    assert (await place.table()).record == changed.record
    await place.tables.opening.resume(place.table_id, place.click(GM))
    assert not (await place.play_out()).in_hand


@pytest.mark.parametrize("of", ["hand", "carry"])
async def test_a_hand_by_newer_rules_is_not_void(place: TableHarness, of: str):
    """Also where the record has no newer number: the rules of a game have one of their own."""
    table = await place.table()
    hand = table.record.hand
    assert hand is not None
    newer = {"hand": hand.evolve(version=2)} if of == "hand" else {"carry_version": 2}
    await place.file.apply(
        Statement("UPDATE tables SET record = ?, state = '{}'", (table.record.evolve(**newer).to_json(),))
    )
    await place.restart()
    before = await everything(place)
    with pytest.raises(NewerRelease):
        await place.table()
    assert await everything(place) == before


async def test_settings_of_tomorrow_are_not_saved_without_what_they_say(place: TableHarness):
    campaign = place.campaign
    await place.file.apply(
        Statement("UPDATE campaigns SET settings = ?", ('{"release":1,"of_tomorrow":1,"idle_days":30}',))
    )
    before = await everything(place)
    for read in (
        lambda: place.campaigns.get(campaign.id),
        lambda: place.campaigns.at(GUILD),
        lambda: place.campaigns.of_guild(GUILD),
        lambda: place.characters.create(campaign, ANN, "Leia"),
        lambda: place.another_service().look(place.table_id),
    ):
        with pytest.raises(NewerRelease):
            await read()
    assert await everything(place) == before


async def kept(place: TableHarness) -> tuple[Character, Offers, Presets]:
    """Keep a sheet, a loadout, an autopilot, a preset and an offer."""
    campaign, clock = place.campaign, place.clock
    npc = await place.characters.create_npc(campaign, GM, "regular", "Kett")
    await place.characters.set_pilot(campaign, GM, npc, AutopilotSettings(temper=Temper(style="steady")))
    han = await place.characters.named(campaign, ANN, "Han")
    await place.characters.edit(campaign, ANN, han, sheet=Sheet())
    await Loadouts(place.database).put(campaign.id, han.id, "pazaak", KIT)
    presets, offers = Presets(place.database, clock), Offers(place.database, clock, place.ids)
    rules = games.spec_of("pilok").game.HouseRules()
    await presets.save(campaign, GM, "pilok", "Mine", rules)
    request = Request(game="pilok", rules=rules.to_json(), usual=rules.to_json(), pace=MINUTE, auto_deal=False)
    await offers.make(campaign, place.click(ANN), request, Prospect(backer="endless", filling=0))
    return han, offers, presets


async def test_everything_that_tomorrow_writes_as_json_has_its_number(
    place: TableHarness, monkeypatch: pytest.MonkeyPatch
):
    with monkeypatch.context() as tomorrow:
        tomorrow.setattr(release, "RELEASE", 1)
        campaign = place.campaign
        await place.campaigns.change(campaign, campaign.settings.changed(idle_days=9), GM)
        han, offers, presets = await kept(place)
        await place.tables.opening.pause(place.table_id, place.click(GM))
    for relation, column in (*STORED.items(), ("characters", "autopilot")):
        rows = await place.file.fetch(f"SELECT {column} FROM {relation} WHERE {column} LIKE '%elease%'")
        assert rows, (relation, column)
        assert all(row[0].startswith('{"release":1') for row in rows)
    before, (offer,) = await everything(place), await place.file.fetch("SELECT id FROM offers")
    database, characters, click = place.database, place.characters, place.click(ANN)
    for read in (
        lambda: characters.get(campaign.id, han.id),
        lambda: characters.npcs(campaign, GM),
        lambda: Loadouts(database).get(campaign.id, han.id, "pazaak"),
        lambda: presets.get(campaign.id, "pilok", "Mine"),
        lambda: offers.get(offer["id"], campaign, click),
    ):
        with pytest.raises(NewerRelease):
            await read()
    assert await everything(place) == before


async def test_proposals_and_splits_have_the_number_of_their_release(
    place: TableHarness, monkeypatch: pytest.MonkeyPatch
):
    campaign, database, clock, cast = place.campaign, place.database, place.clock, place.characters
    proposals, wallet = Proposals(database, cast, place.ids, clock), Wallet(database, cast, clock)
    splits = Splits(database, wallet, cast, clock, place.ids)
    han = await cast.named(campaign, ANN, "Han")
    await wallet.grant(campaign, GM, [PartyPurse(campaign.id)], 10, key="loot", reason="loot")
    with monkeypatch.context() as tomorrow:
        tomorrow.setattr(release, "RELEASE", 1)
        asked = await proposals.ask(campaign, ANN, han, Proposal(name="Han", sheet=Sheet()))
        await proposals.decide(campaign, GM, asked.id, accepts=True, seen=mark_of(han.sheet))
        await proposals.ask(campaign, ANN, han, Proposal(name="Han", sheet=Sheet()))
        split = await splits.propose(campaign, ANN, None)
        await splits.vote(campaign, ANN, split.id, says=True, key="vote")
    for read in (
        lambda: cast.get(campaign.id, han.id),
        lambda: proposals.waiting(campaign, GM),
        lambda: splits.vote(campaign, BEN, split.id, says=True, key="again"),
    ):
        with pytest.raises(NewerRelease):
            await read()


async def test_a_game_that_is_gone_is_not_taken_for_a_newer_one(place: TableHarness, monkeypatch: pytest.MonkeyPatch):
    await place.play_out()
    table = await place.table()
    hand = table.record.hand
    assert hand is not None
    text = table.record.evolve(game="snap", hand=hand.evolve(version=3)).to_json()
    await place.file.apply(Statement("UPDATE tables SET record = ?, game = 'snap'", (text,)))
    await place.restart()
    assert not (await place.table()).is_playable
    with pytest.raises(NotFound):
        games.spec_of("snap")
    assert not (await place.tables.opening.close(place.table_id, place.click(GM))).is_open


def test_the_release_rises_with_what_is_stored():
    """Raise `RELEASE`, unless it has risen since the last release. Then `python -m tests.stored_shapes` notes both."""
    assert stored_shapes.FILE.read_text(encoding="utf-8") == stored_shapes.shapes()
