"""The odds of an offer that take a while: what is seen meanwhile, and what becomes of it."""

import threading
from collections.abc import Callable, Iterator

import pytest

from bot.engine.banked.odds import BetOdds
from bot.ui.pages import odds as odds_page
from examples.coin_toss import odds
from examples.coin_toss.rules import TossRules
from playground.people import Player, Seen
from tests.ui.tables.coin_toss_evening import known, offered
from tests.ui.tables.evening import Evening, labels

WORKING = "Calculating…"
OPEN = "Open the table"


class Slow:
    """Odds of Coin Toss that wait until they may be known, for some house rules."""

    def __init__(self, bets: Callable[[TossRules], tuple[BetOdds, ...]]) -> None:
        self.go_on, self.bets = threading.Event(), bets
        self.slow: set[int] = set()
        """By what they win."""

    def __call__(self, rules: TossRules) -> tuple[BetOdds, ...]:
        if rules.winnings in self.slow:
            assert self.go_on.wait(10)
        return self.bets(rules)


@pytest.fixture
def slow(tossing: Evening, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """Odds that take as long as the test wants, where Coin Toss can be played."""
    assert tossing
    made = Slow(odds.bets)
    known(monkeypatch, bets=made)
    monkeypatch.setattr(odds_page, "AT_ONCE", 0.05)
    yield made
    made.go_on.set()


async def wins(evening: Evening, shown: Seen, percent: int) -> None:
    """Change the winnings of the offer; return when something is answered."""
    form = (await evening.gm.select(shown, "Change a house rule…", "Winnings")).modal
    await evening.gm.submit(form, {"value": f"{percent}"})


async def sees(evening: Evening, what: str) -> Seen:
    return await evening.gm.until_sees(evening.channel, lambda seen: seen.ephemeral and what in seen.text)


async def test_a_changed_house_rule_is_seen_at_once_and_opened_once_its_odds_are_known(tossing: Evening, slow: Slow):
    slow.slow = {96}
    shown = await offered(tossing)
    await wins(tossing, shown, 96)
    meanwhile = await sees(tossing, WORKING)
    assert meanwhile.message.id == shown.message.id
    assert "The preset **usual**, but: Winnings **96** instead of 95." in meanwhile.lines
    assert labels(meanwhile) == ["Look again", "Not now"]
    slow.go_on.set()
    known = await sees(tossing, "**Heads** and **Tails**: about 2.03%")
    assert known.message.id == shown.message.id
    await (await tossing.gm.click(known, OPEN)).done()
    await tossing.drawn()
    assert (await tossing.table()).rules.winnings == 96


async def test_repeated_request_waits_for_the_same_odds(tossing: Evening, slow: Slow):
    slow.slow = {96}
    shown = await offered(tossing)
    await wins(tossing, shown, 96)
    again = await tossing.gm.click(await sees(tossing, WORKING), "Look again")
    slow.go_on.set()
    await again.done()
    assert labels(await sees(tossing, "about 2.03%")) == [OPEN, "Not now"]


async def test_odds_that_come_when_the_offer_is_another_already_are_not_shown(
    tossing: Evening, han: Player, slow: Slow
):
    slow.slow = {96}
    shown = await offered(tossing)
    await wins(tossing, shown, 96)
    # Its odds are known already, so they come first.
    await wins(tossing, await sees(tossing, WORKING), 95)
    back = await sees(tossing, "about 2.53%")
    slow.go_on.set()
    await tossing.client.finish()
    assert "about 2.53%" in back.text
    assert WORKING not in back.text
    await (await tossing.gm.click(back, OPEN)).done()
    await tossing.drawn()
    assert (await tossing.table()).rules.winnings == 95
