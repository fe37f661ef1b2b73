"""Sleights at Pazaak, the GM's verdict, and what stays hidden."""

from collections import Counter

import pytest

from bot.engine.cheating.sleights import Cheatable
from bot.engine.game import DEALER, Player
from bot.engine.moves import Pick
from bot.engine.options import with_options
from bot.engine.rng import ScriptedRng, SeededRng
from bot.engine.skills import Sheet
from bot.errors import RuleError
from cogs.pazaak.cards import KINDS
from cogs.pazaak.loadout import STANDARD
from cogs.pazaak.rules import GAME, Peek, Swap, rest_of_deck
from cogs.pazaak.state import PazaakRules
from tests.games.cheats import Cheat, cheats
from tests.games.crooked_table import CLUMSY, PLAIN, SHARP, SLY, WATCHFUL, Crooked
from tests.games.pazaak.pazaak_table import Table, goods, won_by_standing

TWINS = {"Han": "+1 +1 D T"}


def keys(table: Table, name: str) -> list[str]:
    return [move.key for move in GAME.sleights(table.state, table.seat(name))]


def labels(table: Table, name: str) -> list[str]:
    """List what may be put back, as the menu has it."""
    (pick,) = GAME.sleights(table.state, table.seat(name))[0].fields
    assert isinstance(pick, Pick)
    return [choice.label for choice in pick.choices]


def rest(table: Table, name: str) -> tuple[str, ...]:
    return rest_of_deck(table.state, table.seat(name))


class TestWhatMayBeTried:
    def test_both_may_cheat_in_private_on_any_turn(self):
        assert isinstance(GAME, Cheatable)
        table = Table("7")
        assert table.turn == "Han"
        assert [keys(table, name) for name in ("Han", "Lando")] == [["swap", "peek"]] * 2
        moves = GAME.sleights(Table("7").state, 1)
        assert [(move.place, move.aside, move.label) for move in moves] == [
            ("private", True, "Swap a card"),
            ("private", True, "Peek at a card"),
        ]

    def test_swap_needs_side_cards_in_hand_and_deck(self):
        assert keys(Table(chosen=False), "Han") == []
        assert keys(Table("7", hand_size=0), "Han") == []
        assert keys(Table("7", hand_size=10), "Han") == ["peek"]

    def test_equal_cards_are_one_choice_and_a_peek_needs_the_others_hand(self):
        assert labels(Table("7", hands=TWINS), "Han") == ["+1", "Double", "Tiebreaker"]
        table = Table("7", hand_size=1).plays("Han", "+1")
        assert (keys(table, "Han"), keys(table, "Lando")) == (["peek"], ["swap"])
        table = Table("7").gives_up("Han")
        assert (keys(table, "Han"), keys(table, "Lando")) == ([], [])

    def test_each_set_has_one_sleight_with_an_own_card(self):
        state = Table("7").state
        assert GAME.sleights(state, DEALER) == GAME.sleights(state, 99) == ()
        assert GAME.sleight_round(Table("7").state) == 1
        assert GAME.sleight_round(won_by_standing("Han").state) == 2
        assert GAME.sleight_round(won_by_standing("nobody").state) == 2
        with pytest.raises(RuleError, match=r"^Put back one of the side cards that you hold\.$"):
            Table("7").swaps("Han", "+5", "-1")


