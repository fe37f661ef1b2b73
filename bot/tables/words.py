"""The events of a table in sentences: for its message, private pages, the GM's log, recaps and files.

Sentences are made when they are read, with the names that characters have then.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import groupby
from typing import Literal

from bot.engine.game import DEALER, Event, HouseRules, Seat
from bot.engine.money import CHIPS
from bot.engine.options import options_of
from bot.engine.spec import AnySpec
from bot.engine.words import NO_TEXTS, Voice, capital, counted, ended, escape, listed, ordinal
from bot.tables.events import (
    ActedFor,
    ActionUndone,
    Audience,
    Awaited,
    BankChanged,
    BankPaidOut,
    BankSpent,
    BoughtBack,
    GaveUp,
    HostChanged,
    HostPlays,
    ItemsReturned,
    Lacking,
    Leaving,
    Left,
    MintCovered,
    MoreTime,
    Moved,
    NobodyPlayed,
    Opened,
    OptionChanged,
    Paused,
    PlaceBought,
    PrizeReturned,
    ResultUndone,
    Resumed,
    RulesChanged,
    Sat,
    SatOut,
    ShortOfFee,
    Spoke,
    StayedAway,
    TableClosed,
    TimeUp,
    ToppedUp,
    TournamentBegan,
    TournamentEnded,
    UnknownEvent,
    Voided,
    Wagered,
    Withdrew,
    is_tables,
    read_event,
)
from bot.tables.hand.log import LogRow

NEUTRAL = "Something happened here that this version of the bot can't read."
_A_HANDFUL = 5
"""Number of seats that are named one by one, where many are meant."""
_EMPTY_LABELS = frozenset({"", "done"})
"""Labels that tell nothing of a move behind a name."""
_OWNERS: Mapping[str, str] = {"house": "The house", "party": "The party"}
_TARGETS: Mapping[str, str] = {"party": "the party's wallet", "house": "the house", "mint": "the mint"}
_LACKING: Mapping[str, str] = {
    "bank": "the bank",
    "house": "the house",
    "party": "the party's wallet",
    "prize": "the prize",
}
_BANKS: Mapping[str, str] = {
    "bank": "The bank",
    "winnings": "The bank's winnings",
    "lost": "The rest of the table's money",
    "middle": "The pot that was left",
}
_VOWELS = frozenset("aeiouAEIOU8")


def name_items(kinds: Mapping[str, str], items: Iterable[str]) -> str:
    """Describe items by their kinds, as in "a +3", "a Double and 2 × ±1"."""
    counts = Counter(kinds.get(item, item) for item in items)
    return listed(_with_article(label, count) for label, count in counts.items())


def _with_article(label: str, count: int) -> str:
    if count > 1:
        return f"{count} × {label}"
    return f"{'an' if label[:1] in _VOWELS else 'a'} {label}"


def name_seats(voice: Voice, seats: Iterable[Seat]) -> str:
    """Return the names as one list, the GM last; of a crowd only the number."""
    found = set(seats)
    players, gm = sorted(found - {DEALER}), [voice.name(DEALER)] if DEALER in found else []
    if len(players) > _A_HANDFUL:
        return listed([f"{len(players)} players", *gm])
    return listed([*(voice.name(seat) for seat in players), *gm])


def name_action(voice: Voice, seat: Seat | None, label: str | None, timed_out: Collection[Seat] = ()) -> str:
    """Describe an action by its button, as in "Lando's call", "Lando's “End turn”", "Lando's last move"; or the seats
    that the clock decided for.
    """
    if timed_out:
        return f"the timeout of {name_seats(voice, timed_out)}"
    if seat in {None, DEALER}:
        return "the GM's own decision"
    name, shown = f"{voice.name(seat or 0)}'s", (label or "").rstrip("…").strip()
    if shown.casefold() in _EMPTY_LABELS:
        return f"{name} last move"
    return f"{name} {shown.lower()}" if shown.isalpha() else f"{name} “{shown}”"


def name_lack(voice: Voice, lack: Lacking) -> str:
    """Return the name of a seat or a shared account that lacks money."""
    return voice.name(lack.who) if isinstance(lack.who, int) else _LACKING[lack.who]


@dataclass(frozen=True, slots=True)
class Narrator:
    """Tells what happened at a table, by its game, the house rules of the time, and a voice that counts in money."""

    spec: AnySpec
    rules: HouseRules
    voice: Voice

    def tell(self, row: LogRow, *audiences: Audience) -> tuple[str, ...]:
        """Return the sentences of a row for these readers, oldest first; for everyone if none are named."""
        heard: tuple[Audience, ...] = audiences or ("all",)
        events = [one.event for one in row.events if one.audience in heard]
        return self.sentences(events, text=row.text, actor=row.actor, typed=row.typed) if events else ()

    def sentences(
        self,
        events: Iterable[Event],
        *,
        text: str = "",
        actor: int | None = None,
        typed: Mapping[str, str] = NO_TEXTS,
    ) -> tuple[str, ...]:
        """Return the sentences about events, oldest first. `text` is the reason or line that was typed for them."""
        voice = replace(self.voice, typed={**self.voice.typed, **typed}) if typed else self.voice
        in_chips = voice if self.spec.game.terms(self.rules) is None else replace(voice, currency=CHIPS)
        telling, events = _Telling(self.spec, self.rules, voice, text, actor), list(events)
        told: list[str] = []
        for source, run in groupby((read_event(self.spec, self.rules, event) for event in events), key=_source_of):
            match source:
                case "unknown":
                    told.append(NEUTRAL)
                case "table":
                    told += (line for event in run if (line := describe(event, telling)))
                case "game":
                    told += self.spec.words.tell(run, in_chips)
        return _with_expiry(told, events, voice)


def _with_expiry(told: list[str], events: list[Event], voice: Voice) -> tuple[str, ...]:
    """Put the end of a seat's time before the action that follows from it, in one line."""
    first = events[0] if events else None
    if isinstance(first, TimeUp) and len(told) > 1 and told[1].startswith(name_seats(voice, first.seats)):
        return f"{told[0]} {told[1]}", *told[2:]
    return tuple(told)


