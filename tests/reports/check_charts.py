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


async def test_chips_count_with_the_purse(saloon: Chronicle):
    course = await han(saloon)
    assert balances(course) == [1000, 1000]
    assert (await chart(saloon, PartyPurse(saloon.campaign.id), HousePurse(saloon.campaign.id))).courses == ()
    assert course.changes == 0


async def test_a_hand_and_its_undo_are_both_in_the_chart(saloon: Chronicle):
    saloon.dice_are(*LEADER_STAYS_AHEAD)
    await saloon.clock.advance(60)
    await saloon.deals(ANN)
    await saloon.play_out()
    await saloon.clock.advance(60)
    before = balances(await han(saloon))
    lost = before[1]
    assert before == [1000, lost, lost]
    assert lost != 1000
    await saloon.undoes_hand(reason="the dice fell off the table")
    course = await han(saloon)
    assert balances(course) == [1000, lost, 1000, 1000]
    assert course.changes == 2


async def test_a_time_begins_with_what_was_there(saloon: Chronicle):
    await granted(saloon, 500)
    await saloon.clock.advance(3600)
    await granted(saloon, -200)
    await saloon.clock.advance(3600)
    since = saloon.clock.now() - 5000
    course = await han(saloon, since=since)
    assert balances(course) == [1500, 1300, 1300]
    assert [step.at for step in course.steps] == [
        saloon.clock.now() - 3600,
        saloon.clock.now() - 3600,
        saloon.clock.now(),
    ]
    still = await han(saloon, since=saloon.clock.now() - 60)
    assert (balances(still), still.changes) == ([1300, 1300], 0)


async def test_the_largest_purse_comes_first_and_none_twice(saloon: Chronicle):
    await granted(saloon, 1)
    party = await saloon.characters.party(saloon.campaign.id)
    found = await chart(saloon, *reversed(party), *party)
    assert [course.name for course in found.courses] == ["Han", "Roark", "Lando"]
    assert not found.is_still


async def test_a_chart_begins_after_a_change_of_currency(saloon: Chronicle):
    await saloon.clock.advance(60)
    await granted(saloon, 4000, kind="recoined")
    await saloon.clock.advance(60)
    await granted(saloon, 7)
    assert balances(await han(saloon)) == [5000, 5007, 5007]


async def test_the_ledgers_order_holds_when_a_clock_was_set_back(saloon: Chronicle):
    await saloon.clock.advance(1000)
    await granted(saloon, 100)
    await granted(saloon, 50, at=saloon.clock.now() - 500)
    await granted(saloon, 1, at=saloon.clock.now() + 900)
    course = await han(saloon)
    assert balances(course) == [1000, 1100, 1150, 1151, 1151]
    times = [step.at for step in course.steps]
    assert times == sorted(times)
    assert times[-1] == saloon.clock.now()


async def test_long_rows_keep_their_ends_and_extremes(saloon: Chronicle):
    for amount in (*[3] * 15, 9000, -9000, *[-2] * 15, -400, 400):
        await granted(saloon, amount)
        await saloon.clock.advance(10)
    whole, thin = await han(saloon), await han(saloon, most=18)
    assert (whole.is_thin, thin.is_thin) == (False, True)
    assert len(thin.steps) <= 18 < len(whole.steps)
    assert (thin.began, thin.ended, thin.lowest, thin.highest, thin.changes) == (
        *(whole.began, whole.ended, whole.lowest, whole.highest),
        whole.changes,
    )
    assert set(thin.steps) <= set(whole.steps)


async def test_a_long_ledger_is_read_in_portions(saloon: Chronicle, monkeypatch: pytest.MonkeyPatch):
    for amount in range(1, 9):
        await granted(saloon, amount)
        await saloon.clock.advance(10)
    whole, later = await han(saloon), await han(saloon, since=saloon.clock.now() - 35)
    monkeypatch.setattr(charts, "PORTION", 3)
    assert await han(saloon) == whole
    assert await han(saloon, since=saloon.clock.now() - 35) == later
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


async def test_a_campaign_without_money_has_no_curves(saloon: Chronicle):
    other = await saloon.campaigns.at(999)
    found = await chart_of(saloon.database, other.id, [PartyPurse(other.id)], 0, saloon.clock.now())
    assert found.courses == ()
    assert found.is_still
