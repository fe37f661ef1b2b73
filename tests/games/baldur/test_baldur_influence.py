"""Influence and tells at Baldur Hold'em: who may try them when, and what they do to a hand (rules 7.16 to 7.19, 7.28).

The contests and effects are those of every crooked table.
"""

import pytest

from bot.engine.cheating.contests import Proficiency
from bot.engine.cheating.events import Seemed
from bot.engine.skills import D6, NARRATIVE, DiceSystem
from cogs.baldur.state import BaldurCarry, BaldurKit, GivenAway, read_kit
from tests.games.baldur.baldur_table import FLOP, GAME, GM, VOID, Table, effect, in_round

WON, LOST, TIED = (15, 5), (5, 15), (9, 9)
NO_NPCS = {"npcs": 0, "npc_dice": ()}


def may(table: Table, *names: str) -> list[bool]:
    """Tell for each seat whether it may influence somebody."""
    return ["influence" in table.keys(name) for name in names]


class TestWhen:
    def test_influence_begins_once_the_dice_have_fallen(self):
        table = Table()
        assert "Roll your dice" in table.refusal("Ada", "influence", manner="deceive", whom="Bram", claim="weak")
        assert may(table.do("Ada", "roll", 1, 2, 3), "Ada") == [True]

    def test_influence_comes_before_paying_in_and_out_of_turn(self):
        table = in_round(2).stay("Ada")
        assert may(table, "Ada", "Bram", "Cleo") == [False, True, True]
        assert "before you pay" in table.refusal("Ada", "influence", manner="deceive", whom="Bram", claim="weak")
        assert may(table.stay("Bram").stay("Cleo", falls=VOID), "Ada") == [True]

    def test_influence_comes_before_answering_a_raise(self):
        assert may(in_round(2, raises=1, **NO_NPCS).stay("Ada").do("Bram", "raise"), "Ada", "Bram") == [True, False]

    def test_player_who_is_all_in_has_nothing_to_pay(self):
        table = in_round(2, short="all_in", stacks={"Ada": 250}, **NO_NPCS).stay("Ada")
        assert may(table, "Ada") == [False]
        assert may(table.stay("Bram").stay("Cleo", falls=VOID), "Ada") == [True]

    def test_npcs_pay_as_the_dice_fall_and_speak_until_the_players_have_paid(self):
        assert may(in_round(2, seated=("Nils",), npcs=0).stay("Ada", "Bram"), "Nils") == [True]

    def test_influence_is_tried_once_a_round_also_for_all_nameless_npcs(self):
        table = in_round(1).influence("Ada", "Bram", *WON).influence(GM, "Ada", *WON)
        assert may(table, "Ada", GM) == [False, False]
        assert "already" in table.refusal("Ada", "influence", manner="distract", whom="Cleo", claim="weak")
        assert may(table.stay("Ada", "Bram", "Cleo", falls=FLOP), "Ada", GM) == [True, True]

    def test_a_claim_is_needed_only_to_deceive_or_persuade(self):
        for manner in ("deceive", "persuade"):
            said = in_round(1).refusal("Ada", "influence", manner=manner, whom="2", claim="")
            assert said == "To deceive or persuade, say how strong your hand is."
        for manner in ("distract", "intimidate"):
            assert not may(in_round(1).influence("Ada", "Bram", *WON, manner=manner, claim=""), "Ada")[0]

    def test_influence_takes_no_turn_and_a_folded_player_has_none(self):
        table = in_round(1)
        clock = GAME.asks(table.whole, 1)
        assert GAME.asks(table.influence("Cleo", "Bram", *WON).whole, 1) == clock
        assert may(in_round(1).fold("Ada"), "Ada") == [False]

    def test_tells_are_read_once_a_round(self):
        table = in_round(1).do("Ada", "read", *WON, whom="Bram")
        assert "already" in table.refusal("Ada", "read", whom="Cleo")
        assert "read" in table.stay("Ada", "Bram", "Cleo", falls=FLOP).keys("Ada")


class TestWhom:
    def test_player_influences_anyone_else_still_in_and_the_nameless_npcs_as_one(self):
        table = in_round(2, seated=("Nils",), npcs=0).fold("Ada")
        assert table.choices("Bram", "influence", "whom") == ["Cleo", "Nils"]
        seated = in_round(1, seated=("Dorn",))
        assert seated.choices("Ada", "influence", "whom") == ["Bram", "Cleo", "Dorn", "The NPCs"]
        assert seated.choices("Ada", "read", "whom") == ["Bram", "Cleo", "The NPCs"]

    def test_npcs_influence_players_only(self):
        assert in_round(1, seated=("Nils",)).choices("Nils", "influence", "whom") == ["Ada", "Bram", "Cleo"]


