"""Influence and tells in Baldur Hold'em: once a round, one skill against another (seed 004, rules 7.16 to 7.19)."""

from bot.engine.cheating.contests import Proficiency
from bot.engine.cheating.events import Influenced, Seemed, Watched
from bot.engine.skills import D6, NARRATIVE
from cogs.baldur.state import BaldurCarry, BaldurKit, GivenAway, read_kit
from tests.games.baldur.baldur_table import GAME, GM, ROLLED, Table, effect, in_round

WON, LOST, TIED = (15, 5), (5, 15), (9, 9)


class TestInfluence:
    def test_influence_needs_a_claim_only_to_deceive_or_persuade(self):
        table = in_round(1).do("Ada", "influence", *WON, manner="intimidate", whom="Bram")
        assert table.told("influenced")[0].claim == ""
        (claim,) = (field.label for field in in_round(1).move("Ada", "influence").fields if field.name == "claim")
        assert claim == "Only to deceive or persuade: your claim"

    def test_influence_begins_once_the_hole_dice_have_fallen(self):
        table = Table()
        said = table.refusal("Ada", "influence", manner="deceive", whom="Bram", claim="weak")
        assert said == "Roll your dice first: then there is something to talk about."
        assert "influence" in table.do("Ada", "roll", 1, 2, 3).keys("Ada")

    def test_influence_is_offered_out_of_turn(self):
        assert "influence" in in_round(2).keys("Cleo")

    def test_influence_comes_before_paying(self):
        table = in_round(2).stay("Ada")
        assert ("influence" in table.keys("Ada"), "influence" in table.keys("Bram")) == (False, True)
        assert "before paying" in table.refusal("Ada", "influence", manner="deceive", whom="Bram", claim="weak")
        table.stay("Bram").stay("Cleo", falls=(6, 13))
        assert "influence" in table.keys("Ada")

    def test_influence_comes_before_answering_a_raise(self):
        table = in_round(2, raises=1, npcs=0, npc_dice=()).stay("Ada").do("Bram", "raise")
        assert ("influence" in table.keys("Ada"), "influence" in table.keys("Bram")) == (True, False)

    def test_influence_stays_open_to_a_player_who_is_all_in(self):
        table = in_round(2, npcs=0, npc_dice=(), short="all_in", stacks={"Ada": 250})
        table.stay("Ada")
        assert "influence" not in table.keys("Ada")
        assert "influence" in table.stay("Bram").stay("Cleo", falls=(6, 13)).keys("Ada")

    def test_npcs_pay_as_the_dice_fall_and_may_influence_until_the_players_have_paid(self):
        table = in_round(2, seated=("Nils",), npcs=0).stay("Ada", "Bram")
        assert "influence" in table.keys("Nils")

    def test_influence_may_target_anyone_else_still_in(self):
        table = in_round(2, seated=("Nils",), npcs=0).fold("Ada")
        assert table.choices("Bram", "influence", "whom") == ["Cleo", "Nils"]

    def test_nameless_npcs_are_one_target(self):
        assert in_round(1).choices("Ada", "influence", "whom") == ["Bram", "Cleo", "The NPCs"]
        seated = in_round(1, seated=["Dorn"])
        assert seated.choices("Ada", "influence", "whom") == ["Bram", "Cleo", "Dorn", "The NPCs"]

    def test_npcs_do_not_influence_each_other(self):
        assert in_round(1, seated=("Nils",)).choices("Nils", "influence", "whom") == ["Ada", "Bram", "Cleo"]

    def test_influence_is_tried_once_a_round(self):
        table = in_round(1).influence("Ada", "Bram", *WON)
        assert "already" in table.refusal("Ada", "influence", manner="distract", whom="Cleo", claim="weak")

    def test_influence_is_tried_again_in_the_next_round(self):
        table = in_round(1).influence("Ada", "Bram", *WON).stay("Ada", "Bram", "Cleo", falls=(4, 10, 16))
        assert "influence" in table.keys("Ada")

    def test_gm_influences_once_for_all_nameless_npcs(self):
        table = in_round(1).influence(GM, "Ada", *WON)
        assert "influence" not in table.keys(GM)

    def test_everybody_sees_both_rolls(self):
        table = in_round(1).influence("Ada", "Bram", *WON)
        (told,) = table.told("influenced")
        assert isinstance(told, Influenced)
        assert (told.contest.initiator.total, told.contest.target.total, told.won) == (15, 5, True)

    def test_influence_takes_no_turn(self):
        table = in_round(1)
        assert GAME.asks(table.whole, 1) == GAME.asks(table.influence("Cleo", "Bram", *WON).whole, 1)

    def test_folded_player_influences_nobody(self):
        table = in_round(1).fold("Ada")
        assert "out of the hand" in table.refusal("Ada", "influence", manner="deceive", whom="Bram", claim="weak")


