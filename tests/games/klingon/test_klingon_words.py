"""What players of Klingon Hold-'Em read: the table on a phone, their own ships, and how an attack came about."""

import pytest

from bot.engine.drawings import Label
from bot.engine.money import CHIPS, CREDITS, DND, Currency
from bot.engine.words import Voice
from cogs.klingon import words
from cogs.klingon.card_file import STANDARD
from cogs.klingon.cards import Deck, best_attack
from cogs.klingon.naming import amounts, explained, laid_out, ship_image, ship_shown
from cogs.klingon.pictures import DRAWINGS, board
from cogs.klingon.rules import GAME
from cogs.klingon.state import KlingonRules
from tests.games.klingon.klingon_table import (
    DISRUPTORS,
    FEDERATION,
    KLINGONS,
    NOTHING,
    TEN,
    UNARMED,
    Table,
    begun,
)
from tests.games.klingon.klingon_words import page, panel, said, shows, voice_of

CARDS = "photon-12 overload phaser-5 disruptor-8 drone-6"
SHIPS = {"Roark": "fed-ca kli-f5", "Lando": "rom-sparrowhawk kzi-cv", "Han": "tho-pc gor-ff"}
"""With `CARDS` Roark has an attack of 43, Lando of 39 and Han of 5."""


def played() -> Table:
    """Play a hand in which Han disengages, Lando goes all in, and Roark engages: 410 chips for an attack of 43."""
    table = begun(("Roark", "Lando", "Han"), SHIPS, CARDS).raises("Roark", 30).call("Lando").fold("Han")
    return table.bet("Roark", 40).all_in("Lando").call("Roark")


class TestTheTable:
    def test_cash_tables_count_in_money_and_pictures_stand_beside_words(self):
        table = Table(stakes="cash")
        assert shows(table, CREDITS)[1:4] == [
            "Pot 15 cr · engage at 10 cr · Han is on the sun",
            "Cloaked bets 5/10 cr. Engage to see three action cards, or disengage.",
            "Roark 200 cr",
        ]
        voice = Voice({}, CHIPS, symbols={name: f"<:{name}:7>" for name in DRAWINGS})
        assert laid_out(("plasma_r-20", "overload"), STANDARD, voice) == (
            "<:klingon_plasma:7> Plasma-R 20 · <:klingon_overload:7> Overload"
        )
        for key in ("lance", "ship"):
            shown = laid_out((f"{key}-20", "overload"), foreign(STANDARD, key), voice)
            assert shown == "Lance 20 · <:klingon_overload:7> Overload"

    @pytest.mark.parametrize(
        "small, currency, told",
        [(5, CHIPS, "5/10 chips"), (50, DND, "5 sp/1 gp"), (1500, CHIPS, "1,500/3,000 chips"), (1, CREDITS, "1/2 cr")],
    )
    def test_both_cloaked_bets_stand_in_few_characters(self, small: int, currency: Currency, told: str):
        assert amounts(small, 2 * small, Voice({}, currency)) == told


class TestOnesOwnShips:
    def test_page_of_disengaged_and_of_absent_players(self):
        assert page(played(), "Han").text.endswith("You have disengaged.")
        assert words.hand(GAME.view(played().state, 9), voice_of(played())).text == "You aren't in this hand."


