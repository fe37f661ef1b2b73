"""A game at a crooked table: what a seat may do beside it, who sees it, and who is told."""

import pytest

from bot.engine.cheating.effects import Effect
from bot.engine.cheating.wrapper import watchers
from bot.engine.game import DEALER
from bot.engine.skills import D6, NARRATIVE, RoleSkills, RoleTable
from bot.errors import RuleError
from tests.engine.cheating.dice_table import HAN, LANDO, ROARK, Table
from tests.laws import dicing
from tests.laws.dicing import DiceState, Dicing

BESIDE = ["influence", "read", "accuse"]


def test_asides_are_private_moves_in_or_out_of_turn():
    table = Table()
    assert table.turn == ["Han"]
    assert table.may(HAN) == ["throw", "weigh", *BESIDE]
    assert table.may(LANDO) == table.may(ROARK) == ["weigh", *BESIDE]
    table = Table()
    assert {move.place for move in table.game.moves(table.state, LANDO)} == {"private"}


def test_asides_are_refused_to_bystanders_and_against_nobody():
    table = Table()
    assert table.may(DEALER) == table.may(77) == []
    for kind in BESIDE:
        with pytest.raises(RuleError, match="You aren't in this hand"):
            table.does(77, kind, whom=HAN, **({"manner": "deceive"} if kind == "influence" else {}))
    table = Table()
    for whom in (HAN, 77, DEALER):
        with pytest.raises(RuleError):
            table.does(HAN, "read", whom=whom)


def test_unseen_sleight_is_carried_out_and_known_to_the_cheat_and_the_gm():
    table = Table(han="Sleight of Hand +4", lando="Perception +2").does(HAN, "weigh", 8)
    assert table.said == []
    assert [len(table.told(seat)) for seat in (HAN, LANDO, ROARK)] == [2, 0, 0]
    assert [part in table.gm_log[0] for part in ("8 + 4 = 12", "passive: 12", "Nobody notices")] == [True] * 3
    table = Table().does(HAN, "weigh", 20).does(HAN, "throw", 2, 5)
    assert table.state.inner.roller(HAN).dice == (5,)


def test_seen_sleight_does_nothing_and_needs_a_proof():
    table = Table(lando="Perception +1", roark="Perception +5").does(HAN, "weigh", 14, 10)
    assert table.accused == (ROARK, HAN, True)
    table = Table().does(HAN, "weigh", 9, 9)
    assert table.state.inner.loaded == ()
    assert table.told(HAN) == []
    table = Table().does(HAN, "weigh", 9, 9)
    assert table.accused == (LANDO, HAN, False)
    assert table.turn == ["Han"]
    assert table.effects == []


def test_second_sleight_waits_for_the_next_round_of_the_game():
    table = Table().does(HAN, "weigh", 20)
    assert "weigh" not in table.may(HAN)
    with pytest.raises(RuleError, match="it's too early to try again"):
        table.does(HAN, "weigh")


class RoundByRound(Dicing):
    def sleight_round(self, state: DiceState) -> int:
        return min(len(roller.dice) for roller in state.rollers)


def test_sleight_is_offered_again_in_the_next_round():
    table = Table(game=RoundByRound()).does(HAN, "weigh", 9, 9)
    for seat in (HAN, LANDO, ROARK):
        assert "weigh" not in table.may(HAN)
        table.does(seat, "throw", 3)
    assert "weigh" in table.may(HAN)


@pytest.mark.parametrize("kind", BESIDE)
def test_influence_tell_and_accusation_are_once_a_hand(kind: str):
    how = {"manner": "deceive"} if kind == "influence" else {}
    table = Table().does(HAN, kind, 10, *([] if kind == "accuse" else [12]), whom=LANDO, **how)
    assert kind not in table.may(HAN)
    with pytest.raises(RuleError, match="once a hand"):
        table.does(HAN, kind, whom=ROARK, **how)
    assert kind in table.may(LANDO)


