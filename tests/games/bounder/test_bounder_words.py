"""What players of Bounder read: refusals that name the fact, sentences, and the table on a phone."""

from tests.games.bounder.bounder_table import Table, bets_open


class TestSentences:
    def test_result_names_winners_first_without_bystanders(self):
        names = ("Roark", "Lando", "Han", "Greedo", "Dash", "Qi'ra")
        table = Table(*names).stakes("Roark", 10, 14).keeps("Roark").bet("Lando", "point", 5).bet("Han", "point", 5)
        table.bet("Greedo", "all_odd", 5).bet("Dash", "point", 5).bet("Dash", "all_odd", 5).bet("Qi'ra", "point", 30)
        said = table.rolls(2, 4, 6, 5).said[-1]
        won = "Qi'ra wins 3 sp; Roark wins 1 sp; Lando and Han win 5 cp each. Greedo loses 5 cp. Dash breaks even."
        assert won in said
        assert said.index(won) < said.index("Dealer")
        assert "Han" not in bets_open().bet("Lando", "point", 5).rolls(2, 4, 6, 5).said[-1]