class TestClaims:
    def test_believed_claim_brings_advantage_and_is_heard(self):
        table = in_round(1).influence("Ada", "Bram", *WON, claim="strong")
        assert (table.effects("Ada"), table.told("influenced")[0].claim) == ([("influence", 1)], "strong")

    def test_failed_claim_reveals_how_strong_the_hand_is_so_far(self):
        table = in_round(1).influence("Bram", "Ada", *LOST, manner="persuade", claim="weak")
        assert (table.effects("Bram"), table.told("given_away")) == (
            [("influence", -1)],
            [GivenAway(seat=2, strength="fair")],
        )
        npcs = in_round(2, npc_dice=(4, 4, 1, 2)).influence(GM, "Ada", *LOST)
        assert npcs.told("given_away") == [GivenAway(seat=0, strength="strong")]

    def test_set_twenty_is_no_wild_die_of_the_hand_that_is_given_away(self):
        """With 9 and a wild 20, the flop would make a straight."""
        table = Table(("Ada", "Bram"), dealer="rotation", **NO_NPCS).rolls({"Ada": (9, 2, 3), "Bram": (1, 2, 3)})
        table.do("Ada", "set_die", 20, whom="Ada", which="second", face=20).stay("Bram", "Ada", falls=(7, 10, 11))
        assert table.influence("Ada", "Bram", *LOST).told("given_away") == [GivenAway(seat=1, strength="weak")]

    def test_a_tie_and_other_manners_reveal_nothing(self):
        assert in_round(1).influence("Ada", "Bram", *TIED).told("given_away") == []
        frightens = in_round(1).influence("Ada", "Bram", *LOST, manner="intimidate")
        assert (frightens.told("given_away"), frightens.told("influenced")[0].claim) == ([], "")


class TestEffects:
    def test_effects_are_counted_in_hands_at_the_table(self):
        first = in_round(1).influence("Ada", "Bram", *WON).fold("Ada", "Bram", "Cleo").carry
        assert first.effects == (effect(1, "influence", 1, hands=1),)
        assert in_round(1, carry=first).fold("Ada", "Bram", "Cleo").carry.effects == ()

    def test_hand_without_opponents_counts(self):
        effects = (effect(1, "influence", 1, hands=1), effect(1, "sleight", 1))
        carry = BaldurCarry(dealer=2, order=(1, 2), effects=effects)
        table = Table(("Ada",), dealer="rotation", carry=carry, **NO_NPCS)
        assert table.end.carry == carry.evolve(effects=(effect(1, "sleight", 1, hands=1),))

    def test_void_hand_counts_for_no_effect_and_undoes_its_own(self):
        carry = BaldurCarry(effects=(effect(3, "insight", -1, hands=1),))
        table = in_round(1, carry=carry).influence("Ada", "Bram", *WON)
        table.do("Ada", "spell", 1, 20, aim="dice", words="Luck").do(GM, "verdict", ruling="void")
        assert (GAME.view(table.whole, None).effects, table.end.carry) == (carry.effects, carry)


class TestProficiency:
    KIT = BaldurKit(proficiency=Proficiency(bonus=3))

    def test_gaming_proficiency_helps_players_and_npcs_to_see_through_words(self):
        assert in_round(1, kits={"Bram": self.KIT}).influence("Ada", "Bram", 10, 8).told("influenced")[0].won is False
        table = in_round(1, crowd_kit=self.KIT, crowd="Insight +1").influence("Ada", GM, 10, 7)
        assert table.told("influenced")[0].won is False

    def test_unreadable_kit_counts_as_none(self):
        assert read_kit("{") == read_kit(None) == BaldurKit()


@pytest.mark.parametrize("system, skills, dice, totals", [
    (D6, {"Ada": "Con 4D+1", "Bram": "Perception 3D"}, (3, 3, 3, 3, 4, 4, 4), (13, 12)),
    (NARRATIVE, {"Ada": "Cunning 1", "Bram": "Willpower 1"}, (2, 1), (1, 0)),
])  # fmt: skip
def test_influence_in_the_other_dice_systems(
    system: DiceSystem, skills: dict[str, str], dice: tuple[int, ...], totals: tuple[int, int]
):
    (told,) = in_round(1, system=system, skills=skills).influence("Ada", "Bram", *dice).told("influenced")
    assert ((told.contest.initiator.total, told.contest.target.total), told.won) == (totals, True)


def test_tell_of_the_npcs_is_about_all_of_them():
    table = in_round(1).do(GM, "switch", 20, 1, die="0.3").do("Ada", "read", *WON, whom=GM)
    assert table.whispered("Ada") == [Seemed(whom=0, guilty=True)]