def test_influence_is_seen_by_all_and_counts_at_once():
    table = Table().does(LANDO, "influence", 15, 4, manner="distract", whom=ROARK)
    assert "Lando: Performance d20: 15. Roark: Insight d20: 4. Lando wins by 11." in table.said[0]
    assert table.effects == [("Lando", "sleight", 1, 2)]
    table = Table().does(HAN, "influence", 15, 4, manner="distract", whom=ROARK).does(HAN, "weigh", 3, 11)
    assert table.state.inner.loaded == (HAN,)


def test_tell_is_heard_by_the_reader_alone_and_a_lost_one_is_false():
    table = Table().does(HAN, "weigh", 20).does(LANDO, "read", 15, 4, whom=HAN)
    assert table.public == ["watched"]
    assert (table.seemed(LANDO), table.told(HAN)) == ([True], [])
    assert "which is true" in table.gm_log[0]
    table = Table().does(HAN, "weigh", 20).does(LANDO, "read", 4, 15, whom=HAN)
    assert (table.public, table.seemed(LANDO)) == (["watched"], [False])
    table = Table().does(HAN, "weigh", 20).does(LANDO, "read", 15, 4, whom=HAN).thrown()
    heard = {seat: table.game.view(table.state, seat).heard for seat in (HAN, LANDO, ROARK, DEALER, None)}
    assert [len(heard[seat]) for seat in (HAN, LANDO, ROARK, DEALER, None)] == [1, 1, 0, 0, 0]


def test_aside_never_renews_a_clock():
    table = Table()
    before = table.game.asks(table.state, HAN)
    table.does(HAN, "influence", 4, 4, manner="deceive", whom=LANDO).does(HAN, "weigh", 20)
    assert table.game.asks(table.state, HAN) == before


def test_folded_seat_neither_watches_nor_has_asides():
    table = Table(roark="Perception +9").does(ROARK, "weigh", 3, 18).does(DEALER, "verdict", ruling="forfeit")
    assert table.aside(ROARK) == []
    table.does(HAN, "weigh", 10)
    assert table.state.inner.loaded == (HAN,)
    with pytest.raises(RuleError, match="out of the hand"):
        table.does(ROARK, "read", whom=HAN)


def test_house_watches_in_a_banked_game():
    table = Table()
    ways = Dicing()
    assert [one.seat for one in watchers(ways, table.state, HAN, is_banked=True)] == [LANDO, ROARK, DEALER]
    assert [one.seat for one in watchers(ways, table.state, HAN, is_banked=False)] == [LANDO, ROARK]


def test_aside_is_refused_after_the_end():
    table = Table().thrown()
    assert all(table.may(seat) == [] for seat in (DEALER, HAN, LANDO, ROARK))
    with pytest.raises(RuleError, match="The hand is over"):
        table.does(HAN, "accuse", whom=LANDO)


def test_effect_counts_until_the_end_of_the_next_hand():
    own = Effect(seat=HAN, concern="sleight", luck=-1, hands=1)
    table = Table(effects=(own, own.evolve(seat=77)))
    assert table.effects == [("Han", "sleight", -1, 1)]
    table.does(HAN, "weigh", 18, 10).thrown()
    assert table.end.carry == dicing.NoCarry()
    table = Table().does(HAN, "influence", 15, 4, manner="intimidate", whom=ROARK).thrown()
    assert table.end.carry == dicing.NoCarry(effects=(Effect(seat=HAN, concern="target", luck=-1, hands=1),))


def test_watching_follows_the_dice_system_and_the_roles():
    table = Table(system=D6).does(HAN, "weigh", 3, 3, 4)
    assert table.state.cheats == (HAN,)
    table = Table(system=NARRATIVE).does(HAN, "weigh", 1, 1, 2, 1, 1, 1, 2, 1)
    assert table.accused == (LANDO, HAN, False)
    roles = RoleTable().rename("sleight", RoleSkills(skills=("Tinker",)))
    table = Table(roles=roles, han="Tinker +6").does(HAN, "weigh", 4)
    assert "Tinker d20+6: 4 + 6 = 10" in table.gm_log[0]
