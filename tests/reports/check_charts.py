"""What purses held over time, as the book has it."""

from itertools import count

import pytest

from bot.campaigns import HousePurse, PartyPurse
from bot.campaigns.wallet import Holder
from bot.ledger import Entry, Transfer, accounts, post
from bot.reports import charts
from bot.reports.charts import BalanceStep, Chart, Course, StepSampler, chart_of
from tests.reports.conftest import Chronicle
from tests.tables.table_fixtures import ANN, GM, LEADER_STAYS_AHEAD

_keys = count()


async def chart(place: Chronicle, *holders: Holder, since: float = 0.0, most: int = 500) -> Chart:
    return await chart_of(place.database, place.campaign.id, holders, since, place.clock.now(), most)


async def han(place: Chronicle, since: float = 0.0, most: int = 500) -> Course:
    character = await place.characters.named(place.campaign, GM, "Han")
    (course,) = (await chart(place, character, since=since, most=most)).courses
    return course


async def granted(place: Chronicle, amount: int, kind: str = "grant", at: float | None = None) -> None:
    """Let the mint give Han money, or take it."""
    character = await place.characters.named(place.campaign, GM, "Han")
    mint, purse = accounts.mint(place.campaign.id), character.purse
    moved = Transfer(mint, purse, amount) if amount > 0 else Transfer(purse, mint, -amount)
    when = place.clock.now() if at is None else at
    await place.database.apply(*post(Entry(f"k{next(_keys)}", place.campaign.id, kind, "", 1, when, (moved,))))


def balances(course: Course) -> list[int]:
    return [step.balance for step in course.steps]


async def test_chips_count_with_the_purse(harness: Chronicle):
    course = await han(harness)
    assert balances(course) == [1000, 1000]
    assert (await chart(harness, PartyPurse(harness.campaign.id), HousePurse(harness.campaign.id))).courses == ()
    assert course.changes == 0


async def test_a_hand_and_its_undo_are_both_in_the_chart(harness: Chronicle):
    harness.dice_are(*LEADER_STAYS_AHEAD)
    await harness.clock.advance(60)
    await harness.deals(ANN)
    await harness.play_out()
    await harness.clock.advance(60)
    before = balances(await han(harness))
    lost = before[1]
    assert before == [1000, lost, lost]
    assert lost != 1000
    await harness.undoes_hand(reason="the dice fell off the table")
    course = await han(harness)
    assert balances(course) == [1000, lost, 1000, 1000]
    assert course.changes == 2


async def test_a_time_begins_with_what_was_there(harness: Chronicle):
    await granted(harness, 500)
    await harness.clock.advance(3600)
    await granted(harness, -200)
    await harness.clock.advance(3600)
    since = harness.clock.now() - 5000
    course = await han(harness, since=since)
    assert balances(course) == [1500, 1300, 1300]
    assert [step.at for step in course.steps] == [
        harness.clock.now() - 3600,
        harness.clock.now() - 3600,
        harness.clock.now(),
    ]
    still = await han(harness, since=harness.clock.now() - 60)
    assert (balances(still), still.changes) == ([1300, 1300], 0)


async def test_the_largest_purse_comes_first_and_none_twice(harness: Chronicle):
    await granted(harness, 1)
    party = await harness.characters.party(harness.campaign.id)
    found = await chart(harness, *reversed(party), *party)
    assert [course.name for course in found.courses] == ["Han", "Roark", "Lando"]
    assert not found.is_still


async def test_a_chart_begins_after_a_change_of_currency(harness: Chronicle):
    await harness.clock.advance(60)
    await granted(harness, 4000, kind="recoined")
    await harness.clock.advance(60)
    await granted(harness, 7)
    assert balances(await han(harness)) == [5000, 5007, 5007]


async def test_the_ledgers_order_holds_when_a_clock_was_set_back(harness: Chronicle):
    await harness.clock.advance(1000)
    await granted(harness, 100)
    await granted(harness, 50, at=harness.clock.now() - 500)
    await granted(harness, 1, at=harness.clock.now() + 900)
    course = await han(harness)
    assert balances(course) == [1000, 1100, 1150, 1151, 1151]
    times = [step.at for step in course.steps]
    assert times == sorted(times)
    assert times[-1] == harness.clock.now()


async def test_long_rows_keep_their_ends_and_extremes(harness: Chronicle):
    for amount in (*[3] * 15, 9000, -9000, *[-2] * 15, -400, 400):
        await granted(harness, amount)
        await harness.clock.advance(10)
    whole, thin = await han(harness), await han(harness, most=18)
    assert (whole.is_thin, thin.is_thin) == (False, True)
    assert len(thin.steps) <= 18 < len(whole.steps)
    assert (thin.began, thin.ended, thin.lowest, thin.highest, thin.changes) == (
        *(whole.began, whole.ended, whole.lowest, whole.highest),
        whole.changes,
    )
    assert set(thin.steps) <= set(whole.steps)


async def test_a_long_ledger_is_read_in_portions(harness: Chronicle, monkeypatch: pytest.MonkeyPatch):
    for amount in range(1, 9):
        await granted(harness, amount)
        await harness.clock.advance(10)
    whole, later = await han(harness), await han(harness, since=harness.clock.now() - 35)
    monkeypatch.setattr(charts, "PORTION", 3)
    assert await han(harness) == whole
    assert await han(harness, since=harness.clock.now() - 35) == later
    assert balances(later) == [1015, 1021, 1028, 1036, 1036]


@pytest.mark.parametrize("steps, most", [(8, 8), (9, 8), (1000, 40), (100_000, 500)])
def test_a_row_is_bounded_however_long_it_is(steps: int, most: int):
    thinner = StepSampler(0, steps, most)
    for at in range(steps):
        thinner.add(BalanceStep(at, at * 7919 % 1009))
    kept = thinner.steps()
    assert len(kept) <= most
    assert thinner.is_thin == (steps > most)
    assert list(kept) == sorted(kept)
    assert (kept[0].at, kept[-1].at) == (0, steps - 1)
    assert max(step.balance for step in kept) == max(at * 7919 % 1009 for at in range(steps))


async def test_a_campaign_without_money_has_no_curves(harness: Chronicle):
    other = await harness.campaigns.at(999)
    found = await chart_of(harness.database, other.id, [PartyPurse(other.id)], 0, harness.clock.now())
    assert found.courses == ()
    assert found.is_still