class TestDeceptionAndPersuasion:
    def test_the_claim_is_heard(self):
        table = in_round(1).influence("Ada", "Bram", *WON, claim="strong")
        assert table.told("influenced")[0].claim == "strong"

    def test_believed_claim_brings_advantage_on_influence(self):
        assert in_round(1).influence("Ada", "Bram", *WON).effects("Ada") == [("influence", 1)]

    def test_failed_claim_brings_disadvantage_and_reveals_the_hand(self):
        table = in_round(1).influence("Bram", "Ada", *LOST, manner="persuade", claim="weak")
        assert table.effects("Bram") == [("influence", -1)]
        assert table.told("given_away") == [GivenAway(seat=2, strength="fair")]

    def test_failed_claim_of_npcs_reveals_their_hand_so_far(self):
        table = in_round(2, npc_dice=(4, 4, 1, 2)).influence(GM, "Ada", *LOST)
        assert table.told("given_away") == [GivenAway(seat=0, strength="strong")]

    def test_a_tie_changes_nothing(self):
        table = in_round(1).influence("Ada", "Bram", *TIED)
        assert (table.whole.effects, table.told("given_away")) == ((), [])

    def test_nothing_is_claimed_by_fear(self):
        assert in_round(1).influence("Ada", "Bram", *WON, manner="intimidate").told("influenced")[0].claim == ""


class TestIntimidation:
    def test_won_intimidation_brings_disadvantage_to_others(self):
        assert in_round(1).influence("Ada", "Bram", *WON, manner="intimidate").effects("Ada") == [("target", -1)]

    def test_lost_intimidation_brings_others_advantage(self):
        assert in_round(1).influence("Ada", "Bram", *LOST, manner="intimidate").effects("Ada") == [("target", 1)]

    def test_disadvantage_rolls_two_dice_and_the_lower_counts(self):
        table = in_round(1).influence("Ada", "Bram", *WON, manner="intimidate").influence("Bram", "Ada", 18, 4, 10)
        (_, told) = table.told("influenced")
        assert told.won is False


class TestPerformance:
    def test_won_performance_brings_advantage_on_sleights(self):
        assert in_round(1).influence("Ada", "Bram", *WON, manner="distract").effects("Ada") == [("sleight", 1)]

    def test_lost_performance_brings_disadvantage(self):
        assert in_round(1).influence("Ada", "Bram", *LOST, manner="distract").effects("Ada") == [("sleight", -1)]


class TestEffects:
    def test_effects_are_seen_by_everybody(self):
        table = in_round(1).influence("Ada", "Bram", *WON)
        assert GAME.view(table.whole, None).effects == (effect(1, "influence", 1),)

    def test_effects_last_until_the_end_of_the_next_hand(self):
        end = in_round(1).influence("Ada", "Bram", *WON).fold("Ada", "Bram", "Cleo").end
        assert end.carry is not None
        assert end.carry.effects == (effect(1, "influence", 1, hands=1),)

    def test_effects_are_gone_after_the_next_hand(self):
        carry = BaldurCarry(effects=(effect(1, "influence", 1, hands=1),))
        table = in_round(1, carry=carry)
        assert table.effects("Ada") == [("influence", 1)]
        end = table.fold("Ada", "Bram", "Cleo").end
        assert end.carry is not None
        assert end.carry.effects == ()

    def test_effects_of_departed_players_are_not_shown(self):
        carry = BaldurCarry(effects=(effect(9, "influence", 1, hands=1),))
        assert GAME.view(Table(carry=carry).whole, None).effects == ()

    def test_void_hand_ends_no_effects(self):
        carry = BaldurCarry(effects=(effect(1, "influence", 1, hands=1),))
        table = Table(carry=carry).do("Ada", "spell", 1, 20, aim="dice", words="Luck").do(GM, "verdict", ruling="void")
        assert table.end.carry == carry

    def test_effects_of_a_void_hand_are_gone_at_once(self):
        carry = BaldurCarry(effects=(effect(3, "insight", -1, hands=1), effect(9, "influence", 1)))
        table = in_round(1, carry=carry).influence("Ada", "Bram", *WON)
        table.do("Ada", "spell", 1, 20, aim="dice", words="Luck").do(GM, "verdict", ruling="void")
        assert GAME.view(table.whole, None).effects == (effect(3, "insight", -1, hands=1),)

    def test_hand_without_opponents_counts(self):
        carry = BaldurCarry(
            dealer=2, order=(1, 2), effects=(effect(1, "influence", 1, hands=1), effect(1, "sleight", 1))
        )
        table = Table(("Ada",), npcs=0, npc_dice=(), dealer="rotation", carry=carry)
        assert table.end.carry == carry.evolve(effects=(effect(1, "sleight", 1, hands=1),))


