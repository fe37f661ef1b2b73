"""Coming to the table: a fresh server, new characters, and who may sit with how much."""

from playground.people import Player
from tests.ui.tables.evening import Evening, labels, names_at, seats_of, told


async def test_a_fresh_server_comes_to_its_first_deal_in_eight_interactions(
    evening: Evening, han: Player, lando: Player
):
    used = evening.local.interactions._by_id
    await evening.gm.slash(evening.channel, "pilok open")
    await evening.drawn()
    for _ in range(2):
        await evening.gm.select(evening.message, "Add an NPC…", "Regular")
        await evening.drawn()
    for player in (han, lando):
        await player.click(evening.message, "Sit")
        await player.submit(None, {"Your character's name": player.user.display_name})
        await evening.drawn()
    await han.click(evening.message, "Deal")
    table = await evening.table()
    assert table.in_hand
    assert [chair.is_npc for chair in table.record.chairs] == [True, True, False, False]
    assert len(used) <= 8


async def test_player_without_a_character_makes_one_while_sitting_down(evening: Evening, han: Player):
    await evening.open()
    opened = await han.click(evening.message, "Sit")
    assert [(field.label, field.default) for field in opened.form.fields] == [
        ("Your character's name", ""),
        ("Skills, if you like", ""),
        ("Buy-in", "500 cr"),
    ]
    await han.submit(None, {"Your character's name": "Han", "Skills, if you like": "Gambling 8D, Perception 3D+1"})
    await evening.drawn()
    assert "◦ Han · 500 cr" in evening.message.lines
    han_solo = await evening.services.characters.active((await evening.table()).record.campaign_id, han.id)
    assert han_solo is not None
    assert [skill.name for skill in han_solo.sheet.skills] == ["Gambling", "Perception"]
    assert await evening.purse(han_solo) == 500


async def test_skills_that_cannot_be_read_are_told_and_what_was_typed_is_kept(evening: Evening, han: Player):
    await evening.open()
    await han.click(evening.message, "Sit")
    async with evening.nothing_changes():
        refused = await han.submit(
            None, {"Your character's name": "Han", "Skills, if you like": "Gambling lots", "Buy-in": "200 cr"}
        )
        assert "Gambling lots" in told(refused)
    again = await han.click(refused.shown, "Try again")
    assert [field.default for field in again.form.fields] == ["Han", "Gambling lots", "200 cr"]
    assert (await han.submit(None, {"Skills, if you like": "Gambling 5D"})).text == "**Han** sits down."
    assert "◦ Han · 200 cr" in (await evening.drawn()).lines


async def test_a_character_only_asks_for_the_buy_in(evening: Evening, han: Player):
    await evening.open()
    character = await evening.cast.pc(han, "Han")
    opened = await han.click(evening.message, "Sit")
    assert [(field.label, field.description) for field in opened.form.fields] == [("Buy-in", "From 10 cr to 1,000 cr.")]
    await han.submit(None, {"Buy-in": "1k"})
    assert "◦ Han · 1,000 cr" in (await evening.drawn()).lines
    assert await evening.purse(character) == 0


async def test_money_in_long_words_fits_into_the_forms(evening: Evening, han: Player):
    await evening.counts_in("platinum crown=240, silver florin=12, copper penny=1", starting_purse=5555)
    await evening.open(preset="high stakes", clock="off", ante="11 copper pennies")
    opened = await han.click(evening.message, "Sit")
    usual = opened.form.field("Buy-in").default
    assert len(str(usual)) > 40
    await han.submit(None, {"Your character's name": "Han"})
    assert f"◦ Han · {usual}" in seats_of(await evening.drawn())
    await evening.adds_npc()
    form = (await evening.privately(han, "My seat", "Top up…")).modal
    more = "1 platinum crown 2 silver florins 3 copper pennies"
    assert told(await han.submit(form, {"More chips": more})).startswith("You have ")
    evening.roll(2, *(6, 1, 5, 1, 5, 2))
    await evening.drawn()
    await evening.does(han, "Deal")
    await evening.fills(han, "Bet…", {"Bet": more})
    assert f"bets {more}." in (await evening.drawn()).text


async def test_player_with_several_characters_chooses_one(evening: Evening, han: Player):
    await evening.open()
    smuggler, gambler = await evening.cast.pc(han, "Smuggler"), await evening.cast.pc(han, "Gambler")
    opened = await han.click(evening.message, "Sit")
    who = opened.form.field("Who sits down?")
    assert [label for label, _ in who.options] == ["Gambler, 1,000 cr", "Smuggler, 1,000 cr"]
    assert who.default == [str(gambler.id)]
    await han.submit(None, {"Who sits down?": str(smuggler.id), "Buy-in": "300 cr"})
    assert "◦ Smuggler · 300 cr" in (await evening.drawn()).lines
    assert await evening.purse(smuggler) == 700
    assert await evening.purse(gambler) == 1000


