"""What NPCs say: the GM's own lines, where somebody lets them speak, and nothing that could tell of a hand."""

import pytest

from bot.campaigns import LONGEST_LINE, LONGEST_LINES, MOST_LINES, AutopilotSettings, length_of, read_lines, shortened
from bot.engine.moves import Amount, Move
from bot.errors import Unreadable
from bot.npcs.autopilot import line_for
from bot.tables.events import Logged, Spoke
from tests.npcs.parlour import Parlour
from tests.tables.table_fixtures import GM

KETT = 2
LINES = ("Pay up.", "I've seen worse.", "Ha.")
TALKS = AutopilotSettings(speaks=True, lines=LINES)
BET = Move(key="bet", label="Bet…", fields=(Amount(name="to", label="To", low=10, high=100),))
FOLD = Move(key="fold", label="Fold", style="danger")


async def said(
    place: Parlour, pilot: AutopilotSettings, move: Move | None, last: str | None = None
) -> list[str | None]:
    """Return the line said in each of a hundred turns."""
    table = await place.table()
    turns = (table.evolve(turn=turn) for turn in range(100))
    return [line_for(pilot, one, None, KETT, move, last) for one in turns]


async def test_npcs_sometimes_speak_beside_public_moves(playing: Parlour):
    for move in (BET, FOLD, Move(key="call", label="Call 10", price=10)):
        lines = await said(playing, TALKS, move)
        assert 25 < sum(line is not None for line in lines) < 55
        assert {line for line in lines if line} == set(LINES)


async def test_checks_and_secret_choices_are_made_in_silence(playing: Parlour):
    for move in (Move(key="check", label="Check"), BET.evolve(place="private"), BET.evolve(aside=True), None):
        assert not any(await said(playing, TALKS, move))


async def test_npcs_are_silent_unless_allowed_to_speak(playing: Parlour):
    for pilot in (AutopilotSettings(), AutopilotSettings(lines=LINES), AutopilotSettings(speaks=True)):
        assert not any(await said(playing, pilot, BET))


async def test_no_line_comes_twice_in_a_row(playing: Parlour):
    assert "Ha." not in await said(playing, TALKS, BET, last="Ha.")


async def test_a_line_is_said_with_the_move_and_kept_in_the_log(parlour: Parlour):
    await parlour.opened()
    for name in ("Kett", "Mirra", "Orla"):
        await parlour.seats(name, "reckless", speaks=True, lines=LINES)
    for _ in range(3):
        if len((await parlour.table()).ready) > 1:
            await parlour.deals(GM)
            await parlour.plays_on()
    rows = [row for row in await parlour.logged() if row.hand is not None]
    spoken = [row for row in rows if any(isinstance(one.event, Spoke) for one in row.events)]
    assert spoken
    for row in spoken:
        assert row.seat is not None
        assert row.events.count(Logged("all", Spoke(seat=row.seat))) == 1
        assert len(row.events) > 1
    assert {row.text for row in spoken} <= set(LINES)
    assert all(row.text == "" for row in rows if row not in spoken)


async def test_a_line_is_foreign_text(playing: Parlour):
    narrator = (await playing.table()).narrator
    (told,) = narrator.sentences((Spoke(seat=KETT),), text="**@everyone** <@1> [all in](http://x)")
    assert told.startswith("**Kett**: “\\*\\*\\@\u2060everyone")
    assert "<@1>" not in told
    assert "\\[all in\\](http\\:/\\/x)" in told


def test_one_line_of_speech_is_written_to_a_line():
    assert read_lines("  Pay up. \n\n\u200bHa.\nPay up.\r\n") == ("Pay up.", "Ha.")
    assert read_lines(" \n\n") == ()


def test_too_many_lines_and_too_long_ones_are_refused():
    with pytest.raises(Unreadable, match="20 lines, and you wrote 21"):
        read_lines("\n".join(f"line {number}" for number in range(MOST_LINES + 1)))
    with pytest.raises(Unreadable, match="It has 201 characters"):
        read_lines("short\n" + "x" * (LONGEST_LINE + 1))
    with pytest.raises(Unreadable, match="They have 4,019 characters, and 3,000 fit"):
        read_lines("\n".join(f"{number:02}" + "x" * 198 for number in range(MOST_LINES)))


def test_lines_that_have_become_longer_are_cut_to_what_a_form_holds():
    assert shortened(["Ha.", "x" * 201]) == ("Ha.", "x" * 199 + "…")
    kept = shortened([*("y" * 200 for _ in range(MOST_LINES)), "Ha."])
    assert (len(kept), kept[-1]) == (15, "Ha.")
    assert length_of(kept) <= LONGEST_LINES
