"""One's own seat: more chips, a pause, leaving; and the GM who sends somebody away or acts for them."""

import pytest

from playground.people import Player
from tests.ui.tables.evening import Evening, labels, names_at, note, refused, seats_of, told

HAN_LEADS = (2, 6, 1, 5, 1, 5, 2)


@pytest.fixture
async def two(evening: Evening, han: Player, lando: Player) -> Evening:
    evening.roll(*HAN_LEADS)
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    return evening


async def test_my_seat_shows_the_starting_chips_during_a_hand(two: Evening, han: Player):
    """The chips of a hand are on the table, where every bet moves them."""
    mine = await two.privately(han, "My seat")
    assert told(mine) == "**Han** has 500 cr at the table and 500 cr in the wallet."
    assert labels(mine.shown) == ["Top up…", "Sit out", "Leave", "Don't remind me"]
    await two.does(han, "Deal")
    mine = await two.privately(han, "My seat")
    assert note(mine) == "**Han** came into this hand with 500 cr, and has 500 cr in the wallet."
    await han.submit((await han.click(mine.shown, "Top up…")).modal, {"amount": "100"})
    mine = await two.privately(han, "My seat")
    assert (
        note(mine)
        == "**Han** came into this hand with 500 cr, and has 100 cr for the next one and 400 cr in the wallet."
    )


async def test_the_gm_has_a_page_for_each_npc(two: Evening, han: Player):
    names = [(await two.adds_npc()).name for _ in range(2)]
    answer = await two.privately(two.gm, "My seat")
    assert told(answer) == f"You play **{names[0]}** with 500 cr and **{names[1]}** with 500 cr."
    assert labels(answer.shown) == names
    theirs = await two.gm.click(answer.shown, names[1])
    assert told(theirs) == f"**{names[1]}** has 500 cr at the table and 500 cr in the wallet."
    assert labels(theirs.shown) == ["Top up…", "Sit out", "Leave", names[0]]
    async with two.nothing_changes():
        assert told(await han.click(two.message, f"seat:{(await two.table()).id}:4", unchecked=True)) == (
            "That seat isn't yours."
        )
    await two.sits(two.gm, "Qi'ra")
    mine = await two.privately(two.gm, "My seat")
    assert told(mine).startswith("**Qi'ra** has 500 cr")
    assert labels(mine.shown) == ["Top up…", "Sit out", "Leave", "Don't remind me", *names]


async def test_the_gm_buys_chips_for_an_npc_lets_it_sit_out_and_leave(two: Evening):
    name = (await two.adds_npc()).name
    form = (await two.privately(two.gm, "My seat", name, "Top up…")).modal
    assert note(await two.gm.submit(form, {"More chips": "100"})) == f"**{name}** has 600 cr at the table now."
    await two.drawn()
    out = await two.privately(two.gm, "My seat", name, "Sit out")
    assert note(out) == f"**{name}** sits out from the next hand on."
    await two.drawn()
    assert told(await two.privately(two.gm, "My seat", name, "Leave")) == f"**{name}** leaves with 600 cr."
    await two.drawn()


async def test_a_top_up_in_mid_hand_waits_for_the_next(two: Evening, han: Player, lando: Player):
    await two.does(han, "Deal")
    form = (await two.privately(han, "My seat", "Top up…")).modal
    done = await han.submit(form, {"More chips": "200"})
    assert note(done) == "You have 700 cr at the table now, 200 cr of it from the next hand on."
    assert "▸ **Han** ⚅ **6** · 490 cr · 200 cr more next hand" in seats_of(await two.drawn())
    await two.privately(han, "Fold", "Fold")
    assert "◦ Han ⚅ 6 · 690 cr" in (await two.drawn()).lines
    assert await two.chips(1) == 690


@pytest.mark.parametrize(
    "typed, refusal",
    [
        ("501", "Han has less than 501 cr in the wallet."),
        ("-5", "An amount can't be negative."),
        ("0", "That's too little. The least is 1 cr."),
        ("1e30", "I can't read that amount. Write it like this: 1,000 cr."),
        ("5 sp", "This campaign counts in credits, not sp."),
    ],
)
async def test_a_top_up_that_cannot_be_changes_nothing(two: Evening, han: Player, typed: str, refusal: str):
    form = (await two.privately(han, "My seat", "Top up…")).modal
    async with two.nothing_changes():
        assert refused(await han.submit(form, {"More chips": typed})) == refusal


async def test_sitting_out_and_coming_back(two: Evening, han: Player, lando: Player):
    assert note(await two.privately(han, "My seat", "Sit out")) == "You sit out from the next hand on."
    assert "◦ Han · 500 cr · sits out" in (await two.drawn()).lines
    async with two.nothing_changes():
        refused = await lando.click(two.message, "Deal")
        assert told(refused) == "It takes 2 players with enough chips who aren't sitting out."
    assert note(await two.privately(han, "My seat", "Back in")) == "You are back in."
    shown = await two.drawn()
    assert "◦ Han · 500 cr" in shown.lines
    await two.does(lando, "Deal")


