"""Sleights at Golem, and what the GM's verdict does to the hand."""

import pytest

from bot.engine.cards import in_order
from bot.engine.cheating.sleights import Cheatable
from bot.engine.game import DEALER, Player
from bot.engine.moves import Pick, filled
from bot.engine.options import with_options
from bot.engine.rng import ScriptedRng, SeededRng
from bot.engine.skills import Sheet
from bot.errors import RuleError
from cogs.golem.rules import GAME, Peek, Swap
from cogs.golem.state import GolemRules, GolemState
from tests.games.cheats import Cheat, cheats
from tests.games.crooked_table import CLUMSY, PLAIN, SHARP, SLY, Crooked
from tests.games.golem.golem_table import BEATEN, SEVENS_AND_TWOS, THREE_SEVENS, UNBEATEN, Table, at_the_draw


def keys(table: Table, name: str) -> list[str]:
    return [move.key for move in GAME.sleights(table.state, table.seat(name))]


def picks(table: Table, name: str, key: str) -> list[str]:
    """List the choices of a sleight's menu."""
    moves = filled(GAME.sleights(table.state, table.seat(name)), table.voice.fill)
    (move,) = (move for move in moves if move.key == key)
    (field,) = move.fields
    assert isinstance(field, Pick)
    return [choice.label for choice in field.choices]


def in_hands(state: GolemState) -> list[str]:
    return [card for gambler in state.gamblers for card in (*gambler.cards, *gambler.discards)]


class TestWhatMayBeTried:
    def test_players_with_a_hand_may_swap_or_peek_in_private(self):
        assert isinstance(GAME, Cheatable)
        table = Table(BEATEN)
        assert table.turn == ("Han",)
        assert [keys(table, name) for name in BEATEN] == [["swap", "peek"]] * 3
        moves = GAME.sleights(Table(BEATEN).state, 1)
        assert [(move.place, move.aside, move.label) for move in moves] == [
            ("private", True, "Swap a card"),
            ("private", True, "Peek at a card"),
        ]

    def test_own_card_and_other_player_are_named(self):
        assert picks(Table(BEATEN), "Lando", "swap") == [
            "10 of iron",
            "10 of stone",
            "4 of flesh",
            "4 of clay",
            "2 of iron",
        ]
        assert picks(Table(BEATEN), "Lando", "peek") == ["Roark", "Han"]
        assert picks(Table(BEATEN).fold("Han"), "Lando", "peek") == ["Roark"]

    def test_folded_or_late_players_cannot_cheat_and_all_in_ones_can(self):
        table = Table(BEATEN).fold("Han")
        assert keys(table, "Han") == []
        assert [GAME.is_out(table.state, table.seat(name)) for name in BEATEN] == [False, False, True]
        table = Table(BEATEN, stacks={"Lando": 10})
        assert table.state.betting.bettor(2).is_all_in
        assert keys(table, "Lando") == ["swap", "peek"]
        table = at_the_draw().draw(SEVENS_AND_TWOS).checked()
        assert table.turn == ()
        assert [keys(table, name) for name in BEATEN] == [[], [], []]
        state = Table(BEATEN).state
        assert GAME.sleights(state, DEALER) == GAME.sleights(state, 99) == ()

    def test_each_deal_has_one_sleight_with_an_own_card(self):
        table = Table(UNBEATEN).then(BEATEN)
        assert GAME.sleight_round(table.state) == 1
        assert GAME.sleight_round(table.played(THREE_SEVENS).state) == 2
        assert keys(table, "Lando") == ["swap", "peek"]
        with pytest.raises(RuleError, match=r"^You don't hold that card\. Swap one of your own cards\.$"):
            Table(BEATEN).swaps("Lando", "13d", "1s")