class TestWhatIsFired:
    def test_cards_on_the_table_are_marked_as_fired_by_the_winner_or_not(self):
        assert panel(played()).middle == (
            "✓ Fired by **Roark**: Photon 12 · Overload · Phaser 5 · Disruptor 8 · Drone 6"
        )
        ships = {"Roark": "gor-ff gor-dd", "Lando": "kli-d7 kli-f5", "Han": UNARMED}
        table = Table(ships=ships, table="photon-12 overload phaser-5 disruptor-8 drone-6", stakes="cash").shown()
        assert (panel(table).middle or "").split("\n") == [
            "✓ Fired by **Lando**: Overload · Phaser 5 · Disruptor 8 · Drone 6",
            "✗ Not fired: Photon 12",
        ]
        assert panel(begun(("Roark", "Lando", "Han"), SHIPS, CARDS)).middle is None

    def test_board_shows_the_points_of_fighters(self):
        ships = {"Roark": "kzi-cv gor-dd", "Lando": "kli-d7 kli-f5", "Han": UNARMED}
        table = Table(ships=ships, table="photon-12 overload phaser-5 disruptor-8 drone-6", stakes="cash").shown()
        drawn = board(GAME.view(table.state, None), voice_of(table))
        assert drawn is not None
        texts = [shape.text for shape in drawn.drawing().shapes if isinstance(shape, Label)]
        assert [text for text in texts if "fighters" in text] == ["fighters for 12"]

    def test_seats_that_show_their_ships_name_them(self):
        below = {line.seat: line.below for line in panel(played()).seats}
        assert below[played().seats["Han"]] == ()
        assert all(len(below[played().seats[name]]) == 2 for name in ("Roark", "Lando"))

    def test_equal_cards_are_marked_one_by_one(self):
        ships = {"Roark": UNARMED, "Lando": "kli-cw tho-ca", "Han": FEDERATION}
        table = Table(ships=ships, table="disruptor-5 disruptor-5 phaser-3 overload overload", stakes="cash").shown()
        assert (panel(table).middle or "").count("Disruptor 5") == 2

    def test_pot_that_is_taken_unseen_shows_no_card(self):
        assert panel(begun(("Roark", "Lando", "Han"), SHIPS, CARDS).fold("Roark").fold("Lando")).middle is None

    def test_own_ships_mark_the_cards_that_they_fire_so_far(self):
        table = begun(("Roark", "Lando", "Han"), SHIPS, CARDS).call("Roark").call("Lando").check("Han")
        lines = page(table, "Roark").text.split("\n")
        assert [line for line in lines if "Photon 12" in line] == [
            "✓ Fires Photon 12 (doubled by Overload) and Phaser 5."
        ]

    def test_every_ship_is_shown_as_its_own_image(self):
        images = [ship_image(ship) for ship in STANDARD.ships]
        assert len({*images}) == len(STANDARD.ships)
        assert {*images} <= DRAWINGS.keys() - {"klingon_ship"}
        voice = Voice({}, CHIPS, symbols={name: f"<:{name}:7>" for name in DRAWINGS})
        assert ship_shown("kli-d7", STANDARD, voice) == "<:klingon_d7_cruiser:7> Klingon D7 cruiser"
        assert ship_shown("kli-d7", STANDARD, Voice({}, CHIPS)) == "Klingon D7 cruiser"

    def test_ship_of_a_campaign_has_its_name_and_never_the_image_of_another_game(self):
        ships = (STANDARD.ships[0].evolve(name="Die 4"), *STANDARD.ships[1:])
        deck = STANDARD.evolve(ships=ships)
        voice = Voice({}, CHIPS, symbols={name: f"<:{name}:7>" for name in (*DRAWINGS, "die_4")})
        assert ship_shown(ships[0].id, deck, voice) == "Die 4"


