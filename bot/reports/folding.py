"""Hands and money of an evening, folded into its figures portion by portion. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from bot.engine.tournament import Standing
from bot.reports.gathered import Here, Over, Won, latest, places_of
from bot.reports.hands import LongHand, PlayedHand
from bot.reports.money import Cast, Move
from bot.reports.recap import Long, Named, Played, Pot, Recap, Share, Tournament
from bot.reports.tables import Room, title_of, word_of

CANDIDATES = 5
"""Hands of which it is looked up how much lay in the pot where that wasn't noted: those in which most was won."""


class Evening:
    """Takes in tables portion by portion, and tells the whole."""

    def __init__(self) -> None:
        self.rooms: list[Room] = []
        self._played: Counter[tuple[str, str]] = Counter()
        self._hands: Counter[int] = Counter()
        self._won: Counter[int] = Counter()
        self._nets: Counter[int] = Counter()
        self._elsewhere: Counter[str] = Counter()
        self._points: Counter[int] = Counter()
        """By character: hands that were played for points."""
        self._biggest: Won | None = None
        self._best: list[Won] = []
        self._longest: Long | None = None
        self._over: dict[tuple[int, int], Over] = {}
        """Tournaments that ended, by table and number."""
        self._unwon = self._won_before = 0
        self._here = Here()
        self._seats: dict[int, Mapping[int, int]] = {}
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
            dealt_in = [self._seats[room.id][seat] for seat in hand.seats if seat in self._seats[room.id]]
            self._hands.update(dealt_in)
            if hand.standing is not None:
                self._points.update(dealt_in)
                self._here.standings[hand.standing.number] = hand.standing
            elif hand.pot:
                self._here.won_in(room, hand.number).pot = hand.pot

    def long(self, room: Room, hands: Mapping[int, PlayedHand], found: LongHand | None) -> None:
        """The hand of a portion with the most turns."""
        hand = hands.get(found.number) if found is not None else None
        if found is None or hand is None or not hand.counts:
            return
        if self._longest is None or found.turns > self._longest.turns:
            seconds = hand.ended_at - hand.started_at
            self._longest = Long(room=room, number=hand.number, turns=found.turns, seconds=seconds)

    def moves(self, room: Room, moves: Iterable[Move]) -> None:
        """A portion of what the book says that the table moved."""
        for move in moves:
            self._book(room, move)
            if move.hand is None:
                continue
            if move.kind == "hand":
                won = self._here.won_in(room, move.hand)
                for character, amount in ((move.giver, -move.amount), (move.taker, move.amount)):
                    if character is not None:
                        won.nets[character] = won.nets.get(character, 0) + amount
            if move.source == "prize" and move.taker is not None:
                self._here.prizes[move.hand][move.taker] += move.amount

    @property
    def paid_after(self) -> frozenset[int]:
        """The numbers of the hands after which a prize was paid, at the table that is taken in."""
        return frozenset(self._here.prizes)

    def leave(self, room: Room, standings: Mapping[int, Standing]) -> None:
        """All that the table moved is told: who won which of its hands, in which most was won, and which tournaments
        ended. `standings` are how they stood after those hands of `paid_after` of which that can be read.
        """
        here, self._here = self._here, Here()
        self._unwon += here.unwon
        for won in here.won.values():
            if won.number in here.prizes:
                continue
            self._won.update(character for character, net in won.nets.items() if net > 0)
            if won.pot is None:
                self._best.append(won)
            elif self._biggest is None or won.pot > (self._biggest.pot or 0):
                self._biggest = won
        self._best = sorted(self._best, key=lambda won: -won.amount)[:CANDIDATES]
        for hand, prizes in here.prizes.items():
            if (standing := standings.get(hand)) is not None:
                self._over[room.id, standing.number] = Over(room, latest(standing, room), prizes)
        for standing in here.standings.values():
            # For the honour nothing is paid, so all that tells when it ended is its last hand.
            if not standing.prize and (last := latest(standing, room)).is_over:
                self._over[room.id, last.number] = Over(room, last, Counter())

    def _book(self, room: Room, move: Move) -> None:
        for character, kind, amount in (
            (move.giver, move.source, -move.amount),
            (move.taker, move.target, move.amount),
        ):
            if character is not None:
                self._nets[character] += amount
            elif kind == "prize" and amount > 0:
                self._here.unwon += amount
            elif kind == "prize":
                paid_here = min(-amount, self._here.unwon)
                self._here.unwon -= paid_here
                self._won_before += amount + paid_here
            elif room.is_banked:
                self._elsewhere["house"] += amount
            else:
                self._elsewhere["middle" if kind == "bank" else "cuts"] += amount

    @property
    def candidates(self) -> tuple[Won, ...]:
        """The hands in which most was won, most first, of those whose pot wasn't noted."""
        return tuple(won for won in self._best if won.amount)

    @property
    def characters(self) -> frozenset[int]:
        """Everybody who comes into it."""
        entrants = (
            self._seats[over.room.id].get(one.seat) for over in self._over.values() for one in over.standing.entrants
        )
        return frozenset(self._hands) | frozenset(self._nets) | frozenset(one for one in entrants if one is not None)

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
            prizes=self._unwon,
            prizes_before=self._won_before,
            pot=self._pot(cast, pots),
            longest=self._longest,
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
                in_tournaments=self._points[one],
            )
            for one in self.characters
            if one in cast
        )
        return tuple(sorted(shares, key=lambda share: (-share.net, share.name.casefold(), share.character_id)))

    def _pot(self, cast: Mapping[int, Cast], pots: Mapping[tuple[int, int], int]) -> Pot | None:
        """The biggest: what lay in a pot is at least what somebody won of it."""
        found: list[Pot] = []
        for won in (*((self._biggest,) if self._biggest else ()), *self.candidates):
            whole = won.pot or pots.get((won.room.id, won.number), 0)
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
        """Those that ended, also between two hands."""
        return tuple(
            Tournament(
                room=over.room,
                number=over.standing.number,
                prize=over.standing.prize,
                places=places_of(over.standing, self._seats[over.room.id], over.prizes, cast),
            )
            for over in self._over.values()
        )
