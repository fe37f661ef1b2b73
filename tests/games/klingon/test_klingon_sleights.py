"""Sleights with ships, the GM's verdict, and what stays hidden."""

from random import Random
from typing import Any

import pytest

from bot.engine.cheating.sleights import Cheatable
from bot.engine.game import DEALER, Player, Prize
from bot.engine.moves import Pick
from bot.engine.options import with_options
from bot.engine.rng import SeededRng, seal_digest
from bot.engine.skills import Sheet
from bot.engine.tournament import Standing
from bot.engine.words import plain
from bot.errors import RuleError
from cogs.klingon import words
from cogs.klingon.card_file import STANDARD, shipyard_of
from cogs.klingon.rules import GAME, Swap
from cogs.klingon.state import Dealt, KlingonCarry, KlingonRules, Swapped
from tests.games.cheats import Cheat, cheats
from tests.games.crooked_table import CLUMSY, PLAIN, SHARP, SLY, WATCHFUL, Crooked
from tests.games.klingon.klingon_brute import strange_deck
from tests.games.klingon.klingon_table import DISRUPTORS, FEDERATION, KLINGONS, PHOTONS, TEN, THOLIANS, THREE, Table
from tests.games.klingon.klingon_words import page, said, shows, voice_of

SHIPS = {"Roark": FEDERATION, "Lando": KLINGONS, "Han": THOLIANS}


def keys(table: Table, name: str) -> list[str]:
    return [move.key for move in GAME.sleights(table.state, table.seats[name])]


def told_to(table: Table, name: str) -> str:
    """Return the last private event of this player in words."""
    return read(table, [event for seat, event in table.private if seat == table.seats[name]])


def read(table: Table, events: list[Any]) -> str:
    """Return the last of the sentences as plain text."""
    return plain(words.tell(events, voice_of(table))[-1])


class TestWhatMayBeTried:
    def test_player_with_ships_may_swap_in_private_in_or_out_of_turn(self):
        assert isinstance(GAME, Cheatable)
        table = Table()
        assert table.turn == "Roark"
        assert [keys(table, name) for name in THREE] == [["swap"]] * 3
        (move,) = GAME.sleights(Table().state, 1)
        assert (move.place, move.aside, move.label) == ("private", True, "Swap a ship")

    def test_ship_to_lay_back_is_named_and_swapped_once_a_hand(self):
        table = Table(ships=SHIPS)
        (move,) = GAME.sleights(table.state, 1)
        (pick,) = move.fields
        assert isinstance(pick, Pick)
        assert [choice.label for choice in pick.choices] == ["Federation heavy cruiser", "Federation dreadnought"]
        assert all(choice.label in page(table, "Roark").text for choice in pick.choices)
        table = Table()
        assert GAME.sleight_round(table.state) == GAME.sleight_round(table.engaged().state)

    def test_disengaged_or_late_players_cannot_swap_and_all_in_ones_can(self):
        table = Table().fold("Roark")
        assert [keys(table, name) for name in THREE] == [[], ["swap"], ["swap"]]
        assert [GAME.is_out(table.state, table.seats[name]) for name in THREE] == [True, False, False]
        assert keys(Table(stacks={"Lando": 5}), "Lando") == ["swap"]
        table = Table().shown()
        assert [keys(table, name) for name in THREE] == [[], [], []]

    def test_swap_needs_a_deck_and_an_own_ship(self):
        rules = KlingonRules(deck=STANDARD.evolve(ships=STANDARD.ships[:20]))
        table = Table(TEN, rules=rules)
        assert table.state.shipyard == ()
        assert [keys(table, name) for name in TEN] == [[]] * 10
        state = Table().state
        assert GAME.sleights(state, DEALER) == GAME.sleights(state, 99) == ()
        with pytest.raises(RuleError, match=r"^Swap one of your own two ships\.$"):
            Table(ships=SHIPS).swaps("Roark", "kli-d7", "fed-cl")