async def test_a_poor_character_leaves_the_seat_to_a_richer_one(evening: Evening, han: Player):
    rich, poor = await evening.cast.pc(han, "Rich"), await evening.cast.pc(han, "Poor")
    await evening.take(poor, 1000)
    await evening.open()
    opened = await han.click(evening.message, "Sit")
    assert opened.form.field("Who sits down?").default == [str(rich.id)]
    assert opened.form.field("Buy-in").description == "From 10 cr to 1,000 cr."


async def test_player_without_money_is_refused_a_seat(evening: Evening, han: Player):
    character = await evening.cast.pc(han, "Han")
    await evening.take(character, 995)
    await evening.open()
    async with evening.nothing_changes():
        refused = await han.click(evening.message, "Sit")
        assert told(refused) == "You need 10 cr to sit down here, but your wallet has only 5 cr."


async def test_buy_ins_are_refused_with_what_can_be_brought(evening: Evening, han: Player):
    await evening.open()
    for typed, refusal in {
        "9": "You begin with 1,000 cr. Bring from 10 cr to 1,000 cr.",
        "1001": "You begin with 1,000 cr. Bring from 10 cr to 1,000 cr.",
        "-50": "An amount can't be negative.",
        "a lot": "I can't read that amount. Write it like this: 1,000 cr.",
        "1" + "0" * 30: "That's too much. The limit is 1,000,000,000,000,000 cr.",
        "5 gp": "This campaign counts in credits, not gp.",
    }.items():
        await evening.clock.advance(10)
        form = (await han.click(evening.message, "Sit")).modal
        async with evening.nothing_changes():
            answer = await han.submit(form, {"Your character's name": "Han", "Buy-in": typed})
            assert told(answer).splitlines()[0] == refusal
    assert not await evening.services.characters.mine((await evening.table()).record.campaign_id, han.id)


async def test_an_npc_is_made_named_and_seated_with_one_click(evening: Evening):
    await evening.open()
    for template, chips in (("Novice", 500), ("Regular", 500), ("Shark", 500)):
        chair = await evening.adds_npc(template)
        assert chair.is_npc
        assert f"◦ {chair.name} · {chips} cr" in evening.message.lines


async def test_newcomer_who_misses_the_last_seat_keeps_the_character(evening: Evening, han: Player, lando: Player):
    await evening.open()
    for _ in range(9):
        await evening.adds_npc()
    forms = {player: (await player.click(evening.message, "Sit")).modal for player in (han, lando)}
    table = await evening.table()
    async with evening.services.tables.store.locked(table.id):
        sent = {p: p.submit(form, {"Your character's name": p.user.display_name}) for p, form in forms.items()}
        await evening.clock.settle()
        for player in forms:
            assert await evening.services.characters.mine(table.record.campaign_id, player.id) != ()
    answers = {player: await answer for player, answer in sent.items()}
    await evening.drawn()
    full = await evening.table()
    late = next(player for player in forms if not full.seated(player.id))
    name = late.user.display_name
    assert told(answers[late]) == f"All 10 seats are taken.\n**{name}** is ready to sit down."
    await evening.privately(evening.gm, "More…", "Send away…", names_at(await evening.table())[0])
    await evening.drawn()
    refusal = answers[late].message
    assert refusal is not None
    await late.click(refusal, "Try again")
    await late.submit(None, {"Buy-in": "300 cr"})
    assert f"◦ {name} · 300 cr" in (await evening.drawn()).lines
    assert len(await evening.services.characters.mine(table.record.campaign_id, late.id)) == 1


async def test_an_npc_who_cannot_sit_down_does_not_stay_in_the_campaign(evening: Evening):
    await evening.open(preset="high stakes", clock="off", ante="900000")
    refused = await evening.gm.select(evening.message, "Add an NPC…", "Novice")
    assert "has less than 900,000 cr in the wallet." in told(refused)
    left = await evening.services.db.fetch("SELECT 1 FROM characters WHERE retired_at IS NULL")
    assert not left


async def test_a_full_table_offers_no_seat(evening: Evening, han: Player):
    await evening.open()
    old = evening.message.frozen()
    for _ in range(10):
        await evening.adds_npc()
    assert "Sit" not in labels(evening.message)
    assert evening.message.selects == []
    async with evening.nothing_changes():
        assert told(await han.click(old, "Sit")) == "All 10 seats are taken."
