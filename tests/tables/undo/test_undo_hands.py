"""The result of the last settled hand, taken back by a GM: everybody has what they had before it."""

import pytest

from bot.campaigns import HousePurse, Wallet
from bot.engine.money import MAX_AMOUNT
from bot.errors import MoneyError, NotAllowed, PlayerError, RuleError
from bot.ledger import accounts, balance
from bot.privacy.forgetting import Forgetting
from bot.tables.events import ItemsReturned, Lacking, ResultUndone
from bot.tables.undo.apply import Unconfirmed, UndoDone
from bot.tables.undo.plan import UndoPlan
from bot.tables.verification.verify import verify_hand
from tests.tables.money.casino import HEADS, Casino
from tests.tables.money.wager_fixtures import EVERYTHING, Evening
from tests.tables.table_fixtures import ANN, BEN, GM, GUILD, HAN, LANDO, ROARK, TableHarness


async def stacks(place: TableHarness) -> list[int]:
    return [chair.chips for chair in (await place.table()).record.chairs]


async def shown(place: TableHarness) -> UndoPlan:
    plan = (await place.tables.undoing.preview(place.table_id, place.click(GM))).hand
    assert isinstance(plan, UndoPlan), plan
    return plan


async def spends(place: TableHarness, seat: int) -> int:
    """Let the character at the seat leave, take all their money, and return how much it was."""
    chair = await place.chair(seat)
    await place.tables.seating.leave(place.table_id, place.click(await place.player(seat)), seat)
    character = await place.characters.get(place.campaign.id, chair.character_id)
    held = await place.purse(character)
    wallet = Wallet(place.database, place.characters, place.clock)
    await wallet.take(place.campaign, GM, [character], held, key="spent", reason="spent")
    return held


async def test_everybody_has_the_chips_they_had_before_it(honest: TableHarness) -> None:
    before, carry = await stacks(honest), (await honest.table()).record.carry
    await honest.lively_hand()
    assert await stacks(honest) != before
    async with honest.refuses("Only the GM can do that.", NotAllowed):
        await honest.undoes_hand(BEN)
    table = await honest.undoes_hand(reason="wrong rules")
    assert await stacks(honest) == before
    assert table.record.carry == carry
    assert not table.in_hand
    assert table.said[-1] == "The GM undoes hand 1: wrong rules."
    rows = await honest.database.fetch(
        "SELECT undo.reason, undo.actor, hand.key FROM entries AS undo JOIN entries AS hand ON hand.id = undo.reverses"
    )
    assert [(row["reason"], row["actor"], row["key"]) for row in rows] == [
        ("Three Street Pi'Lok, hand 1 undone: wrong rules", GM.user_id, f"hand:{honest.table_id}.1:0")
    ]
    await honest.adds_up()
    async with honest.refuses("you can't undo an action in it."):
        await honest.undoes_action()


async def test_the_next_hand_has_a_new_number_and_the_one_before_is_the_last_settled_one(honest: TableHarness) -> None:
    before = await stacks(honest)
    for _ in range(2):
        await honest.lively_hand()
    await honest.undoes_hand()
    table = await honest.lively_hand()
    assert table.record.hand is not None
    assert table.record.hand.number == 3
    assert [(await shown(honest)).what, (await honest.undoes_hand()).said[-1]] == [
        "hand 3",
        "The GM undoes hand 3.",
    ]
    await honest.undoes_hand()
    assert await stacks(honest) == before
    with pytest.raises(RuleError, match=r"No hand here has a result that you could undo\."):
        await honest.undoes_hand()
    for number in (1, 2, 3):
        found = await verify_hand(honest.database, honest.table_id, number)
        assert (found.faults, found.is_undone) == ((), True)
        assert "The GM undid the hand: nobody won or lost by it." in found.sentences