class TestSwapping:
    def test_new_ship_comes_before_the_old_one_goes_back(self):
        table = Table(ships=SHIPS).swaps("Roark", "fed-ca", "fed-cv")
        assert table.ships("Roark") == ("fed-cv", "fed-dn")
        before, after = Table(ships=SHIPS).state, Table(ships=SHIPS).swaps("Roark", "fed-ca", "fed-cv").state
        assert set(after.shipyard) == {*before.shipyard, "fed-ca"} - {"fed-cv"}
        assert after.shipyard == tuple(ship for ship in shipyard_of(after.rules).ids if ship in after.shipyard)
        chance = SeededRng(1)
        GAME.sleight(Table(ships=SHIPS).state, 1, Swap(ship="fed-ca"), chance)
        assert [(draw.bound, draw.secret) for draw in chance.draws] == [(36 - 6, True)]

    def test_new_ship_is_sealed_in_place_and_told_to_cheat_and_gm(self):
        before, table = Table(ships=SHIPS), Table(ships=SHIPS).swaps("Roark", "fed-ca", "fed-cv")
        own = [seal.card for seal in GAME.seals(table.state, 1) if seal.seat == 1]
        assert own == ["fed-cv", "fed-dn"]
        assert all(seal.holds for seal in GAME.seals(table.state, 1))
        assert len(GAME.seals(table.state, None)) == len(GAME.seals(before.state, None))
        table = Table(ships=SHIPS)
        events, told = len(table.events), len(table.private)
        table.swaps("Roark", "fed-ca", "fed-cv")
        assert (len(table.events), len(table.private), len(table.kept)) == (events, told + 1, 1)
        assert told_to(table, "Roark") == "You swap Federation heavy cruiser for Federation carrier."
        assert read(table, [*table.kept]) == "Roark swaps Federation heavy cruiser for Federation carrier."

    def test_private_event_reads_the_same_when_reloaded(self):
        """What somebody has heard is kept with the hand, where the campaign's own cards aren't at hand."""
        table = Table(rules=KlingonRules(deck=strange_deck(Random(1))))
        given, drawn = table.ships("Roark")[0], table.state.shipyard[0]
        (_, event) = table.swaps("Roark", given, drawn).private[-1]
        assert isinstance(event, Swapped)
        assert Swapped.from_json(event.to_json()) == event
        assert words.tell((Swapped.from_json(event.to_json()),), voice_of(table))

    def test_swapped_ship_attacks_at_the_end_and_is_escaped(self):
        event = Swapped(given="**D7**", drawn="@here", by=1)
        (told,) = words.tell((event,), voice_of(Table()))
        assert "**D7**" not in told
        assert "@here" not in told
        assert plain(told).startswith("Roark swaps **D7** for ")
        table = Table(ships=SHIPS, table=DISRUPTORS).swaps("Roark", "fed-ca", "kli-cw").shown()
        assert {seat: ships for seat, ships, _ in table.ending.attacks}[1] == ("kli-cw", "fed-dn")
        assert table.attacks["Roark"] > 0
        assert all(seal.holds and seal.is_open for seal in GAME.seals(table.state, None))


class TestBeingSentOut:
    def test_forfeit_disengages_in_or_out_of_turn(self):
        table = Table(ships=SHIPS).call("Roark").forfeits("Han")
        assert said(table)[-1] == "Han disengages."
        assert (table.turn, table.waiting, table.state.pot) == ("Lando", ("Lando",), 25)
        assert Table(ships=SHIPS).forfeits("Roark").turn == "Lando"
        table = Table(ships=SHIPS).fold("Roark").forfeits("Han")
        assert (table.ending.how, table.nets) == ("unseen", {"Roark": 0, "Lando": 10, "Han": -10})
        table = Table(ships=SHIPS, table=PHOTONS).call("Roark", "Lando").forfeits("Han")
        assert (table.state.street, table.turn) == ("lock_on", "Roark")

    def test_forfeit_turns_up_the_rest_or_costs_all_in_bets(self):
        table = Table(ships=SHIPS, table=PHOTONS, stacks={"Lando": 5, "Roark": 50}).all_in("Roark").forfeits("Han")
        assert table.turn is None
        assert table.nets == {"Roark": 15, "Lando": -5, "Han": -10}
        table = Table(ships=SHIPS, stacks={"Lando": 5}).forfeits("Lando")
        assert table.stacks["Lando"] == 0
        assert "Lando 0 chips · disengaged" in shows(table)
        assert table.refusal("Lando", "check") == "You've disengaged from this hand. Wait for the next one."

    def test_forfeited_ships_stay_hidden_and_disengaged_players_lose_nothing(self):
        table = Table(ships=SHIPS, table=PHOTONS).forfeits("Lando").shown()
        assert [seat for seat, _, _ in table.ending.attacks] == [1, 3]
        assert not any(seal.is_open for seal in GAME.seals(table.state, None) if seal.seat == 2)
        table = Table(ships=SHIPS).fold("Roark")
        state, events = table.state, len(table.events)
        assert table.forfeits("Roark").state == state
        assert len(table.events) == events


