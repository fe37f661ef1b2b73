"""What is no ticket of Century, and the sentence that says so."""

from typing import Any

import pytest

from bot.engine.money import CREDITS
from bot.engine.moves import Numbers
from bot.engine.words import plain
from bot.errors import PlayerError
from bot.ui.forms import read
from cogs.century.rules import GAME
from tests.games.century.century_table import Table

ELEVEN = "1 2 3 4 5 6 7 8 9 10 11"
TEN = "1 2 3 4 5 6 7 8 9 10"


def typed(table: Table, key: str = "ticket", **values: str) -> Any:
    """Return the action that the form of a move makes of Han's text."""
    return GAME.action(key, read(table.move("Han", key), values, CREDITS))


def unread(key: str = "ticket", **values: str) -> str:
    with pytest.raises(PlayerError) as refused:
        typed(Table(), key, **values)
    return plain(refused.value.told(CREDITS.show))


class TestNumbers:
    @pytest.mark.parametrize("written", ["1 100", "100 1", TEN, "99 100"])
    def test_two_to_ten_from_one_to_a_hundred_are_taken(self, written: str):
        assert len(Table().ticket("Han", written).tickets("Han")) == 1

    @pytest.mark.parametrize(
        "written, said",
        [
            (ELEVEN, "These are 11 numbers: give 2 to 10."),
            ("7", "This is 1 number: give 2 to 10."),
            ("", "Give 2 to 10 numbers."),
            ("7 7", "7 appears twice."),
            ("7 8 7", "7 appears twice."),
            ("0 7", "0 is too low: the numbers go from 1 to 100."),
            ("101 7", "101 is too high: the numbers go from 1 to 100."),
            ("-3 7", "-3 is too low: the numbers go from 1 to 100."),
        ],
    )
    def test_anything_else_is_refused_for_what_is_wrong(self, written: str, said: str):
        assert Table().refuses("Han", written) == said

    def test_up_to_eighty_where_the_table_has_no_more(self):
        table = Table(pool="80")
        assert table.refuses("Han", "81 7") == "81 is too high: the numbers go from 1 to 80."
        assert table.ticket("Han", "80 7").tickets("Han") == ["7 80 for 5"]

    @pytest.mark.parametrize("value", [None, "3 17", 3, (3, "17"), (3, 17.0), (3, True), [3, 17]])
    def test_unreadable_set_of_numbers_is_no_move(self, value: object):
        assert Table().refusal("Han", "ticket", numbers=value, stake=5) == "That can't be read as a move of this game."


class TestWhatPeopleType:
    @pytest.mark.parametrize("text", ["3 17 44", "3, 17, 44", "3,17 44", "3;17;44", "3 and 17 and 44", " 44, 17 & 3. "])
    def test_numbers_are_parted_as_they_like(self, text: str):
        table, action = Table(), typed(Table(), numbers=text, stake="20")
        assert table.do("Han", "ticket", numbers=action.numbers, stake=action.stake).tickets("Han") == [
            "3 17 44 for 20"
        ]

    @pytest.mark.parametrize("text", ["12-15", "seven", "3.5", "1e1", "٣", "½"])
    def test_unreadable_number_is_named(self, text: str):
        assert unread(numbers=f"7 {text}", stake="20") == (
            f"I can't read “{text}” as a whole number. Write them like this: 1, 50, 100."
        )

    def test_dice_long_and_negative_numbers_are_read_from_the_form(self):
        assert typed(Table(), numbers="00 7", stake="5").numbers == (100, 7)
        assert typed(Table(pool="80"), numbers="00 7", stake="5").numbers == (0, 7)
        action = typed(Table(), numbers=f"7 {'9' * 12}", stake="5")
        said = "999999999999 is too high: the numbers go from 1 to 100."
        assert Table().refusal("Han", "ticket", numbers=action.numbers, stake=5) == said
        table = Table(tickets=2).ticket("Han", "3 17", 10).ticket("Han", "44 5", 20)
        numbers = next(field for field in table.move("Han", "ticket").fields if isinstance(field, Numbers))
        assert (numbers.default, table.stake("Han").default) == ((5, 44), 20)
        table.back("Han", "1")
        numbers = next(field for field in table.move("Han", "ticket").fields if isinstance(field, Numbers))
        assert (numbers.default, table.stake("Han").default) == ((), None)
        assert typed(Table(), numbers="-3 7", stake="5").numbers == (-3, 7)

    @pytest.mark.parametrize("text", ["", "six", "2.5", "2-3"])
    def test_how_many_is_a_whole_number(self, text: str):
        assert unread("quick", count=text, stake="20") == "That isn't a whole number."

    def test_a_stake_is_money(self):
        assert unread(numbers="3 17", stake="much").startswith("I can't read that amount.")
        assert unread(numbers="3 17", stake="-5") == "An amount can't be negative."


