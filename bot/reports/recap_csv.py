"""An evening as CSV, to reckon with: a row for each figure, empty cells for what it hasn't. Times are ISO 8601, UTC."""

from collections.abc import Iterable, Iterator, Mapping

from bot.engine.money import Currency
from bot.engine.speech import plain
from bot.reports.csv_text import Cell, csv_text
from bot.reports.gm_version import Kept
from bot.reports.markdown import FOR_THE_GM, Where, moment
from bot.reports.recap import Named, Recap
from bot.reports.tables import Room

HEADER = (
    *("What", "Table", "Game", "Hand", "Name", "NPC", "Hands", "Won", "Place", "Turns"),
    *("Amount", "Amount in smallest coins", "From", "To", "Text"),
)

Cells = Mapping[str, Cell]


def csv(recap: Recap, currency: Currency, where: Where, kept: Iterable[Kept] = ()) -> str:
    """The whole file; `kept` is what only the GM reads."""
    rows = _Rows(recap, currency, where)
    found = (*rows.games(), *rows.nets(), *rows.highlights(), *rows.tournaments(), *rows.named(), *rows.kept(kept))
    return csv_text(HEADER, ([row.get(name) for name in HEADER] for row in found))


class _Rows:
    """The rows of an evening by the names of their columns."""

    def __init__(self, recap: Recap, currency: Currency, where: Where) -> None:
        self.recap, self.currency, self.where = recap, currency, where

    def games(self) -> Iterator[Cells]:
        recap = self.recap
        for room in recap.rooms:
            yield {"What": "Table", **self._at(room), "From": moment(room.opened_at)}
        if recap.began is not None and recap.ended is not None:
            time = {"From": moment(recap.began), "To": moment(recap.ended)}
            for one in recap.played:
                yield {"What": "Played", "Game": one.title, "Hands": one.hands, **time}

    def nets(self) -> Iterator[Cells]:
        recap = self.recap
        for share in recap.shares:
            npc = "yes" if share.is_npc else "no"
            played = {"Hands": share.hands, "Won": share.won}
            yield {"What": "Net", "Name": share.name, "NPC": npc, **played, **self._money(share.net)}
        if recap.house is not None:
            yield {"What": "Net of the house", **self._money(recap.house)}
        others = (
            ("Cuts", recap.cuts),
            ("In the middle", recap.middle),
            ("In prizes", recap.prizes),
            ("From prizes paid for before", recap.prizes_before),
        )
        for what, amount in others:
            if amount:
                yield {"What": what, **self._money(amount)}

    def highlights(self) -> Iterator[Cells]:
        pot, long = self.recap.pot, self.recap.longest
        if pot is not None:
            what, names = (
                "Biggest pot" if pot.is_whole else "Most won at once",
                "; ".join(name for name, _ in pot.winners),
            )
            yield {"What": what, **self._at(pot.room), "Hand": pot.number, "Name": names, **self._money(pot.amount)}
        if long is not None:
            yield {"What": "Longest", **self._at(long.room), "Hand": long.number, "Turns": long.turns}

    def tournaments(self) -> Iterator[Cells]:
        for one in self.recap.tournaments:
            for place in one.places:
                stood = {"Name": place.name, "Place": place.place, "Text": f"Tournament {one.number}"}
                yield {"What": "Tournament", **self._at(one.room), **stood, **self._money(place.prize)}

    def named(self) -> Iterator[Cells]:
        recap = self.recap
        kinds: tuple[tuple[str, tuple[Named, ...]], ...] = (
            ("Void", recap.void),
            ("Undone", recap.undone),
            ("Taken up again", recap.taken_up),
            ("Can't be read", recap.unreadable),
        )
        for what, hands in kinds:
            yield from ({"What": what, **self._at(hand.room), "Hand": hand.number} for hand in hands)

    def kept(self, kept: Iterable[Kept]) -> Iterator[Cells]:
        for one in kept:
            for hand in one.hands:
                what = f"{FOR_THE_GM}, taken back" if hand.is_undone else FOR_THE_GM
                for sentence in hand.sentences:
                    yield {"What": what, **self._at(one.room), "Hand": hand.number, "Text": plain(sentence)}

    def _money(self, amount: int) -> Cells:
        return {"Amount": self.currency.show(amount), "Amount in smallest coins": amount}

    def _at(self, room: Room) -> Cells:
        return {"Table": f"{room.id} in {self.where(room)}", "Game": room.title}