class TestAllOfThemCheat:
    """Hands at random, in which everyone cheats whenever they can."""

    @pytest.mark.parametrize("seed", range(8))
    def test_there_are_always_as_many_different_ships_in_hands_and_deck(self, seed: int):
        for cheat in dealt(seed):
            before, after = cheat.before, cheat.step.state
            held = [ship for captain in after.captains for ship in captain.ids]
            assert sorted((*held, *after.shipyard)) == sorted(shipyard_of(after.rules).ids)
            assert len(after.shipyard) == len(before.shipyard)
            assert (after.bag, after.table) == (before.bag, before.table)


def dealt(seed: int) -> list[Cheat]:
    """Deal a hand of two to nine by some house rules, in which all sleights are tried."""
    how: tuple[dict[str, object], ...] = ({}, {"carriers": "out"}, {"smallest": "six"}, {"stakes": "cash"})
    own = KlingonRules(deck=strange_deck(Random(seed))) if seed % 3 == 1 else KlingonRules()
    rules = with_options(own, how[seed % len(how)] if own.deck is None else {})
    players = tuple(Player(seat=seat, stack=200) for seat in range(1, 3 + seed))
    return list(cheats(GAME, GAME.Deal(rules=rules, players=players), seed))


SEEN = {"Roark": CLUMSY, "Lando": SHARP, "Han": PLAIN}
UNSEEN = SEEN | {"Roark": SLY}


def tournament(
    sheets: dict[str, Sheet],
    *,
    points: dict[str, int] | None = None,
    middle: int = 0,
    carry: KlingonCarry | None = None,
    **options: Any,
) -> Crooked:
    """Deal a hand of a tournament: Han has the sun, Lando the small cloaked bet, so Roark acts first."""
    rules = with_options(KlingonRules(crooked=True), options)
    seats = {name: seat for seat, name in enumerate(sheets, start=1)}
    assert rules.terms
    standing = Standing.begun(1, seats.values(), rules.terms)
    if points or middle:
        standing = standing.after({seats[name]: amount for name, amount in (points or {}).items()}, middle)
    live = {name: sheet for name, sheet in sheets.items() if standing.has(seats[name])}
    stacks = [one.points for one in standing.entrants if one.is_in]
    carry = (carry or KlingonCarry()).evolve(standing=standing)
    return Crooked("klingon", rules, live, stacks, carry=carry, bank=standing.middle, seats=seats)


def caught(**how: Any) -> Crooked:
    """Catch Roark swapping a ship; Lando proves it, and the GM has to rule."""
    table = tournament(SEEN, **how)
    table.do("Roark", "swap", ship=table.first("Roark", "swap"))
    assert table.turn == "GM"
    return table


def after(table: Crooked) -> Standing:
    """Return the standing of the tournament after the hand."""
    carry = table.end.carry
    assert carry is not None
    assert carry.standing is not None
    return carry.standing


class TestACheat:
    def test_seen_swap_brings_nothing_and_the_hand_goes_on(self):
        table = tournament(SEEN)
        ships = table.state.inner.captains
        table.do("Roark", "swap", ship=table.first("Roark", "swap"))
        assert table.state.inner.captains == ships
        table = tournament(SEEN | {"Roark": PLAIN, "Lando": WATCHFUL})
        table.do("Roark", "swap", ship=table.first("Roark", "swap"))
        assert table.turn == "Roark"
        assert "can prove nothing" in table.said[-1]

    def test_new_ship_shows_on_the_cheats_page_alone_with_any_deck(self):
        own = KlingonRules(crooked=True, deck=strange_deck(Random(1)))
        table = Crooked("klingon", own, UNSEEN, (200, 200, 200))
        table.do("Roark", "swap", ship=table.first("Roark", "swap"))
        table.state = table.game.State.from_json(table.state.to_json())
        assert "You swap" in table.page("Roark")
        assert "swap" not in table.page("Lando").partition("Up your sleeve")[0]
        assert any("Roark swaps" in line for line in table.gm_log)


