"""Cheating at Klingon Hold-'Em: swapping a ship, and laying one's ships aside for it (seed 004, Cheating)."""

from random import Random
from typing import Any

import pytest

from bot.engine.betting.events import Bet, Call, Check, Fold, Raise
from bot.engine.cheating.sleights import Cheatable
from bot.engine.game import DEALER, Player
from bot.engine.moves import Pick
from bot.engine.options import with_options
from bot.engine.rng import SeededRng
from bot.engine.words import plain
from bot.errors import RuleError
from cogs.klingon import words
from cogs.klingon.card_file import STANDARD, shipyard_of
from cogs.klingon.rules import GAME, Swap
from cogs.klingon.state import KlingonRules, Swapped
from tests.games.cheats import Cheat, cheats, shows_nothing
from tests.games.klingon.klingon_brute import strange_deck
from tests.games.klingon.klingon_table import DISRUPTORS, FEDERATION, KLINGONS, PHOTONS, TEN, THOLIANS, THREE, Table
from tests.games.klingon.klingon_words import page, said, shows, voice_of

ACTIONS = (Check(), Bet(to=20), Call(), Raise(to=40), Fold())
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
        with pytest.raises(RuleError, match=r"^Lay back one of your own two ships\.$"):
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
        assert table.refusal("Lando", "check") == "You have disengaged from this hand."

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

    @pytest.mark.parametrize("seed", range(8))
    def test_other_views_do_not_show_swaps(self, seed: int):
        for cheat in dealt(seed):
            shows_nothing(GAME, cheat, range(1, 10), ACTIONS)

    def test_swaps_come_up_on_every_street(self):
        tried = {cheat.before.street for seed in range(8) for cheat in dealt(seed)}
        assert tried == {"ships", "lock_on", "het", "overrun"}


def dealt(seed: int) -> list[Cheat]:
    """Deal a hand of two to nine by some house rules, in which all sleights are tried."""
    how: tuple[dict[str, object], ...] = ({}, {"carriers": "out"}, {"smallest": "six"}, {"stakes": "cash"})
    own = KlingonRules(deck=strange_deck(Random(seed))) if seed % 3 == 1 else KlingonRules()
    rules = with_options(own, how[seed % len(how)] if own.deck is None else {})
    players = tuple(Player(seat=seat, name=f"N{seat}", stack=200) for seat in range(1, 3 + seed))
    return list(cheats(GAME, GAME.Deal(rules=rules, players=players), seed))
