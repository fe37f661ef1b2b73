"""Nobody pays another price than the one they were shown, or for anything else than it stood for."""

from bot.engine.money import DND
from bot.ledger import accounts, balance
from playground.people import Player
from tests.e2e.captains import written
from tests.ui.klingon.night import PHOTONS, lando_goes_out, my_seat, seats, sits
from tests.ui.tables.evening import Evening, labels, note, refused, told

MOVED_ON = "The table has moved on. Look at its latest message."


async def purse(evening: Evening, seat: int) -> int:
    """Return the amount in the wallet of that seat's character."""
    chair = (await evening.table()).chair(seat)
    assert chair is not None
    return await balance(evening.services.db, accounts.purse(chair.character_id))


async def test_a_place_is_sold_for_what_the_button_says_or_not_at_all(evening: Evening, han: Player, lando: Player):
    await evening.open(command="klingon open", fee="10", clock="off")
    for who in (han, lando):
        await sits(evening, who)
    await evening.changes_rules(fee=300)
    page = await my_seat(evening, han)
    late = next(button.custom_id for button in page.buttons if button.label == "Buy in 290 cr")
    await evening.changes_rules(fee=900)
    async with evening.nothing_changes():
        refused = await han.click(page, late, unchecked=True)
        assert told(refused).splitlines()[:2] == [
            MOVED_ON,
            "**Han** has no place in the next tournament. A place costs 900 cr. **Han** also has 10 cr at the table.",
        ]
    assert "Buy in 890 cr" in labels(refused.shown)
    bought = await han.click(refused.shown, "Buy in 890 cr")
    assert note(bought).startswith("**Han** has a place in the next tournament.")
    assert await purse(evening, 1) == 100
    # what is paid for already isn't paid for again by an old page
    async with evening.nothing_changes():
        assert note(await han.click(page, late, unchecked=True)) == MOVED_ON


async def test_late_buy_back_pays_for_nothing_else(
    begun: Evening, han: Player, lando: Player, roark: Player, gm: Player
):
    await lando_goes_out(begun, han, lando, roark)
    page = await my_seat(begun, lando)
    late = next(button.custom_id for button in page.buttons if button.label == "Buy back in 200 cr")
    begun.roll(*written({"Han": ("fed-dn", "fed-ca"), "Roark": ("tho-pc", "gor-dd")}, PHOTONS))
    await begun.does(gm, "Next hand")
    async with begun.nothing_changes():
        refused = await lando.click(page, late, unchecked=True)
        assert told(refused).splitlines()[:2] == [MOVED_ON, "**Lando** is out of the tournament, third of 3 players."]
    assert "Buy back in 200 cr" not in labels(refused.shown)
    assert seats(begun)[1].endswith("out, third")


async def test_sitting_down_asks_again_when_the_form_has_an_old_price(evening: Evening, han: Player, lando: Player):
    await evening.open(command="klingon open", fee="10", clock="off")
    character = await evening.cast.pc(han, "Han")
    forms = [(await who.click(evening.message, "Sit")).modal for who in (han, lando)]
    assert forms[0] is not None
    assert forms[1] is not None
    await evening.changes_rules(fee=900)
    async with evening.nothing_changes():
        answer = await han.submit(forms[0], {})
        assert refused(answer) == "The house rules have changed. A place costs 900 cr now. Open the form again."
        newcomer = await lando.submit(forms[1], {"Your character's name": "Lando"})
        assert (
            told(newcomer).splitlines()[0]
            == "The house rules have changed. A place costs 900 cr now. Open the form again."
        )
    again = (await han.click(answer.shown, "Try again")).form
    assert again.fields[0].description == "A place costs 900 cr."
    await han.submit(again, {})
    again = (await lando.click(newcomer.shown, "Try again")).form
    name = again.fields[0]
    assert (name.default, name.description) == ("Lando", "A place costs 900 cr.")
    await lando.submit(again, {})
    await evening.drawn()
    assert await evening.purse(character) == await purse(evening, 2) == 100


async def test_a_form_from_before_chips_were_points_or_money_takes_nobody_by_surprise(
    evening: Evening, han: Player, lando: Player
):
    await evening.open(command="klingon open", clock="off")
    character = await evening.cast.pc(han, "Han")
    form = (await han.click(evening.message, "Sit")).form
    await evening.changes_rules(stakes="cash")
    answer = await han.submit(form, {})
    assert refused(answer) == "The house rules have changed. Everyone brings their own chips now. Open the form again."
    form = (await han.click(answer.shown, "Try again")).form
    await evening.changes_rules(stakes="points")
    answer = await han.submit(form, {"Buy-in": "500"})
    assert refused(answer) == "The house rules have changed. A place costs 200 cr now. Open the form again."
    assert await evening.purse(character) == 1000


async def test_the_form_of_a_house_rule_about_money_takes_what_it_is_filled_in_with(evening: Evening, gm: Player):
    await evening.settles(currency=DND)
    await evening.open(command="klingon open", fee="2 gp 5 sp", clock="off")
    editor = (await evening.privately(gm, "More…", "House rules…")).shown
    form = (await gm.select(editor, "Change…", "A place costs")).form
    assert form.fields[0].default == "2 gp 5 sp"
    assert refused(await gm.submit(form, {})) == "Those are the house rules already."
    assert "A place costs: **3 gp**" in told(await gm.submit(form, {"A place costs": "3 gp"}))


async def test_the_history_of_a_purse_tells_the_way_of_a_fee(evening: Evening, han: Player, lando: Player):
    await evening.open(command="klingon open", clock="off")
    for who in (han, lando):
        await sits(evening, who)
    table = await evening.table()
    assert f"200 cr for a place at {table.title} in <#{evening.channel.id}>" in (await shows(evening, lando, "show"))
    assert (await shows(evening, han, "history"))[1] == (
        "**\N{MINUS SIGN}200 cr** to the table, then 800 cr in the wallet"
    )
    await evening.privately(han, "My seat", "Leave")
    await evening.drawn()
    back, why, *_ = (await shows(evening, han, "history"))[1:]
    assert back == "**+200 cr** from the table, then 1,000 cr in the wallet"
    assert why.endswith(f" · a place in a tournament: left {table.title}")
    await sits_again(evening, han)
    await evening.does(lando, "Begin the tournament")
    prize, tournament, place, sat = (await shows(evening, han, "history"))[1:5]
    assert prize == "**\N{MINUS SIGN}200 cr** to the prize, then 0 cr at the table"
    assert tournament.endswith(f" · {table.title}, tournament 1")
    assert place == "**\N{MINUS SIGN}200 cr** to the table, then 800 cr in the wallet"
    assert sat.endswith(f" · a place in a tournament: sat down at {table.title}")


async def sits_again(evening: Evening, who: Player) -> None:
    await who.click(evening.message, "Sit")
    await who.submit(None, {})
    await evening.drawn()


async def shows(evening: Evening, who: Player, command: str) -> list[str]:
    """Return the lines that /wallet answers."""
    return told(await who.slash(evening.channel, f"wallet {command}")).splitlines()
