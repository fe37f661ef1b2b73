"""What becomes of the pots of Golem in sentences: once for all that the same hands win, with what decided it."""

from tests.games.golem.golem_table import BEATEN, SEVENS_AND_TWOS, THREE_SEVENS, UNBEATEN, Table

ALIKE = {"Roark": "10h 10s 4d 4c 7c", "Lando": "10d 10c 4h 4s 7h", "Han": "3d 3c 8h 7d 7s"}
FAIL_ALIKE = {"Roark": "7c > 1h", "Lando": "7h > 1s", "Han": "7d 7s > 1c 12s"}
"""Roark and Lando have two pair, 10s and 4s, with a 1; the golem has four 7s."""
EQUAL = {"Roark": "10h 10s 4d 4c 2c", "Lando": "10d 10c 4h 4s 2d", "Han": "3d 3c 8h 7d 5s"}
BEAT_ALIKE = {"Roark": "2c > 1h", "Lando": "2d > 1s", "Han": "8h 7d > 1c 12s"}


def two_pots(hands: dict[str, str], short: str) -> Table:
    """One is all in for 60, the others have bet 200: a main pot of 180 and a side pot of 280."""
    table = Table(hands, stacks={short: 60})
    if short == "Han":
        return table.bet("Han", 50).raises("Roark", 190).call("Lando")
    return table.bet("Han", 190).call("Roark", "Lando")


class TestSeveralPots:
    def test_winners_of_all_pots_are_named_once_with_totals(self):
        table = two_pots(BEATEN, "Roark").draw(SEVENS_AND_TWOS).checked()
        assert table.said[-1].endswith(
            "Lando beats the golem with two pair, 10s and 4s, and takes both pots: 171 cr and 266 cr. "
            "The house takes 23 cr."
        )
        table = two_pots(EQUAL, "Han").draw(BEAT_ALIKE).checked()
        assert "and split both pots: 219 cr for Roark and 218 cr for Lando." in table.said[-1]

    def test_pots_of_different_hands_are_told_one_by_one(self):
        table = two_pots(UNBEATEN, "Roark").then(BEATEN).draw(THREE_SEVENS).checked()
        assert table.said[-2].endswith(
            "For both pots Lando has two pair, 10s and 4s, which doesn't beat the golem. "
            "Lando pays 20 cr into the main pot."
        )
        hands = {"Roark": "9d 9c 9s 4d 2h", "Lando": "8h 8s 6d 12d 5d", "Han": "12h 4h 13s 10c 1c"}
        said = two_pots(hands, "Roark").draw({"Lando": "12d > 6h"}).checked().said[-1]
        assert "Roark beats the golem with three 9s, and takes the main pot: 171 cr." in said
        assert "Lando beats the golem with two pair, 8s and 6s, and takes the side pot: 266 cr." in said
        hands = BEATEN | {"Leia": "12c 11d 9c 6d 3h"}
        table = Table(hands, stacks={"Roark": 60, "Leia": 110}).bet("Leia", 100).call("Roark").raises("Lando", 300)
        said = table.call("Han").draw(SEVENS_AND_TWOS).checked().said[-1]
        assert "takes all three pots: 228 cr, 143 cr and 380 cr." in said


class TestPenalties:
    def test_penalties_are_told_with_who_cannot_pay(self):
        table = Table(UNBEATEN, stacks={"Lando": 10}).then(BEATEN).played(THREE_SEVENS)
        assert table.said[-2].endswith("which doesn't beat the golem. Lando has nothing left to pay with.")
        table = Table(UNBEATEN, stacks={"Lando": 25}).then(BEATEN).played(THREE_SEVENS)
        assert table.said[-2].endswith("Lando pays all that is left, 15 cr, into the pot.")
        said = two_pots(ALIKE, "Roark").then(BEATEN).draw(FAIL_ALIKE).checked().said[-2]
        assert "Lando pays 20 cr into the main pot. Roark has nothing left to pay with. For the side pot" in said
        assert said.endswith("Lando has paid already.")
        table = Table(UNBEATEN, stacks={"Roark": 60}, penalty=0).bet("Han", 190).call("Roark", "Lando")
        assert table.then(BEATEN).draw(THREE_SEVENS).checked().said[-2].endswith("Both pots stay as they are.")


class TestTheCardThatDecides:
    def test_card_that_decides_is_named(self):
        hands = {"Roark": "9d 9c 13h 4s 2d", "Lando": "9h 9s 12d 5c 3s"}
        table = Table(hands).played({"Lando": "9h 9s > 6h 11s"})
        assert "Roark beats the golem with a pair of 9s (the 13 decides), and takes the pot: 19 cr." in table.said[-1]
        table = Table({"Roark": "9d 9c 13h 4s 2d", "Lando": "9h 9s 12d 5c 3s"}).played({})
        assert "Roark takes the pot with a pair of 9s (the 13 decides against Lando): 19 cr." in table.said[-1]
        hands = {"Roark": "13d 12h 7c 5c 2s", "Lando": "13h 11h 6d 4d 3c", "Han": "13s 12s 3h 4h 6c"}
        said = Table(hands).played({"Han": "13s 12s > 8h 9c"}).said[-1]
        assert "with 13 high (the 7 decides against the golem, the 12 against Lando), and takes" in said
        hands = {"Roark": "9d 9c 12h 4s 2d", "Lando": "9h 9s 10d 5c 3s", "Han": "13d 8c 7s 3h 2c"}
        table = Table(hands).then(BEATEN).played({"Lando": "9h 9s > 6h 11s", "Han": "13d 8c > 1h 5d"})
        assert "has a pair of 9s, which doesn't beat the golem (its 13 decides)." in table.said[-2]


def test_a_single_discard_is_one():
    table = Table(BEATEN, discards_shown="all").played({"Roark": "7s > 6h"})
    assert "The only discard was 7♠." in table.said[-2]
