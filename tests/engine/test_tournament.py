"""How a tournament stands: who is in and with how much, who is out and as which, and what each place gets."""

from hypothesis import given
from hypothesis import strategies as st

from bot.engine.tournament import Standing, Terms

HAN, LANDO, ROARK, JABBA = 1, 2, 3, 4
SEATS = (HAN, LANDO, ROARK, JABBA)
TERMS = Terms(fee=50, points=100, shares=(50, 30, 20), rebuys=1)


def begun(terms: Terms = TERMS) -> Standing:
    return Standing.begun(1, SEATS, terms)


def places(standing: Standing) -> list[int | None]:
    return [one.place for one in standing.entrants]


def test_entrants_begin_equal_and_are_out_without_points() -> None:
    standing = begun()
    assert [one.points for one in standing.entrants] == [100] * 4
    assert (standing.prize, standing.total, standing.live, standing.winner) == (200, 400, SEATS, None)
    standing = begun().after({HAN: 200, LANDO: 0, ROARK: 100, JABBA: 100})
    assert places(standing) == [None, 4, None, None]
    assert (standing.out, standing.last_out, standing.is_over) == (1, (LANDO,), False)


def test_entrants_out_at_once_are_placed_by_points_or_share_a_place() -> None:
    standing = begun().after({HAN: 150, LANDO: 60, ROARK: 90, JABBA: 100})
    standing = standing.after({HAN: 300, LANDO: 0, ROARK: 0, JABBA: 100})
    assert places(standing) == [None, 4, 3, None]
    standing = begun().after({HAN: 300, LANDO: 0, ROARK: 0, JABBA: 100})
    assert places(standing) == [None, 3, 3, None]
    standing = standing.after({HAN: 400, JABBA: 0})
    assert standing.winner == HAN
    assert standing.payouts(TERMS.shares) == ((HAN, 100), (JABBA, 60), (LANDO, 20), (ROARK, 20))


def test_absent_entrants_keep_their_points_and_leavers_leave_them_in_the_middle() -> None:
    assert begun().after({HAN: 150, LANDO: 50}).total == 400
    standing = begun().without(HAN)
    assert (places(standing), standing.middle, standing.total) == ([4, None, None, None], 100, 400)
    assert standing.without(HAN) == standing
    standing = begun().without(HAN).without(LANDO).without(ROARK)
    assert (standing.winner, standing.middle) == (JABBA, 0)
    assert standing.entrants[3].points == 400


def test_rebuy_is_allowed_after_the_last_hand_as_often_as_the_rules_say() -> None:
    standing = begun().after({HAN: 200, LANDO: 0})
    assert standing.may_return(LANDO, TERMS)
    assert not standing.may_return(HAN, TERMS)
    back = standing.returned(LANDO, TERMS)
    assert (back.prize, back.total, back.live, back.last_out) == (250, 500, SEATS, ())
    again = back.after({HAN: 300, LANDO: 0})
    assert not again.may_return(LANDO, TERMS)
    assert not standing.after({HAN: 150, ROARK: 150}).may_return(LANDO, TERMS)
    standing = begun().after({HAN: 400, LANDO: 0, ROARK: 0, JABBA: 0})
    assert not standing.may_return(LANDO, TERMS)


def test_rebuy_places_those_out_with_or_before_it_one_lower() -> None:
    standing = begun().after({HAN: 200, LANDO: 0}).after({HAN: 300, ROARK: 0})
    assert places(standing) == [None, 4, 3, None]
    assert places(standing.returned(ROARK, TERMS)) == [None, 4, None, None]
    both = begun().after({HAN: 150, LANDO: 60, ROARK: 90, JABBA: 100}).after({HAN: 300, LANDO: 0, ROARK: 0})
    assert places(both.returned(LANDO, TERMS)) == [None, None, 4, None]
    assert places(both.returned(ROARK, TERMS)) == [None, 4, None, None]


def test_prize_is_shared_by_places_or_by_points_when_broken_off() -> None:
    standing = Standing.begun(1, (HAN, LANDO), TERMS).after({HAN: 200, LANDO: 0})
    assert standing.payouts(TERMS.shares) == ((HAN, 63), (LANDO, 37))
    assert begun().payouts(TERMS.shares) == ()
    honour = begun(Terms(fee=0, points=1, shares=(100,)))
    assert honour.after({HAN: 4, LANDO: 0, ROARK: 0, JABBA: 0}).payouts((100,)) == ()
    standing = begun().after({HAN: 150, LANDO: 0, ROARK: 140, JABBA: 110})
    assert standing.by_points(11) == ((HAN, 5), (ROARK, 3), (JABBA, 3))
    assert standing.by_points(2) == ((HAN, 1), (ROARK, 1))
    assert standing.by_points(0) == ()


@given(st.data())
def test_tournament_keeps_points_fills_places_in_turn_and_pays_all(
    data: st.DataObject,
) -> None:
    terms = TERMS.evolve(fee=data.draw(st.integers(1, 99)), rebuys=data.draw(st.integers(0, 2)))
    standing = begun(terms)
    while not standing.is_over:
        match data.draw(st.sampled_from(["give up", "hand", "hand", "come back"])):
            case "hand":
                stacks = _played(data, standing)
                standing = standing.after(stacks)
            case "give up":
                standing = standing.without(data.draw(st.sampled_from(standing.live)))
            case _:
                for seat in standing.last_out:
                    if standing.may_return(seat, terms):
                        standing = standing.returned(seat, terms)
        assert standing.total == terms.points * sum(1 + one.rebuys for one in standing.entrants)
        taken = sorted(place for place in places(standing) if place is not None)
        assert all(len(standing.live) < place <= len(SEATS) for place in taken)
        assert len(taken) == standing.out
    assert sum(amount for _, amount in standing.payouts(terms.shares)) == standing.prize


def _played(data: st.DataObject, standing: Standing) -> dict[int, int]:
    """Who is in and what they have after a hand in which one has won all that others put in."""
    winner = data.draw(st.sampled_from(standing.live))
    points = {one.seat: one.points for one in standing.entrants if one.is_in}
    lost = {seat: data.draw(st.sampled_from([have, 0, have // 2])) for seat, have in points.items() if seat != winner}
    after = {seat: points[seat] - amount for seat, amount in lost.items()}
    return {**after, winner: points[winner] + sum(lost.values()) + standing.middle}
