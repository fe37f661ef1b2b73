"""The drawing of Century, step by step: who goes on, what comes by itself, and who has left."""

from typing import Any

import pytest

from bot.engine.options import with_options
from cogs.century.rules import GAME, steps
from cogs.century.state import CenturyRules
from tests.games.century.century_table import Table


def begun(gives: str = "", **options: Any) -> Table:
    """Han and Lando have tickets, Roark sits it out, and the first numbers are drawn."""
    chosen: dict[str, Any] = {"drawing": "steps"} | options
    table = Table(**chosen).gives(gives)
    return table.ticket("Han", "3 17 44").ticket("Lando", "5 6", 10).done("Roark")


class TestSteps:
    @pytest.mark.parametrize(
        "draws, sizes",
        [(10, (5, 5)), (11, (4, 4, 3)), (12, (4, 4, 4)), (20, (5, 5, 5, 5)), (23, (5, 5, 5, 4, 4)), (30, (5,) * 6)],
    )
    def test_four_or_five_numbers_come_at_a_time(self, draws: int, sizes: tuple[int, ...]):
        assert steps(with_options(CenturyRules(), {"draws": draws})) == sizes

    @pytest.mark.parametrize("draws", range(10, 31))
    def test_all_of_them_come_in_the_end(self, draws: int):
        for drawing in ("at_once", "steps", "slowly"):
            assert sum(steps(with_options(CenturyRules(), {"draws": draws, "drawing": drawing}))) == draws

    def test_no_number_is_drawn_before_it_is_shown(self):
        table = begun()
        for drawn in (5, 10, 15, 20):
            assert len(table.state.drawn) == len(table.tumbler.draws) == drawn
            if table.waits_for:
                table.go_on("Han")
        assert table.end
        table = begun(drawing="at_once")
        assert len(table.state.drawn) == 20
        assert table.waits_for == ()

    @pytest.mark.parametrize("drawing, seconds", [("steps", 2.0), ("slowly", 6.0)])
    def test_the_next_numbers_come_by_themselves_after_some_seconds(self, drawing: str, seconds: float):
        table = begun(drawing=drawing)
        while table.waits_for:
            assert GAME.pause(table.state) == seconds
            table.times_out(table.waits_for[0])
        assert GAME.pause(table.state) is None

    def test_each_step_is_asked_for_anew_after_the_bets_clock(self):
        assert GAME.pause(Table(drawing="slowly").state) is None
        table = begun()
        first = GAME.asks(table.state, table.seat("Lando"))
        assert GAME.asks(table.go_on("Han").state, table.seat("Lando")) != first

    @pytest.mark.parametrize("drawing", ["at_once", "steps", "slowly"])
    def test_payouts_do_not_depend_on_the_drawing_option(self, drawing: str):
        table = begun("3 90 5 91 17 92 44 93 94 95 96 97 6", drawing=drawing).draws("")
        assert table.nets == {"Roark": 0, "Lando": 40, "Han": 145}


class TestGoingOn:
    def test_one_player_with_a_ticket_goes_on_unless_numbers_come_slowly(self):
        table = begun()
        assert table.waits_for == ("Lando",)
        assert table.move("Han", "go_on").label == table.move("Lando", "go_on").label == "Go on (5 of 20 drawn)"
        assert table.keys("Roark") == []
        assert table.refusal("Roark", "go_on") == "Whoever has a ticket says when the drawing goes on."
        table = begun(drawing="slowly")
        assert {table.move(name, "go_on").place for name in ("Lando", "Han")} == {"clock"}
        assert table.refusal("Roark", "go_on") == "The next numbers come by themselves."
        assert begun().move("Han", "go_on").place == "table"

    def test_two_who_go_on_at_the_same_time_do_it_once(self):
        """The label tells how far it is, so the second click is on a choice that is gone."""
        table = begun()
        before = table.move("Han", "go_on").label
        assert table.go_on("Lando").move("Han", "go_on").label != before

    def test_draw_goes_on_without_its_leavers(self):
        table = Table(drawing="steps", tickets=2).gives("1 2").ticket("Roark", "1 2").leaves("Lando").leaves("Roark")
        assert table.ticket("Han", "3 17 44").leaves("Han").draws("").paid("Roark") == [25]
        table = begun("5 6").leaves("Lando").leaves("Han")
        assert (table.waits_for, len(table.state.drawn)) == (("Lando",), 5)
        while table.waits_for:
            table.times_out("Lando")
        assert len(table.state.drawn) == 20
        assert table.nets["Lando"] == 40
        assert GAME.leaving_note(CenturyRules(), "you") == (
            "Tickets that are filled in stay in the draw, and what they win is paid."
        )
