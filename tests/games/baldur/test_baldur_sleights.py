"""Sleight of hand at Baldur Hold'em, as printed and sealed (seed 004, Sleight of Hand; rules 7.20 to 7.25).

Here a sleight of 20 goes unseen. The contests, accusations and verdicts are those of every crooked table.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from bot.engine.game import DEALER
from cogs.baldur.state import Arranged, Fell, Managed, Rethrown, Rolled
from tests.games.baldur.baldur_table import FLOP, GAME, GM, ROLLED, VOID, Table, in_round

UNSEEN, SEEN = 20, 1
ALONE: dict[str, Any] = {"names": ("Ada", "Bram"), "npcs": 0, "npc_dice": ()}


def sealed(**given: Any) -> Table:
    return Table(sleights="sealed", **given)


def dealing(number: int = 1, **given: Any) -> Table:
    """Return the table in a round in which Ada deals; all dice lie there."""
    return in_round(number, dealer="rotation", **given)


class TestRerollingYourOwnDieAsPrinted:
    """Ada has rolled 2, 9 and 15."""

    def rerolled(self, now: int = 18, die: str = "1.9", **given: Any) -> Table:
        return in_round(1, **given).do("Ada", "reroll", UNSEEN, now, die=die)

    def test_die_that_lies_there_shows_another_face_and_the_history_keeps_the_roll(self):
        table = self.rerolled()
        assert table.dice("Ada") == (2, 18, 15)
        assert table.last.events == ()
        assert table.whispered("Ada")[1:] == [Managed(trick="reroll", face=18)]
        table = self.rerolled()
        assert GAME.view(table.whole, None).inner.seats[0].dice == (2, 18, 15)
        assert Rolled(seat=1, dice=(2, 9, 15)) in table.events
        (noted,) = self.rerolled().noted("rethrown")
        assert noted == Rethrown(by=1, whose="own", seat=1, fell=(2, 9, 15), at=1, now=18)

    def test_rerolling_is_tried_once_in_every_round(self):
        table = self.rerolled()
        assert "already" in table.refusal("Ada", "reroll", die="0.2")
        assert "reroll" in table.stay("Ada", "Bram", "Cleo", falls=FLOP).keys("Ada")
        assert all("reroll" in in_round(number).keys("Bram") for number in (1, 2, 3))

    def test_rerolling_is_for_players_whose_dice_lie_there(self):
        assert "reroll" not in Table().keys("Ada")
        table = self.rerolled().stay("Ada", "Bram", "Cleo", falls=FLOP)
        assert "have changed" in table.refusal("Ada", "reroll", die="1.9")
        assert {name: "reroll" in dealing().keys(name) for name in ("Ada", "Bram")} == {"Ada": False, "Bram": True}
        assert in_round(2).fold("Ada").keys("Ada") == []

    def test_seen_attempt_changes_no_die(self):
        table = in_round(1).do("Ada", "reroll", SEEN, SEEN, die="1.9")
        assert (table.dice("Ada"), table.told("accused")[0].seen) == ((2, 9, 15), True)

    def test_rerolled_twenty_is_natural_and_wild(self):
        table = Table(**ALONE).rolls({"Ada": (9, 2, 3), "Bram": (1, 2, 3)}).do("Ada", "reroll", UNSEEN, 20, die="1.2")
        table.stay("Ada", "Bram", falls=(7, 10, 11)).stay("Ada", "Bram", falls=(1, 1))
        assert table.stay("Ada", "Bram").result.hands[0].kind == "straight"


class TestSettingADieAsPrinted:
    SET: Mapping[str, str] = MappingProxyType({"whom": "Bram", "which": "third"})

    def test_dealer_sets_a_die_of_any_player_who_has_rolled(self):
        table = dealing().do("Ada", "set_die", UNSEEN, face=5, **self.SET)
        assert (table.dice("Bram"), table.last.events) == ((5, 5, 5), ())
        assert table.noted("rethrown")[0].is_set
        table = Table(dealer="rotation").do("Ada", "roll", 1, 2, 3)
        assert table.choices("Ada", "set_die", "whom") == ["Ada"]
        assert dealing().choices("Ada", "set_die", "whom") == ["Ada", "Bram", "Cleo"]
        assert "set_die" not in dealing(2).keys("Ada")
        assert "dealer" in dealing().refusal("Bram", "set_die", face=5, **self.SET)

    def test_gm_who_deals_sets_a_die_and_takes_npc_dice(self):
        table = in_round(1)
        assert {"set_die", "strip"} <= {*table.keys(GM)}
        assert table.do(GM, "set_die", UNSEEN, face=5, **self.SET).dice("Bram") == (5, 5, 5)
        assert in_round(1).do(GM, "strip", UNSEEN).dice(GM) == (3, 8)

    def test_gm_who_does_not_deal_only_rerolls_npc_dice(self):
        assert {"set_die", "strip", "reroll_common"}.isdisjoint(dealing().keys(GM))

    @pytest.mark.parametrize("way", ["as_printed", "sealed"])
    def test_set_twenty_counts_twenty_and_is_not_wild(self, way: str):
        """With 9 and a wild 20, the community dice 7, 10 and 11 would make a straight."""
        hands = {"Ada": (9, 20, 3), "Bram": (1, 2, 3)}
        table = Table(**ALONE, dealer="rotation", sleights=way)
        if way == "sealed":
            table.do("Ada", "set_die", UNSEEN, whom="Ada", which="lowest", face=20)
            table.rolls({"Ada": (9, 2, 3), "Bram": (1, 2, 3)})
        else:
            table.rolls({**hands, "Ada": (9, 2, 3)}).do("Ada", "set_die", UNSEEN, whom="Ada", which="second", face=20)
        assert table.dice("Ada") == (9, 20, 3)
        table.stay("Bram", "Ada", falls=(7, 10, 11)).stay("Bram", "Ada", falls=(1, 1)).stay("Bram", "Ada")
        own = table.result.hands[0].hand
        assert (own.kind, own.numbers[0]) == ("pair", 1)

    def test_panel_shows_a_set_twenty_like_any_other_until_the_showdown(self):
        natural = dealing().whole
        state = dealing().do("Ada", "set_die", UNSEEN, whom="Bram", which="third", face=20).whole
        seats = [GAME.view(whole, None).inner.seats[1] for whole in (natural, state)]
        assert seats[1] == seats[0].evolve(dice=(5, 5, 20))


class TestTakingTheNpcsDice:
    @pytest.mark.parametrize("way", ["as_printed", "sealed"])
    def test_two_dice_are_left_and_a_natural_twenty_goes_first(self, way: str):
        table = Table(dealer="rotation", sleights=way, npc_dice=(20, 3, 17, 8)).do("Ada", "strip", UNSEEN)
        assert table.dice(GM) == (3, 8)

    def test_stripped_dice_are_gone_until_the_showdown(self):
        assert "strip" not in Table(npc_dice=(20, 3, 17, 8)).do(GM, "strip", UNSEEN).keys(GM)
        assert "strip" not in dealing(2).keys("Ada")
        table = dealing(npc_dice=(20, 3, 17, 8)).do("Ada", "strip", UNSEEN)
        table.stay("Bram", "Cleo", "Ada", falls=FLOP).stay("Bram", "Cleo", "Ada", falls=VOID)
        assert table.stay("Bram", "Cleo", "Ada").result.revealed == (3, 8)


class TestRerollingACommunityDieAsPrinted:
    def test_community_die_of_this_round_is_rerolled_by_the_dealer(self):
        table = dealing(2).do("Ada", "reroll_common", UNSEEN, 7, die="1.10")
        assert (table.state.common, table.last.events) == ((4, 7, 16), ())
        assert Fell(round=2, dice=FLOP) in table.events
        assert dealing(2).choices("Ada", "reroll_common", "die") == ["Die 1, the 4", "Die 2, the 10", "Die 3, the 16"]
        assert dealing(3).choices("Ada", "reroll_common", "die") == ["Die 4, the 6", "Die 5, the 13"]
        assert dealing(3).do("Ada", "reroll_common", UNSEEN, 9, die="4.13").state.common == (*FLOP, 6, 9)
        assert "fallen" in dealing().refusal("Ada", "reroll_common", die="0.4")
        assert "dealer" in dealing(2).refusal("Bram", "reroll_common", die="0.4")
        assert "reroll_common" in in_round(2).keys(GM)


class TestSealed:
    """By `sleights: sealed` everything is arranged before the roll, and as many dice lie there as ever."""

    @pytest.mark.parametrize("which, dice", [("lowest", (19, 5, 7)), ("highest", (2, 5, 19)), ("loner", (19, 5, 7))])
    def test_palmed_die_falls_again_within_the_roll(self, which: str, dice: tuple[int, ...]):
        table = sealed().do("Ada", "palm", UNSEEN, which=which)
        assert table.whispered("Ada")[1:] == [Managed(trick="palm", which=which)]  # pyright: ignore[reportArgumentType] - a parameter
        assert table.do("Ada", "roll", 2, 5, 7, 19).dice("Ada") == dice
        assert table.told("rolled")[0].dice == dice

    def test_loner_is_the_lowest_where_every_die_pairs(self):
        assert sealed().do("Ada", "palm", UNSEEN, which="loner").do("Ada", "roll", 7, 7, 7, 20).dice("Ada") == (
            20,
            7,
            7,
        )

    def test_palming_is_over_once_the_dice_lie_and_not_for_the_dealer(self):
        assert "palm" not in in_round(1, sleights="sealed").keys("Ada")
        assert "palm" not in sealed(dealer="rotation").keys("Ada")

    def test_sealed_set_die_belongs_to_a_player_who_has_not_rolled(self):
        table = sealed(dealer="rotation").do("Ada", "set_die", UNSEEN, whom="Bram", which="highest", face=5)
        assert table.do("Bram", "roll", 5, 17, 11).dice("Bram") == (5, 5, 11)
        assert table.choices(GM, "spell", "aim")
        table = sealed(dealer="rotation").do("Bram", "roll", 1, 2, 3)
        assert table.choices("Ada", "set_die", "whom") == ["Ada", "Cleo"]
        assert "set_die" not in dealing(1, sleights="sealed").keys("Ada")

    def test_gm_who_deals_sets_a_die_and_takes_npc_dice(self):
        assert {"set_die", "strip", "load"} <= {*sealed().keys(GM)}

    def test_sealed_load_counts_in_the_next_roll_and_not_after_the_void(self):
        table = in_round(1, sleights="sealed").do(GM, "load", UNSEEN, which="highest").stay("Ada", "Bram")
        table.do("Cleo", "stay", 4, 16, 10, 7).stay("Ada", "Bram", "Cleo", falls=VOID)
        assert table.state.common == (4, 7, 10, *VOID)
        assert table.told("fell")[0].dice == (4, 7, 10)
        assert "load" not in in_round(3, sleights="sealed").keys(GM)
        table = sealed().do("Ada", "palm", UNSEEN, which="lowest")
        assert table.noted("arranged") == [Arranged(seat=1, trick="palm", which="lowest")]

    @pytest.mark.parametrize(
        "npc_dice, fell, lies", [((4, 10, 1, 2), (4, 16, 10), (4, 7, 10)), ((4, 10, 16, 2), (10, 4, 16), (10, 7, 16))]
    )
    def test_loner_pairs_with_none_of_the_cheats_dice(self, npc_dice: Any, fell: Any, lies: Any):
        table = in_round(1, sleights="sealed", npc_dice=npc_dice).do(GM, "load", UNSEEN, which="loner")
        assert table.stay("Ada", "Bram").do("Cleo", "stay", *fell, 7).state.common == lies

    @pytest.mark.parametrize("kind, fields", [("reroll", {"die": "0.2"}), ("reroll_common", {"die": "0.4"})])
    def test_moves_of_the_other_way_are_refused(self, kind: str, fields: dict[str, str]):
        assert "other sleights" in in_round(2, sleights="sealed").refusal("Ada", kind, **fields)
        assert "other sleights" in in_round(2).refusal("Ada", "palm", which="lowest")


class TestTheNpcsOwnDice:
    def test_npc_die_falls_again_once_a_round(self):
        for number in (1, 2, 3):
            table = in_round(number, npc_dice=(3, 8, 12, 17)).do(GM, "switch", UNSEEN, 19, die="0.3")
            assert table.dice(GM) == (19, 8, 12, 17)
        table = in_round(1).do(GM, "switch", UNSEEN, 19, die="0.3").stay("Ada", "Bram", "Cleo", falls=FLOP)
        assert "have changed" in table.refusal(GM, "switch", die="0.3")
        assert table.do(GM, "switch", UNSEEN, 2, die="0.19").dice(GM) == (2, 8, 12, 17)
        table = in_round(1).do(GM, "switch", UNSEEN, 19, die="0.3")
        assert {"switch", "set_die", "strip", "spell"}.isdisjoint(table.keys(GM))
        assert "switch" in table.stay("Ada", "Bram", "Cleo", falls=FLOP).keys(GM)
        assert "Only the GM" in Table().refusal("Ada", "switch", die="0.3")
        assert Table(npcs=0, npc_dice=()).keys(GM) == []


TRICKS = (
    ("sealed", "Bram", "palm", {"which": "lowest"}),
    ("sealed", "Ada", "set_die", {"whom": "Cleo", "which": "highest", "face": 19}),
    ("sealed", "Ada", "load", {"which": "loner"}),
    ("sealed", "Ada", "strip", {}),
    ("as_printed", "Ada", "strip", {}),
    ("as_printed", "the GM", "switch", {"die": "2.12"}),
)
OPEN_TRICKS = (
    (1, "Bram", "reroll", {"die": "0.5"}, (1,)),
    (1, "Ada", "set_die", {"whom": "Cleo", "which": "first", "face": 18}, ()),
    (2, "Ada", "reroll_common", {"die": "0.4"}, (1,)),
)


@pytest.mark.parametrize("way, who, kind, fields", TRICKS)
def test_hidden_sleight_changes_nothing_for_anyone_else(way: str, who: str, kind: str, fields: dict[str, Any]):
    table = Table(dealer="rotation", sleights=way)
    others = [seat for seat in (None, 1, 2, 3) if seat != table.seat(who)]
    before = [(GAME.view(table.whole, seat), GAME.moves(table.whole, seat or 9)) for seat in others]
    table.do(who, kind, UNSEEN, *((1,) if kind == "switch" else ()), **fields)
    assert table.last.events == ()
    assert [(GAME.view(table.whole, seat), GAME.moves(table.whole, seat or 9)) for seat in others] == before


@pytest.mark.parametrize("number, who, kind, fields, dice", OPEN_TRICKS)
def test_open_sleight_changes_only_the_face_of_a_die_for_everyone_else(
    number: int, who: str, kind: str, fields: dict[str, Any], dice: tuple[int, ...]
):
    table = dealing(number)
    others = [seat for seat in (None, 1, 2, 3) if seat != table.seat(who)]
    before = [GAME.view(table.whole, seat) for seat in others]
    waiting, clock = GAME.to_act(table.whole), [GAME.asks(table.whole, seat) for seat in (1, 2, 3)]
    table.do(who, kind, UNSEEN, *dice, **fields)
    assert (table.last.events, GAME.to_act(table.whole)) == ((), waiting)
    assert [GAME.asks(table.whole, seat) for seat in (1, 2, 3)] == clock
    for was, seat in zip(before, others, strict=True):
        now = GAME.view(table.whole, seat)
        faces = [{seat.seat: seat.dice for seat in view.inner.seats} | {0: view.inner.common} for view in (was, now)]
        assert (
            sum(one != other for key in faces[0] for one, other in zip(faces[0][key], faces[1][key], strict=True)) == 1
        )
        seats = tuple(seat.evolve(dice=faces[0][seat.seat]) for seat in now.inner.seats)
        assert now.evolve(inner=now.inner.evolve(seats=seats, common=was.inner.common)) == was


def test_gms_page_knows_who_has_cheated_and_whose_die_was_set():
    view = GAME.view(dealing().do("Ada", "set_die", UNSEEN, whom="Bram", which="first", face=20).whole, DEALER)
    assert (view.cheats, view.inner.gm.tame) == ((1,), (2,))


def test_rolled_dice_are_the_same_either_way():
    assert [Table(sleights=way).rolls(ROLLED).dice("Ada") for way in ("as_printed", "sealed")] == [ROLLED["Ada"]] * 2
