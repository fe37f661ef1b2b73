"""Offers: what a table would be that somebody asked for, kept for a day, and taken up once."""

from typing import Any

import pytest

from bot.campaigns import Pace, Person
from bot.db import Statement
from bot.engine.money import DND
from bot.engine.options import with_options
from bot.errors import NotFound, PlayerError, TooLate
from bot.settings import MOST_TABLES
from bot.tables.offers import LASTS, Offer, Offers, Prospect, Request
from tests.tables.money.casino import Casino, EvenRules
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, ELSEWHERE, GM, GUILD

GONE = "This offer has expired: offers last a day. Use the command again."
CHANGED = "This offer was changed or used a moment ago. Use its latest message."


def request(bank: int | None = None, game: str = "toss", **options: Any) -> Request:
    usual = EvenRules()
    rules = with_options(usual, options)
    return Request(
        game=game, rules=rules.to_json(), preset="usual", usual=usual.to_json(), pace=Pace(), auto_deal=True, bank=bank
    )


class Desk:
    """Somebody asks for tables in the channel of the casino."""

    def __init__(self, casino: Casino) -> None:
        self.casino = casino
        self.offers = Offers(casino.database, casino.clock, casino.ids)

    async def prospect(self, asked: Request, by: Person = GM) -> Prospect:
        return await self.offers.prospect(self.casino.campaign, self.casino.click(by), asked, (CHANNEL,))

    async def made(self, asked: Request | None = None, by: Person = GM) -> Offer:
        asked = asked or request()
        return await self.offers.make(
            self.casino.campaign, self.casino.click(by), asked, await self.prospect(asked, by)
        )

    async def got(self, offer: Offer, by: Person = GM, **click: Any) -> Offer:
        return await self.offers.get(offer.id, self.casino.campaign, self.casino.click(by, **click))

    async def opens(self, offer: Offer, by: Person = GM) -> None:
        asked, click = offer.request, self.casino.click(by)
        table = await self.casino.tables.opening.open(
            self.casino.campaign,
            click,
            asked.game,
            asked.house_rules,
            places=(CHANNEL,),
            pace=asked.pace,
            auto_deal=asked.auto_deal,
            bank=asked.bank,
            besides=(self.offers.taken(offer),),
        )
        self.casino.table_id = table.id

    async def rows(self) -> int:
        return len(await self.casino.file.fetch("SELECT id FROM offers"))


@pytest.fixture
def store(casino: Casino) -> Desk:
    return Desk(casino)


async def test_offer_survives_a_restart_and_opens_the_table_that_it_shows(casino: Casino, store: Desk):
    await casino.backed_by("house", house=500)
    offer = await store.made(request(bank=200, min_bet=7, fee=1))
    assert offer.prospect == Prospect(backer="house", filling=200, bound="asked")
    await casino.restart()
    found = await Desk(casino).got(offer)
    assert found == offer
    await Desk(casino).opens(found)
    table = await casino.table()
    assert (table.rules, table.record.bank) == (EvenRules(min_bet=7, fee=1), 200)
    await casino.adds_up()


async def test_a_taken_offer_opens_no_second_table(casino: Casino, store: Desk):
    offer = await store.made()
    await store.opens(offer)
    await casino.tables.opening.close(casino.table_id, casino.click(GM))
    async with casino.refuses(CHANGED, TooLate):
        await store.opens(offer)
    async with casino.refuses("This table was opened already.", TooLate):
        await store.got(offer)
    async with casino.refuses(CHANGED, TooLate):
        await store.offers.forget(offer)


async def test_a_refused_opening_leaves_the_offer(casino: Casino, store: Desk):
    offer = await store.made()
    other = await casino.opened()
    async with casino.refuses(
        "There is a table in this channel already. Close it first, use another channel, or choose `thread:True`."
    ):
        await store.opens(offer)
    await casino.tables.opening.close(other.id, casino.click(GM))
    await store.opens(await store.got(offer))


async def test_an_offer_lasts_a_day_and_makes_room_for_others(casino: Casino, store: Desk):
    offer = await store.made()
    await casino.clock.advance(LASTS - 1)
    assert await store.got(offer) == offer
    await casino.clock.advance(1)
    async with casino.refuses(GONE, NotFound):
        await store.got(offer)
    another = await store.made()
    assert await store.rows() == 1
    async with casino.refuses(GONE, NotFound):
        await store.got(another.evolve(id=another.id + 1))
    await casino.file.apply(Statement("UPDATE offers SET offer = '{}' WHERE id = ?", (another.id,)))
    async with casino.refuses(GONE, NotFound):
        await store.got(another)
    await store.offers.forget(another)
    assert await store.rows() == 0
    async with casino.refuses(CHANGED, TooLate):
        await store.opens(another)


