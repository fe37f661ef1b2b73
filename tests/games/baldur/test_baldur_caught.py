"""NPCs that are caught cheating at Baldur Hold'em, in words: they cheat together, and all of them are out."""

import pytest

from tests.games.baldur.baldur_table import GM, Table
from tests.games.baldur.baldur_words import kept, lines, said, shows


class TestNpcsThatAreCaught:
    """They play one hand and cheat together: all of them stand accused, and all are out."""

    @pytest.fixture
    def caught(self) -> Table:
        return Table(skills={"Ada": "Perception +9"}).do(GM, "switch", 1, 20, die="0.3")

    def test_the_table_is_told_of_all_of_them(self, caught: Table):
        assert said(caught)[-1] == "Ada notices something and accuses the NPCs of cheating, and proves it."
        assert "The NPCs are caught cheating: the GM decides." in shows(caught)
        caught.do(GM, "verdict", ruling="forfeit")
        assert said(caught, caught.last.events) == [
            "The GM rules that the NPCs are out of the hand; what they have put in stays there."
        ]

    def test_the_gms_page_and_log_speak_of_all_of_them(self, caught: Table):
        assert kept(caught)[0].startswith(
            "The NPCs try something (throw an NPC die again). An NPC: Sleight of Hand d20: 1."
        )
        assert kept(caught)[1].endswith("The NPCs have cheated.")
        assert lines(caught, GM)[0] == ("Ada has proven that the NPCs cheat, and the hand stands still until you rule.")
        caught.do(GM, "verdict", ruling="play_on")
        assert "You have let pass how the NPCs cheated in this hand." in lines(caught, GM)

    def test_tell_read_in_the_npcs_names_all_of_them(self):
        table = Table().do(GM, "switch", 20, 5, die="0.3").rolls({"Ada": (2, 9, 15)})
        table.do("Ada", "read", 19, 3, whom=GM)
        assert said(table, table.last.events) == ["Ada watches the NPCs closely."]
        assert lines(table, "Ada")[-1] == "The NPCs seem to have cheated in this hand."
        assert kept(table)[-1].endswith("Ada believes that the NPCs have cheated, which is true.")