async def test_leaving_in_mid_hand_waits_for_its_end(two: Evening, han: Player, lando: Player):
    await two.does(han, "Deal", "Check")
    async with two.nothing_changes():
        asked = await two.privately(han, "My seat", "Leave")
        rules = (
            "The bot then plays for you: it checks if that's free, folds otherwise, and leaves the dice as they are."
        )
        assert told(asked) == f"Leave in mid-hand? {rules}\n-# Pot **20 cr** · **Lando** deals"
    question = asked.shown.frozen()
    assert note(await han.click(asked.shown, "Leave")) == "You leave when this hand is over."
    shown = await two.drawn()
    assert "◦ Han ⚅ **6** · 490 cr · leaving" in shown.lines
    async with two.nothing_changes():
        assert note(await han.click(question, "Leave")) == "Han leaves after this hand already."
        mine = await two.privately(han, "My seat")
        assert "You leave when this hand is over." in told(mine).splitlines()
        assert labels(mine.shown) == ["Details", "Don't remind me"]
    await two.fills(lando, "Bet…", {"Bet": "50"})
    shown = await two.drawn()
    back = "Uncalled chips return to **Lando**: 50 cr."
    assert f"All others have folded: **Lando** takes the pot, 20 cr. {back}" in shown.lines
    assert names_at(await two.table()) == ["Lando"]


@pytest.mark.parametrize("by_gm", [False, True])
async def test_leaver_between_hands_takes_the_chips_along_and_an_old_page_of_theirs_does_nothing(
    two: Evening, han: Player, by_gm: bool
):
    mine = await two.privately(han, "My seat")
    page = mine.shown.frozen()
    han_solo = await two.services.characters.active((await two.table()).record.campaign_id, han.id)
    assert han_solo is not None
    if by_gm:
        asked = await two.privately(two.gm, "More…", "Send away…")
        assert labels(asked.shown) == ["Han", "Lando"]
        assert told(await two.gm.click(asked.shown, "Han")) == "**Han** leaves."
    else:
        assert told(await two.privately(han, "My seat", "Leave")) == "You leave with 500 cr."
    assert "◦ Han · 500 cr" not in (await two.drawn()).lines
    assert await two.purse(han_solo) == 1000
    async with two.nothing_changes():
        for label in ("Leave", "Sit out", "Top up…"):
            assert told(await han.click(page, label)).splitlines()[-1] == "That seat isn't yours."


async def test_the_gm_acts_for_somebody_absent(two: Evening, han: Player, lando: Player):
    await two.does(han, "Deal")
    asked = await two.privately(two.gm, "More…", "Act for…")
    assert told(asked) == "What does **Han** do?"
    assert labels(asked.shown) == ["Check", "Bet…", "Fold", "Bet 10", "Pot 20", "All in 490"]
    assert told(await two.gm.click(asked.shown, "Check")) == "**Han** checks."
    shown = await two.drawn()
    assert "-# The GM acts for **Han**." in shown.lines
    form = (await two.privately(two.gm, "More…", "Act for…", "Bet…")).modal
    assert told(await two.gm.submit(form, {"Bet": "25"})) == "**Lando** bets 25 cr."
    assert "-# The GM acts for **Lando**." in (await two.drawn()).lines


async def test_acting_for_one_of_several_absent_asks_for_whom(two: Evening, han: Player):
    await two.changes_rules(dice="typed")
    await two.does(han, "Deal")
    asked = await two.privately(two.gm, "More…", "Act for…")
    assert told(asked) == "Act for whom?"
    whom = await two.gm.click(asked.shown, "Lando")
    assert told(whom) == "What does **Lando** do?"
    assert labels(whom.shown) == ["Type your die…", "Roll for me"]
    two.roll(4)
    await two.gm.click(whom.shown, "Roll for me")
    assert "Roll your die at the table and type it. Waiting for **Han** to roll." in (await two.drawn()).lines
    assert told(await two.gm.click(asked.shown, "Lando")) == "The table is no longer waiting for that player."


async def test_a_gm_who_sits_at_the_table_plays_their_own_seat_without_being_asked(two: Evening, han: Player):
    gm_seat = await two.sits(two.gm, "Qi'ra")
    npc = await two.adds_npc()
    two.roll(4, *(1, 2, 6, 3))
    await two.does(two.gm, "Deal")
    assert (await two.table()).to_act == {gm_seat.seat}
    await two.does(two.gm, "Check")
    assert (await two.table()).to_act == {npc.seat}
    shown = await two.does(two.gm, "Check")
    assert f"-# **{npc.name}** checks." in shown.lines
