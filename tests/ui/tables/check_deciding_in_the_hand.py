"""What a seat decides in its own hand: picked in a menu, and sent when it is meant."""

from collections.abc import Callable

import pytest

from bot.engine.moves import Choice, Move, Pick
from playground.people import Player
from tests.tables.blind_draw import BlindDraw, BlindState
from tests.ui.tables.blind_evening import hand, keeps
from tests.ui.tables.evening import Evening, labels, told

PASSED = "The table has moved on. Look at its latest message."
LANDO_HAS = "# 4♣ 5♣ 6♣"


async def test_cards_are_picked_and_then_sent(dealt: Evening, han: Player, lando: Player):
    mine = await hand(dealt, han)
    (select,) = mine.selects
    assert (select.low, select.high, [label for label, _ in select.options]) == (0, 2, ["1♣", "2♣", "3♣"])
    await han.select(mine, select.custom_id, ["1♣", "2♣"])
    await han.select(mine, select.custom_id, [])
    assert labels(mine)[0] == "Keep all three"
    await han.select(mine, select.custom_id, ["1♣", "3♣"])
    assert mine.selects[0].chosen == ("1c", "3c")
    assert labels(mine)[0] == "Exchange: 1♣, 3♣"

    await han.click(mine, "Exchange")
    assert mine.selects == []
    assert "▸ **Lando** · 490 cr" in (await dealt.drawn()).lines
    assert "◦ Han · 490 cr" in dealt.message.lines

    sent = await lando.click(await hand(dealt, lando), "Keep all three")
    assert "-# **Han** exchanges 2." in (await dealt.drawn()).lines
    assert LANDO_HAS in told(sent).splitlines()
    await dealt.quiet()
    assert "# 2♣ 7♣ 8♣" in mine.lines


async def test_the_last_to_decide_finds_the_new_cards_in_the_same_message(dealt: Evening, han: Player, lando: Player):
    await keeps(dealt, lando)
    mine = await hand(dealt, han)
    await han.select(mine, "Exchange up to two", "2♣")
    await han.click(mine, "Exchange")
    assert mine.lines[:2] == ["**Lando** exchanges 0.", "You draw 7♣."]
    assert "# 1♣ 3♣ 7♣" in mine.lines


async def test_two_who_decide_in_the_same_moment_both_do(dealt: Evening, han: Player, lando: Player):
    his, hers = await hand(dealt, han), await hand(dealt, lando)
    await han.select(his, "Exchange up to two", "1♣")
    first, second = han.click(his, "Exchange"), lando.click(hers, "Keep all three")
    await first
    await second
    shown = await dealt.drawn()
    assert [line for line in shown.lines if "exchanges" in line] == [
        "-# **Han** exchanges 1.",
        "-# **Lando** exchanges 0.",
    ]


async def test_a_double_click_shows_what_the_first_of_them_did(dealt: Evening, han: Player, lando: Player):
    await keeps(dealt, lando)
    mine = await hand(dealt, han)
    await han.select(mine, "Exchange up to two", "2♣")
    for answer in (han.click(mine, "Exchange"), han.click(mine, "Exchange")):
        await answer
    assert PASSED not in mine.text
    assert mine.lines[0] == "**Lando** exchanges 0."
    assert "# 1♣ 3♣ 7♣" in mine.lines


Moves = Callable[[BlindDraw, BlindState, int], tuple[Move, ...]]


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Move], Move]], None]:
    """Return a function that has the game offer its moves in another way."""
    offered: Moves = BlindDraw.moves

    def change(how: Callable[[Move], Move]) -> None:
        def moves(game: BlindDraw, state: BlindState, seat: int) -> tuple[Move, ...]:
            return tuple(map(how, offered(game, state, seat)))

        monkeypatch.setattr(BlindDraw, "moves", moves)

    return change


async def test_move_with_confirmation_is_picked_first_and_sent_second(
    dealt: Evening, han: Player, lando: Player, changed: Callable[[Callable[[Move], Move]], None]
):
    changed(lambda move: move.evolve(confirm="For good?") if move.key == "favour" else move)
    await keeps(dealt, han, lando)
    mine = await hand(dealt, lando)
    favour = mine.find("Favour")
    assert favour is not None
    assert favour.disabled
    await lando.select(mine, "Favour one card", "6♣")
    assert "You favour the 6♣." not in mine.lines
    await lando.click(mine, "Favour: 6♣")
    assert "You favour the 6♣." in mine.lines


async def test_more_choices_than_a_menu_holds_are_typed_into_a_form(
    blind: Evening, han: Player, lando: Player, changed: Callable[[Callable[[Move], Move]], None]
):
    others = tuple(Choice(value=f"other {number}", label=f"other {number}") for number in range(25))

    def among_many(move: Move) -> Move:
        picks = (field for field in move.fields if isinstance(field, Pick))
        return move.evolve(fields=tuple(pick.evolve(choices=(*pick.choices, *others)) for pick in picks))

    changed(among_many)
    await blind.sits(han, "Han")
    await blind.sits(lando, "Lando")
    await han.click(blind.message, "Deal")
    await blind.drawn()
    mine = await hand(blind, han)
    assert (mine.selects, labels(mine)[0]) == ([], "Exchange…")
    form = (await han.click(mine, "Exchange…")).modal
    await han.submit(form, {"Exchange up to two": "what"})
    assert mine.lines[0] == "Pick from what is offered, each at most once."
    form = (await han.click(mine, "Try again")).form
    assert form.fields[0].default == "what"
    await han.submit(form, {"Exchange up to two": "1♣, 3c"})
    assert "Exchange…" not in labels(mine)
    assert "◦ Han · 490 cr" in (await blind.drawn()).lines