def _source_of(event: Event) -> Literal["unknown", "table", "game"]:
    if isinstance(event, UnknownEvent):
        return "unknown"
    return "table" if is_tables(event) else "game"


@dataclass(frozen=True, slots=True)
class _Telling:
    """The surroundings of a table's event: its game, house rules and voice, and what stands beside it in its row."""

    spec: AnySpec
    rules: HouseRules
    voice: Voice
    text: str
    actor: int | None

    @property
    def word(self) -> str:
        return self.spec.game.hand_word

    def name(self, seat: Seat) -> str:
        return self.voice.name(seat)

    def names(self, seats: Iterable[Seat]) -> str:
        return listed(map(self.voice.name, seats))

    def money(self, amount: int) -> str:
        return self.voice.money(amount)


@singledispatch
def describe(_event: Event, _telling: _Telling) -> str:
    """Describe an event of the table in a sentence; "" for one that nobody needs to read."""
    return ""


@describe.register
def _(event: Sat, telling: _Telling) -> str:
    if event.place is None:
        return f"{telling.name(event.seat)} sits down with {telling.money(event.amount)}."
    chips = f" with {telling.money(event.amount)}" if event.amount else ""
    return f"{telling.name(event.seat)} sits down{chips} for a place in the {event.place}."


@describe.register
def _(event: Left, telling: _Telling) -> str:
    chips = f" with {telling.money(event.chips)}" if event.chips is not None else ""
    return f"{telling.name(event.seat)} leaves{chips}."


@describe.register
def _(event: Leaving, telling: _Telling) -> str:
    return f"{telling.name(event.seat)} leaves after this {telling.word}."


@describe.register
def _(event: SatOut, telling: _Telling) -> str:
    return f"{telling.name(event.seat)} {'sits out' if event.out else 'is back in'}."


@describe.register
def _(event: Wagered, telling: _Telling) -> str:
    return f"{telling.name(event.seat)} wagers {name_items(telling.spec.game.goods, event.kinds)}."


@describe.register
def _(event: Withdrew, telling: _Telling) -> str:
    return f"{telling.name(event.seat)} withdraws {name_items(telling.spec.game.goods, event.kinds)}."


@describe.register
def _(event: Spoke, telling: _Telling) -> str:
    return f"{telling.name(event.seat)}: “{escape(telling.text)}”" if telling.text else ""


@describe.register
def _(event: ActedFor, telling: _Telling) -> str:
    if event.how == "moves":
        return f"The GM acts for {telling.name(event.seat)}."
    if event.how == "waits_no_longer":
        return f"The GM stops waiting for {telling.name(event.seat)}."
    if event.how == "sends_away":
        return f"The GM sends {telling.name(event.seat)} away."
    return "The GM leaves it to the rules."


@describe.register
def _(event: HostChanged, telling: _Telling) -> str:
    who = "Another GM" if telling.actor is None else f"<@{telling.actor}>"
    return f"{who} is the table's GM now{', and plays at it too' if event.plays else ''}."


