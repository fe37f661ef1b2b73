"""Chips and goods: none is made, none is lost, and each is somebody's."""

from fractions import Fraction

from tests.laws.hands import Hand


def chips_are_conserved(hand: Hand) -> None:
    """After every action there are as many chips as the players and the bank brought."""
    brought = sum(player.stack for player in hand.deal.players) + hand.deal.bank
    assert {hand.game.chips(state) for state in hand.states} == {brought}


def the_outcome_adds_up(hand: Hand) -> None:
    """Stacks, the house's cut and what lies in the bank afterwards are what there was before; none is negative, but
    for what an unlimited bank takes from its reserve.
    """
    end = hand.end
    assert end is not None
    stacks = dict(end.stacks)
    assert stacks.keys() == set(hand.seats)
    assert len(end.stacks) == len(hand.seats)
    brought = sum(player.stack for player in hand.deal.players) + hand.deal.bank
    assert sum(stacks.values()) + end.house + end.bank == brought
    assert all(amount >= 0 for amount in (*stacks.values(), end.house))
    assert end.bank >= -hand.deal.reserve
    assert all(prize.amount > 0 for prize in end.prizes)


def every_good_that_was_wagered_is_taken_once(hand: Hand) -> None:
    """By somebody in the hand; and nothing is given away that nobody has put down. In a hand that is void all of it
    stays where it lies.
    """
    end = hand.end
    assert end is not None
    if hand.is_given_back:
        assert end.goods == ()
        return
    assert sorted(award.good for award in end.goods) == sorted(
        good.id for player in hand.deal.players for good in player.wager
    )
    assert {award.seat for award in end.goods} <= {*hand.seats}


def events_tell_whose_chips_were_at_stake(hand: Hand) -> None:
    """Only seats that bet win or lose chips, and what luck counts as their bets comes to just that."""
    end, spec = hand.end, hand.spec
    if end is None or hand.is_given_back or hand.game.terms(hand.deal.rules) is not None:
        return
    events = [event for step in hand.steps for event in step.events]
    before = {player.seat: player.stack for player in hand.deal.players}
    gains = {seat: stack - before[seat] for seat, stack in end.stacks}
    if spec.bettors is not None:
        bettors = {*spec.bettors(events)}
        assert {seat for seat, gain in gains.items() if gain} <= bettors <= {*hand.seats}
    bets: dict[int, Fraction] = {}
    for stroke in spec.luck(events, hand.deal) if spec.luck is not None else ():
        if stroke.kind == "bet":
            bets[stroke.seat] = bets.get(stroke.seat, Fraction()) + stroke.got
    assert all(gains[seat] == gain for seat, gain in bets.items())
