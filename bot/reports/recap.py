"""A recap in figures: what was played, who won what, the biggest pot and the longest hand.

Amounts are in smallest coins. Wins and losses are what hands and tournaments moved: nothing is counted twice, and they
add up to zero, the house's part included.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.engine.frozen import Frozen
from bot.engine.tournament import Standing
from bot.reports.hands import FinishedHand
from bot.reports.money import MoneyMove, MoneyOwners
from bot.reports.tables import TableSpan, title_of, word_of


class GamePlayed(Frozen):
    """How much of a game was played; void and undone hands aren't counted."""

    title: str
    word: str
    hands: int


class PlayerShare(Frozen):
    """What somebody won in all (below zero: lost), in how many hands, and how many of those brought money. Those that
    were played for points, `in_tournaments`, bring none.
    """

    character_id: int
    name: str
    is_npc: bool
    net: int
    hands: int
    won: int
    in_tournaments: int = 0


class BiggestPot(Frozen):
    """What was won in a hand: `amount` is all that lay in the pot where the game tells (`is_whole`), else what changed
    hands. `winners` are (name, gain); there are none where a pot was shared by those who had filled it.
    """

    room: TableSpan
    number: int
    amount: int
    is_whole: bool
    winners: tuple[tuple[str, int], ...]


class Long(Frozen):
    """The hand with the most turns, and the seconds that it took."""

    room: TableSpan
    number: int
    turns: int
    seconds: float


class Placed(Frozen):
    """Somebody's place in a tournament, and what they won by it. `place` is None for who was still in when it ended
    early: broken off, or given up by the others between two hands.
    """

    place: int | None
    name: str
    prize: int


class Tournament(Frozen):
    """A tournament that ended. `number` is which one at its table; `prize` is all that was paid for it."""

    room: TableSpan
    number: int
    prize: int
    places: tuple[Placed, ...]


class NamedFigure(Frozen):
    """A hand that is told apart by its number alone."""

    room: TableSpan
    number: int


class Recap(Frozen):
    """All that is told of an evening; times in seconds since the epoch, None where nothing was played."""

    rooms: tuple[TableSpan, ...]
    began: float | None
    ended: float | None
    played: tuple[GamePlayed, ...] = ()
    shares: tuple[PlayerShare, ...] = ()
    """Whoever won most comes first."""
    house: int | None = None
    """What the house won or lost where it plays; None where it doesn't."""
    cuts: int = 0
    """What the house kept of pots."""
    middle: int = 0
    """What went into pots that are carried on, less what came out of them."""
    prizes: int = 0
    """What was paid for tournaments whose prize wasn't won within that time."""
    prizes_before: int = 0
    """Below zero: what was won of prizes that had been paid for before."""
    pot: BiggestPot | None = None
    longest: Long | None = None
    tournaments: tuple[Tournament, ...] = ()
    void: tuple[NamedFigure, ...] = ()
    undone: tuple[NamedFigure, ...] = ()
    taken_up: tuple[NamedFigure, ...] = ()
    """Hands of which something was taken back, and that were played on: they count as they ended."""
    unreadable: tuple[NamedFigure, ...] = ()
    """Hands that count in who won what, but of which nobody can tell who was in them."""

    @property
    def hands(self) -> int:
        return sum(one.hands for one in self.played)


@dataclass(slots=True)
class _HandResult:
    """What was won in one hand, by character; below zero lost."""

    room: TableSpan
    number: int
    nets: dict[int, int] = field(default_factory=dict[int, int])
    pot: int | None = None
    """All that lay in the pot; None where there is none."""

    @property
    def amount(self) -> int:
        """The pot, or what was won in a game without one."""
        return self.pot or sum(net for net in self.nets.values() if net > 0)


@dataclass(slots=True)
class _EndedTournament:
    """A tournament that ended, and what each character got of its prize."""

    room: TableSpan
    standing: Standing
    prizes: Counter[int]


@dataclass(slots=True)
class _TableSums:
    """What is known of the table that is being taken in."""

    won: dict[int, _HandResult] = field(default_factory=dict[int, _HandResult])
    """By number of the hand."""
    prizes: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """By number of the hand after which they were paid, what each character got."""
    standings: dict[int, Standing] = field(default_factory=dict[int, Standing])
    """By number of the tournament, how it stood after its last hand."""
    unwon: int = 0
    """What was paid for a prize, and isn't won yet."""

    def won_in(self, room: TableSpan, number: int) -> _HandResult:
        return self.won.setdefault(number, _HandResult(room, number))