@describe.register
def _(event: HostPlays, _telling: _Telling) -> str:
    if event.sees:
        return f"The table's GM plays here, and {_sees(has_dealer=event.has_dealer)}."
    if event.has_dealer:
        return "The table's GM plays here, so nobody holds the GM's seat now. Another GM takes over under “More…”."
    return "The table's GM plays here, so nobody plays the NPCs now. Another GM takes over under “More…”."


@describe.register
def _(event: Paused, _telling: _Telling) -> str:
    if event.departed:
        return "The bot is no longer on this server. The table is paused."
    if event.blocked:
        return "The person who runs the bot has blocked this server. The table is paused."
    return "The GM pauses the table."


@describe.register
def _(_event: Resumed, _telling: _Telling) -> str:
    return "The game goes on."


@describe.register
def _(_event: Moved, _telling: _Telling) -> str:
    return "The GM moves the table here."


@describe.register
def _(event: Voided, telling: _Telling) -> str:
    if event.by == "gm":
        return f"The GM voids the {telling.word}. Everyone gets back the chips they had before it."
    return f"The {telling.word} can no longer be read and is void. Everyone gets back the chips they had before it."


@describe.register
def _(event: RulesChanged, telling: _Telling) -> str:
    changes = ", ".join(_describe_change(change, telling) for change in event.changes)
    return f"The house rules change: {changes}."


@describe.register
def _(event: TableClosed, _telling: _Telling) -> str:
    return _describe_closing(event)


@describe.register
def _(event: MoreTime, telling: _Telling) -> str:
    if event.by_gm:
        return f"The GM gives {name_seats(telling.voice, event.seats)} more time."
    return f"More time for {name_seats(telling.voice, event.seats)}."


@describe.register
def _(event: TimeUp, telling: _Telling) -> str:
    return f"Time ran out for {name_seats(telling.voice, event.seats)}."


@describe.register
def _(_event: NobodyPlayed, telling: _Telling) -> str:
    return f"Nobody played this {telling.word}. Press “Next {telling.word}” for another."


@describe.register
def _(event: Opened, telling: _Telling) -> str:
    return f"{_OWNERS[event.owner]} fills the bank with {telling.money(event.bank)}." if event.owner else ""


@describe.register
def _(event: ToppedUp, telling: _Telling) -> str:
    return f"{telling.name(event.seat)} buys {telling.money(event.amount)} in chips."


@describe.register
def _(event: PlaceBought, telling: _Telling) -> str:
    return f"{telling.name(event.seat)} pays {telling.money(event.amount)} for a place in the {event.place}."


@describe.register
def _(event: BoughtBack, telling: _Telling) -> str:
    if not event.fee:
        return f"{telling.name(event.seat)} comes back in."
    name, prize = telling.name(event.seat), telling.money(event.prize)
    return f"{name} buys back in for {telling.money(event.fee)}: the prize is {prize} now."


@describe.register
def _(event: BankChanged, telling: _Telling) -> str:
    return f"{_describe_bank_change(event, telling.voice)}{ended(telling.text)}"


@describe.register
def _(event: BankPaidOut, telling: _Telling) -> str:
    back = "back " if event.is_back else ""
    goes = "go" if event.what == "winnings" else "goes"
    return f"{_BANKS[event.what]}, {telling.money(event.amount)}, {goes} {back}to {_TARGETS[event.target]}."


@describe.register
def _(event: BankSpent, telling: _Telling) -> str:
    has = f"The bank has {telling.money(event.bank)}" if event.bank else "The bank is empty"
    needs = f"needs {telling.money(event.least)} to pay the smallest bet"
    return f"{has} and {needs}. The GM can fill it with /bank fill."


@describe.register
def _(event: TournamentBegan, telling: _Telling) -> str:
    won = f"the prize is {telling.money(event.prize)}" if event.prize else "for the honor"
    players = counted(event.players, "player")
    return f"Tournament {event.number} begins: {players}, {CHIPS.show(event.points)} each, {won}."


@describe.register
def _(event: TournamentEnded, telling: _Telling) -> str:
    return _describe_end(event, telling.voice)


@describe.register
def _(event: GaveUp, telling: _Telling) -> str:
    if event.points is None:
        return f"{telling.name(event.seat)} gives up."
    name, go = telling.name(event.seat), "goes" if event.points == 1 else "go"
    return f"{name} gives up. {CHIPS.show(event.points)} {go} into the next pot."


@describe.register
def _(event: Awaited, telling: _Telling) -> str:
    back = "buy back in" if event.has_fee else "come back in"
    return f"{telling.names(event.seats)} may {back} before the next {telling.word}."