async def test_past_a_hand_in_play_it_is_void_once_somebody_has_agreed(honest: TableHarness) -> None:
    before = await stacks(honest)
    await honest.lively_hand()
    await honest.deals()
    await honest.quiet_turn()
    plan = await shown(honest)
    assert plan.voids == 2
    undo = honest.tables.undoing.undo_hand
    async with honest.refuses(str(Unconfirmed()), Unconfirmed):
        await undo(honest.table_id, honest.click(GM), plan.mark)
    table = await undo(honest.table_id, honest.click(GM), plan.mark, confirmed=True)
    assert (await honest.happened())[0] == ResultUndone(hand=1, voided=2)
    assert table.said[-1] == "The GM undoes hand 1. Hand 2 is void."
    assert await stacks(honest) == before
    await honest.adds_up()
    for number in (1, 2):
        assert (await verify_hand(honest.database, honest.table_id, number)).faults == ()


async def test_leaver_of_the_void_hand_still_gives_back_winnings(honest: TableHarness) -> None:
    await honest.lively_hand()
    winner = max((await honest.table()).record.chairs, key=lambda chair: chair.stack)
    await honest.deals()
    await honest.tables.seating.leave(honest.table_id, honest.click(await honest.player(winner.seat)), winner.seat)
    assert (await shown(honest)).voids == 2
    await honest.undoes_hand()
    character = await honest.characters.get(honest.campaign.id, winner.character_id)
    assert await honest.purse(character) == 1000
    await honest.adds_up()


async def test_second_confirmation_undoes_no_second_hand(honest: TableHarness) -> None:
    for _ in range(2):
        await honest.lively_hand()
    plan = await shown(honest)
    await honest.tables.undoing.undo_hand(honest.table_id, honest.click(GM), plan.mark)
    async with honest.refuses(str(UndoDone()), UndoDone):
        await honest.tables.undoing.undo_hand(honest.table_id, honest.click(GM), plan.mark)


async def test_hand_of_a_forgotten_player_verifies_and_is_taken_back_like_any_other(honest: TableHarness) -> None:
    before = dict(zip((HAN, LANDO, ROARK), await stacks(honest), strict=True))
    await honest.lively_hand()
    await honest.tables.seating.leave(honest.table_id, honest.click(BEN))
    assert await Forgetting(honest.database, honest.tables, honest.clock).ask(BEN.user_id, [GUILD])
    for as_gm in (False, True):
        found = await verify_hand(honest.database, honest.table_id, 1, as_gm=as_gm)
        assert (found.ok, found.faults, found.unreplayed) == (True, (), "")
    async with honest.refuses("left, so hand 1 can't go on. Undo the whole hand instead.", RuleError):
        await honest.undoes_action()
    table = await honest.undoes_hand()
    assert {chair.seat: chair.chips for chair in table.record.chairs} == {HAN: before[HAN], ROARK: before[ROARK]}
    assert (await verify_hand(honest.database, honest.table_id, 1)).is_undone
    assert "Lando" not in " ".join(table.said)
    await honest.adds_up()


async def test_house_gets_what_an_undone_hand_gives_back_to_a_forgotten_player(casino: Casino) -> None:
    await casino.opened()
    han = await casino.sits(ANN, "Han")
    await casino.tosses(HEADS, (HAN, "tails", 30))
    await casino.tables.seating.leave(casino.table_id, casino.click(ANN))
    forgetting = Forgetting(casino.database, casino.tables, casino.clock)
    assert await forgetting.ask(ANN.user_id, [GUILD])
    wallet, house = accounts.purse(han.id), accounts.house((await casino.table()).record.campaign_id)
    before = await balance(casino.database, house)
    await casino.undoes_hand()
    assert await balance(casino.database, wallet) == 30
    assert await forgetting.go_on()
    assert await balance(casino.database, wallet) == 0
    assert await balance(casino.database, house) == before + 30
    await casino.adds_up()


