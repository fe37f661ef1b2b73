"""Cheating at Golem: swapping a card, peeking at one, and being sent out of the hand (seed 004, Cheating)."""

import pytest

from bot.engine.betting.events import Call, Check, Fold, Raise
from bot.engine.cards import in_order
from bot.engine.cheating.sleights import Cheatable
from bot.engine.game import DEALER, Player
from bot.engine.moves import Pick
from bot.engine.options import with_options
from bot.engine.rng import ScriptedRng, SeededRng
from bot.errors import RuleError
from cogs.golem.rules import GAME, Peek, Swap
from cogs.golem.state import Discard, GolemRules, GolemState
from tests.games.cheats import Cheat, cheats, shows_nothing
from tests.games.golem.golem_table import BEATEN, SEVENS_AND_TWOS, THREE_SEVENS, UNBEATEN, Table, at_the_draw

ACTIONS = (Check(), Call(), Fold(), Raise(to=20), Discard(cards=()))


def keys(table: Table, name: str) -> list[str]:
    return [move.key for move in GAME.sleights(table.state, table.seat(name))]


def picks(table: Table, name: str, key: str) -> list[str]:
    """List the choices of a sleight's menu."""
    (move,) = (move for move in GAME.sleights(table.state, table.seat(name)) if move.key == key)
    (field,) = move.fields
    assert isinstance(field, Pick)
    return [choice.label for choice in field.choices]


def in_hands(state: GolemState) -> list[str]:
    return [card for gambler in state.gamblers for card in (*gambler.cards, *gambler.discards)]


class TestWhatMayBeTried:
    def test_golem_has_sleights(self):
        assert isinstance(GAME, Cheatable)

    def test_player_with_a_hand_may_swap_or_peek_out_of_turn(self):
        table = Table(BEATEN)
        assert table.turn == ("Han",)
        assert [keys(table, name) for name in BEATEN] == [["swap", "peek"]] * 3

    def test_sleights_are_private_asides(self):
        moves = GAME.sleights(Table(BEATEN).state, 1)
        assert [(move.place, move.aside, move.label) for move in moves] == [
            ("private", True, "Swap a card"),
            ("private", True, "Peek at a card"),
        ]

    def test_the_card_to_give_is_named_as_the_hand_names_it(self):
        assert picks(Table(BEATEN), "Lando", "swap") == [
            "10 of iron",
            "10 of stone",
            "4 of flesh",
            "4 of clay",
            "2 of iron",
        ]

    def test_one_peeks_at_whoever_else_is_in(self):
        assert picks(Table(BEATEN), "Lando", "peek") == ["Roark", "Han"]
        assert picks(Table(BEATEN).fold("Han"), "Lando", "peek") == ["Roark"]

    def test_folded_player_has_no_sleights(self):
        table = Table(BEATEN).fold("Han")
        assert keys(table, "Han") == []
        assert [GAME.is_out(table.state, table.seat(name)) for name in BEATEN] == [False, False, True]

    def test_all_in_player_may_still_cheat(self):
        table = Table(BEATEN, stacks={"Lando": 10})
        assert table.state.betting.bettor(2).is_all_in
        assert keys(table, "Lando") == ["swap", "peek"]

    def test_a_hand_that_lies_open_is_too_late(self):
        table = at_the_draw().draw(SEVENS_AND_TWOS).checked()
        assert table.turn == ()
        assert [keys(table, name) for name in BEATEN] == [[], [], []]

    def test_nobody_else_is_offered_anything(self):
        state = Table(BEATEN).state
        assert GAME.sleights(state, DEALER) == GAME.sleights(state, 99) == ()

    def test_each_deal_is_another_round_of_sleights(self):
        table = Table(UNBEATEN).then(BEATEN)
        assert GAME.sleight_round(table.state) == 1
        assert GAME.sleight_round(table.played(THREE_SEVENS).state) == 2
        assert keys(table, "Lando") == ["swap", "peek"]

    def test_a_card_that_one_does_not_hold_is_refused(self):
        with pytest.raises(RuleError, match=r"^Give back one of the cards that you hold\.$"):
            Table(BEATEN).swaps("Lando", "13d", "1s")


