"""Accusing somebody, and what the GM makes of it (seed 004, Accused of Cheating; rules 7.26)."""

import pytest

from bot.engine.cheating.actions import Ruling
from bot.engine.cheating.effects import Effect
from bot.engine.cheating.state import Begun
from bot.engine.game import DEALER, Deal, Player, PointsCarry
from bot.engine.skills import D6, D20, NARRATIVE, RoleTable
from bot.engine.tournament import Standing, Terms
from bot.errors import RuleError
from tests.engine.cheating.dice_table import HAN, LANDO, ROARK, Table
from tests.laws.dicing import DiceRules, DiceState, Dicing, NoCarry


class WeighsTwice(Dicing):
    """A die may be loaded for each throw."""

    def sleight_round(self, state: DiceState) -> int:
        return max(len(roller.dice) for roller in state.rollers)


def caught() -> Table:
    """Lando has seen what Han did, and has proven it."""
    return Table().does(HAN, "weigh", 9, 10)


def test_verdict_is_due_once_a_sleight_is_proven_and_only_the_gm_acts():
    assert caught().turn == ["GM"]
    assert Table().does(HAN, "weigh", 9, 9).turn == ["Han"]
    table = caught()
    assert [table.may(seat) for seat in (HAN, LANDO, ROARK)] == [[], [], []]
    assert table.may(DEALER) == ["verdict"]
    for seat, kind in ((HAN, "throw"), (LANDO, "weigh"), (HAN, "weigh")):
        with pytest.raises(RuleError, match="The GM rules on it first"):
            table.does(seat, kind)
    with pytest.raises(RuleError, match="The GM rules on it first"):
        table.does(ROARK, "verdict", ruling="forfeit")


def test_hand_neither_ends_nor_lets_go_before_the_verdict():
    table = Table().thrown()
    assert table.end.stacks
    assert table.game.outcome(table.state.evolve(accusation=caught().state.accusation)) is None
    table = caught()
    assert not any(table.game.leaves_at_once(table.state, seat) for seat in (HAN, LANDO, ROARK))
    assert table.game.pause(table.state) is None


def test_verdict_is_refused_without_an_accusation():
    with pytest.raises(RuleError, match="there is nothing to rule on"):
        Table().does(DEALER, "verdict", ruling="void")
    with pytest.raises(RuleError, match="Only the GM rules on a cheat"):
        Table().does(HAN, "verdict", ruling="void")


def test_forfeit_takes_the_cheat_out_and_the_hand_goes_on():
    table = caught().does(DEALER, "verdict", ruling="forfeit")
    assert table.turn == ["Lando"]
    assert dict(table.thrown().end.stacks) == {HAN: 9, LANDO: 12, ROARK: 9}


def test_void_hand_returns_all_stacks_and_the_next_begins_as_this_one_did():
    table = caught().does(DEALER, "verdict", ruling="void")
    assert table.public == ["ruled"]
    assert table.turn == []
    end = table.end
    assert dict(end.stacks) == {HAN: 10, LANDO: 10, ROARK: 10}
    assert (end.carry, end.house, end.bank, end.goods, end.prizes) == (None, 0, 0, (), ())
    before = (Effect(seat=ROARK, concern="insight", luck=-1, hands=1),)
    table = Table(effects=before).does(LANDO, "influence", 15, 4, manner="deceive", whom=HAN)
    table.does(HAN, "weigh", 9, 10).does(DEALER, "verdict", ruling="void")
    assert table.end.carry == NoCarry(effects=before)


def test_cheat_that_was_let_pass_is_over_unless_tried_again():
    table = caught().does(DEALER, "verdict", ruling="play_on")
    assert table.public == ["ruled"]
    assert table.turn == ["Han"]
    assert table.aside(HAN) == ["influence", "read", "accuse"]
    table = let_pass().does(ROARK, "accuse", 20, whom=HAN)
    assert table.accused == (ROARK, HAN, False)
    assert "already ruled on" in table.gm_log[0]
    assert table.turn == ["Han"]
    table = let_pass().does(HAN, "throw", 2, 3)
    assert "weigh" not in table.may(HAN)
    again = Table(game=WeighsTwice()).does(HAN, "weigh", 20).does(LANDO, "accuse", 10, whom=HAN)
    again.does(DEALER, "verdict", ruling="play_on").does(HAN, "throw", 2, 3).does(HAN, "weigh", 20)
    assert again.does(ROARK, "accuse", 10, whom=HAN).turn == ["GM"]


def let_pass() -> Table:
    """Han has cheated unseen, Lando has proven it, and the GM plays on."""
    table = Table().does(HAN, "weigh", 20).does(LANDO, "accuse", 10, whom=HAN)
    return table.does(DEALER, "verdict", ruling="play_on")


