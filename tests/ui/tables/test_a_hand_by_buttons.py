"""A hand played with buttons and forms: checks, bets, calls, raises, folds and three who are all in."""

import pytest

from playground.people import Player, Seen
from tests.ui.tables.evening import Evening, labels, note, refused, seats_of, told

LANDO_DEALS = 2
HAN_LEADS = (6, 1, 5, 1, 5, 2)
"""Two players, three streets: Han has 6, 5, 5 and Lando 1, 1, 2."""


@pytest.fixture
async def two(evening: Evening, han: Player, lando: Player) -> Evening:
    """Seat Han and Lando with 500 each at a table without limits; Lando deals, Han leads every street."""
    evening.roll(LANDO_DEALS, *HAN_LEADS)
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    return evening


async def test_a_whole_hand_from_the_fee_to_the_shadowport(two: Evening, han: Player, lando: Player):
    shown = await two.does(han, "Deal")
    assert shown.lines[:5] == [
        "## Pi'Lok · The Lift",
        "**Han** to move",
        "Pot **20 cr** · **Lando** deals",
        "▸ **Han** ⚅ **6** · 490 cr",
        "◦ Lando ⚀ **1** · 490 cr",
    ]
    assert labels(shown)[:5] == ["Han: Check", "Bet…", "Fold", "Bet 10", "Pot 20"]
    assert labels(shown)[5:] == ["All in 490", "My seat", "Sit", "More…"]

    shown = await two.does(han, "Check")
    assert "▸ **Lando** ⚀ **1** · 490 cr" in shown.lines

    await two.fills(lando, "Bet…", {"Bet": "50"})
    shown = await two.drawn()
    assert labels(shown)[:6] == [
        "Han: Call 50 cr",
        "Raise…",
        "Fold",
        "Raise to 100",
        "½ pot to 110",
        "Pot to 170",
    ]
    assert "-# **Lando** bets 50 cr." in shown.lines

    await two.fills(han, "Raise…", {"Raise to": "150 cr"})
    assert "-# **Han** raises to 150 cr." in (await two.drawn()).lines
    shown = await two.does(lando, "Call")
    assert "Pot **320 cr** · **Lando** deals" in shown.lines

    await two.does(han, "Check")
    await two.does(lando, "Check")
    await two.does(han, "Check")
    shown = await two.does(lando, "Check")
    assert shown.lines[0] == "## Pi'Lok · The Jump"
    assert labels(shown)[:2] == ["Han: Pass", "Jump Lando"]

    await two.does(han, "Pass")
    shown = await two.does(lando, "Pass")
    assert shown.lines[:2] == ["## Pi'Lok · Shadowport", "**Han** takes the pot with 20: 320 cr."]
    assert seats_of(shown) == ["◦ Han ⚅⚄⚄ **20** = (5+5)×2 · 660 cr", "◦ Lando ⚀⚀⚁ **4** = (1+1)×2 · 340 cr"]
    assert labels(shown) == ["Next hand", "My seat", "Sit", "More…"]
    assert (await two.chips(1), await two.chips(2)) == (660, 340)


@pytest.mark.parametrize(
    "typed, to",
    [
        ("pot", 20),
        ("The Pot", 20),
        ("all in", 490),
        ("ALL-IN", 490),
        ("the least", 10),
        ("50", 50),
        ("50 cr", 50),
        (" 0.1k ", 100),
    ],
)
async def test_a_bet_is_typed_as_people_say_it(two: Evening, han: Player, typed: str, to: int):
    await two.does(han, "Deal")
    await two.fills(han, "Bet…", {"Bet": typed})
    all_in = " and is all in" if to == 490 else ""
    assert f"-# **Han** bets {to} cr{all_in}." in (await two.drawn()).lines


@pytest.mark.parametrize(
    "typed, refusal",
    [
        ("9", "The smallest bet is 10 cr."),
        ("491", "The largest bet is 490 cr."),
        ("0", "That's too little. The least is 1 cr."),
        ("-50", "An amount can't be negative."),
        ("some", "Write an amount, like 10 cr, or the least, the pot or all in."),
        ("", "Write an amount, like 10 cr, or the least, the pot or all in."),
        ("9" * 31, "That's too much. The limit is 1,000,000,000,000,000 cr."),
        ("5 gp", "This campaign counts in credits, not gp."),
        ("1/2", "I can't read that amount. Write it like this: 1,000 cr."),
    ],
)
async def test_a_bet_that_cannot_be_is_told_why_and_changes_nothing(
    two: Evening, han: Player, typed: str, refusal: str
):
    await two.does(han, "Deal")
    form = (await han.click(two.message, "Bet…")).modal
    async with two.nothing_changes():
        answer = await han.submit(form, {"Bet": typed}, unchecked=True)
        assert refused(answer) == refusal
    again = (await han.click(answer.shown, "Try again")).form
    assert again.field("Bet").default == typed
    await han.submit(again, {"Bet": "50"})
    assert "-# **Han** bets 50 cr." in (await two.drawn()).lines