@pytest.mark.parametrize("by, where", [(ANN, {}), (GM, {"channel": ELSEWHERE}), (GM, {"guild": GUILD + 1})])
async def test_offer_is_only_for_the_asker_in_its_channel(casino: Casino, store: Desk, by: Person, where: Any):
    offer = await store.made()
    async with casino.refuses(
        "That offer is another person's, or from another channel. Use the command again.", NotFound
    ):
        await store.got(offer, by, **where)


async def test_a_changed_offer_opens_as_it_is_now_and_no_more_as_it_was(casino: Casino, store: Desk):
    before = await store.made()
    after = await store.offers.change(before, request(min_bet=9), before.prospect)
    assert (after.version, await store.got(before)) == (2, after)
    async with casino.refuses(CHANGED, TooLate):
        await store.opens(before)
    async with casino.refuses(CHANGED, TooLate):
        await store.offers.change(before, request(min_bet=8), before.prospect)
    await store.opens(after)
    assert (await casino.table()).rules.min_bet == 9


async def test_amounts_in_other_coins_and_of_another_campaign_are_not_offered_any_more(casino: Casino, store: Desk):
    offer = await store.made()
    await casino.settle_for(currency=DND)
    async with casino.refuses("This campaign has another currency now. Use the command again.", TooLate):
        await store.got(offer)
    casino.campaign = casino.campaign.evolve(id=casino.campaign.id + 1)
    async with casino.refuses("This channel has another campaign now. Use the command again.", TooLate):
        await store.got(offer)


async def test_house_rules_that_the_game_allows_no_more_open_nothing(casino: Casino, store: Desk):
    asked = request().evolve(rules='{"min_bet": 0}')
    async with casino.refuses("The game no longer allows these house rules. Use the command again.", TooLate):
        await store.prospect(asked)


async def test_offer_drops_the_bank_amount_when_the_asker_may_not_name_it(casino: Casino, store: Desk):
    asked = request(bank=200, min_bet=7)
    for bankroll in ("house", "party"):
        await casino.backed_by(bankroll)
        assert store.offers.still_asked(casino.campaign, casino.click(GM), asked) == asked
        assert store.offers.still_asked(casino.campaign, casino.click(ANN), asked) == request(min_bet=7)
    await casino.backed_by("endless")
    assert store.offers.still_asked(casino.campaign, casino.click(GM), asked) == request(min_bet=7)


async def test_a_prospect_tells_why_it_is_no_more(casino: Casino, store: Desk):
    await casino.backed_by("house", house=800)
    assert await store.prospect(request()) == Prospect(backer="house", filling=500)
    assert await store.prospect(request(), ANN) == Prospect(backer="house", filling=400, bound="half")
    assert await store.prospect(request(min_bet=20)) == Prospect(backer="house", filling=800, bound="all")
    await casino.backed_by("house", house=800)
    assert await store.prospect(request(min_bet=20), ANN) == Prospect(backer="house", filling=500, bound="preset")


async def test_prospect_raises_the_refusals_of_the_opening(casino: Casino, store: Desk):
    async def refused(sentence: str, by: Person = GM, **asked: Any) -> None:
        async with casino.refuses(sentence, PlayerError):
            await store.prospect(request(**asked), by)

    await refused("Banks are unlimited here. Nobody needs to fill them.", bank=5)
    await casino.settle_for(openers="gm")
    await refused("Only the GM opens tables in this campaign.", ANN)
    await casino.settle_for(openers="everyone", bankroll="house")
    await refused("The house has no money for a bank. The GM can give it some with /bank grant.")
    await casino.backed_by("house", house=200)
    await refused("The house has only 200 cr. That's too little for a bank of 500 cr.", bank=500)
    await refused("Only the GM chooses how much is in the bank.", BEN, bank=100)
    for number in range(MOST_TABLES):
        await casino.opened(channel=ELSEWHERE + number, game="pilok")
    await refused("20 tables are open on this server already: close one first.")