class TestSwapping:
    def test_another_card_comes_in_the_place_of_the_one_that_was_given(self):
        assert Table(BEATEN).swaps("Lando", "2c", "10s").hand("Lando") == ("10d", "10c", "4h", "4s", "10s")

    def test_the_card_goes_back_into_the_deck_in_its_place(self):
        before = Table(BEATEN)
        after = Table(BEATEN).swaps("Lando", "2c", "10s")
        assert set(after.state.bag) == {*before.state.bag, "2c"} - {"10s"}
        assert after.state.bag == in_order(after.state.bag)

    def test_swap_draws_a_different_card_before_the_old_one_goes_back(self):
        state = Table(BEATEN).state
        chance = SeededRng(1)
        GAME.sleight(state, 2, Swap(card="2c"), chance)
        assert [(draw.bound, draw.secret) for draw in chance.draws] == [(52 - 15, True)]

    def test_the_new_card_is_sealed_in_the_old_ones_place(self):
        before, after = Table(BEATEN), Table(BEATEN).swaps("Lando", "2c", "10s")
        seals = GAME.seals(after.state, 2)
        assert [seal.card for seal in seals if seal.seat == 2] == ["10d", "10c", "4h", "4s", "10s"]
        assert all(seal.holds for seal in seals)
        assert len(seals) == len(GAME.seals(before.state, 2))

    def test_the_cheat_and_the_gm_are_told_and_nobody_else(self):
        table = Table(BEATEN)
        said, told = len(table.said), len(table.private)
        table.swaps("Lando", "2c", "10s")
        assert (len(table.said), len(table.private)) == (said, told + 1)
        assert table.told_to("Lando") == "You swap the 2 of iron for the 10 of clay."
        assert table.gm_log == ["Lando swaps the 2 of iron for the 10 of clay."]

    def test_the_new_card_can_be_thrown_away_and_the_old_one_drawn(self):
        table = Table(BEATEN).swaps("Lando", "2c", "10s").checked()
        table.draw({"Lando": "10s > 2c"})
        assert table.hand("Lando") == ("10d", "10c", "4h", "4s", "2c")

    def test_at_the_draw_a_card_that_one_keeps_may_still_be_swapped(self):
        table = at_the_draw().discard("Lando", "2c")
        assert "2 of iron" not in picks(table, "Lando", "swap")
        table.swaps("Lando", "4s", "10h").cards.ready += ["1h"]
        table.discard("Roark").discard("Han")
        assert table.hand("Lando") == ("10d", "10c", "4h", "10h", "1h")

    def test_the_pile_stays_as_it_was_mixed(self):
        table = at_the_draw().draw(SEVENS_AND_TWOS)
        pile = GAME.seals(table.state, None)[-5:]
        table.swaps("Lando", "4h", "10s")
        assert GAME.seals(table.state, None)[-5:] == pile
        assert GAME.view(table.state, None).pile == 5

    def test_the_swapped_hand_is_what_counts_and_its_seals_hold(self):
        table = at_the_draw().draw(SEVENS_AND_TWOS).swaps("Lando", "4h", "10s").checked()
        assert dict(table.showdown.hands)[2] == ("10d", "10c", "10s", "4s", "1h")
        shown = [seal for seal in GAME.seals(table.state, None) if seal.seat == 2 and seal.is_open]
        assert {seal.card for seal in shown} == {"10d", "10c", "10s", "4s", "1h"}
        assert all(seal.holds for seal in shown)


class TestPeeking:
    def test_one_card_of_the_hand_is_seen_and_nothing_changes(self):
        table = Table(BEATEN)
        state = table.state
        assert table.peeks("Lando", "Roark", at=3).state == state
        assert table.told_to("Lando") == "You peek at the hand of Roark: the 9 of flesh."
        assert table.gm_log == ["Lando peeks at the hand of Roark: the 9 of flesh."]

    def test_each_card_is_as_likely_and_drawn_in_secret(self):
        chance = ScriptedRng([5])
        GAME.sleight(Table(BEATEN).state, 2, Peek(whom="1"), chance)
        assert [(draw.bound, draw.secret) for draw in chance.draws] == [(5, True)]

    def test_peek_does_not_see_discards(self):
        table = at_the_draw().discard("Roark", "13d 13c").peeks("Lando", "Roark", at=1)
        assert table.told_to("Lando").endswith("the 9 of flesh.")


