"""Every law, for every game that the catalog finds, over generated play and with every house rule; games with sleights
at crooked tables, too.
"""

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings

from bot.engine.cheating.sleights import Cheatable
from bot.engine.spec import AnySpec
from tests.laws import banks, beside, course, legality, money, record, sealed, secrets, two_worlds, windows, words
from tests.laws.crooked_sittings import crooked_sittings
from tests.laws.hands import Hand, played
from tests.laws.sittings import SPECS, Sitting, sittings
from tests.scale import scaled

Law = Callable[[Hand], None]

LAWS: tuple[Law, ...] = (
    money.chips_are_conserved,
    money.the_outcome_adds_up,
    money.every_good_that_was_wagered_is_taken_once,
    money.events_tell_whose_chips_were_at_stake,
    banks.no_bet_is_taken_that_the_bank_could_not_pay,
    banks.the_usual_bank_takes_bets,
    windows.a_window_is_one_for_all_and_stays_so,
    windows.nobodys_bet_changes_what_another_may_do,
    windows.a_game_goes_on_by_itself_only_while_it_waits,
    windows.open_bets_close_without_those_who_do_not_bet,
    course.only_a_game_with_a_dealer_asks_the_gm,
    course.it_waits_for_somebody_until_it_has_an_outcome,
    course.who_is_waited_for_has_moves,
    course.timing_out_and_leaving_are_legal,
    course.it_ends,
    course.the_next_hand_can_be_dealt,
    legality.offers_are_accepted_at_their_bounds,
    legality.values_beyond_the_bounds_are_refused,
    legality.what_is_not_offered_is_refused,
    legality.nobody_acts_after_the_end,
    legality.moves_can_be_drawn,
    record.states_survive_storage,
    record.stored_states_play_on_alike,
    record.the_same_seeds_and_actions_give_the_same_hand,
    record.the_log_replays_the_hand,
    secrets.the_public_sees_no_secret,
    secrets.a_card_is_known_to_one_seat_at_most,
    sealed.every_card_drawn_face_down_is_listed_in_order,
    sealed.cards_open_to_their_owner_and_to_others_once_shown,
    sealed.what_was_sealed_or_shown_stays_so,
    sealed.what_is_hidden_stands_nowhere,
    sealed.private_events_go_to_seats_of_the_hand,
    beside.every_draw_is_secret,
    beside.what_few_are_told_is_told_to_few,
    beside.what_a_seat_has_heard_is_its_own,
    beside.each_is_tried_once_in_its_time,
    beside.effects_end_with_the_next_hand,
    beside.who_is_caught_does_nothing_on_the_side,
    two_worlds.a_cheat_that_nobody_sees_changes_nothing_for_others,
    two_worlds.as_many_dice_and_cards_lie_there_as_without_a_cheat,
    words.everything_can_be_told,
    words.every_board_can_be_drawn,
    words.nobody_acts_unseen,
    words.the_rules_can_be_read,
)

GAMES = [pytest.param(spec, id=key) for key, spec in SPECS.items()]
CROOKED = [
    pytest.param(sittings[0].spec, sittings, id=f"{key}_crooked")
    for key, spec in SPECS.items()
    if isinstance(spec.game, Cheatable)
    for sittings in [crooked_sittings(spec)]
]


def named(law: Law) -> str:
    return f"{law.__module__.rpartition('.')[2]}.{law.__name__}"


@pytest.mark.parametrize("law", LAWS, ids=named)
@pytest.mark.parametrize("spec", GAMES)
def test_every_game_obeys_every_law(spec: AnySpec, law: Law) -> None:
    def obeyed(sitting: Sitting) -> None:
        for hand in played(sitting):
            law(hand)

    for sitting in evenings(spec):
        try:
            obeyed(sitting)
        except Exception as broken:
            broken.add_note(f"in {sitting!r}")
            visit(spec, obeyed)  # once more, for the smallest sitting in which it is broken
            raise


@pytest.mark.parametrize("law", LAWS, ids=named)
@pytest.mark.parametrize("spec, sittings", CROOKED)
def test_every_crooked_table_obeys_every_law(spec: AnySpec, sittings: tuple[Sitting, ...], law: Law) -> None:
    for sitting in sittings:
        for hand in played(sitting):
            assert hand.spec == spec
            try:
                law(hand)
            except Exception as broken:
                broken.add_note(f"in {sitting!r}")
                raise


@cache
def evenings(spec: AnySpec) -> tuple[Sitting, ...]:
    """Return the sittings of a game that all laws check."""
    drawn: list[Sitting] = []
    visit(spec, drawn.append)
    return tuple(drawn)


def visit(spec: AnySpec, look: Callable[[Sitting], None]) -> None:
    """Show `look` some sittings, twenty in `make check`, the same each time.

    If `look` raises, it does so in the end for the smallest sitting that makes it raise.
    """

    @settings(max_examples=scaled(20))
    @given(sitting=sittings(spec))
    def one(sitting: Sitting) -> None:
        look(sitting)

    one()
