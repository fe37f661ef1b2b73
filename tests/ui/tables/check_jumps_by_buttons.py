"""The Jump with buttons: whom to jump, which die is rolled again, the challenge, and tables that type their dice."""

from collections.abc import Mapping
from typing import Any

from bot.ui.render.buttons import AS_BUTTONS
from playground.people import Player
from tests.ui.tables.evening import Evening, labels, note, refused, seats_of, told

LANDO_DEALS = 2
HAN_LEADS = (6, 1, 5, 1, 5, 2)
"""Han has 6, 5, 5 and Lando 1, 1, 2."""
ONE_DIE = "Gambling 1D"


async def at_the_jump(
    evening: Evening, *players: Player, dice: tuple[int, ...], rules: Mapping[str, Any] | None = None
) -> None:
    """Check through three streets, so that each player rolls one die in a contest."""
    await evening.open()
    await evening.changes_rules(**(rules or {}))
    for player in players:
        await evening.sits(player, str(player.user.display_name), sheet=ONE_DIE)
    evening.roll(*dice)
    await evening.does(players[0], "Deal")
    for _ in range(3):
        for player in players:
            await evening.does(player, "Check")


async def test_winner_of_a_jump_picks_a_die_of_the_opponent(evening: Evening, han: Player, lando: Player):
    await at_the_jump(evening, han, lando, dice=(LANDO_DEALS, *HAN_LEADS, 5, 2, 6))
    shown = await evening.does(han, "Jump Lando")
    assert labels(shown)[:3] == ["Han: Re-roll the 2", "Re-roll the 1", "Leave them"]
    assert "**Han** has won the contest: pick one of **Lando**'s dice to re-roll, or leave them." in shown.lines
    shown = await evening.does(han, "Re-roll the 1")
    assert "-# **Han** has **Lando** roll the 1 again, and it comes up 6." in shown.lines
    assert "▸ **Lando** ⚅⚀⚁ **8** · 490 cr" in seats_of(shown)


async def test_jump_asks_for_the_opponent_in_a_form_at_a_full_table(evening: Evening, han: Player, lando: Player):
    others = [evening.guest(f"Guest {number}") for number in range(4)]
    players = (han, lando, *others)
    assert len(players) - 1 > AS_BUTTONS
    dice = (len(players), *(6, 1, 1, 2, 2, 1), *(5, 1, 2, 1, 2, 1), *(5, 2, 3, 3, 3, 2))
    await at_the_jump(evening, *players, dice=(*dice, 5, 2, 1))
    assert labels(evening.message)[:2] == ["Han: Pass", "Jump…"]
    opened = await han.click(evening.message, "Jump…")
    target = opened.form.field("Jump whom?")
    assert [label for label, _ in target.options][:2] == ["Lando, 4", "Guest 0, 5"]
    await han.submit(None, {"Jump whom?": "Lando, 4"})
    shown = await evening.drawn()
    assert "**Han** has won the contest: pick one of **Lando**'s dice to re-roll, or leave them." in shown.lines


async def test_jump_dice_are_typed_when_players_roll_real_dice(evening: Evening, han: Player, lando: Player):
    await evening.open()
    await evening.changes_rules(dice="typed", first_dealer="host")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    shown = await evening.does(han, "Deal")
    assert "Roll your die at the table and type it. Waiting for **Han** and **Lando** to roll." in shown.lines
    assert labels(shown)[:2] == ["Type your die…", "Roll for me"]
    form = (await han.click(evening.message, "Type your die…")).form
    for typed, refusal in {
        "7": "It must be a whole number from 1 to 6.",
        "0": "It must be a whole number from 1 to 6.",
        "six": "That isn't a whole number.",
        "3.5": "That isn't a whole number.",
    }.items():
        async with evening.nothing_changes():
            assert refused(await han.submit(form, {"Number on your die": typed})) == refusal
    await han.submit(form, {"Number on your die": "4"})
    shown = await evening.drawn()
    assert "Roll your die at the table and type it. Waiting for **Lando** to roll." in shown.lines
    evening.roll(2)
    shown = await evening.does(lando, "Roll for me")
    assert "-# The Lift: **Lando** 2, **Han** 4. **Han** leads with 4." in shown.lines
    assert "rolls are typed in: nothing to verify" in shown.lines[-1]


async def test_contest_totals_are_typed_at_a_table_with_its_own_contests(evening: Evening, han: Player, lando: Player):
    await at_the_jump(evening, han, lando, dice=(LANDO_DEALS, *HAN_LEADS, 6), rules={"contests": "typed"})
    shown = await evening.does(han, "Jump Lando")
    assert "**Han** jumps **Lando**. Waiting for **Han** and **Lando** to roll." in shown.lines
    assert labels(shown)[:2] == ["Type your total…", "Roll for me"]
    await evening.fills(lando, "Type your total…", {"Your total": "11"})
    shown = await evening.drawn()
    assert "**Han** jumps **Lando**. **Lando** has 11. Waiting for **Han** to roll." in shown.lines
    async with evening.nothing_changes():
        assert told(await lando.click(evening.message, "Roll for me")) == "It isn't your turn."
    await evening.fills(han, "Type your total…", {"Your total": "35"})
    shown = await evening.drawn()
    assert [line for line in shown.lines if "35" in line] == [
        "-# **Han** jumps **Lando**: 35 (typed in) against 11 (typed in). **Han** wins the contest."
    ]


async def test_a_gm_with_three_npcs_is_asked_for_whom_and_may_roll_for_all(evening: Evening):
    await evening.open()
    await evening.changes_rules(dice="typed", first_dealer="host")
    names = [(await evening.adds_npc()).name for _ in range(3)]
    await evening.does(evening.gm, "Deal")
    asked = await evening.gm.click(evening.message, "Roll for me")
    assert told(asked) == "For whom?"
    assert labels(asked.shown) == [*names, "The same for all", "Back"]
    evening.roll(3)
    done = await evening.gm.click(asked.shown, names[1])
    assert note(done) == "Done."
    shown = await evening.drawn()
    waits = f"Waiting for **{names[0]}** and **{names[2]}** to roll."
    assert f"Roll your die at the table and type it. {waits}" in shown.lines

    evening.roll(5, 2)
    done = await evening.privately(evening.gm, "Roll for me", "The same for all")
    assert note(done) == "Done for all of them."
    shown = await evening.drawn()
    first, second, third = (f"**{name}**" for name in names)
    assert f"{first} 5" in shown.text
    assert f"{second} 3" in shown.text
    assert f"{third} 2" in shown.text


async def test_a_form_can_be_for_one_of_several_npcs(evening: Evening):
    await evening.open()
    await evening.changes_rules(dice="typed", first_dealer="host")
    names = [(await evening.adds_npc()).name for _ in range(2)]
    await evening.does(evening.gm, "Deal")
    asked = await evening.gm.click(evening.message, "Type your die…")
    assert labels(asked.shown) == [*names, "Back"]
    form = (await evening.gm.click(asked.shown, names[1])).modal
    await evening.gm.submit(form, {"Number on your die": "6"})
    shown = await evening.drawn()
    assert f"Roll your die at the table and type it. Waiting for **{names[0]}** to roll." in shown.lines