def _final_standing(standing: Standing, room: TableSpan) -> Standing:
    """Return the tournament's final standing if it ended after its last hand, as the table stores it."""
    last = room.standing
    return last if last is not None and last.number == standing.number and last.is_over else standing


def _places_of(
    standing: Standing, seats: Mapping[int, int], prizes: Mapping[int, int], cast: Mapping[int, MoneyOwners]
) -> tuple[Placed, ...]:
    """Best place first; who was still in when it ended early comes before them, by what they got."""
    places: list[Placed] = []
    for entrant in standing.entrants:
        character = seats.get(entrant.seat)
        if character is not None and character in cast:
            place = 1 if entrant.seat == standing.winner else entrant.place
            places.append(Placed(place=place, name=cast[character].name, prize=prizes.get(character, 0)))
    return tuple(sorted(places, key=lambda one: (one.place or 0, -one.prize, one.name.casefold())))


class ReportFold:
    """Takes in tables portion by portion, and tells the whole."""

    def __init__(self) -> None:
        self.rooms: list[TableSpan] = []
        self._played: Counter[tuple[str, str]] = Counter()
        self._hands: Counter[int] = Counter()
        self._won: Counter[int] = Counter()
        self._nets: Counter[int] = Counter()
        self._elsewhere: Counter[str] = Counter()
        self._points: Counter[int] = Counter()
        """By character: hands that were played for points."""
        self._biggest: _HandResult | None = None
        self._longest: Long | None = None
        self._over: dict[tuple[int, int], _EndedTournament] = {}
        """Tournaments that ended, by table and number."""
        self._unwon = self._won_before = 0
        self._table = _TableSums()
        self._seats: dict[int, Mapping[int, int]] = {}
        self._named: dict[str, list[NamedFigure]] = defaultdict(list)
        self.began: float | None = None
        self.ended: float | None = None

    def room(self, room: TableSpan, seats: Mapping[int, int]) -> None:
        """Add a table at which something was played; `seats` are characters by seat."""
        self.rooms.append(room)
        self._seats[room.id] = seats

    def knows(self, room: TableSpan) -> bool:
        """Whether the table has been taken in already."""
        return room.id in self._seats

    def hands(self, room: TableSpan, hands: Iterable[FinishedHand]) -> None:
        """Hands of the table that are over."""
        for hand in hands:
            if hand.is_idle:
                continue
            self.began = hand.started_at if self.began is None else min(self.began, hand.started_at)
            self.ended = hand.ended_at if self.ended is None else max(self.ended, hand.ended_at)
            named = NamedFigure(room=room, number=hand.number)
            if not hand.counts:
                self._named["void" if hand.is_void else "undone"].append(named)
                continue
            if hand.was_taken_up:
                self._named["taken up"].append(named)
            if not hand.is_readable:
                self._named["unreadable"].append(named)
            title = room.title if hand.game == room.game else title_of(hand.game)
            self._played[title, word_of(hand.game)] += 1
            players = [self._seats[room.id][seat] for seat in hand.players if seat in self._seats[room.id]]
            self._hands.update(players)
            if hand.standing is not None:
                self._points.update(players)
                self._table.standings[hand.standing.number] = hand.standing
            elif hand.pot:
                self._table.won_in(room, hand.number).pot = hand.pot

    def long(self, room: TableSpan, hands: Iterable[FinishedHand], turns: Mapping[int, int]) -> None:
        """Take the hand with the most turns if no hand before had as many; `turns` by number."""
        for hand in hands:
            most = 0 if self._longest is None else self._longest.turns
            if hand.counts and (own := turns.get(hand.number, 0)) > most:
                seconds = hand.ended_at - hand.started_at
                self._longest = Long(room=room, number=hand.number, turns=own, seconds=seconds)

    def moves(self, room: TableSpan, moves: Iterable[MoneyMove]) -> None:
        """Add a portion of the ledger's moves at the table."""
        for move in moves:
            self._book(room, move)
            if move.hand is None:
                continue
            if move.kind == "hand":
                won = self._table.won_in(room, move.hand)
                for character, amount in ((move.giver, -move.amount), (move.taker, move.amount)):
                    if character is not None:
                        won.nets[character] = won.nets.get(character, 0) + amount
            if move.source == "prize" and move.taker is not None:
                self._table.prizes[move.hand][move.taker] += move.amount

    @property
    def paid_after(self) -> frozenset[int]:
        """The numbers of the hands after which a prize was paid, at the table that is taken in."""
        return frozenset(self._table.prizes)

    def leave(self, room: TableSpan, standings: Mapping[int, Standing]) -> None:
        """All that the table moved is told: who won which of its hands, in which most was won, and which tournaments
        ended. `standings` are how they stood after those hands of `paid_after` of which that can be read.
        """
        here, self._table = self._table, _TableSums()
        self._unwon += here.unwon
        for won in here.won.values():
            if won.number in here.prizes:
                continue
            self._won.update(character for character, net in won.nets.items() if net > 0)
            if won.amount > (0 if self._biggest is None else self._biggest.amount):
                self._biggest = won
        for hand, prizes in here.prizes.items():
            if (standing := standings.get(hand)) is not None:
                self._over[room.id, standing.number] = _EndedTournament(room, _final_standing(standing, room), prizes)
        for standing in here.standings.values():
            # For the honour nothing is paid, so all that tells when it ended is its last hand.
            if not standing.prize and (last := _final_standing(standing, room)).is_over:
                self._over[room.id, last.number] = _EndedTournament(room, last, Counter())

    def _book(self, room: TableSpan, move: MoneyMove) -> None:
        for character, kind, amount in (
            (move.giver, move.source, -move.amount),
            (move.taker, move.target, move.amount),
        ):
            if character is not None:
                self._nets[character] += amount
            elif kind == "prize" and amount > 0:
                self._table.unwon += amount
            elif kind == "prize":
                paid_here = min(-amount, self._table.unwon)
                self._table.unwon -= paid_here
                self._won_before += amount + paid_here
            elif room.is_banked:
                self._elsewhere["house"] += amount
            else:
                self._elsewhere["middle" if kind == "bank" else "cuts"] += amount

    @property
    def characters(self) -> frozenset[int]:
        """Everybody who comes into it."""
        entrants = (
            self._seats[over.room.id].get(one.seat) for over in self._over.values() for one in over.standing.entrants
        )
        return frozenset(self._hands) | frozenset(self._nets) | frozenset(one for one in entrants if one is not None)

    def told(self, cast: Mapping[int, MoneyOwners]) -> Recap:
        """Return all of it."""
        return Recap(
            rooms=tuple(self.rooms),
            began=self.began,
            ended=self.ended,
            played=tuple(
                GamePlayed(title=title, word=word, hands=hands) for (title, word), hands in self._played.most_common()
            ),
            shares=self._shares(cast),
            house=self._elsewhere["house"] if any(room.is_banked for room in self.rooms) else None,
            cuts=self._elsewhere["cuts"],
            middle=self._elsewhere["middle"],
            prizes=self._unwon,
            prizes_before=self._won_before,
            pot=self._pot(cast),
            longest=self._longest,
            tournaments=self._tournaments(cast),
            void=tuple(self._named["void"]),
            undone=tuple(self._named["undone"]),
            taken_up=tuple(self._named["taken up"]),
            unreadable=tuple(self._named["unreadable"]),
        )

    def _shares(self, cast: Mapping[int, MoneyOwners]) -> tuple[PlayerShare, ...]:
        shares = (
            PlayerShare(
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

    def _pot(self, cast: Mapping[int, MoneyOwners]) -> BiggestPot | None:
        won = self._biggest
        if won is None:
            return None
        gains = sorted(((net, one) for one, net in won.nets.items() if net > 0 and one in cast), reverse=True)
        winners = tuple((cast[one].name, net) for net, one in gains)
        return BiggestPot(room=won.room, number=won.number, amount=won.amount, is_whole=bool(won.pot), winners=winners)

    def _tournaments(self, cast: Mapping[int, MoneyOwners]) -> tuple[Tournament, ...]:
        """Those that ended, also between two hands."""
        return tuple(
            Tournament(
                room=over.room,
                number=over.standing.number,
                prize=over.standing.prize,
                places=_places_of(over.standing, self._seats[over.room.id], over.prizes, cast),
            )
            for over in self._over.values()
        )