class TestResults:
    @pytest.mark.parametrize("losing", ["shown", "mucked"])
    def test_side_pot_of_one_player_is_won_and_only_uncalled_chips_return(self, losing: str):
        ships = {"Roark": UNARMED, "Lando": "kli-cw tho-ca", "Han": FEDERATION, "Leia": KLINGONS}
        table = Table(TEN[:4], ships, DISRUPTORS, stacks={"Leia": 50}, stakes="cash", losing_hands=losing)
        table.raises("Roark", 100).call("Lando", "Han", "Leia").bet("Roark", 50).fold("Lando", "Han")
        assert [line for line in said(table, CREDITS) if line.startswith("Roark attacks")] == (
            ["Roark attacks with 0."] if losing == "shown" else []
        )
        assert said(table, CREDITS)[-1] == (
            "Leia's attack of 35 takes the main pot, 200 cr. Roark takes the side pot unopposed, 150 cr: "
            "all others in it have disengaged. Uncalled chips return to Roark: 50 cr."
        )
        assert shows(table, CREDITS)[1].startswith("Pot 350 cr")
        assert table.stacks == {"Roark": 250, "Lando": 100, "Han": 100, "Leia": 200}

    def test_equal_attacks_and_common_shares_are_named_once(self):
        ships = {"Roark": "kli-cw kli-f5", "Lando": "tho-cw kli-dd", "Han": FEDERATION}
        cards = "disruptor-5 disruptor-5 phaser-3 overload overload"
        assert said(Table(ships=ships, table=cards, stakes="cash").shown(), CREDITS)[-2:] == [
            (
                "Roark: Klingon war cruiser fires Disruptor 5 (doubled by Overload) twice and Phaser 3. Lando: Tholian "
                "war cruiser fires Disruptor 5 (doubled by Overload) twice and Phaser 3."
            ),
            "Roark and Lando split the pot, 15 cr each: both attacks come to 23.",
        ]
        ships = {"Roark": FEDERATION, "Lando": KLINGONS, "Han": "gor-cl gor-bc"}
        table = Table(TEN[:3], ships, "phaser-3 phaser-3 overload overload enveloper", bank=1, stakes="cash").shown()
        assert said(table, CREDITS)[-1] == (
            "Roark, Lando and Han split the pot, 10 cr each, 11 cr for Roark: their attacks come to 6."
        )

    @pytest.mark.parametrize(
        "odd, shares",
        [
            ("position", "13 cr for Roark and 12 cr for Leia: neither has an attack."),
            ("carry", "12 cr each: neither has an attack. The odd 1 cr carries over to the next hand."),
            ("house", "12 cr each: neither has an attack. The house gets the odd 1 cr."),
        ],
    )
    def test_nobody_has_an_attack_and_the_pot_is_odd(self, odd: str, shares: str):
        table = Table(TEN[:4], dict(zip(TEN, (FEDERATION, UNARMED, KLINGONS, "tho-pc tho-cw"), strict=False)), NOTHING,
                      sun="Leia", stakes="cash", odd_chips=odd)  # fmt: skip
        table.call("Roark").fold("Lando", "Han").shown()
        assert said(table, CREDITS)[-1] == f"Roark and Leia split the pot, {shares}"

    @pytest.mark.parametrize(
        "stacks, roarks, landos",
        [
            ((50, 60, 70, 80), "the main pot and side pots 1 to 4", "side pot 5"),
            ((50, 60, 120, 140), "the main pot and side pots 1 and 2", "side pots 3 to 5"),
        ],
    )
    def test_side_pots_in_a_row_are_told_as_one(self, stacks: tuple[int, ...], roarks: str, landos: str):
        weak = dict(zip(TEN[2:6], (FEDERATION, UNARMED, "rom-warbird gor-ff", "gor-dd gor-cl"), strict=True))
        ships = {"Roark": KLINGONS, "Lando": "kli-cw tho-ca", "Dengar": "ori-lr ori-dd"} | weak
        points = {"Roark": 100, "Lando": 300, "Dengar": 300} | dict(zip(weak, stacks, strict=True))
        names = ("Roark", "Lando", *weak, "Dengar")
        table = Table(names, ships, DISRUPTORS, stacks=points,
                      stakes="cash")  # fmt: skip
        while table.turn:
            table.all_in(table.turn)
        assert f"Roark's attack of 35 takes {roarks}, " in said(table, CREDITS)[-1]
        assert f"Lando's attack of 24 takes {landos}, " in said(table, CREDITS)[-1]

    def test_however_many_are_all_in_it_is_explained_how_the_main_pot_is_won(self):
        """Explanations are left out from the last pot upwards: here all ten would win one, each with fewer points."""
        names = [f"{name} of the Outer Rim" for name in TEN]
        rules = KlingonRules(stakes="cash", deck=rising(STANDARD))
        ships = {name: f"s{2 * at} s{2 * at + 1}" for at, name in enumerate(names)}
        table = Table(names, ships, "phaser-7 phaser-5 phaser-4 phaser-4 phaser-3", rules=rules,
                      stacks={name: 100 + 100 * at for at, name in enumerate(names)})  # fmt: skip
        while table.turn:
            table.all_in(table.turn)
        told = said(table, CREDITS)[-2]
        explained = [name for name in names if f"{name}: Ship" in told]
        assert explained == names[: len(explained)]
        assert len(explained) in range(2, 9)

    def test_shared_places_mucked_losers_and_doubled_cards_are_told(self):
        ships = {"Roark": KLINGONS, "Lando": FEDERATION, "Han": UNARMED}
        table = begun(("Roark", "Lando", "Han"), ships, DISRUPTORS)
        table.all_in("Roark").call("Lando", "Han")
        assert said(table)[-1].endswith("Lando and Han are out, both second.")
        table = Table(ships=SHIPS, table=CARDS, stakes="cash", losing_hands="mucked").shown()
        assert said(table, CREDITS)[-3].startswith("Han checks.")
        assert not [line for line in said(table, CREDITS)[-2:] if "Lando" in line]
        ships, codes = ("fed-dd", "kli-f5"), ("photon-8", "photon-8", "overload")
        assert explained(best_attack(STANDARD, ships, codes), ships, STANDARD) == (
            "Federation destroyer fires Photon 8 (doubled by Overload) and Photon 8"
        )


def foreign(deck: Deck, key: str) -> Deck:
    """Return the cards with one kind under another key and name: nobody has drawn a picture of it."""
    actions = tuple(card.evolve(kind=key) if card.kind == "plasma_r" else card for card in deck.actions)
    return deck.evolve(weapons=(*deck.weapons, (key, "Lance")), actions=actions)


def rising(deck: Deck) -> Deck:
    """Build twenty ships with as many phasers as fighters: two neighbors are weaker, the later they come."""
    ship = deck.ships[0].evolve(mounts=(("phaser", 1),))
    return deck.evolve(
        ships=tuple(ship.evolve(id=f"s{at}", name=f"Ship {at} of the line", fighters=20 - at) for at in range(20))
    )