@describe.register
def _(event: ShortOfFee, telling: _Telling) -> str:
    have = "has" if len(event.seats) == 1 else "have"
    return f"A place costs {telling.money(event.fee)}, and {telling.names(event.seats)} {have} yet to pay for it."


@describe.register
def _(event: PrizeReturned, telling: _Telling) -> str:
    return _describe_returned_prize(event, telling.voice)


@describe.register
def _(event: ActionUndone, telling: _Telling) -> str:
    again = f" {capital(telling.word)} {event.reopened} goes on." if event.reopened is not None else ""
    action = name_action(telling.voice, event.seat, event.label, event.timed_out)
    return f"The GM undoes {action}{ended(telling.text)}{again}"


@describe.register
def _(event: ResultUndone, telling: _Telling) -> str:
    voided = f" {capital(telling.word)} {event.voided} is void." if event.voided is not None else ""
    return f"The GM undoes {telling.word} {event.hand}{ended(telling.text)}{voided}"


@describe.register
def _(event: StayedAway, telling: _Telling) -> str:
    stays = "stays" if len(event.seats) == 1 else "stay"
    return f"{telling.names(event.seats)} left during the {telling.word} and {stays} away."


@describe.register
def _(_event: ItemsReturned, _telling: _Telling) -> str:
    return "The wagered items are back where they were."


@describe.register
def _(event: MintCovered, telling: _Telling) -> str:
    return describe_covered(event.lacks, telling.voice)


def _describe_change(change: OptionChanged, telling: _Telling) -> str:
    """Describe the change of an option, as in "Ante 20 cr (was 10 cr)"."""
    option = next((one for one in options_of(type(telling.rules)) if one.name == change.option), None)
    if option is None:
        return change.option
    try:
        was, now = (option.told(value, telling.voice.money) for value in (change.was, change.now))
    except LookupError:  # a choice that the option doesn't have any more
        return option.title
    return f"{option.title} {now} (was {was})"


def _sees(*, has_dealer: bool) -> str:
    return "holds the GM's seat" if has_dealer else "sees the hands of the NPCs"


def _describe_closing(event: TableClosed) -> str:
    why = {
        "person": "The table is closed.",
        "idle": f"Nobody has played here for {counted(event.days, 'day')}: the table is closed.",
        "channel": "The channel is gone: the table is closed.",
    }[event.why]
    return f"{why} All chips are back in the wallets." if event.returns_chips else why


def _describe_bank_change(event: BankChanged, voice: Voice) -> str:
    amount, bank = voice.money(abs(event.amount)), voice.money(event.bank)
    if event.amount < 0:
        return f"The GM takes {amount} out of the bank for {_TARGETS[event.owner]}, which leaves {bank}"
    whose = "the party's" if event.owner == "party" else "the house's"
    return f"The GM puts {amount} of {whose} money into the bank, which has {bank} now"


def _describe_end(event: TournamentEnded, voice: Voice) -> str:
    """Describe the end, as in "Lando wins the tournament: 780 cr. Han is second: 420 cr."."""
    name, money = voice.name, voice.money
    told: list[str] = []
    if event.winner is not None:
        won = "" if event.prize is None else f": {money(event.prize)}"
        told.append(f"{name(event.winner)} wins the tournament{won}.")
    for one in event.places:
        names, amount = listed(map(name, one.seats)), money(one.amount)
        told.append(
            f"{names} is {ordinal(one.place)}: {amount}."
            if len(one.seats) == 1
            else f"{names} share {ordinal(one.place)} place: {amount} each."
        )
    return " ".join(told)


def _describe_returned_prize(event: PrizeReturned, voice: Voice) -> str:
    parts = listed(f"{voice.money(share.amount)} to {voice.name(share.seat)}" for share in event.shares)
    if event.how == "points":
        goes = f" The players still in share its prize by their chips: {parts}." if event.shares else ""
        return f"The tournament is called off.{goes}"
    back = parts if event.how == "fees" else f"{voice.money(event.amount)} to the house"
    return f"The tournament can no longer be read, so its prize goes back: {back}."


def describe_covered(lacks: Iterable[Lacking], voice: Voice) -> str:
    """Describe the amounts that the mint pays for an undo; of a crowd the last ones together."""
    short = tuple(lacks)
    parts = [f"{voice.money(lack.amount)} that {name_lack(voice, lack)} lacks" for lack in short[:_A_HANDFUL]]
    if others := short[_A_HANDFUL:]:
        verb = "lacks" if len(others) == 1 else "lack"
        parts.append(f"{voice.money(sum(lack.amount for lack in others))} that {len(others)} more {verb}")
    return f"The mint covers {listed(parts)}."