def test_verdict_covers_everything_until_then_and_changes_no_truth():
    table = Table(game=WeighsTwice()).does(HAN, "weigh", 20).does(HAN, "throw", 2, 3).does(HAN, "weigh", 9, 10)
    table.does(DEALER, "verdict", ruling="play_on").does(ROARK, "accuse", 20, whom=HAN)
    assert table.turn == ["Lando"]
    assert let_pass().does(ROARK, "read", 15, 4, whom=HAN).seemed(ROARK) == [True]
    seen = caught().does(DEALER, "verdict", ruling="play_on").does(ROARK, "read", 15, 4, whom=HAN)
    assert seen.seemed(ROARK) == [True]


@pytest.mark.parametrize("absent", ["on_timeout", "on_leave"])
def test_verdict_is_forfeit_when_the_gms_time_runs_out(absent: str):
    table = caught()
    assert getattr(table.game, absent)(table.state, DEALER).ruling == "forfeit"


def test_each_verdict_has_its_own_clock():
    table = caught()
    asked = table.game.asks(table.state, DEALER)
    table.does(DEALER, "verdict", ruling="play_on").does(LANDO, "weigh", 9, 10)
    assert table.turn == ["GM"]
    assert table.game.asks(table.state, DEALER) != asked


def test_honest_seat_is_never_convicted():
    table = Table().does(LANDO, "accuse", 20, whom=HAN)
    assert table.accused == (LANDO, HAN, False)
    assert "Lando wins by 10. Han hasn't cheated" in table.gm_log[0]
    assert table.turn == ["Han"]
    table = Table().does(HAN, "weigh", 20).does(LANDO, "accuse", 9, whom=HAN)
    assert table.step.events == Table().does(LANDO, "accuse", 9, whom=HAN).step.events
    assert "Han wins by 1. Han has cheated" in table.gm_log[0]
    table = Table().does(HAN, "weigh", 9, 9).does(LANDO, "accuse", 20, whom=HAN)
    assert table.accused == (LANDO, HAN, False)


def test_unproven_accusation_costs_only_by_house_rule():
    assert Table().does(LANDO, "accuse", 9, whom=HAN).effects == []
    assert Table().does(HAN, "weigh", 20).does(LANDO, "accuse", 9, whom=HAN).effects == []
    honest = Table(unproven="disadvantage").does(LANDO, "accuse", 9, whom=HAN)
    guilty = Table(unproven="disadvantage").does(HAN, "weigh", 20).does(LANDO, "accuse", 9, whom=HAN)
    assert honest.effects == guilty.effects == [("Lando", "insight", -1, 2)]
    assert guilty.does(LANDO, "read", 18, 3, 4, whom=HAN).seemed(LANDO) == [False]


def test_proven_cheat_is_convicted_also_by_a_cheat():
    table = Table().does(HAN, "weigh", 20).does(LANDO, "accuse", 10, whom=HAN)
    assert table.accused == (LANDO, HAN, True)
    assert table.turn == ["GM"]
    assert table.effects == []
    table = Table(unproven="disadvantage").does(HAN, "weigh", 20).does(HAN, "accuse", 9, whom=LANDO)
    assert table.effects == [("Han", "insight", -1, 2)]
    table = caught().does(DEALER, "verdict", ruling="forfeit")
    table.does(ROARK, "weigh", 9, 10).does(DEALER, "verdict", ruling="forfeit")
    assert dict(table.end.stacks) == {HAN: 9, LANDO: 12, ROARK: 9}


@pytest.mark.parametrize("ruling", ["void", "forfeit", "play_on"])
def test_no_verdict_makes_or_loses_a_chip(ruling: Ruling):
    table = caught().does(DEALER, "verdict", ruling=ruling)
    assert table.game.chips(table.state) == 30
    while table.turn:
        table.thrown()
    assert sum(dict(table.end.stacks).values()) == 30


def test_proof_is_rolled_in_the_other_dice_systems():
    d6 = Table(system=D6).does(HAN, "weigh", 6, 6, 6)
    assert d6.does(LANDO, "accuse", 3, 3, 4, whom=HAN).turn == ["GM"]
    narrative = Table(system=NARRATIVE).does(HAN, "weigh", 2, 1, 1, 1)
    assert narrative.does(LANDO, "accuse", 2, 1, 2, 1, whom=HAN).turn == ["GM"]


def begun(bank: int, carry: PointsCarry | None = None) -> Begun[PointsCarry]:
    players = (Player(seat=HAN, stack=70), Player(seat=LANDO, stack=20))
    return Begun(players=players, carry=carry, bank=bank, system=D20, roles=RoleTable())


def test_void_hand_restores_the_bank_and_the_standing():
    assert begun(500).given_back().bank == 500
    standing = Standing.begun(1, (HAN, LANDO), Terms(fee=5, points=45, shares=(100,))).evolve(middle=10)
    end = begun(10, PointsCarry(standing=standing)).given_back()
    assert end.carry == PointsCarry(standing=standing)
    assert (dict(end.stacks), end.bank, end.prizes) == ({HAN: 70, LANDO: 20}, 0, ())


def test_crooked_state_stores_the_start_of_the_hand():
    table = caught()
    state = table.game.read(table.state.to_json(), table.game.version)
    assert state == table.state
    deal: Deal[DiceRules, NoCarry] = table.deal
    assert state.begun.players == deal.players
