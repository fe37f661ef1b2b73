"""Money that moves away from the tables."""

import asyncio

import pytest

from bot.campaigns import Holder, HousePurse, PartyPurse, Person
from bot.errors import MoneyError, NotAllowed, NotFound, RuleError, TooLate
from bot.ledger import AlreadyPosted, audit
from tests.campaigns.conftest import ANN, BEN, GM, World


async def purses(world: World, *holders: Holder) -> list[int]:
    return [await world.wallet.balance(holder) for holder in holders]


async def test_a_player_pays_another(world: World) -> None:
    han, lando = await world.character(ANN, "Han"), await world.character(BEN, "Lando")
    await world.wallet.pay(world.campaign, ANN, han, lando, 300, key="1", reason="For the Falcon")
    assert await purses(world, han, lando) == [700, 1300]
    paid = (await world.wallet.history(han)).lines[0]
    assert (paid.line.reason, paid.line.delta, paid.names) == ("For the Falcon", -300, ("Lando",))


async def test_a_double_click_pays_once(world: World) -> None:
    han, lando = await world.character(ANN, "Han"), await world.character(BEN, "Lando")
    clicks = (world.wallet.pay(world.campaign, ANN, han, lando, 300, key="1") for _ in range(2))
    outcomes = await asyncio.gather(*clicks, return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {type(None), AlreadyPosted}
    assert await purses(world, han, lando) == [700, 1300]


async def test_a_repeated_payment_is_refused_while_the_first_is_pending(world: World) -> None:
    han, lando = await world.character(ANN, "Han"), await world.character(BEN, "Lando")
    pay, grant = world.wallet.pay, world.wallet.grant
    outcomes = await asyncio.gather(
        pay(world.campaign, ANN, han, lando, 300, key="1"),
        pay(world.campaign, GM, han, lando, 300, key="2", reason="once more"),
        pay(world.campaign, ANN, han, lando, 200, key="3"),
        pay(world.campaign, BEN, lando, han, 300, key="4"),
        grant(world.campaign, GM, [lando, han], 50, key="5", reason="first"),
        grant(world.campaign, GM, [han, lando], 50, key="6", reason="second"),
        return_exceptions=True,
    )
    refused = [at for at, outcome in enumerate(outcomes, 1) if outcome is not None]
    assert [type(outcomes[at - 1]) for at in refused] == [TooLate, TooLate]
    assert refused == [2, 6]
    assert await purses(world, han, lando) == [1000 - 300 - 200 + 300 + 50, 1000 + 300 + 200 - 300 + 50]
    await pay(world.campaign, ANN, han, lando, 300, key="7")
    assert await purses(world, han, lando) == [550, 1550]


async def test_a_payment_that_failed_can_be_tried_again(world: World) -> None:
    han, lando = await world.character(ANN, "Han"), await world.character(BEN, "Lando")
    for key in ("1", "2"):
        with pytest.raises(MoneyError):
            await world.wallet.pay(world.campaign, ANN, han, lando, 1001, key=key)


async def test_members_pay_into_the_partys_purse_and_the_gm_shares_it_out(world: World) -> None:
    han, party = await world.character(ANN, "Han"), PartyPurse(world.campaign.id)
    await world.wallet.pay(world.campaign, ANN, han, party, 400, key="1")
    with pytest.raises(NotAllowed):
        await world.wallet.share(world.campaign, ANN, [han], 400, key="2")
    await world.wallet.share(world.campaign, GM, [han], 150, key="3")
    assert await purses(world, han, party) == [750, 250]
    assert [line.line.delta for line in (await world.wallet.history(party)).lines] == [-150, 400]
    with pytest.raises(MoneyError, match="The party has less than 251"):
        await world.wallet.share(world.campaign, GM, [han], 251, key="4")


async def test_a_share_is_even_and_odd_coins_go_to_the_first_by_name(world: World) -> None:
    roark, lando = await world.character(Person(4), "Roark"), await world.character(BEN, "lando")
    han, party = await world.character(ANN, "Han"), PartyPurse(world.campaign.id)
    await world.wallet.grant(world.campaign, GM, [party], 500, key="1", reason="")
    shares = await world.wallet.share(world.campaign, GM, [roark, han, lando, han], 101, key="2")
    assert [(share.character.name, share.amount) for share in shares] == [("Han", 34), ("lando", 34), ("Roark", 33)]
    assert await purses(world, han, lando, roark, party) == [1034, 1034, 1033, 399]
    assert [line.line.delta for line in (await world.wallet.history(party)).lines] == [-101, 500]


async def test_a_share_is_one_entry_or_none(world: World) -> None:
    han, lando, party = await world.character(ANN, "Han"), await world.character(BEN, "Lando"), world.campaign.id
    await world.wallet.grant(world.campaign, GM, [PartyPurse(party)], 100, key="1", reason="")
    with pytest.raises(MoneyError, match="The party has less than 101"):
        await world.wallet.share(world.campaign, GM, [han, lando], 101, key="2")
    with pytest.raises(MoneyError, match="1 is too little to share among 2"):
        await world.wallet.share(world.campaign, GM, [han, lando], 1, key="3")
    with pytest.raises(RuleError, match="at least one"):
        await world.wallet.share(world.campaign, GM, [], 10, key="4")
    assert await purses(world, han, lando, PartyPurse(party)) == [1000, 1000, 100]


@pytest.mark.parametrize("name", ["Han", "{Han} {0} {amount}"])
async def test_a_refused_payment_names_the_character_who_is_short(world: World, name: str) -> None:
    han, lando = await world.character(ANN, name), await world.character(BEN, "Lando")
    with pytest.raises(MoneyError) as refused:
        await world.wallet.pay(world.campaign, ANN, han, lando, 1001, key="1")
    assert refused.value.told(world.campaign.settings.currency.show) == f"{name} has less than 1,001 cr."
    assert await purses(world, han, lando) == [1000, 1000]


async def test_payments_to_retired_characters_are_refused(world: World) -> None:
    han, lando = await world.character(ANN, "Han"), await world.character(BEN, "Lando")
    await world.characters.retire(world.campaign, BEN, lando)
    retired = await world.characters.get(world.campaign.id, lando.id)
    with pytest.raises(NotAllowed, match="Lando has retired"):
        await world.wallet.pay(world.campaign, ANN, han, retired, 5, key="1")
    await world.wallet.take(world.campaign, GM, [retired], 1000, key="2", reason="An inheritance")
    assert await purses(world, han, retired) == [1000, 0]


@pytest.mark.parametrize("amount", [0, -5, 10**15 + 1, 10**30])
async def test_an_invalid_amount_moves_nothing(world: World, amount: int) -> None:
    han, lando = await world.character(ANN, "Han"), await world.character(BEN, "Lando")
    with pytest.raises(MoneyError):
        await world.wallet.pay(world.campaign, ANN, han, lando, amount, key="1")
    with pytest.raises(MoneyError):
        await world.wallet.grant(world.campaign, GM, [han], amount, key="1", reason="")
    with pytest.raises(MoneyError):
        await world.wallet.take(world.campaign, GM, [han], amount, key="1", reason="")


async def test_paying_oneself_or_from_anothers_purse_is_refused(world: World) -> None:
    han, lando = await world.character(ANN, "Han"), await world.character(BEN, "Lando")
    with pytest.raises(RuleError, match="Han can't pay themselves"):
        await world.wallet.pay(world.campaign, ANN, han, han, 5, key="1")
    with pytest.raises(NotAllowed, match="Han isn't yours"):
        await world.wallet.pay(world.campaign, BEN, han, lando, 5, key="1")


async def test_a_gm_pays_for_npcs(world: World) -> None:
    han, sly = await world.character(ANN, "Han"), await world.npc("Sly")
    with pytest.raises(NotAllowed):
        await world.wallet.pay(world.campaign, ANN, sly, han, 5, key="1")
    await world.wallet.pay(world.campaign, GM, sly, han, 5, key="2")
    assert await purses(world, han, sly) == [1005, 995]


async def test_money_stays_in_its_campaign(world: World) -> None:
    han = await world.character(ANN, "Han")
    elsewhere = await world.campaigns.at(600)
    volo = await world.characters.create(elsewhere, BEN, "Volo")
    for attempt in (
        world.wallet.pay(world.campaign, ANN, han, volo, 5, key="1"),
        world.wallet.pay(world.campaign, ANN, han, PartyPurse(elsewhere.id), 5, key="2"),
        world.wallet.pay(elsewhere, ANN, han, volo, 5, key="3"),
        world.wallet.grant(world.campaign, GM, [han, volo], 5, key="4", reason=""),
        world.wallet.take(world.campaign, GM, [volo], 5, key="5", reason=""),
        world.wallet.share(world.campaign, GM, [volo], 5, key="6"),
    ):
        with pytest.raises(NotFound):
            await attempt
    assert await purses(world, han, volo) == [1000, 1000]


async def test_the_gm_gives_to_one_to_several_and_to_the_party(world: World) -> None:
    han, lando = await world.character(ANN, "Han"), await world.character(BEN, "Lando")
    sly, party = await world.npc("Sly"), PartyPurse(world.campaign.id)
    everybody = [*await world.characters.party(world.campaign.id), sly, party, han]
    await world.wallet.grant(world.campaign, GM, everybody, 50, key="1", reason="The  bounty\non Jabba")
    assert await purses(world, han, lando, sly, party) == [1050, 1050, 1050, 50]
    given = (await world.wallet.history(han)).lines[0].line
    assert (given.kind, given.reason, given.actor) == ("grant", "The  bounty on Jabba", GM.user_id)


async def test_the_gm_fills_the_house_and_empties_it_again(world: World) -> None:
    house = HousePurse(world.campaign.id)
    await world.wallet.grant(world.campaign, GM, [house], 10_000, key="1", reason="For the banks")
    assert await purses(world, house) == [10_000]
    with pytest.raises(MoneyError, match="The house has less than 10001"):
        await world.wallet.take(world.campaign, GM, [house], 10_001, key="2", reason="")


async def test_taking_from_several_takes_from_all_or_none(world: World) -> None:
    han, lando = await world.character(ANN, "Han"), await world.character(BEN, "Lando")
    await world.wallet.take(world.campaign, GM, [han], 600, key="1", reason="Bail")
    with pytest.raises(MoneyError, match="Han has less than 500"):
        await world.wallet.take(world.campaign, GM, [lando, han], 500, key="2", reason="Bail")
    assert await purses(world, han, lando) == [400, 1000]
    await world.wallet.take(world.campaign, GM, [lando, han], 400, key="3", reason="Bail")
    assert await purses(world, han, lando) == [0, 600]
    assert (await audit(world.database)).is_clean


async def test_grants_need_a_gm_and_a_recipient(world: World) -> None:
    han = await world.character(ANN, "Han")
    with pytest.raises(NotAllowed):
        await world.wallet.grant(world.campaign, ANN, [han], 5, key="1", reason="")
    with pytest.raises(NotAllowed):
        await world.wallet.take(world.campaign, ANN, [han], 5, key="1", reason="")
    with pytest.raises(RuleError, match="at least one"):
        await world.wallet.grant(world.campaign, GM, [], 5, key="1", reason="")


async def test_a_history_goes_page_by_page(world: World) -> None:
    han = await world.character(ANN, "Han")
    for number in range(12):
        await world.wallet.grant(world.campaign, GM, [han], 1, key=str(number), reason=f"Coin {number}")
    first = await world.wallet.history(han)
    second = await world.wallet.history(han, first.before)
    assert (len(first.lines), len(second.lines), second.before) == (10, 3, None)
    assert second.lines[-1].line.reason == "Starting money"
