"""A table of Pazaak at which Han and Lando sit, with cards that come as the test says."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.game import Item, Player
from bot.engine.moves import Pick, require_offered
from bot.engine.options import with_options
from bot.engine.rng import Rng, ScriptedRng
from bot.engine.words import plain
from cogs.pazaak import words
from cogs.pazaak.cards import in_short, read_card, read_cards
from cogs.pazaak.loadout import DECK_SIZE, STANDARD, PazaakKit, missing
from cogs.pazaak.rules import GAME, Peek, Swap, rest_of_deck
from cogs.pazaak.state import PazaakCarry, PazaakRules, PazaakState, SeatView, SetOver
from tests.games.hand_table import HandTable
from tests.games.pazaak.pazaak_chance import Cards

NAMES = ("Han", "Lando")
HAN_BEGINS = "10 1"
"""The high cards."""
HAND = "+1 +2 +3 +4"
"""What both draw from the standard deck unless a test says otherwise."""


def deck_of(cards: str) -> tuple[str, ...]:
    """Ten cards with these among them."""
    codes = read_cards(cards)
    return (*codes, *missing(STANDARD.cards, codes), *STANDARD.cards)[:DECK_SIZE]


def goods(owner: str, cards: str) -> tuple[Item, ...]:
    """Cards that somebody owns, each with an id of its own: "Han 1"."""
    codes = read_cards(cards) if cards else ()
    return tuple(Item(id=f"{owner} {at}", kind=code) for at, code in enumerate(codes, start=1))


class Table(HandTable[PazaakState, PazaakCarry]):
    """One match. Side cards are written "+3 D"."""

    game, words = GAME, words

    def __init__(
        self,
        draws: str = "",
        *,
        hands: Mapping[str, str] | None = None,
        high: str = HAN_BEGINS,
        names: Sequence[str] = NAMES,
        kits: Mapping[str, str] | None = None,
        owned: Mapping[str, str] | None = None,
        wagers: Mapping[str, str] | None = None,
        chosen: bool = True,
        stack: int = 100,
        **options: Any,
    ) -> None:
        """`draws` are the first cards of the main deck, after those that decide who begins. Unless `chosen` is False,
        both have chosen a deck that the hands come from.
        """
        self.names = tuple(names)
        self.rules = with_options(PazaakRules(), options)
        hands = {name: (hands or {}).get(name, HAND) for name in self.names}
        self.players = tuple(
            Player(
                seat=seat,
                stack=stack,
                kit=(kits or {}).get(name, self._kit(hands[name])),
                goods=goods(f"{name}'s", (owned or {}).get(name, "")),
                wager=goods(name, (wagers or {}).get(name, "")),
            )
            for seat, name in enumerate(self.names, start=1)
        )
        size = self.rules.hand_size
        self.cards = Cards(code for name in self.names for code in deck_of(hands[name])[:size])
        self.draws(f"{high if self.rules.first == 'high_card' else ''} {draws}")
        self.begin(GAME.Deal(rules=self.rules, players=self.players), self.cards)
        while chosen and self.state.choosing:
            self.do(self.name(self.state.choosing[0]), "deck", deck="1")

    def _kit(self, hand: str) -> str:
        mine = deck_of(hand)
        return PazaakKit().with_deck("Mine", mine).using_deck("Mine").to_json()

    @property
    def turn(self) -> str:
        """Whose turn it is; nobody's while decks are chosen and after the match."""
        return self.name(self.state.turn) if self.state.turn else "nobody"

    def sees(self, name: str) -> SeatView:
        """Return a seat as everyone sees it."""
        return GAME.view(self.state, None).seat(self.seat(name))

    def lies(self, name: str) -> list[int]:
        """List what the cards on a player's table count for, in the order laid."""
        return [card.value for card in self.sees(name).table]

    def total_of(self, name: str) -> int:
        return self.sees(name).total

    @property
    def score(self) -> tuple[int, ...]:
        return tuple(gambler.sets for gambler in self.state.gamblers)

    @property
    def sets(self) -> list[tuple[str, str]]:
        """(why it was over, who has won it) of every set so far."""
        over = [event for event in self.events if isinstance(event, SetOver)]
        return [(event.why, self.name(event.winner) if event.winner else "nobody") for event in over]

    def hand(self, name: str) -> str:
        return in_short(self.state.hand(self.seat(name)))

    @property
    def nets(self) -> list[int]:
        return [stack - player.stack for player, (_, stack) in zip(self.players, self.end.stacks, strict=True)]

    @property
    def awards(self) -> dict[str, str]:
        """Who takes each of the wagered cards."""
        return {award.good: self.name(award.seat) for award in self.end.goods}

    def page(self, name: str) -> tuple[str, list[str]]:
        """Return the hand of a seat as its owner reads it: the title, and line by line."""
        shown = words.hand(GAME.view(self.state, self.seat(name)), self.voice)
        return shown.title, plain(shown.text).splitlines()

    def pick(self, name: str, key: str = "play") -> Pick:
        (field,) = self.move(name, key).fields
        assert isinstance(field, Pick)
        return field

    def ways(self, name: str) -> list[str]:
        """How the cards of a hand may be played, as the menu has it."""
        return [choice.label for choice in self.pick(name).choices]

    def draws(self, numbers: str) -> "Table":
        """Lay the next cards of the main deck ready."""
        self.cards.main += map(int, numbers.split())
        return self

    def swaps(self, who: str, given: str, drawn: str) -> "Table":
        """Do an unseen sleight: a card of the hand for one of the side deck."""
        chance = ScriptedRng([rest_of_deck(self.state, self.seat(who)).index(read_card(drawn)) + 1])
        return self._cheats(who, chance, Swap(card=read_card(given)))

    def peeks(self, who: str, at: int) -> "Table":
        """Take an unseen look at the card in that place of the other's hand, from 1."""
        return self._cheats(who, ScriptedRng([at]), Peek())

    def _cheats(self, who: str, chance: Rng, action: Swap | Peek) -> "Table":
        require_offered(GAME.sleights(self.state, self.seat(who)), action, lambda: "no sleight is offered")
        return self.after(GAME.sleight(self.state, self.seat(who), action, chance))

    def caught(self, who: str) -> "Table":
        """Somebody is caught and has to go."""
        return self.after(GAME.forfeit(self.state, self.seat(who), self.cards))

    def plays(self, who: str, card: str, value: int | None = None) -> "Table":
        code = read_card(card)
        return self.do(who, "play", card=code if value is None else f"{code}{value:+d}")

    def ends(self, *names: str) -> "Table":
        for name in names:
            self.do(name, "end")
        return self

    def stands(self, *names: str) -> "Table":
        for name in names:
            self.do(name, "stand")
        return self

    def gives_up(self, who: str) -> "Table":
        return self.do(who, "forfeit")

    def absent(self, who: str, *, leaves: bool = False) -> str:
        """Act for an absent player, and return what was done."""
        action = (GAME.on_leave if leaves else GAME.on_timeout)(self.state, self.seat(who))
        self.does(who, action)
        return action.kind


def won_by_standing(*winners: str, **options: Any) -> Table:
    """Play sets that end 20 to 19 for these players, one after the other, or "nobody", with 19 each."""
    table = Table("10", **options)
    for winner in winners:
        starter = table.turn
        other = next(name for name in table.names if name != starter)
        last = {name: 10 if name == winner else 9 for name in table.names}
        table.draws(f"10 {last[starter]} {last[other]} 10").ends(starter, other)
        for name in (starter, other):
            if table.turn == name and last[name] == 9:
                table.stands(name)
    return table