class TestVoid:
    def test_void_hand_restores_points_and_standing(self):
        points = {"Roark": 50, "Lando": 150, "Han": 400}
        table = caught(points=points).rules_on("void")
        assert table.turn is None
        assert table.stacks == points
        assert [one.points for one in after(table).entrants] == [50, 150, 400]
        table = caught().rules_on("void")
        assert table.end.carry == table.deal.carry
        assert table.end.prizes == ()
        assert (after(table).out, after(table).last_out) == (0, ())

    def test_void_hand_restores_the_middle_all_ins_and_the_sun(self):
        table = caught(points={"Roark": 100, "Lando": 200, "Han": 270}, middle=30)
        assert table.state.inner.pot == 15 + 30
        table.rules_on("void")
        assert (after(table).middle, table.end.bank) == (30, 0)
        assert after(table).total == 600
        table = tournament(SEEN)
        table.do("Roark", "raise", to=200)
        assert table.turn == "Lando"
        table.do("Roark", "swap", ship=table.first("Roark", "swap")).rules_on("void")
        assert table.stacks == {"Roark": 200, "Lando": 200, "Han": 200}
        begun = KlingonCarry(sun=2, order=(1, 2, 3), small=5)
        table = caught(carry=begun).rules_on("void")
        again = tournament(SEEN, carry=table.end.carry)
        assert again.state.inner.sun == table.state.inner.sun == 3


class TestForfeit:
    def test_forfeited_bets_and_middle_chips_go_to_the_others(self):
        table = tournament(SEEN)
        table.each("call", "Roark").do("Roark", "swap", ship=table.first("Roark", "swap")).rules_on("forfeit")
        assert table.turn == "Lando"
        table.do("Lando", "fold")
        assert table.stacks == {"Roark": 190, "Lando": 195, "Han": 215}
        assert after(table).total == 600
        table = caught()
        action = table.game.on_timeout(table.state, 0)
        assert action == table.game.action("verdict", {"ruling": "forfeit"})
        table = caught(points={"Roark": 100, "Lando": 200, "Han": 270}, middle=30).rules_on("forfeit")
        table.do("Lando", "fold")
        assert table.stacks == {"Roark": 100, "Lando": 195, "Han": 270 + 5 + 30}
        assert (after(table).middle, after(table).total) == (0, 600)

    def test_forfeit_may_end_a_tournament(self):
        table = tournament(SEEN)
        table.do("Roark", "raise", to=200)
        table.do("Roark", "swap", ship=table.first("Roark", "swap")).rules_on("forfeit")
        table.do("Lando", "fold")
        assert table.stacks == {"Roark": 0, "Lando": 195, "Han": 405}
        roark = after(table).entrant(1)
        assert roark
        assert (roark.points, roark.place) == (0, 3)
        assert after(table).live == (2, 3)
        table = tournament(SEEN, points={"Roark": 300, "Lando": 0, "Han": 300}, fee=50)
        table.do("Roark", "raise", to=300)
        assert table.turn == "Han"
        table.do("Roark", "swap", ship=table.first("Roark", "swap"))
        assert table.turn == "GM"
        table.rules_on("forfeit")
        assert table.turn is None
        assert (after(table).winner, table.end.prizes) == (3, (Prize(seat=3, amount=150),))


class TestPlayOn:
    def test_the_hand_goes_on_as_if_nothing_had_happened(self):
        table = caught().rules_on("play_on")
        assert table.turn == "Roark"
        table.each("call", "Roark", "Lando").do("Han", "check")
        assert table.state.inner.street == "lock_on"