class TestQuickPicks:
    @pytest.mark.parametrize("count", [1, 11, 0, -2])
    def test_quick_picks_have_two_to_ten_numbers(self, count: int):
        said = "It must be a whole number from 2 to 10."
        assert Table().refusal("Han", "quick", count=count, stake=5) == said

    def test_ten_are_the_most(self):
        assert Table().quick("Han", TEN).tickets("Han") == [f"{TEN} for 5"]


class TestStakes:
    @pytest.mark.parametrize("key", ["ticket", "quick"])
    @pytest.mark.parametrize(
        "stake, said, options",
        [
            (4, "The smallest bet is 5 cr.", {}),
            (0, "The smallest bet is 5 cr.", {}),
            (-5, "The smallest bet is 5 cr.", {}),
            (1001, "You have only 1,000 cr.", {}),
            (101, "The largest bet is 100 cr.", {"max_bet": 100}),
            (101, "No ticket here is paid more than 100 cr, so you can't stake more on one.", {"payout_cap": 100}),
            (101, "The largest bet is 100 cr.", {"max_bet": 100, "payout_cap": 100}),
            (1001, "You have only 1,000 cr.", {"max_bet": 2000, "payout_cap": 3000}),
        ],
    )
    def test_wrong_stake_is_explained(self, key: str, stake: int, said: str, options: dict[str, Any]):
        fields = {"numbers": (3, 17)} if key == "ticket" else {"count": 2}
        assert Table(**options).refusal("Han", key, stake=stake, **fields) == said

    def test_all_chips_may_be_staked_within_the_tables_bets(self):
        assert Table().ticket("Han", "3 17", 1000).stack("Han") == 0
        table = Table(min_bet=20, max_bet=50)
        assert (table.stake("Han").low, table.stake("Han").high) == (20, 50)


class TestRefusals:
    def test_moves_at_other_times_are_refused(self):
        assert GAME.refusal(Table().state, 17, GAME.action("done", {})) == "You aren't in this draw."
        assert Table().refusal("Han", "back") == "You have no ticket to remove."
        assert Table().done("Han").refusal("Han", "done") == (
            "You're done already. You may still change your tickets until the bets close."
        )
        assert Table().refusal("Han", "go_on") == "The numbers come once the bets are closed."
        table = Table("Han").ticket("Han", "3 17")
        assert table.refuses("Han", "3 17") == "The draw is over."
        assert table.refusal("Han", "go_on") == "The draw is over."

    @pytest.mark.parametrize(
        "kind, fields",
        [
            ("ticket", {"numbers": (3, 17), "stake": 5}),
            ("quick", {"count": 2, "stake": 5}),
            ("again", {}),
            ("back", {}),
            ("done", {}),
        ],
    )
    def test_bets_after_the_window(self, kind: str, fields: dict[str, Any]):
        table = Table(drawing="steps").ticket("Han", "3 17").done("Roark", "Lando")
        for name in table.names:
            assert table.refusal(name, kind, **fields) == "The bets are closed."
