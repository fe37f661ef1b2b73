"""Hands and money of an evening, folded into its figures portion by portion. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.engine.tournament import Standing
from bot.evening.hands import LongHand, PlayedHand
from bot.evening.money import Cast, Move
from bot.evening.recap import Long, Named, Placed, Played, Pot, Recap, Share, Tournament
from bot.evening.rooms import Room, title_of, word_of

CANDIDATES = 5
"""Hands of which it is looked up how much lay in the pot: those in which most was won."""


@dataclass(slots=True)
class Won:
    """What was won in one hand, by character; below zero lost."""

    room: Room
    number: int
    nets: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def amount(self) -> int:
        return sum(net for net in self.nets.values() if net > 0)


class Evening:
    """Takes in tables portion by portion, and tells the whole."""

    def __init__(self) -> None:
        self.rooms: list[Room] = []
        self._played: Counter[tuple[str, str]] = Counter()
        self._hands: Counter[int] = Counter()
        self._won: Counter[int] = Counter()
        self._nets: Counter[int] = Counter()
        self._elsewhere: Counter[str] = Counter()
        self._best: list[Won] = []
        self._longest: list[Long] = []
        self._standings: dict[tuple[int, int], tuple[Room, Standing, int]] = {}
        """By table and number of the tournament: how it stood after its last hand, and which one that was."""
        self._prizes: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
        """By table and number of the hand after which they were paid, what each character got."""
        self._seats: dict[int, Mapping[int, int]] = {}
        self._moved: dict[int, Won] = {}
        self._named: dict[str, list[Named]] = defaultdict(list)
        self.began: float | None = None
        self.ended: float | None = None

    def room(self, room: Room, seats: Mapping[int, int]) -> None:
        """A table at which something was played; `seats` are characters by seat."""
        self.rooms.append(room)
        self._seats[room.id] = seats

    def knows(self, room: Room) -> bool:
        """Whether the table has been taken in already."""
        return room.id in self._seats

    def hands(self, room: Room, hands: Iterable[PlayedHand]) -> None:
        """Hands of the table that are over."""
        for hand in hands:
            self.began = hand.started_at if self.began is None else min(self.began, hand.started_at)
            self.ended = hand.ended_at if self.ended is None else max(self.ended, hand.ended_at)
            named = Named(room=room, number=hand.number)
            if not hand.counts:
                self._named["void" if hand.is_void else "undone"].append(named)
                continue
            if hand.was_taken_up:
                self._named["taken up"].append(named)
            if not hand.is_readable:
                self._named["unreadable"].append(named)
            title = room.title if hand.game == room.game else title_of(hand.game)
            self._played[title, word_of(hand.game)] += 1
            self._hands.update(self._seats[room.id][seat] for seat in hand.seats if seat in self._seats[room.id])
            if hand.standing is not None:
                self._standings[room.id, hand.standing.number] = room, hand.standing, hand.number

    def long(self, room: Room, hands: Mapping[int, PlayedHand], found: Iterable[LongHand]) -> None:
        """The hands of a portion with the most turns."""
        one = next((one for one in found if one.number in hands and hands[one.number].counts), None)
        if one is not None:
            hand = hands[one.number]
            seconds = hand.ended_at - hand.started_at
            self._longest.append(Long(room=room, number=one.number, turns=one.turns, seconds=seconds))

    def moves(self, room: Room, moves: Iterable[Move]) -> None:
        """A portion of what the book says that the table moved."""
        for move in moves:
            self._book(room, move)
            if move.hand is None:
                continue
            if move.kind == "hand":
                won = self._moved.setdefault(move.hand, Won(room, move.hand))
                for character, amount in ((move.giver, -move.amount), (move.taker, move.amount)):
                    if character is not None:
                        won.nets[character] = won.nets.get(character, 0) + amount
            if move.source == "prize" and move.taker is not None:
                self._prizes[room.id, move.hand][move.taker] += move.amount

    def leave(self, room: Room) -> None:
        """All that the table moved is told: who won which of its hands, and in which most was won."""
        hands = [won for won in self._moved.values() if (room.id, won.number) not in self._prizes]
        for won in hands:
            self._won.update(character for character, net in won.nets.items() if net > 0)
        self._best = sorted((*self._best, *hands), key=lambda won: -won.amount)[:CANDIDATES]
        self._moved.clear()

    def _book(self, room: Room, move: Move) -> None:
        for character, kind, amount in (
            (move.giver, move.source, -move.amount),
            (move.taker, move.target, move.amount),
        ):
            if character is not None:
                self._nets[character] += amount
            elif kind == "prize":
                self._elsewhere["prizes"] += amount
            elif room.is_banked:
                self._elsewhere["house"] += amount
            else:
                self._elsewhere["middle" if kind == "bank" else "cuts"] += amount

    @property
    def candidates(self) -> tuple[Won, ...]:
        """The hands in which most was won, most first."""
        return tuple(won for won in self._best if won.amount)

    @property
    def characters(self) -> frozenset[int]:
        """Everybody who comes into it."""
        return frozenset(self._hands) | frozenset(self._nets) | self._entrants()

    def _entrants(self) -> frozenset[int]:
        return frozenset(
            self._seats[room.id][one.seat]
            for room, standing, _ in self._standings.values()
            for one in standing.entrants
            if one.seat in self._seats[room.id]
        )

    def told(self, cast: Mapping[int, Cast], pots: Mapping[tuple[int, int], int]) -> Recap:
        """All of it; `pots` are what lay in the pots of `candidates`, by table and number, where that is known."""
        return Recap(
            rooms=tuple(self.rooms),
            began=self.began,
            ended=self.ended,
            played=tuple(
                Played(title=title, word=word, hands=hands) for (title, word), hands in self._played.most_common()
            ),
            shares=self._shares(cast),
            house=self._elsewhere["house"] if any(room.is_banked for room in self.rooms) else None,
            cuts=self._elsewhere["cuts"],
            middle=self._elsewhere["middle"],
            prizes=self._elsewhere["prizes"],
            pot=self._pot(cast, pots),
            longest=max(self._longest, key=lambda long: long.turns, default=None),
            tournaments=self._tournaments(cast),
            void=tuple(self._named["void"]),
            undone=tuple(self._named["undone"]),
            taken_up=tuple(self._named["taken up"]),
            unreadable=tuple(self._named["unreadable"]),
        )

    def _shares(self, cast: Mapping[int, Cast]) -> tuple[Share, ...]:
        shares = (
            Share(
                character_id=one,
                name=cast[one].name,
                is_npc=cast[one].is_npc,
                net=self._nets[one],
                hands=self._hands[one],
                won=self._won[one],
            )
            for one in self.characters
            if one in cast
        )
        return tuple(sorted(shares, key=lambda share: (-share.net, share.name.casefold(), share.character_id)))

    def _pot(self, cast: Mapping[int, Cast], pots: Mapping[tuple[int, int], int]) -> Pot | None:
        """The biggest: what lay in a pot is at least what somebody won of it."""
        found: list[Pot] = []
        for won in self.candidates:
            whole = pots.get((won.room.id, won.number), 0)
            gains = sorted(((net, one) for one, net in won.nets.items() if net > 0 and one in cast), reverse=True)
            found.append(
                Pot(
                    room=won.room,
                    number=won.number,
                    amount=whole or won.amount,
                    is_whole=bool(whole),
                    winners=tuple((cast[one].name, net) for net, one in gains),
                )
            )
        return max(found, key=lambda pot: pot.amount, default=None)

    def _tournaments(self, cast: Mapping[int, Cast]) -> tuple[Tournament, ...]:
        """Those that are over, also the ones that ended between two hands: their prize was paid then."""
        found: list[Tournament] = []
        for room, in_hand, hand in self._standings.values():
            prizes, last = self._prizes.get((room.id, hand), Counter[int]()), room.standing
            # What the table hands on stands for what happened after its last hand, too.
            is_later = last is not None and last.number == in_hand.number and last.is_over
            standing = last if last is not None and is_later else in_hand
            if standing.is_over or prizes:
                places = _places(standing, self._seats[room.id], prizes, cast)
                found.append(Tournament(room=room, number=standing.number, prize=standing.prize, places=places))
        return tuple(found)


def _places(
    standing: Standing, seats: Mapping[int, int], prizes: Mapping[int, int], cast: Mapping[int, Cast]
) -> tuple[Placed, ...]:
    """Best place first; who was still in when it ended early comes before them, by what they got."""
    places: list[Placed] = []
    for entrant in standing.entrants:
        character = seats.get(entrant.seat)
        if character is not None and character in cast:
            place = 1 if entrant.seat == standing.winner else entrant.place
            places.append(Placed(place=place, name=cast[character].name, prize=prizes.get(character, 0)))
    return tuple(sorted(places, key=lambda one: (one.place or 0, -one.prize, one.name.casefold())))
