"""Salts of one's own cards: theirs for good, also when the next hand is dealt and when they have left the table."""

from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import pytest

from bot import games
from bot.campaigns import Pace, Person
from bot.engine.cards import Seal
from bot.tables.verification.verify import seals_for
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, GM, HAN, LANDO, ROARK, TableHarness
from tests.tables.verification.test_tampering import tampered

ANOTHER_GM = Person(7, manage_guild=True)


@pytest.fixture
async def golem(tmp_path: Path) -> AsyncIterator[TableHarness]:
    """Han and Lando at Golem with Roark, an NPC of the GM who keeps the table."""
    async with TableHarness(tmp_path / "harness.db") as place:
        rules = games.spec_of("golem").game.presets["casino"]
        click = place.click(GM)
        opening = place.tables.opening
        table = await opening.open(
            place.campaign, click, "golem", rules, places=(CHANNEL,), pace=Pace(), auto_deal=False
        )
        place.table_id = table.id
        await place.sits(ANN, "Han")
        await place.sits(BEN, "Lando")
        await place.npc_sits("Roark")
        yield place


async def seen(place: TableHarness, person: Person, hand: int = 1) -> tuple[Seal, ...]:
    """Return the cards that the person reads with their salts, after checking that they are sealed so and not shown."""
    shown = await seals_for(place.database, await place.table(), Person(99), hand)
    found = await seals_for(place.database, await place.table(), person, hand)
    assert [seal.digest for seal in found] == [seal.digest for seal in shown]
    own = tuple(seal for seal, public in zip(found, shown, strict=True) if seal.is_open and not public.is_open)
    assert all(sha256(f"{seal.salt}:{seal.card}".encode()).hexdigest() == seal.digest for seal in own)
    return own


async def seats_seen(place: TableHarness, person: Person, hand: int = 1) -> set[int]:
    return {seal.seat for seal in await seen(place, person, hand)}


async def folded(place: TableHarness) -> None:
    """Play a hand, or the rest of it, in which nobody shows anything: all fold in order."""
    table = await place.table()
    if not table.in_hand:
        table = await place.deals()
    while table.in_hand:
        seat = min(table.to_act)
        person = await place.player(seat)
        if person == GM and table.record.keeper == ANOTHER_GM.user_id:
            person = ANOTHER_GM
        table = (await place.acts(person, "fold", seat=seat)).table


async def test_everybody_reads_their_own_salts_for_good_and_none_of_others(golem: TableHarness) -> None:
    await golem.deals()
    before = await seen(golem, ANN)
    assert len(before) == 5
    await golem.tables.opening.void(golem.table_id, golem.click(GM))
    assert await seen(golem, ANN) == before
    for hand in (2, 3):
        await folded(golem)
        await golem.deals()
        assert await seen(golem, ANN) == before
        assert await seats_seen(golem, ANN, hand) == {HAN}
        assert await seats_seen(golem, BEN, hand) == {LANDO}
        assert await seats_seen(golem, GM, hand) == {ROARK}
        for person in (CID, ANOTHER_GM):
            assert await seats_seen(golem, person, hand) == set()


async def test_leaver_keeps_the_salts_of_their_cards(golem: TableHarness) -> None:
    await folded(golem)
    before = await seen(golem, ANN)
    await golem.tables.seating.leave(golem.table_id, golem.click(ANN))
    assert await seen(golem, ANN) == before
    await golem.sits(CID, "Greedo")
    assert await seats_seen(golem, CID) == set()
    await golem.deals(BEN)
    assert await seen(golem, ANN) == before
    table = await golem.table()
    assert [table.name(seat) for seat in (HAN, LANDO, ROARK)] == ["Han", "Lando", "Roark"]


async def test_host_reads_no_salts_of_npcs_they_played_against(golem: TableHarness) -> None:
    await golem.sits(ANOTHER_GM, "Dryden")
    await folded(golem)
    await golem.tables.seating.leave(golem.table_id, golem.click(ANOTHER_GM))
    await golem.tables.opening.take_over(golem.table_id, golem.click(ANOTHER_GM))
    dryden = 4
    assert await seats_seen(golem, ANOTHER_GM) == {dryden}
    await folded(golem)
    assert await seats_seen(golem, ANOTHER_GM) == {dryden}
    assert await seats_seen(golem, ANOTHER_GM, hand=2) == {ROARK}
    await golem.settle_for(keeper_may_play=True)
    golem.tables.store.forget_campaign(golem.campaign.id)
    assert await seats_seen(golem, ANOTHER_GM) == {ROARK, dryden}


async def test_a_hand_of_other_rules_or_with_a_changed_log_opens_what_was_shown_and_no_more(
    golem: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await folded(golem)
    await golem.deals()
    with monkeypatch.context() as other:
        other.setattr(type(games.spec_of("golem").game), "version", 99)
        assert await seen(golem, ANN) == ()
    await tampered(golem, f"UPDATE hands SET closed_seed = '{'00' * 32}' WHERE number = 1")
    assert await seen(golem, ANN) == ()
