"""The shoe: how long it lasts, when it is shuffled, and that a shown draw tells nothing of the hole card."""

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.engine.cards import FULL_DECK
from bot.engine.rng import ScriptedRng, SeededRng
from bot.engine.skills import D6
from cogs.twentyone import state
from cogs.twentyone.state import PRESETS, Opened, Shoe, TwentyOneCarry, TwentyOneRules, dealt_down, dealt_up, for_a_hand
from tests.games.twentyone.twentyone_table import Table, against, cards, shoe_of
from tests.laws.hands import Hand, played
from tests.laws.secrets import the_public_sees_no_secret
from tests.laws.sittings import Sitting

RULES = TwentyOneRules()


def left(count: int, decks: int = 6) -> Shoe:
    """Return a shoe with so many cards left, the same number of each as far as that goes."""
    each, more = divmod(count, 52)
    return Shoe(decks=decks, left=tuple(each + (at < more) for at in range(52)))


def is_shuffled(shoe: Shoe, players: int = 1, **options: object) -> bool:
    return for_a_hand(shoe, RULES.evolve(**options), players) == Shoe.shuffled(RULES.evolve(**options).decks)


class TestShuffling:
    def test_shoe_is_full_at_first_and_cards_stay_out_until_the_cut(self):
        assert for_a_hand(None, RULES, 1).size == 312
        assert for_a_hand(left(78), RULES, 1) == left(78)
        assert is_shuffled(left(77))
        assert is_shuffled(left(311), shuffle="hand")

    @pytest.mark.parametrize("cut, fewest", [(50, 156), (75, 234)])
    def test_the_cut_is_a_part_of_the_shoe(self, cut: int, fewest: int):
        assert not is_shuffled(left(fewest), cut=cut)
        assert is_shuffled(left(fewest - 1), cut=cut)

    def test_shoe_of_other_decks_is_shuffled_at_once(self):
        assert is_shuffled(left(104, decks=2))
        assert is_shuffled(left(52, decks=1), decks=2)
        assert is_shuffled(left(312).evolve(filled=2))

    @pytest.mark.parametrize("players, fewest", [(1, 12), (4, 30), (7, 48)])
    def test_shoe_goes_on_while_it_has_six_cards_for_each_player_and_the_dealer(self, players: int, fewest: int):
        assert not is_shuffled(left(fewest), players, cut=0)
        assert is_shuffled(left(fewest - 1), players, cut=0)

    @pytest.mark.parametrize(
        "decks, players, cut, fewest", [(1, 1, 50, 26), (1, 3, 50, 26), (2, 7, 50, 52), (1, 1, 25, 13), (6, 7, 25, 78)]
    )
    def test_cut_decides_at_small_tables_too(self, decks: int, players: int, cut: int, fewest: int):
        assert not is_shuffled(left(fewest, decks), players, cut=cut, decks=decks)
        assert is_shuffled(left(fewest - 1, decks), players, cut=cut, decks=decks)

    def test_people_are_told_before_they_bet(self):
        first = Table()
        assert first.said == ["A shoe of 6 decks is shuffled, and the bets are open."]
        again = Table(carry=TwentyOneCarry(shoe=left(200)))
        assert again.said == ["The bets are open."]
        assert Table(decks=1).said == ["A deck is shuffled, and the bets are open."]
        assert isinstance(again.events[0], Opened)
        assert again.events[0].left == 200


class TestTheNextHand:
    def test_shoe_goes_on_in_counts_without_an_order(self):
        table = against("6c 10s", "10h 6s").hit("6d")
        shoe = table.handed_on.shoe
        assert shoe == Shoe.shuffled(6).without(*cards("6c 10s 10h 6s 6d"))
        assert Table(carry=table.end.carry).state.shoe == shoe
        assert Table(carry=TwentyOneCarry(shoe=left(200))).do("Roark", "done").handed_on.shoe == left(200)
        assert Shoe.shuffled(1).cards == FULL_DECK
        assert Shoe.shuffled(2).cards == tuple(card for card in FULL_DECK for _ in range(2))


class TestTheHoleCard:
    """With the hole card known to nobody, every draw below stands for one card of the shoe."""

    def test_hole_card_stays_among_equally_likely_cards(self):
        shoe = shoe_of("As As 5h 9d Kc Kc")
        for hole in ("1s", "5h", "13c"):
            dealt = [dealt_up(shoe, hole, ScriptedRng([face]))[0] for face in range(1, 6)]
            assert Counter(dealt) == Counter(shoe.without(hole).cards)
        shoe = Shoe.shuffled(1)
        known = [dealt_up(shoe, "5h", ScriptedRng([face]))[0] for face in range(1, 52)]
        other = [dealt_up(shoe, "9d", ScriptedRng([face]))[0] for face in range(1, 52)]
        parted = [(one, two) for one, two in zip(known, other, strict=True) if one != two]
        assert parted == [("9d", "13s"), ("13s", "5h")]
        table = against("6c 10s", "9h 8s")
        assert table.state.shoe.size == 312 - 3
        assert table.stand(new="2d").state.shoe.size == 312 - 5

    def test_hole_card_is_sealed_as_it_is_dealt(self):
        held = dealt_down(Shoe.shuffled(2), SeededRng(3))
        assert held.card in FULL_DECK
        assert held.salt

    def test_a_draw_that_shifted_with_it_would_be_noticed(self, monkeypatch: pytest.MonkeyPatch):
        """The law of secrets lets two hands part where they have to, and nowhere else."""
        assert not any(tells_of_the_hole_card(hand) for hand in some_hands())
        monkeypatch.setattr(state, "ToDeal", lambda full, hole=None: full.without(*filter(None, [hole])).cards)
        assert any(tells_of_the_hole_card(hand) for hand in some_hands())


def some_hands() -> Iterator[Hand]:
    for seed in range(12):
        rules = PRESETS["single deck"]
        yield from played.__wrapped__(Sitting("twentyone", rules, D6, seats=3, seed=seed, bank="usual"))


def tells_of_the_hole_card(hand: Hand) -> bool:
    try:
        the_public_sees_no_secret(hand)
    except AssertionError:
        return True
    return False
