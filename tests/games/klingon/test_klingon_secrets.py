"""What is hidden at a table of Klingon Hold-'Em: two ships each, until they are shown, and burned cards for ever."""

from bot.engine.game import DEALER, Player
from bot.engine.rng import SeededRng, seal_digest
from cogs.klingon.card_file import STANDARD
from cogs.klingon.rules import GAME
from cogs.klingon.state import Dealt, KlingonRules
from tests.games.klingon.klingon_table import DISRUPTORS, FEDERATION, KLINGONS, PHOTONS, THOLIANS, THREE, Table

SHIPS = {"Roark": FEDERATION, "Lando": KLINGONS, "Han": THOLIANS}


def ids_in(text: str) -> set[str]:
    return {ship.id for ship in STANDARD.ships if f'"{ship.id}"' in text}


def open_ships(table: Table, seat: int | None) -> list[tuple[int, str]]:
    """List (whose, which) of the ships whose seals a seat, or everyone, may open, in the order dealt."""
    return [(seal.seat, seal.card) for seal in GAME.seals(table.state, seat) if seal.card]


class TestViews:
    def test_only_the_own_ships_are_seen(self):
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
    def test_ships_are_secret_draws_and_cards_on_the_table_open_ones(self):
        chance, players = SeededRng(1), (Player(seat=1, name="A", stack=5), Player(seat=2, name="B", stack=5))
        assert GAME.start(GAME.Deal(rules=KlingonRules(), players=players), chance).state.ending
        assert [draw.secret for draw in chance.draws] == [True] * 4 + [False] * 5

    def test_turned_up_cards_depend_on_no_secret(self):
        """A burned card that were drawn would show in the bounds and values of the open draws after it."""
        chance, players = SeededRng(1), (Player(seat=1, name="A", stack=5), Player(seat=2, name="B", stack=5))
        state = GAME.start(GAME.Deal(rules=KlingonRules(), players=players), chance).state
        assert [draw.bound for draw in chance.draws[4:]] == [60, 59, 58, 57, 56]
        assert len(state.bag) == 55
