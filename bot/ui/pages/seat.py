"""The private page of a person's seat, and for a GM of their NPCs': chips, private moves, coming and going."""

from bot.campaigns import Person, is_gm
from bot.engine.game import Seat
from bot.engine.words import listed
from bot.errors import NotAllowed
from bot.services import Services
from bot.tables.model import Chair, Table
from bot.tables.money.stakes import named
from bot.tables.rights import decides_for, refusal, require, right_to_decide
from bot.tables.seats import NOT_SEATED
from bot.ui.pages.odds import stamp_of
from bot.ui.panels import Component, FixedView, button, control_id, page
from bot.ui.render.buttons import STYLES, in_rows, move_buttons, with_one_primary
from bot.ui.render.seat import describe_pilot, pilot_buttons, wager_buttons
from bot.ui.render.tournament import describe_standing, entrance, wish_label
from bot.ui.visibility import keeping_buttons

LEAVE = "Leave"


def likeliest_seat(person: Person, table: Table) -> Chair | None:
    """Return the first of the person's own seats; None for a person without one, who may still decide for NPCs."""
    return next(iter(table.seated(person.user_id)), None)


def seat_of(person: Person, table: Table, seat: Seat) -> Chair:
    """Return the chair that the person decides for. Raises NotAllowed for another's."""
    # Nobody decides for the GM's own seat.
    chair = table.chair(seat) or table.record.dealer
    require(right_to_decide(chair), person, table, chair)
    return chair


async def seat_page(
    services: Services, table: Table, person: Person, chair: Chair, *, note: str = "", chances: str = ""
) -> FixedView:
    """Build the page of a chair that the person decides for, with ways to the NPCs that they decide for. Its ids name
    the turn of the seat's newest choice. `chances` describes the seat's win chance.
    """
    table = table.evolve(turn=chair.asked)
    character = await services.characters.get(table.record.campaign_id, chair.character_id)
    text = _describe_holdings(table, chair, await services.wallet.balance(character))
    if (
        table.in_hand
        and table.was_dealt_in(chair.seat)
        and (own := table.spec.own(table.state, chair.seat, table.voice))
    ):
        text += f"\n{own}"
    going: list[Component] = []
    if chair.is_leaving:
        text += f"\n{address(person, table, chair, 'leave', 'leaves')} when this {table.hand_word} is over."
    else:
        more = [button("Top up…", control_id("top", table.id, chair.seat))]
        going += more if table.terms is None else entrance(table, chair)
        if label := wish_label(table, chair):
            going.append(button(label, control_id("out", table.id, chair.seat, int(not chair.is_out))))
        going.append(button(LEAVE, control_id("leave", table.id, chair.seat), STYLES["danger"]))
    if not chair.is_npc:
        wants = await services.preferences.wants_reminders(person.user_id)
        label = "Don't remind me" if wants else "Remind me"
        going.append(button(label, control_id("remind", table.id, int(not wants))))
    if chair.wager:
        text += f"\n{address(person, table, chair, 'have', 'has')} {named(table, chair.wager)} on the table."
    if told := describe_pilot(table, chair):
        text += f"\n-# {told}"
    rows = [
        *_private_ways(table, chair),
        _ways_to_odds(table, chair, has_chances=bool(chances)),
        wager_buttons(table, chair),
        going,
        pilot_buttons(table, chair),
        *in_rows(_ways_to_npcs(table, person, chair.seat)),
    ]
    return page(note, text, chances, rows=with_one_primary([row for row in rows if row]))


def npcs_page(table: Table, person: Person, note: str = "") -> FixedView:
    """Build the page of a GM without a seat of their own, with a way to each of their NPCs, or to the table. Raises
    NotAllowed for anyone else.
    """
    npcs = [chair for chair in table.record.chairs if chair.is_npc]
    own = [chair for chair in npcs if decides_for(table, person, chair)]
    if not own:
        if not npcs or not is_gm(table.campaign, person):
            raise NotAllowed(NOT_SEATED)
        refused = refusal(right_to_decide(npcs[0]), person, table, npcs[0])
        return page(note, str(refused), rows=filter(None, [keeping_buttons(table, person)]))
    if table.terms is not None:
        text = "\n".join(describe_standing(table, chair) for chair in own)
    else:
        text = f"You play {listed(f'{table.voice.name(c.seat)} with {table.voice.money(c.chips)}' for c in own)}."
    return page(note, text, rows=in_rows(_ways_to_npcs(table, person)))


def address(person: Person, table: Table, chair: Chair, own: str, other: str) -> str:
    """Address the person or name the chair, as in "You leave" or "**Roark** leaves"."""
    return f"You {own}" if chair.user_id == person.user_id else f"{table.voice.name(chair.seat)} {other}"


def _describe_holdings(table: Table, chair: Chair, purse: int) -> str:
    """Describe what the seat has on the table and in the wallet."""
    money = table.money_voice.money(purse)
    if table.terms is not None:
        return f"{describe_standing(table, chair)}\n{money} in the wallet."
    return f"{_describe_chips(table, chair)} {money} in the wallet."


def _describe_chips(table: Table, chair: Chair) -> str:
    """Describe the seat's own chips; in a running hand they move with every bet, and stand on the table."""
    voice = table.voice
    name = voice.name(chair.seat)
    if not (table.in_hand and table.was_dealt_in(chair.seat)):
        return f"{name} has {voice.money(chair.chips)} at the table and"
    waiting = f" {voice.money(chair.pending)} for the next one and" if chair.pending else ""
    return f"{name} came into this {table.hand_word} with {voice.money(chair.stack)}, and has{waiting}"


def _private_ways(table: Table, chair: Chair) -> list[list[Component]]:
    """Build the way to the seat's hand; in a game without hands its private moves."""
    if table.spec.has_hands:
        way = button(table.spec.game.hand_title, control_id("hand", table.id, chair.seat))
        return [[way]] if table.record.hand else []
    private = [move for move in table.moves(chair.seat) if move.place == "private"]
    return in_rows(move_buttons(table, private, chair.seat, spread=False))


def _ways_to_odds(table: Table, chair: Chair, *, has_chances: bool) -> list[Component]:
    """Build the ways to the details of the win chance, and to the value of the game's bets."""
    made: list[Component] = []
    if has_chances:
        made.append(button("Details", control_id("chances", table.id, chair.seat)))
    if table.spec.odds is not None and table.campaign.settings.odds_at_hand:
        made.append(button("Odds", control_id("odds", table.id, 0, stamp_of(table.rules))))
    return made


def _ways_to_npcs(table: Table, person: Person, but: Seat | None = None) -> list[Component]:
    """Build ways to the seats of the NPCs that the person decides for."""
    npcs = (chair for chair in table.record.chairs if chair.is_npc and decides_for(table, person, chair))
    label = table.voice.plain_name
    return [button(label(npc.seat), control_id("seat", table.id, npc.seat)) for npc in npcs if npc.seat != but]