class TestBeingSentOut:
    def test_on_somebody_elses_turn_it_is_a_fold_and_the_bets_go_on(self):
        table = Table(BEATEN).bet("Han", 20).forfeits("Lando")
        assert table.said[-1] == "Lando folds."
        assert (table.turn, table.state.pot) == (("Roark",), 50)
        assert [move.key for move in table.moves("Roark")] == ["call", "raise", "fold"]

    def test_on_the_own_turn_the_next_is_asked(self):
        assert Table(BEATEN).forfeits("Han").turn == ("Roark",)

    def test_the_last_one_left_takes_the_pot_unseen(self):
        table = Table(BEATEN).fold("Han").forfeits("Roark")
        assert table.nets == {"Roark": -10, "Lando": 20 - 1, "Han": -10}
        assert table.showdown.absent == "unseen"

    def test_the_last_who_is_waited_for_ends_the_round(self):
        table = Table(BEATEN).check("Han", "Roark").forfeits("Lando")
        assert (table.state.street, table.turn) == ("draw", ("Roark", "Han"))

    def test_at_the_draw_the_others_choose_on(self):
        assert at_the_draw().forfeits("Lando").turn == ("Roark", "Han")

    def test_forfeit_cancels_the_discards_chosen_at_the_draw(self):
        """Their number would show in the pile."""
        table = at_the_draw().discard("Lando", "2c 4h").forfeits("Lando")
        assert sorted(table.hand("Lando")) == sorted(BEATEN["Lando"].split())
        table.draw({"Roark": "7s > 6h"})
        assert GAME.view(table.state, None).pile == 1
        assert [seat.drew for seat in GAME.view(table.state, None).seats] == [1, None, 0]

    def test_the_last_who_chooses_sets_off_the_draw(self):
        table = at_the_draw().discard("Roark").discard("Han").forfeits("Lando")
        assert (table.state.street, table.turn) == ("second", ("Han",))
        assert table.said[-1] == "Han and Roark stand pat."

    def test_at_the_draw_the_last_one_left_takes_the_pot(self):
        table = Table(BEATEN).check("Han", "Roark").fold("Lando").forfeits("Roark")
        assert table.turn == ()
        assert table.nets == {"Roark": -10, "Lando": -10, "Han": 19}
        assert not any(seat.is_choosing for seat in GAME.view(table.state, None).seats)

    def test_a_hand_that_feeds_the_golem_goes_into_the_pile_as_folded_ones_do(self):
        table = at_the_draw(folded_feed=True).draw(SEVENS_AND_TWOS).forfeits("Han")
        assert GAME.view(table.state, None).pile == 10
        table = at_the_draw(folded_feed=True).discard("Han", "8h 7d").forfeits("Han").draw({"Lando": "2c > 1h"})
        assert GAME.view(table.state, None).pile == 6

    def test_forfeit_costs_an_all_in_player_their_chips(self):
        table = Table(BEATEN, stacks={"Lando": 10}).forfeits("Lando")
        assert table.stacks["Lando"] == 0
        assert "Lando 0 cr · folded" in table.shows
        assert table.refusal("Lando", "check") == "You have folded this hand."
        table.fold("Han")
        assert table.nets == {"Roark": 20 - 1, "Lando": -10, "Han": -10}

    def test_forfeit_leaves_the_penalty_to_the_others(self):
        """Without Lando the best hand is Roark's pair, and it doesn't beat the golem."""
        table = at_the_draw().draw(SEVENS_AND_TWOS).forfeits("Lando").then(BEATEN).checked()
        assert [(table.name(seat), amount) for seat, amount in table.showdown.verdicts[0].penalties] == [("Roark", 20)]

    def test_forfeit_changes_nothing_for_a_folded_player(self):
        table = Table(BEATEN).fold("Han")
        state, said = table.state, len(table.said)
        assert table.forfeits("Han").state == state
        assert len(table.said) == said


class TestAllOfThemCheat:
    """Hands at random, in which everybody cheats whenever they can."""

    @pytest.mark.parametrize("seed", range(6))
    def test_there_are_always_as_many_different_cards_in_hands_and_deck(self, seed: int):
        for cheat in dealt(seed):
            before, after = cheat.before, cheat.step.state
            cards = [*in_hands(after), *after.bag]
            assert len(set(cards)) == len(cards)
            assert set(cards) == {*in_hands(before), *before.bag}
            assert len(after.bag) == len(before.bag)
            assert after.bag == in_order(after.bag)
            assert [len(one.cards) for one in after.gamblers] == [len(one.cards) for one in before.gamblers]

    @pytest.mark.parametrize("seed", range(6))
    def test_the_others_see_nothing_of_it(self, seed: int):
        for cheat in dealt(seed):
            shows_nothing(GAME, cheat, range(1, 7), ACTIONS)

    def test_both_sleights_come_up_on_every_street(self):
        tried = {(cheat.before.street, cheat.kind) for seed in range(6) for cheat in dealt(seed)}
        assert tried == {(street, kind) for street in ("first", "draw", "second") for kind in ("swap", "peek")}


def dealt(seed: int) -> list[Cheat]:
    """All that is tried in a hand of two to seven, by one set of house rules or another."""
    how: tuple[dict[str, object], ...] = (
        {},
        {"few_discards": "top_up"},
        {"folded_feed": True},
        {"folded_feed": True, "few_discards": "top_up"},
    )
    rules = with_options(GolemRules(), how[seed % len(how)])
    players = tuple(Player(seat=seat, name=f"N{seat}", stack=200) for seat in range(1, 3 + seed))
    return list(cheats(GAME, GAME.Deal(rules=rules, players=players), seed))
