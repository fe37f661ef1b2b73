"""Bets against a bank that holds only so much, typed into forms: bounds in money, refusals in sentences."""

from bot.campaigns import HousePurse
from playground.people import Player
from tests.ui.tables.evening import Evening, refused


async def test_bet_form_names_the_banks_limit_in_money_by_bet(tossing: Evening, han: Player, lando: Player):
    campaign = await tossing.cast.campaign()
    await tossing.services.wallet.grant(
        campaign, tossing.boss, [HousePurse(campaign.id)], 300, key="backing", reason="for the banks"
    )
    await tossing.settles(bankroll="house")
    await tossing.open(command="coin_toss open", clock="off")
    await tossing.sits(han, "Han")
    await tossing.sits(lando, "Lando")
    await tossing.does(han, "First toss")
    await tossing.fills(han, "Bet…", {"Side": "heads", "Stake": "100 cr"})
    await tossing.drawn()
    form = (await lando.click(tossing.message, "Bet…")).form
    stake = form.field("Stake")
    assert (stake.default, stake.description) == ("5 cr", "From 5 cr to 422 cr, depending on the bet.")
    async with tossing.nothing_changes():
        for typed, side, refusal in (
            ("300", "heads", "The bank can take at most 216 cr on that."),
            ("423", "tails", "The most is 422 cr."),
            ("4", "tails", "The least is 5 cr."),
        ):
            answer = await tossing.fills(lando, "Bet…", {"Side": side, "Stake": typed})
            assert refused(answer) == refusal
            form = (await lando.click(answer.shown, "Try again")).form
            assert (form.field("Side").default, form.field("Stake").default) == ([side], typed)
    tossing.roll(1)
    await tossing.fills(lando, "Bet…", {"Side": "heads", "Stake": "216"})
    await tossing.does(han, "Done")
    await tossing.does(lando, "Done")
    assert not (await tossing.table()).in_hand
