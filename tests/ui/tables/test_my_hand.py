"""My hand: what its owner alone sees, decides there, and finds again."""

from collections.abc import Callable

import pytest

from bot.engine.moves import Choice, Move, Pick
from bot.playground.player import Answer, Player, Seen
from tests.ui.tables.blind_draw import BlindDraw, BlindState, hand, keeps
from tests.ui.tables.evening import Evening, labels, told

PRIMARY = 1
HAN_HAS, LANDO_HAS = "# 1♣ 2♣ 3♣", "# 4♣ 5♣ 6♣"


@pytest.fixture
async def two(blind: Evening, han: Player, lando: Player) -> Evening:
    """Han has the ace to the three of clubs, Lando the four to the six; both are to exchange."""
    await blind.sits(han, "Han")
    await blind.sits(lando, "Lando")
    await han.click(blind.message, "Deal")
    await blind.drawn()
    return blind


def note(answer: Answer) -> str:
    """What stands above the hand that the answer shows."""
    return told(answer).splitlines()[0]


async def test_each_sees_their_own_hand_and_nobody_elses(two: Evening, han: Player, lando: Player):
    assert HAN_HAS in (await hand(two, han)).lines
    assert LANDO_HAS in (await hand(two, lando)).lines
    assert not [line for seen in han.sees(two.channel) for line in seen.lines if "4♣" in line]
    assert not [line for seen in two.gm.sees(two.channel) for line in seen.lines if "♣" in line]


async def test_whoever_has_no_seat_sees_no_hand(two: Evening):
    greedo = two.guest("Greedo")
    for stranger in (greedo, two.gm):
        assert told(await stranger.click(two.message, "My hand")) == "You don't sit at this table."


async def test_the_hand_of_another_seat_is_refused_whatever_an_id_says(two: Evening, han: Player, lando: Player):
    mine = await hand(two, han)
    for part in mine.components:
        if "custom_id" in part:
            part["custom_id"] = part["custom_id"].replace(":1:exchange", ":2:exchange")
    again = next(button for button in mine.buttons if button.label == "Show again")
    forged = again.custom_id.removesuffix(":1") + ":2"
    for custom_id in (forged, _sent_by(mine)):
        refused = await han.click(two.message, custom_id, unchecked=True)
        assert told(refused) == "Lando isn't yours to play."


def _sent_by(seen: Seen) -> str:
    return next(button.custom_id for button in seen.buttons if button.custom_id.startswith("send:"))


async def test_whoever_deals_has_their_hand_at_once(blind: Evening, han: Player, lando: Player):
    await blind.sits(han, "Han")
    await blind.sits(lando, "Lando")
    dealt = await han.click(blind.message, "Deal")
    await blind.drawn()
    assert [HAN_HAS in seen.lines for seen in dealt.messages if seen.ephemeral] == [True]
    assert not [seen for seen in lando.sees(blind.channel) if seen.ephemeral and "♣" in seen.text]


async def test_what_is_decided_in_hands_makes_my_hand_the_main_button(two: Evening, han: Player, lando: Player):
    shown = two.message
    assert labels(shown) == ["My hand", "Sit", "My seat", "Pause (GM)", "More…"]
    assert shown.buttons[0].style == PRIMARY
    assert "▸ **Han** · 490 cr · to choose" in shown.lines
    await keeps(two, han, lando)
    assert labels(two.message)[:3] == ["Show", "Fold", "My hand"]
    assert two.message.buttons[2].style != PRIMARY
    assert "▸ **Han** · 490 cr · to move" in two.message.lines


async def test_cards_are_picked_and_then_sent(two: Evening, han: Player, lando: Player):
    mine = await hand(two, han)
    (select,) = mine.selects
    assert (select.low, select.high, [label for label, _ in select.options]) == (0, 2, ["1♣", "2♣", "3♣"])
    await han.select(mine, select.custom_id, ["1♣", "3♣"])
    assert mine.selects[0].chosen == ("1c", "3c")
    assert labels(mine)[0] == "Exchange: 1♣, 3♣"

    await han.click(mine, "Exchange")
    assert mine.selects == []
    assert "▸ **Lando** · 490 cr · to choose" in (await two.drawn()).lines
    assert "◦ Han · 490 cr" in two.message.lines

    sent = await lando.click(await hand(two, lando), "Keep all three")
    assert "-# **Han** exchanges 2." in (await two.drawn()).lines
    assert LANDO_HAS in told(sent).splitlines()
    await han.click(mine, "Show again")
    assert "# 2♣ 7♣ 8♣" in mine.lines


async def test_the_last_to_decide_finds_the_new_cards_in_the_same_message(two: Evening, han: Player, lando: Player):
    await keeps(two, lando)
    mine = await hand(two, han)
    await han.select(mine, "Exchange up to two", "2♣")
    await han.click(mine, "Exchange")
    assert mine.lines[:2] == ["**Lando** exchanges 0.", "You draw 7♣."]
    assert "# 1♣ 3♣ 7♣" in mine.lines


async def test_what_was_picked_can_be_taken_back_before_it_is_sent(two: Evening, han: Player):
    mine = await hand(two, han)
    await han.select(mine, "Exchange up to two", ["1♣", "2♣"])
    await han.select(mine, "Exchange up to two", [])
    assert labels(mine)[0] == "Keep all three"


