"""The stored record of a table: its seats, the hand in play, the seeds, the clocks and the last sentences."""

from typing import Literal

from bot.campaigns import AutopilotSettings, Bankroll, Pace
from bot.engine.frozen import Frozen
from bot.engine.game import DEALER, Item, Seat
from bot.engine.rng import commitment
from bot.engine.tournament import Standing

Status = Literal["open", "closed"]
HandStatus = Literal["running", "settled", "void"]
How = Literal["click", "clock", "leave", "gm", "npc"]
"""The kind of actor: a person for a seat of theirs, the clock, a leaver, the GM for another player's character, an NPC
on autopilot.
"""
PEOPLE: frozenset[How] = frozenset({"click", "gm"})
"""The kinds with a person behind them, now."""


class Seeds(Frozen):
    """The two seeds of a hand (hex), drawn before it; the commitments are shown, `open` follows after the hand."""

    open: str
    closed: str

    @property
    def open_commitment(self) -> str:
        return commitment(bytes.fromhex(self.open))

    @property
    def closed_commitment(self) -> str:
        return commitment(bytes.fromhex(self.closed))


class Chair(Frozen):
    """A character at the table. Money in smallest coins."""

    seat: Seat
    character_id: int
    name: str
    user_id: int | None
    """Whose character it is; None for an NPC, which the GMs play."""
    stack: int
    """The chips the next hand begins with; those of a running hand are in its state."""
    pending: int = 0
    """Chips bought in mid-hand: they count from the next hand on."""
    asked: int = 0
    """The turn since which this seat's choices are what they are: an older click doesn't count."""
    is_out: bool = False
    is_leaving: bool = False
    left_at: int = 0
    """The turn at which they left, if they are leaving."""
    brought_back: int = 0
    """The turn of the undo that has given the seat back to a player who had left it."""
    wager: tuple[Item, ...] = ()
    """The items that the character has put on the table."""
    is_gm: bool = False
    """Whether its player was a GM when they last did something here."""
    pilot: AutopilotSettings | None = None
    """How an NPC plays here on autopilot; None where the GM plays it."""
    is_forgotten: bool = False
    """Whether it is leaving because its user asked to be forgotten: then it folds at its turn, where one can."""
    is_taken_over: bool = False
    """Whether a GM plays it for now, until they give it back to its pilot."""

    @property
    def is_npc(self) -> bool:
        return self.user_id is None

    @property
    def plays_itself(self) -> bool:
        """Whether its pilot plays it now: an NPC that no GM has taken over, and that hasn't left."""
        return self.is_npc and self.pilot is not None and not self.is_taken_over and not self.is_leaving

    @property
    def is_dealer(self) -> bool:
        """Whether it is the GM's own seat: without a character, and without money."""
        return self.seat == DEALER

    @property
    def chips(self) -> int:
        """All the seat's money as the ledger knows it."""
        return self.stack + self.pending


class HandRecord(Frozen):
    """The hand in play, or the last one: its result stays on the table until the next."""

    number: int
    revision: int = 0
    seeds: Seeds
    source: str
    """The source of the last action's draws, hex."""
    next_draw: int = 0
    status: HandStatus = "running"
    version: int
    """Of the game's rules that wrote the state."""
    clicks: int = 0
    """Actions that came from a person's click; without one nobody stirred the chance."""
    attended: bool = False
    """Whether a person has moved in it: after a hand that nobody played, the clock deals none."""
    names: tuple[tuple[Seat, str], ...] = ()
    """The seats that were dealt in, with names, also of players who have left since."""
    people: tuple[int, ...] = ()
    """The Discord users who played in it with characters of their own."""
    is_undone: bool = False
    """Whether its result was undone: then it is void."""
    taken_back: int = 0
    """How many results were undone while this was the latest hand."""
    by_hand: bool = False
    """Whether people type in their own dice or totals: nothing to verify then."""


class Entered(Frozen):
    """A player who bought into the tournament, by seat: they get its prizes even when the seat is long empty."""

    seat: Seat
    character_id: int
    name: str


class Reminder(Frozen):
    """The message that mentions the players to move."""

    turn: int
    message_id: int | None = None


class Record(Frozen):
    """Everything stored of a table except the state of its hand."""

    id: int
    campaign_id: int
    guild_id: int
    channel_id: int
    game: str
    rules: str
    """The game's HouseRules, JSON."""
    preset: str | None = None
    pace: Pace
    auto_deal: bool = False
    keeper: int
    """The GM or player who opened the table, or the GM who has taken it over: a Discord user."""
    keeper_name: str = ""
    """Their name on the server, as they typed it."""
    keeper_is_gm: bool = False
    """Whether they were a GM when the table became theirs."""
    opened_by: int | None = None
    """The Discord user who opened the table, once another one hosts it."""
    status: Status = "open"
    message_id: int | None = None
    version: int = 0
    turn: int = 0
    sequence: int = 0
    hand: HandRecord | None = None
    seeds: Seeds
    """Of the next hand."""
    carry: str | None = None
    carry_version: int | None = None
    """Of the game's rules that wrote the carry."""
    bank: int = 0
    """Chips of the bank, or what the hand before has left in the middle."""
    bankroll: Bankroll | None = None
    """The bank's owner, as it was when the table opened; None where there is none."""
    prize: int = 0
    """The fees of the running tournament, in smallest coins: no seat's, until it is over."""
    tournaments: int = 0
    """How many have begun here."""
    return_until: float | None = None
    """Until when the next hand waits for players who may buy back in; seconds since the epoch."""
    entered: tuple[Entered, ...] = ()
    """The players of the running tournament, or of the last one, also those who have left."""
    chairs: tuple[Chair, ...] = ()
    """Clockwise: who sits down later sits further on."""
    next_seat: int = 1
    paused_at: float | None = None
    dealer_asked: int = 0
    """The turn since which the choices of the GM's own seat are what they are."""
    deadline: float | None = None
    """When the clock acts for the players to move, or deals; seconds since the epoch."""
    extended: int | None = None
    """The turn of the choice that a player has had more time for."""
    reminder: Reminder | None = None
    remind_again_at: float | None = None
    """When those who have been reminded and were given more time are reminded once more."""
    wagered_by: int | None = None
    """The Discord user who last changed a wager for the next hand."""
    opened_at: float
    touched_at: float
    """When a person last did something here; what the clock does is nobody's touch."""
    said: tuple[str, ...] = ()
    """The last sentences, oldest first."""
    is_lost: bool = False
    """Whether this was put together again from the ledger: then nothing can be played here."""

    @property
    def dealer(self) -> Chair:
        """The GM's own seat, for a table whose game has one."""
        return Chair(seat=DEALER, character_id=0, name="the GM", user_id=None, stack=0, asked=self.dealer_asked)

    def holds(self, standing: Standing) -> bool:
        """Tell whether the fees of that tournament lie here, and the owner of each of its seats is known."""
        known = {one.seat for one in self.entered}
        return self.prize == standing.prize and all(one.seat in known for one in standing.entrants)

    @property
    def opener(self) -> int:
        """The Discord user who opened the table, even if another one hosts it now."""
        return self.keeper if self.opened_by is None else self.opened_by