class TestSwapping:
    def test_other_card_comes_before_the_old_one_goes_back_into_the_deck(self):
        assert Table(BEATEN).swaps("Lando", "2c", "10s").hand("Lando") == ("10c", "10d", "10s", "4h", "4s")
        before = Table(BEATEN)
        after = Table(BEATEN).swaps("Lando", "2c", "10s")
        assert set(after.state.bag) == {*before.state.bag, "2c"} - {"10s"}
        assert after.state.bag == in_order(after.state.bag)
        state = Table(BEATEN).state
        chance = SeededRng(1)
        GAME.sleight(state, 2, Swap(card="2c"), chance)
        assert [(draw.bound, draw.secret) for draw in chance.draws] == [(52 - 15, True)]

    def test_new_card_is_sealed_in_place_and_told_to_cheat_and_gm(self):
        before, after = Table(BEATEN), Table(BEATEN).swaps("Lando", "2c", "10s")
        seals = GAME.seals(after.state, 2)
        assert [seal.card for seal in seals if seal.seat == 2] == ["10d", "10c", "4h", "4s", "10s"]
        assert all(seal.holds for seal in seals)
        assert len(seals) == len(GAME.seals(before.state, 2))
        table = Table(BEATEN)
        said, told = len(table.said), len(table.private)
        table.swaps("Lando", "2c", "10s")
        assert (len(table.said), len(table.private)) == (said, told + 1)
        assert table.told_to("Lando") == "You swap the 2 of iron for the 10 of clay."
        assert table.gm_log == ["Lando swaps the 2 of iron for the 10 of clay."]

    def test_swapped_card_can_be_thrown_away_or_kept(self):
        table = Table(BEATEN).swaps("Lando", "2c", "10s").checked()
        table.draw({"Lando": "10s > 2c"})
        assert table.hand("Lando") == ("10c", "10d", "4h", "4s", "2c")
        table = at_the_draw().discard("Lando", "2c")
        assert "2 of iron" not in picks(table, "Lando", "swap")
        table.swaps("Lando", "4s", "10h").cards.ready += ["1h"]
        table.discard("Roark").discard("Han")
        assert table.hand("Lando") == ("10c", "10d", "10h", "4h", "1h")

    def test_pile_stays_mixed_and_the_swapped_hand_counts(self):
        table = at_the_draw().draw(SEVENS_AND_TWOS)
        pile = GAME.seals(table.state, None)[-5:]
        table.swaps("Lando", "4h", "10s")
        assert GAME.seals(table.state, None)[-5:] == pile
        assert GAME.view(table.state, None).pile == 5
        table = at_the_draw().draw(SEVENS_AND_TWOS).swaps("Lando", "4h", "10s").checked()
        assert dict(table.showdown.hands)[2] == ("10c", "10d", "10s", "4s", "1h")
        shown = [seal for seal in GAME.seals(table.state, None) if seal.seat == 2 and seal.is_open]
        assert {seal.card for seal in shown} == {"10d", "10c", "10s", "4s", "1h"}
        assert all(seal.holds for seal in shown)


class TestPeeking:
    def test_peek_sees_one_random_card_in_secret(self):
        table = Table(BEATEN)
        state = table.state
        assert table.peeks("Lando", "Roark", at=3).state == state
        assert table.told_to("Lando") == "You peek at the hand of Roark: the 9 of flesh."
        assert table.gm_log == ["Lando peeks at the hand of Roark: the 9 of flesh."]
        chance = ScriptedRng([5])
        GAME.sleight(Table(BEATEN).state, 2, Peek(whom="1"), chance)
        assert [(draw.bound, draw.secret) for draw in chance.draws] == [(5, True)]
        table = at_the_draw().discard("Roark", "13d 13c").peeks("Lando", "Roark", at=1)
        assert table.told_to("Lando").endswith("the 9 of flesh.")