async def test_the_bet_form_tells_what_can_be_typed(two: Evening, han: Player):
    await two.does(han, "Deal")
    form = (await han.click(two.message, "Bet…")).form
    assert (form.title, form.field("Bet").default) == ("Bet", "10 cr")
    assert form.field("Bet").description == "From 10 cr to 490 cr: the pot 20 cr, all in 490 cr."


async def test_quick_bets_and_raises_take_one_click(two: Evening, han: Player, lando: Player):
    """The pot is 20: Han bets it, Lando raises to it after his call (20 + 20 + 20 + 20), and Han folds."""
    await two.does(han, "Deal", "Pot 20")
    assert "-# **Han** bets 20 cr." in two.message.lines
    shown = await two.does(lando, "Pot to 80")
    assert "-# **Lando** raises to 80 cr." in shown.lines
    await two.does(han, "Fold")
    assert (await two.chips(1), await two.chips(2)) == (470, 530)


async def test_a_quick_bet_on_an_old_message_does_nothing(two: Evening, han: Player):
    await two.does(han, "Deal")
    old = quick_id(two.message, "Pot 20")
    await two.fills(han, "Bet…", {"Bet": "50"})
    await two.drawn()
    async with two.nothing_changes():
        assert (await han.click(two.message, old, unchecked=True)).shown.ephemeral


async def test_a_quick_bet_of_another_amount_is_checked_like_a_typed_one(two: Evening, han: Player):
    await two.does(han, "Deal")
    pot = quick_id(two.message, "Pot 20")
    async with two.nothing_changes():
        for amount, refusal in (("9", "The smallest bet is 10 cr."), ("491", "The largest bet is 490 cr.")):
            forged = pot.removesuffix("20") + amount
            assert told(await han.click(two.message, forged, unchecked=True)) == refusal


async def test_house_rules_choose_the_quick_bets(two: Evening, han: Player):
    await two.changes_rules(quick_bets="ends")
    shown = await two.does(han, "Deal")
    assert labels(shown)[:5] == ["Han: Check", "Bet…", "Fold", "Bet 10", "All in 490"]


def quick_id(seen: Seen, label: str) -> str:
    button = seen.find(label)
    assert button is not None
    return button.custom_id


async def test_folding_asks_first_only_where_a_check_is_free(two: Evening, han: Player, lando: Player):
    await two.does(han, "Deal")
    async with two.nothing_changes():
        assert told(await han.click(two.message, "Fold")) == "You can check for free. Fold anyway?"
    await two.fills(han, "Bet…", {"Bet": "50"})
    await two.drawn()
    shown = await two.does(lando, "Fold")
    back = "Uncalled chips return to **Han**: 50 cr."
    assert f"All others have folded: **Han** takes the pot, 20 cr. {back}" in shown.lines


async def test_a_free_fold_is_made_in_the_question(two: Evening, han: Player):
    await two.does(han, "Deal")
    folded = await two.privately(han, "Fold", "Fold")
    assert note(folded) == "All others have folded: **Lando** takes the pot, 20 cr."
    assert "All others have folded: **Lando** takes the pot, 20 cr." in (await two.drawn()).lines


async def test_three_all_ins_make_side_pots(evening: Evening, han: Player, lando: Player):
    roark = evening.guest("Roark")
    evening.roll(3, *(6, 5, 1), *(6, 5, 1), *(1, 2, 3))
    await evening.open()
    for player, name, chips in ((han, "Han", "100"), (lando, "Lando", "200"), (roark, "Roark", "300")):
        await evening.sits(player, name, chips)
    await evening.does(han, "Deal")
    await evening.fills(han, "Bet…", {"Bet": "all in"})
    assert "◦ Han ⚅ **6** · all in for 100 cr" in (await evening.drawn()).lines
    await evening.fills(lando, "Raise…", {"Raise to": "all in"})
    assert labels(await evening.drawn())[0] == "Roark: Call 190 cr"
    await evening.does(roark, "Call")
    for player in (han, lando, roark):
        await evening.does(player, "Pass")
    assert evening.message.lines[1] == (
        "**Han** takes the main pot with 24: 300 cr. **Lando** takes the side pot with 20: 200 cr."
    )
    assert [await evening.chips(seat) for seat in (1, 2, 3)] == [300, 200, 100]


async def test_a_call_for_all_one_has_says_so(evening: Evening, han: Player, lando: Player):
    evening.roll(LANDO_DEALS, *HAN_LEADS)
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando", "60")
    await evening.does(han, "Deal")
    await evening.fills(han, "Bet…", {"Bet": "200"})
    shown = await evening.drawn()
    assert labels(shown)[:2] == ["Lando: Call all in 50 cr", "Fold"]
    shown = await evening.does(lando, "Call all in")
    assert "-# **Lando** calls 50 cr and is all in." in shown.lines


async def test_a_form_that_was_open_when_the_table_moved_on_is_refused(two: Evening, han: Player, lando: Player):
    await two.does(han, "Deal")
    form = (await han.click(two.message, "Bet…")).modal
    await two.does(han, "Check")
    async with two.nothing_changes():
        answer = await han.submit(form, {"Bet": "50"})
        assert refused(answer) == "It isn't your turn."
        assert "50" in answer.text
        assert labels(answer.shown) == []