class TestMoneyThatIsSpent:
    """Han has won hand 1, and there is less of it than he won."""

    async def test_undone_winnings_come_from_the_wallet_and_losses_return_to_it(self, seated: TableHarness) -> None:
        await seated.lively_hand()
        chairs = (await seated.table()).record.chairs
        winner, loser = (one(chairs, key=lambda chair: chair.stack) for one in (max, min))
        for seat in (winner.seat, loser.seat):
            await seated.tables.seating.leave(seated.table_id, seated.click(await seated.player(seat)), seat)
        character = await seated.characters.get(seated.campaign.id, winner.character_id)
        held = await seated.purse(character)
        await seated.undoes_hand()
        assert await seated.purse(character) == held - (winner.stack - 500) == 1000
        assert await seated.purse(await seated.characters.get(seated.campaign.id, loser.character_id)) == 1000
        assert set(await stacks(seated)) == {500}
        await seated.adds_up()

    async def test_mint_covers_the_listed_lacks_once_a_gm_agrees(self, seated: TableHarness) -> None:
        """The plan that was shown before the money was spent is refused."""
        await seated.lively_hand()
        winner = max((await seated.table()).record.chairs, key=lambda chair: chair.stack)
        gain = winner.stack - 500
        undo, before = seated.tables.undoing.undo_hand, await shown(seated)
        await spends(seated, winner.seat)
        minted = await balance(seated.database, accounts.mint(seated.campaign.id))
        async with seated.refuses(str(UndoDone()), UndoDone):
            await undo(seated.table_id, seated.click(GM), before.mark, confirmed=True)
        plan = await shown(seated)
        assert plan.lacks == (Lacking(who=winner.seat, amount=gain),)
        async with seated.refuses(str(Unconfirmed()), Unconfirmed):
            await undo(seated.table_id, seated.click(GM), plan.mark)
        table = await undo(seated.table_id, seated.click(GM), plan.mark, confirmed=True)
        assert table.said[-1] == f"The mint covers {gain} cr that {table.voice.name(winner.seat)} lacks."
        assert set(await stacks(seated)) == {500}
        assert await balance(seated.database, accounts.mint(seated.campaign.id)) == minted - gain
        await seated.adds_up()

    async def test_preview_refuses_more_than_the_mint_may_issue(self, seated: TableHarness) -> None:
        await seated.lively_hand()
        await spends(seated, max((await seated.table()).record.chairs, key=lambda chair: chair.stack).seat)
        issued = -await balance(seated.database, accounts.mint(seated.campaign.id))
        wallet, house = Wallet(seated.database, seated.characters, seated.clock), HousePurse(seated.campaign.id)
        await wallet.grant(seated.campaign, GM, [house], MAX_AMOUNT - issued, key="all", reason="")
        found = await seated.tables.undoing.preview(seated.table_id, seated.click(GM))
        assert isinstance(found.hand, MoneyError)
        assert isinstance(found.action, PlayerError)
        await wallet.take(seated.campaign, GM, [house], MAX_AMOUNT - issued, key="none", reason="")
        assert (await shown(seated)).lacks

    async def test_chips_at_the_winners_new_seat_are_taken_before_the_mint_pays(self, seated: TableHarness) -> None:
        await seated.lively_hand()
        winner = max((await seated.table()).record.chairs, key=lambda chair: chair.stack)
        by, gain = await seated.player(winner.seat), winner.stack - 500
        await seated.tables.seating.leave(seated.table_id, seated.click(by), winner.seat)
        character = await seated.characters.get(seated.campaign.id, winner.character_id)
        held = await seated.purse(character)
        table = await seated.tables.seating.sit(seated.table_id, seated.click(by), character, held)
        chair = table.record.chairs[-1]
        assert (await shown(seated)).lacks == ()
        await seated.undoes_hand()
        assert await seated.chips(chair.seat) == held - gain
        await seated.adds_up()