class TestWhileTheGMRules:
    @pytest.mark.parametrize("who", ["Roark", "Lando", "Han"])
    def test_nobody_else_may_act_while_the_gm_rules(self, who: str):
        assert caught().keys(who) == []


def ids_in(text: str) -> set[str]:
    return {ship.id for ship in STANDARD.ships if f'"{ship.id}"' in text}


def open_ships(table: Table, seat: int | None) -> list[tuple[int, str]]:
    """List (whose, which) of the ships whose seals a seat, or everyone, may open, in the order dealt."""
    return [(seal.seat, seal.card) for seal in GAME.seals(table.state, seat) if seal.card]


class TestViews:
    def test_only_ones_ships_are_seen(self):
        table = Table(THREE, SHIPS, PHOTONS)
        own = GAME.view(table.state, 1).own
        assert own
        assert (own.ships, own.attack.total) == (tuple(FEDERATION.split()), 0)
        own = GAME.view(table.engaged().state, 1).own
        assert own
        assert own.attack.total == 34
        state = Table(THREE, SHIPS, PHOTONS).engaged().state
        for eyes in (None, DEALER, 9):
            assert ids_in(GAME.view(state, eyes).to_json()) == set()
            assert GAME.view(state, eyes).own is None
        assert ids_in(GAME.view(state, 2).to_json()) == set(KLINGONS.split())
        state = Table(THREE, SHIPS, PHOTONS).fold("Roark").shown().state
        assert ids_in(GAME.view(state, None).to_json()) == {*KLINGONS.split(), *THOLIANS.split()}
        assert ids_in(GAME.view(state, 1).to_json()) >= set(FEDERATION.split())

    def test_ships_are_told_to_owners_and_raises_to_all(self):
        table = Table(THREE, SHIPS)
        assert dict(table.private) == {
            table.seats[name]: Dealt(ships=tuple(held.split())) for name, held in SHIPS.items()
        }
        assert not any(ids_in(event.to_json()) for event in table.events)
        view = GAME.view(Table().raises("Roark", 20).raises("Lando", 30).state, None)
        assert ([seat.raises for seat in view.seats], view.raises_each) == ([1, 1, 0], 2)


class TestSeals:
    def test_ships_are_sealed_in_order_and_opened_by_owners_or_when_shown(self):
        seals = GAME.seals(Table(THREE, SHIPS, sun="Lando").state, None)
        assert [seal.seat for seal in seals] == [3, 1, 2, 3, 1, 2]
        assert all(seal.card is None and seal.salt is None and len(seal.digest) == 64 for seal in seals)
        seals = [seal for seal in GAME.seals(Table(THREE, SHIPS).state, 2) if seal.seat == 2]
        assert [seal.card for seal in seals] == KLINGONS.split()
        assert all(seal_digest(seal.salt or "", seal.card or "") == seal.digest for seal in seals)
        table = Table(THREE, SHIPS, DISRUPTORS).fold("Roark").shown()
        assert sorted(open_ships(table, None)) == sorted(
            (seat, ship) for seat, held in ((2, KLINGONS), (3, THOLIANS)) for ship in held.split()
        )

    def test_mucked_ships_stay_sealed(self):
        table = Table(THREE, SHIPS, DISRUPTORS, losing_hands="mucked").shown()
        assert {seat for seat, _ in open_ships(table, None)} == {2}
        assert open_ships(Table(THREE, SHIPS).fold("Roark", "Lando"), None) == []


class TestChance:
    def test_ships_are_secret_draws_and_cards_depend_on_none(self):
        chance, players = SeededRng(1), (Player(seat=1, stack=5), Player(seat=2, stack=5))
        assert GAME.start(GAME.Deal(rules=KlingonRules(), players=players), chance).state.ending
        assert [draw.secret for draw in chance.draws] == [True] * 4 + [False] * 5
        # A burned card that were drawn would show in the bounds and values of the open draws after it.
        chance, players = SeededRng(1), (Player(seat=1, stack=5), Player(seat=2, stack=5))
        state = GAME.start(GAME.Deal(rules=KlingonRules(), players=players), chance).state
        assert [draw.bound for draw in chance.draws[4:]] == [60, 59, 58, 57, 56]
        assert len(state.bag) == 55