class TestProficiency:
    def test_gaming_proficiency_helps_to_see_through_words(self):
        kit = BaldurKit(proficiency=Proficiency(bonus=3))
        table = in_round(1, kits={"Bram": kit}).influence("Ada", "Bram", 10, 8)
        assert table.told("influenced")[0].won is False

    def test_npc_proficiency_comes_from_their_kit(self):
        kit = BaldurKit(proficiency=Proficiency(bonus=3))
        table = in_round(1, crowd_kit=kit, crowd="Insight +1").influence("Ada", GM, 10, 7)
        assert table.told("influenced")[0].won is False

    def test_unreadable_kit_counts_as_none(self):
        assert read_kit("{") == read_kit(None) == BaldurKit()


class TestTells:
    def test_everybody_sees_the_stare_and_the_reader_alone_hears_what_it_says(self):
        table = in_round(1).do("Ada", "read", *WON, whom="Bram")
        assert table.last.events == (Watched(by=1, whom=2),)
        assert table.whispered("Ada") == [Seemed(whom=2, guilty=False)]

    def test_tell_is_false_if_the_reader_loses(self):
        assert in_round(1).do("Ada", "read", *LOST, whom="Bram").whispered("Ada") == [Seemed(whom=2, guilty=True)]

    def test_tell_stays_on_the_readers_page(self):
        state = in_round(1).do("Ada", "read", *WON, whom="Bram").whole
        assert (GAME.view(state, 1).heard, GAME.view(state, 2).heard) == ((Seemed(whom=2, guilty=False),), ())

    def test_gm_log_has_the_truth_of_a_tell(self):
        (noted,) = in_round(1).do("Ada", "read", *LOST, whom="Bram").noted("read_off")
        assert (noted.seems_guilty, noted.is_guilty) == (True, False)

    def test_tells_are_read_once_a_round(self):
        table = in_round(1).do("Ada", "read", *WON, whom="Bram")
        assert "already" in table.refusal("Ada", "read", whom="Cleo")

    def test_the_npcs_are_read_together(self):
        assert in_round(1, seated=("Nils",)).choices("Ada", "read", "whom") == ["Bram", "Cleo", "The NPCs"]


class TestTheThreeDiceSystems:
    """The same attempt with the skills of each: dice of the initiator first, then of whom they try."""

    def test_influence_in_d6(self):
        table = in_round(1, system=D6, skills={"Ada": "Con 4D+1", "Bram": "Perception 3D"})
        table.influence("Ada", "Bram", 3, 3, 3, 3, 4, 4, 4)
        (told,) = table.told("influenced")
        assert (told.contest.initiator.total, told.contest.target.total, told.won) == (13, 12, True)

    def test_influence_in_d20(self):
        table = in_round(1, skills={"Ada": "Deception +5", "Bram": "Insight +3"}).influence("Ada", "Bram", 9, 10)
        (told,) = table.told("influenced")
        assert (told.contest.initiator.total, told.contest.target.total, told.won) == (14, 13, True)

    def test_influence_in_narrative_dice(self):
        """One ability die with a success against one difficulty die that is blank."""
        skills = {"Ada": "Cunning 1", "Bram": "Willpower 1"}
        table = in_round(1, system=NARRATIVE, skills=skills).influence("Ada", "Bram", 2, 1)
        (told,) = table.told("influenced")
        assert told.won is True


def test_rolled_dice_are_what_a_claim_is_about():
    """Ada's 2, 9 and 15 are nothing so far."""
    table = Table().do("Ada", "roll", *ROLLED["Ada"]).influence("Ada", "Bram", *LOST)
    assert table.told("given_away") == [GivenAway(seat=1, strength="weak")]