class TestAgainstTheHouse:
    async def test_the_bank_has_what_it_had(self, casino: Casino) -> None:
        await casino.backed_by("house", house=1000)
        await casino.opened(bank=1000, fee=2)
        await casino.sits(ANN, "Han", 100)
        await casino.tosses(HEADS, (HAN, "heads", 20))
        assert (await casino.bank_has(), await casino.house_has()) != (1000, 0)
        await casino.undoes_hand()
        assert (await casino.bank_has(), await casino.house_has(), await casino.chips(HAN)) == (1000, 0, 100)
        await casino.adds_up()

    async def test_a_bank_that_was_emptied_since_lacks_what_it_won(self, casino: Casino) -> None:
        await casino.backed_by("house", house=1000)
        await casino.opened(bank=100)
        await casino.sits(ANN, "Han", 100)
        await casino.tosses(HEADS, (HAN, "tails", 50))
        await casino.tables.banks.drain(casino.table_id, casino.click(GM), 150)
        assert (await shown(casino)).lacks == (Lacking(who="bank", amount=50),)
        assert (await casino.undoes_hand()).said[-1] == "The mint covers 50 cr that the bank lacks."
        assert await casino.chips(HAN) == 100
        await casino.adds_up()

    async def test_a_house_that_spent_its_cut_lacks_it(self, casino: Casino) -> None:
        await casino.backed_by("house", house=100)
        await casino.opened(bank=100, fee=2)
        await casino.sits(ANN, "Han", 100)
        await casino.tosses(HEADS, (HAN, "heads", 20))
        await casino.tables.banks.fill(casino.table_id, casino.click(GM), 2)
        assert (await shown(casino)).lacks == (Lacking(who="house", amount=2),)
        await casino.undoes_hand()
        await casino.adds_up()

    async def test_a_toss_can_go_on_against_the_same_bank_only(self, casino: Casino) -> None:
        await casino.backed_by("house", house=1000)
        await casino.opened(bank=100)
        await casino.sits(ANN, "Han", 100)
        await casino.tosses(HEADS, (HAN, "heads", 20))
        await casino.tables.banks.fill(casino.table_id, casino.click(GM), 50)
        async with casino.refuses("Chips have changed since toss 1, so it can't go on."):
            await casino.undoes_action()


class TestGoods:
    async def test_undone_item_lies_where_it_lay(self, evening: Evening) -> None:
        place = evening.place
        await place.wagers(ANN, evening.han, "ring")
        await place.wagers(BEN, evening.lando, "idol")
        await place.all_show()
        await place.undoes_hand()
        assert (await place.wagered(HAN), await place.wagered(LANDO)) == (("ring",), ("idol",))
        assert (await place.happened())[-1] == ItemsReturned()
        assert await place.goods_add_up() == EVERYTHING

    async def test_undone_item_returns_when_the_winner_has_wagered_it_again(self, evening: Evening) -> None:
        place = evening.place
        await place.wagers(BEN, evening.lando, "tooth")
        await place.all_show()
        await place.wagers(ANN, evening.han, "tooth")
        await place.undoes_hand()
        assert (await place.wagered(HAN), await place.wagered(LANDO)) == ((), ("tooth",))
        assert await place.goods_add_up() == EVERYTHING

    async def test_undone_item_returns_from_a_hand_in_play_for_which_the_winner_wagered_it(
        self, evening: Evening
    ) -> None:
        place = evening.place
        await place.wagers(BEN, evening.lando, "tooth")
        await place.all_show()
        await place.wagers(ANN, evening.han, "tooth")
        await place.deals(GM)
        await place.undoes_hand()
        assert (await place.wagered(HAN), await place.wagered(LANDO)) == ((), ("tooth",))
        assert await place.goods_add_up() == EVERYTHING

    async def test_undone_item_returns_to_a_character_who_has_left(self, evening: Evening) -> None:
        place = evening.place
        await place.wagers(BEN, evening.lando, "tooth")
        await place.all_show()
        await place.tables.seating.leave(place.table_id, place.click(BEN), LANDO)
        await place.undoes_hand()
        assert await place.held(evening.lando) == ("idol", "tooth")
        assert await place.goods_add_up() == EVERYTHING

    async def test_undo_is_refused_when_an_item_has_gone_on_since(self, evening: Evening) -> None:
        place = evening.place
        await place.wagers(BEN, evening.lando, "tooth")
        await place.all_show()
        await place.goods.take(place.campaign.id, evening.han.id, "blind_draw", ["tooth"], actor=1, key="taken")
        with pytest.raises(RuleError, match=r"A tooth that Lando wagered has changed hands since"):
            await place.undoes_hand()