async def test_two_who_decide_in_the_same_moment_both_do(two: Evening, han: Player, lando: Player):
    his, hers = await hand(two, han), await hand(two, lando)
    await han.select(his, "Exchange up to two", "1♣")
    first, second = han.click(his, "Exchange"), lando.click(hers, "Keep all three")
    await first
    await second
    shown = await two.drawn()
    assert [line for line in shown.lines if "exchanges" in line] == [
        "-# **Han** exchanges 1.",
        "-# **Lando** exchanges 0.",
    ]


async def test_an_old_page_says_so_and_shows_the_hand_as_it_is(two: Evening, han: Player, lando: Player):
    old = (await hand(two, han)).frozen()
    await keeps(two, han, lando)
    late = await han.click(old, "Keep all three")
    assert note(late) == "That moment has passed: the table has moved on."
    assert late.message is not None
    assert labels(late.message) == ["Show", "Fold", "Show again"]


async def test_a_double_click_decides_once(two: Evening, han: Player, lando: Player):
    mine = (await hand(two, han)).frozen()
    first, second = han.click(mine, "Keep all three"), han.click(mine, "Keep all three")
    await first
    assert note(await second) == "That moment has passed: the table has moved on."


async def test_a_page_of_the_hand_before_does_nothing_in_the_next(two: Evening, han: Player, lando: Player):
    old = (await hand(two, han)).frozen()
    await keeps(two, han, lando)
    await two.does(han, "Show")
    await two.does(lando, "Show")
    await lando.click(two.message, "Next hand")
    await two.drawn()
    async with two.nothing_changes():
        assert note(await han.click(old, "Keep all three")) == "That moment has passed: the table has moved on."


async def test_what_nobody_else_sees_leaves_the_tables_message_alone(two: Evening, han: Player, lando: Player):
    await keeps(two, han, lando)
    before = two.message.message.version
    mine = await hand(two, lando)
    await lando.select(mine, "Favour one card", "6♣")
    assert "You favour the 6♣." in mine.lines
    await two.quiet()
    assert two.message.message.version == before


async def test_buttons_of_the_table_still_count_after_a_private_move(two: Evening, han: Player, lando: Player):
    await keeps(two, han, lando)
    await han.select(await hand(two, han), "Favour one card", "3♣")
    await two.drawn()
    assert "-# **Han** shows." in (await two.does(han, "Show")).lines


async def test_the_moves_of_the_table_are_in_the_hand_too(two: Evening, han: Player, lando: Player):
    await keeps(two, han, lando)
    mine = await hand(two, han)
    await han.click(mine, "Fold")
    assert mine.text == "Fold for good?"
    await han.click(mine, "Back")
    assert HAN_HAS in mine.lines
    await han.click(mine, "Show")
    assert mine.lines[0] == "**Han** shows."
    assert "-# **Han** shows." in (await two.drawn()).lines
    assert "Show" not in labels(mine)


async def test_after_the_hand_its_cards_are_still_there(two: Evening, han: Player, lando: Player):
    await keeps(two, han, lando)
    mine = await hand(two, han)
    await two.does(han, "Show")
    await two.does(lando, "Show")
    assert "My hand" not in labels(two.message)
    await han.click(mine, "Show again")
    assert mine.lines[:4] == [
        "-# **Han**",
        "## Three cards",
        HAN_HAS,
        "-# This is how **Han** held them when the hand ended.",
    ]
    assert HAN_HAS in told(await han.slash(two.channel, "table hand")).splitlines()


async def test_before_the_first_hand_there_is_nothing_to_see(blind: Evening, han: Player):
    await blind.sits(han, "Han")
    shown = told(await han.slash(blind.channel, "table hand"))
    assert shown.splitlines()[0] == "**Han** holds nothing until the next hand is dealt."


async def test_who_sat_down_in_mid_hand_waits_for_the_next(two: Evening):
    chewie = two.guest("Chewie")
    await two.sits(chewie, "Chewie")
    assert (await hand(two, chewie)).lines[0] == "**Chewie** plays from the next hand on."


async def test_no_id_names_a_card(two: Evening, han: Player, lando: Player):
    mine = await hand(two, han)
    await han.select(mine, "Exchange up to two", ["1♣", "3♣"])
    shown = [part["custom_id"] for seen in (mine, two.message) for part in seen.components if "custom_id" in part]
    assert not [custom_id for custom_id in shown if any(card in custom_id for card in ("1c", "2c", "3c", "♣"))]


async def test_the_hand_says_when_it_was_so(two: Evening, han: Player):
    now = int(two.clock.now())
    assert (await hand(two, han)).lines[-1] == f"-# hand 1 · as of <t:{now}:T>"


Moves = Callable[[BlindDraw, BlindState, int], tuple[Move, ...]]


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Move], Move]], None]:
    """Has the game offer its moves in another way."""
    offered: Moves = BlindDraw.moves

    def change(how: Callable[[Move], Move]) -> None:
        def moves(game: BlindDraw, state: BlindState, seat: int) -> tuple[Move, ...]:
            return tuple(map(how, offered(game, state, seat)))

        monkeypatch.setattr(BlindDraw, "moves", moves)

    return change


async def test_what_people_may_regret_is_picked_first_and_sent_then(
    two: Evening, han: Player, lando: Player, changed: Callable[[Callable[[Move], Move]], None]
):
    changed(lambda move: move.evolve(confirm="For good?") if move.key == "favour" else move)
    await keeps(two, han, lando)
    mine = await hand(two, lando)
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
    assert mine.lines[0] == "Pick from what is offered."
    form = (await han.click(mine, "Exchange…")).modal
    await han.submit(form, {"Exchange up to two": "1♣, 3c"})
    assert "Exchange…" not in labels(mine)
    assert "◦ Han · 490 cr" in (await blind.drawn()).lines