class TestSwapping:
    def test_swap_brings_any_undrawn_side_card_for_one(self):
        table = Table("7").swaps("Han", "+1", "-5")
        assert table.hand("Han") == "+2, +3, +4, −5"
        assert rest(table, "Han") == ("plus_1", "plus_5", "minus_1", "minus_2", "minus_3", "minus_4")
        chance = SeededRng(1)
        GAME.sleight(Table("7").state, 1, Swap(card="plus_1"), chance)
        assert [(draw.bound, draw.secret) for draw in chance.draws] == [(6, True)]
        assert Table("7", hands=TWINS).swaps("Han", "+1", "+5").hand("Han") == "+1, +5, Double, Tiebreaker"

    def test_swap_brings_played_cards_only_when_hands_are_drawn_again(self):
        table = Table("7", hands=TWINS).plays("Han", "T", 1)
        assert "tiebreaker" not in rest(table, "Han")
        table = Table("10 10 2 5", hands=TWINS).plays("Han", "T", 1).stands("Han").ends("Lando").stands("Lando")
        assert table.state.number == 2
        assert "tiebreaker" not in rest(table, "Han")
        table = won_by_standing("Han", hand="set")
        assert len(rest(table, "Han")) == 6
        assert Counter(rest(table, "Han")) + Counter(table.state.hand(1)) == Counter(STANDARD.cards)
        table = Table("7 8", hand="set").plays("Han", "+1").stands("Han")
        table.cards.side.extend(("plus_5", "minus_1", "minus_2", "minus_3"))
        table.stands("Lando")
        assert (table.state.number, table.hand("Han")) == (2, "+5, −1, −2, −3")
        assert rest(table, "Han") == ("plus_1", "plus_2", "plus_3", "plus_4", "minus_4", "minus_5")
        assert table.swaps("Han", "-1", "+1").hand("Han") == "+1, +5, −2, −3"

    def test_swap_is_told_to_cheat_and_gm_and_can_be_played(self):
        table = Table("7")
        said, told = len(table.said), len(table.private)
        table.swaps("Han", "+1", "-5")
        assert (len(table.said), len(table.private)) == (said, told + 1)
        assert table.told_to("Han") == "You swap +1 for −5."
        assert table.gm_log == ["Han swaps +1 for −5."]
        table = Table("7").swaps("Han", "+1", "-5")
        assert table.refusal("Han", "play", card="plus_1") == "Pick from what is offered, each at most once."
        assert table.plays("Han", "-5").total_of("Han") == 2

    def test_new_card_is_sealed_in_place_and_property_stays(self):
        table = Table("7").swaps("Han", "+2", "-5")
        seals = [seal for seal in GAME.seals(table.state, 1) if seal.seat == 1]
        assert [seal.card for seal in seals] == ["plus_1", "minus_5", "plus_3", "plus_4"]
        assert all(seal.holds for seal in seals)
        wagers = {"Han": "+6", "Lando": "D"}
        table = Table("7", wagers=wagers, owned={"Han": "+1 -5"}).swaps("Han", "+1", "-5").gives_up("Han")
        assert table.awards == {"Han 1": "Lando", "Lando 1": "Lando"}
        assert table.players[0].goods == goods("Han's", "+1 -5")


class TestPeeking:
    def test_peek_sees_one_random_hidden_card_in_secret(self):
        table = Table("7")
        state = table.state
        assert table.peeks("Han", at=3).state == state
        assert table.told_to("Han") == "You peek at the hand of Lando: +3."
        assert table.gm_log == ["Han peeks at the hand of Lando: +3."]
        chance = ScriptedRng([4])
        GAME.sleight(Table("7").state, 1, Peek(), chance)
        assert [(draw.bound, draw.secret) for draw in chance.draws] == [(4, True)]
        table = Table("7 8", hand_size=2).ends("Han").plays("Lando", "+1").peeks("Han", at=1)
        assert table.told_to("Han") == "You peek at the hand of Lando: +2."


class TestBeingCaught:
    def test_caught_player_loses_match_and_wagers_with_the_cut(self):
        for name, other, nets in (("Han", "Lando", [-10, 10]), ("Lando", "Han", [10, -10])):
            table = Table("7", stake=10).caught(name)
            assert table.nets == nets
            assert table.said == [
                *Table("7", stake=10).said,
                f"{name} has cheated and loses the match: {other} wins it and takes 20 cr.",
            ]
        table = Table("7", wagers={"Han": "+6", "Lando": "D"}).caught("Han")
        assert table.awards == {"Han 1": "Lando", "Lando 1": "Lando"}
        assert table.said[-1].endswith("takes 20 cr and the wagered cards (+6, Double).")
        table = Table("7", stake=10, cut=10).caught("Han")
        assert table.nets == [-10, 8]
        assert table.end.house == 2

    def test_caught_player_loses_though_leavers_play_on(self):
        assert Table("7", leaving="plays_on").caught("Han").nets == [-10, 10]
        assert (
            Table("7").caught("Han").shows[-1] == "Han has cheated and loses the match: Lando wins it and takes 20 cr."
        )


