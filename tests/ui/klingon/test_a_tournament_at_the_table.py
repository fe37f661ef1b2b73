"""A tournament as people see it at its table: the price of a place, how it stands, coming back and going for good."""

from bot.engine.money import DND
from playground.people import Player
from tests.e2e.captains import written
from tests.ui.klingon.night import PHOTONS, SHIPS, lando_goes_out, my_seat, seats, sits
from tests.ui.tables.evening import Evening, labels, note, told


async def test_a_newcomer_is_told_the_price_and_asked_for_no_amount(evening: Evening, han: Player, lando: Player):
    await evening.open(command="klingon open", clock="off")
    assert "A place costs 200 cr · " in evening.message.lines[2]
    form = await sits(evening, han)
    assert [field.label for field in form.fields] == ["Your character's name", "Skills, if you like"]
    assert form.fields[0].description == "A place costs 200 cr."
    await evening.cast.pc(lando, "Lando")
    form = (await lando.click(evening.message, "Sit")).form
    assert [(field.label, field.description) for field in form.fields] == [("Who sits down?", "A place costs 200 cr.")]
    await lando.submit(form, {})
    await evening.drawn()
    assert seats(evening) == [
        "◦ Han · in the next tournament",
        "◦ Lando · in the next tournament",
    ]
    # changing the price asks those who sit there for the rest
    await evening.changes_rules(fee=250)
    assert seats(evening)[0] == "◦ Han · has no place yet"
    page = await my_seat(evening, han)
    assert (
        page.lines[0]
        == "**Han** has no place in the next tournament. A place costs 250 cr. **Han** also has 200 cr at the table."
    )
    assert labels(page) == ["Buy in 50 cr", "Sit out", "Leave", "Don't remind me"]
    assert told(await han.click(page, "Buy in 50 cr")).startswith("**Han** has a place in the next tournament.")


async def test_the_table_says_who_is_in_it_and_what_can_be_won(begun: Evening, han: Player, lando: Player):
    assert "-# Tournament · 3 in · prize 600 cr" in begun.message.lines
    assert seats(begun) == [
        "▸ **Han** · 200 chips",
        "◦ Lando · 195 chips · in for 5 chips",
        "◦ Roark · 190 chips · in",
    ]
    page = await my_seat(begun, han)
    assert page.lines == ["**Han** came into this hand with 200 chips.", "800 cr in the wallet."]
    assert labels(page) == ["My ships", "Leave", "Don't remind me"]
    assert (await han.click(page, "Leave")).text.splitlines()[0] == (
        "Leave in mid-hand? The bot then plays for you: it checks if that's free, and disengages otherwise. When "
        "the hand is over, you give up the tournament. The remaining chips go into the next pot."
    )
    chewie = begun.guest("Chewie")
    await sits(begun, chewie)
    assert seats(begun)[-1] == "◦ Chewie · in the next tournament"


async def test_out_player_buys_back_in_and_leaving_player_gives_up(
    begun: Evening, han: Player, lando: Player, roark: Player, gm: Player
):
    await lando_goes_out(begun, han, lando, roark)
    assert "-# Tournament · 2 of 3 in · prize 600 cr" in begun.message.text
    assert [line.split(" · ")[1] for line in seats(begun)] == ["410 chips", "out, third", "190 chips"]
    page = await my_seat(begun, lando)
    assert page.lines[0] == "**Lando** is out of the tournament, third of 3 players. A place costs 200 cr."
    assert labels(page) == ["My ships", "Buy back in 200 cr", "Stay out", "Leave", "Don't remind me"]
    await lando.click(page, "Buy back in 200 cr")
    assert "-# Tournament · 3 in · prize 800 cr" in (await begun.drawn()).text
    assert "◦ Lando" in seats(begun)[1]
    assert labels(await my_seat(begun, lando)) == ["My ships", "Leave", "Don't remind me"]

    asked = await begun.privately(gm, "More…", "Close")
    assert told(asked) == (
        "Close the table? A tournament is running. The players still in share its prize by their chips."
    )
    asked = await begun.privately(roark, "My seat", "Leave")
    assert told(asked) == "Leave the tournament? Then you give up, and the chips go into the next pot."
    await roark.click(asked.shown, "Leave")
    assert "-# **Roark** gives up. 190 chips go into the next pot." in (await begun.drawn()).lines
    assert "-# Tournament · 2 of 3 in · prize 800 cr" in begun.message.text


async def test_bets_are_in_chips_and_the_price_is_in_coins(evening: Evening, gm: Player, han: Player, lando: Player):
    await evening.settles(currency=DND, starting_purse=1000)
    refusals = {
        "lots": "I can't read that amount. Write it like this: 2 gp 5 sp.",
        "3 chips": "This campaign counts in gp, sp and cp, not chips.",
        "-1": "An amount can't be negative.",
    }
    for fee, refusal in refusals.items():
        assert told(await gm.slash(evening.channel, "klingon open", fee=fee)) == refusal
    await evening.open(command="klingon open", fee="2 gp 5 sp", clock="off")
    for who in (han, lando):
        assert (await sits(evening, who)).fields[0].description == "A place costs 2 gp 5 sp."
    poor = evening.guest("Chewie")
    await evening.take(await evening.cast.pc(poor, "Chewie"), 900)
    assert told(await poor.click(evening.message, "Sit")) == (
        "You need 2 gp 5 sp to sit down here, but your wallet has only 1 gp."
    )
    await evening.does(han, "Begin the tournament")
    assert "-# Tournament · 2 in · prize 5 gp" in evening.message.lines
    refusals = {
        "2 gp": "A tournament counts in chips, not gp.",
        "300": "The largest raise is to 200 chips.",
        "12 chips": "The smallest raise is to 20 chips.",
        "lots": "Write an amount, like 20 chips, or the least, the pot or all in.",
    }
    for to, refusal in refusals.items():
        assert told(await evening.fills(han, "Raise…", {"Raise to": to})).startswith(refusal)
    await evening.fills(han, "Raise…", {"Raise to": "20 chips"})
    assert "-# **Han** raises to 20 chips." in (await evening.drawn()).lines


async def test_out_player_stays_out_or_sits_out_the_next_until_they_pay(
    begun: Evening, han: Player, lando: Player, roark: Player, gm: Player
):
    await lando_goes_out(begun, han, lando, roark)
    assert note(await begun.privately(lando, "My seat", "Stay out")) == "You stay out."
    assert (await begun.drawn()).lines.count("-# **Lando** sits out.") == 1
    assert seats(begun)[1].split(" · ")[1] == "out, third"
    assert labels(await my_seat(begun, lando)) == ["My ships", "Buy back in 200 cr", "Leave", "Don't remind me"]
    begun.roll(*written({"Han": SHIPS["Han"], "Roark": SHIPS["Roark"]}, PHOTONS))
    await begun.does(roark, "Next hand")
    assert seats(begun)[1].endswith(" · out, third · sits the next one out")
    assert (
        note(await begun.privately(lando, "My seat", "Play the next one")) == "You are back in for the next tournament."
    )
    assert note(await begun.privately(lando, "My seat", "Sit the next one out")) == "You sit the next one out."
    await begun.drawn()
    await begun.privately(gm, "More…", "Void the hand", "Void the hand")
    await begun.privately(gm, "More…", "Send away…", "Han", "Send away")
    assert labels(await my_seat(begun, lando)) == ["My ships", "Buy in 200 cr", "Back in", "Leave", "Don't remind me"]
    await begun.privately(lando, "My seat", "Buy in 200 cr")
    await begun.drawn()
    assert "◦ Lando · in the next tournament" in seats(begun)