class TestBeingSentOut:
    def test_forfeit_is_a_fold_in_or_out_of_turn(self):
        table = Table(BEATEN).bet("Han", 20).forfeits("Lando")
        assert table.said[-1] == "Lando folds."
        assert (table.turn, table.state.pot) == (("Roark",), 50)
        assert [move.key for move in table.moves("Roark")] == ["call", "raise", "fold"]
        assert Table(BEATEN).forfeits("Han").turn == ("Roark",)
        table = Table(BEATEN).fold("Han").forfeits("Roark")
        assert table.nets == {"Roark": -10, "Lando": 20 - 1, "Han": -10}
        assert table.showdown.absent == "unseen"
        table = Table(BEATEN).check("Han", "Roark").forfeits("Lando")
        assert (table.state.street, table.turn) == ("draw", ("Roark", "Han"))

    def test_forfeit_at_the_draw_ends_it_for_one_seat(self):
        assert at_the_draw().forfeits("Lando").turn == ("Roark", "Han")
        table = at_the_draw().discard("Roark").discard("Han").forfeits("Lando")
        assert (table.state.street, table.turn) == ("second", ("Han",))
        assert table.said[-1] == "Han and Roark keep all five cards."
        table = Table(BEATEN).check("Han", "Roark").fold("Lando").forfeits("Roark")
        assert table.turn == ()
        assert table.nets == {"Roark": -10, "Lando": -10, "Han": 19}
        assert not any(seat.is_choosing for seat in GAME.view(table.state, None).seats)

    def test_forfeit_cancels_the_discards_chosen_at_the_draw(self):
        """Their number would show in the pile."""
        table = at_the_draw().discard("Lando", "2c 4h").forfeits("Lando")
        assert sorted(table.hand("Lando")) == sorted(BEATEN["Lando"].split())
        table.draw({"Roark": "7s > 6h"})
        assert GAME.view(table.state, None).pile == 1
        assert [seat.drew for seat in GAME.view(table.state, None).seats] == [1, None, 0]

    def test_a_hand_that_feeds_the_golem_goes_into_the_pile_as_folded_ones_do(self):
        table = at_the_draw(folded_feed=True).draw(SEVENS_AND_TWOS).forfeits("Han")
        assert GAME.view(table.state, None).pile == 10
        table = at_the_draw(folded_feed=True).discard("Han", "8h 7d").forfeits("Han").draw({"Lando": "2c > 1h"})
        assert GAME.view(table.state, None).pile == 6

    def test_forfeit_costs_all_in_chips_and_nothing_after_folding(self):
        table = Table(BEATEN, stacks={"Lando": 10}).forfeits("Lando")
        assert table.stacks["Lando"] == 0
        assert "Lando 0 cr · folded" in table.shows
        assert table.refusal("Lando", "check") == "You have folded this hand."
        table.fold("Han")
        assert table.nets == {"Roark": 20 - 1, "Lando": -10, "Han": -10}
        table = Table(BEATEN).fold("Han")
        state, said = table.state, len(table.said)
        assert table.forfeits("Han").state == state
        assert len(table.said) == said

    def test_forfeit_leaves_the_penalty_to_the_others(self):
        """Without Lando the best hand is Roark's pair, and it doesn't beat the golem."""
        table = at_the_draw().draw(SEVENS_AND_TWOS).forfeits("Lando").then(BEATEN).checked()
        assert [(table.name(seat), amount) for seat, amount in table.showdown.verdicts[0].penalties] == [("Roark", 20)]


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


def dealt(seed: int) -> list[Cheat]:
    """All that is tried in a hand of two to seven, by one set of house rules or another."""
    how: tuple[dict[str, object], ...] = (
        {},
        {"few_discards": "top_up"},
        {"folded_feed": True},
        {"folded_feed": True, "few_discards": "top_up"},
    )
    rules = with_options(GolemRules(), how[seed % len(how)])
    players = tuple(Player(seat=seat, stack=200) for seat in range(1, 3 + seed))
    return list(cheats(GAME, GAME.Deal(rules=rules, players=players), seed))


SEEN = {"Roark": CLUMSY, "Lando": SHARP, "Han": PLAIN}


def golem(sheets: dict[str, Sheet]) -> Crooked:
    """Han has the amulet and bets first."""
    return Crooked("golem", GolemRules(crooked=True), sheets, (100, 100, 100))


def swaps(table: Crooked) -> Crooked:
    return table.do("Roark", "swap", card=table.first("Roark", "swap"))


class TestACheat:
    def test_swap_and_peek_are_one_try_and_a_peek_stays_on_the_page(self):
        table = swaps(golem(SEEN | {"Roark": SLY}))
        assert not {"swap", "peek"} & {*table.keys("Roark")}
        assert {"swap", "peek"} <= {*table.keys("Lando")}
        table = golem(SEEN | {"Roark": SLY}).do("Roark", "peek", whom="3")
        table.each("check", "Han")
        assert "You peek at the hand of Han: the " in table.page("Roark")


class TestTheVerdict:
    def test_void_gives_everything_back_and_forfeit_folds(self):
        table = golem(SEEN).do("Han", "bet", to=40)
        swaps(table).rules_on("void")
        assert table.stacks == {"Roark": 100, "Lando": 100, "Han": 100}
        assert (table.end.house, table.end.carry) == (0, None)
        table = swaps(golem(SEEN)).rules_on("forfeit")
        assert table.said[-1] == "Roark folds."
        table.each("fold", "Han")
        assert table.stacks == {"Roark": 90, "Lando": 100 + 20 - 1, "Han": 90}

    def test_forfeit_at_the_draw_lets_the_others_choose_on(self):
        table = golem(SEEN).each("check", "Han", "Roark", "Lando")
        swaps(table).rules_on("forfeit").do("Han", "discard", cards=())
        assert table.turn == "Lando"
        table.do("Lando", "discard", cards=())
        assert table.state.inner.street == "second"
        assert swaps(golem(SEEN)).rules_on("forfeit").keys("Roark") == []