class TestBothCheat:
    """Matches at random, in which both cheat whenever they can."""

    @pytest.mark.parametrize("seed", range(8))
    def test_all_ten_cards_of_a_side_deck_are_always_accounted_for(self, seed: int):
        for cheat in dealt(seed):
            before, after = cheat.before, cheat.step.state
            assert len(after.drawn) == len(before.drawn)
            assert [one.place for one in after.drawn] == [one.place for one in before.drawn]
            size = after.rules.hand_size
            for gambler in after.gamblers:
                now = [one for one in after.drawn if one.seat == gambler.seat][-size:]
                played = [one.held.card for one in now if one.place == "played"]
                cards = (*after.hand(gambler.seat), *played, *rest_of_deck(after, gambler.seat))
                assert Counter(cards) == Counter(gambler.deck)


def dealt(seed: int) -> list[Cheat]:
    """All that is tried in a match, by one set of house rules or another."""
    how: tuple[dict[str, object], ...] = (
        {},
        {"hand": "set"},
        {"filled": "rescue", "hand_size": 9},
        {"decks": "standard"},
    )
    rules = with_options(PazaakRules(), how[seed % len(how)])
    players = tuple(Player(seat=seat, stack=200) for seat in (1, 2))
    return list(cheats(GAME, GAME.Deal(rules=rules, players=players), seed))


def pazaak(han: Sheet, lando: Sheet) -> Crooked:
    """Both have chosen the standard deck, and Han begins."""
    rules = PazaakRules(crooked=True, decks="standard", first="host", then="same", stake=10)
    return Crooked("pazaak", rules, {"Han": han, "Lando": lando}, (100, 100))


def swaps(table: Crooked) -> Crooked:
    return table.do("Han", "swap", card=table.first("Han", "swap"))


class TestACheat:
    def test_cheat_is_tried_once_a_set_on_any_turn(self):
        table = swaps(pazaak(SLY, SHARP))
        assert "swap" not in table.keys("Han")
        while table.state.inner.number == 1:
            table.do(str(table.turn), "end")
        assert "swap" in table.keys("Han")
        table = pazaak(SLY, SHARP).do("Han", "end")
        assert table.turn == "Lando"
        assert "swap" in table.keys("Han")
        table = pazaak(PLAIN, WATCHFUL)
        hand = table.state.inner.hand(1)
        assert swaps(table).state.inner.hand(1) == hand
        assert table.said[-1].endswith("can prove nothing.")


class TestTheVerdict:
    def test_verdict_is_void_forfeit_or_play_on(self):
        table = swaps(pazaak(CLUMSY, SHARP)).rules_on("void")
        assert table.stacks == {"Han": 100, "Lando": 100}
        table = swaps(pazaak(CLUMSY, SHARP)).rules_on("forfeit")
        assert table.stacks == {"Han": 90, "Lando": 110}
        assert table.said[-1] == "Han has cheated and loses the match: Lando wins it and takes 20 chips."
        table = pazaak(CLUMSY, SHARP)
        turn = table.turn
        assert swaps(table).rules_on("play_on").turn == turn


GOLDEN = {"Han": "D T 2&4 ±6"}


def names_a_card(text: str) -> bool:
    return any(f'"{code}"' in text for code in KINDS)


class TestViews:
    def test_decks_are_shown_to_whoever_chooses_alone(self):
        table = Table(hands=GOLDEN, chosen=False)
        own, other = GAME.view(table.state, 1).own, GAME.view(table.state, 2).own
        assert own is not None
        assert other is not None
        assert (own.decks[0].name, len(own.decks)) == ("Mine", 5)
        assert set(other.decks[0].cards) != set(own.decks[0].cards)
        assert not names_a_card(GAME.view(table.state, None).to_json())
        first, fifth = (Table(hands=GOLDEN, chosen=False).do("Han", "deck", deck=deck) for deck in ("1", "5"))
        assert first.events == fifth.events
        for seat in (None, 2):
            assert GAME.view(first.state, seat) == GAME.view(fifth.state, seat)
        assert first.said[-1] == "Han has chosen a side deck."
