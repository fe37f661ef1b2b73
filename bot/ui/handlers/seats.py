"""A person's seat, and for a GM those of the NPCs: sitting down, chips, a pause, wagered items, leaving."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import discord

from bot.campaigns import Right
from bot.engine.game import Item, Seat
from bot.engine.skills import EXAMPLES, parse_sheet
from bot.engine.words import counted, escape, one_line
from bot.errors import MoneyError, NotFound, PlayerError, TooLate
from bot.services import Services
from bot.tables.model import Chair, Table
from bot.tables.money.places import is_in
from bot.tables.money.wagers import require_may_wager
from bot.tables.rights import require
from bot.tables.seating import require_room
from bot.tables.seats import MOVED_ON, own_chair
from bot.tables.table_store import admitted
from bot.ui.client import Interaction
from bot.ui.context import click_of, person_of, services_of
from bot.ui.errors import refusal_text
from bot.ui.forms import MONEY, Blank, FormQuestion, Line, answer_here, choice, line
from bot.ui.handlers.answers import YES, is_confirmed, look, only_current, part, redraw
from bot.ui.handlers.more import more_showing
from bot.ui.pages.own_page import ask_on_page, seat_showing, show_page
from bot.ui.pages.private_pages import Glance, View
from bot.ui.pages.seat import LEAVE, address, seat_of
from bot.ui.panels import Component, FixedView, button, control_id, option, page, select
from bot.ui.render.buttons import MOST_OPTIONS, moment_of
from bot.ui.render.seat import at_stake, label_of
from bot.ui.render.tournament import (
    describe_adrift_prize,
    describe_fee,
    describe_giving_up,
    describe_standing,
    describe_wish,
    entrance,
)
from bot.ui.routing import NOT_OFFERED, WORN_OUT, control, number

_MOST_SELECTS = 8
_ONLY_CURRENT = only_current(1, seat_showing)


@control("seat")
async def my_seat(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the clicker's own business: their chips, their private moves, coming and going. `seat:<table>[:<seat>]`"""
    table = await look(interaction, arguments[0])
    seat = number(arguments[1]) if len(arguments) > 1 else None
    await show_page(interaction, table, seat_showing(interaction.client, table, seat))


@control("remind", guard=only_current(2, seat_showing))
async def remind(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Switch reminders on or off: `remind:<table>:<1 or 0>`. A second click changes nothing."""
    table, wish = await look(interaction, arguments[0]), part(arguments, 1)
    if wish not in {"0", "1"}:
        raise TooLate(WORN_OUT)
    await services_of(interaction).preferences.set_reminders(interaction.user.id, wish == "1")
    said = f"I {'' if wish == '1' else 'no longer '}mention you when it is your turn, at any table."
    shown = interaction.client.pages.showing_in(interaction) or seat_showing(interaction.client, table, None)
    await show_page(interaction, table, shown.after(said))


@control("top", opens=True)
async def ask_top_up(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    await _TOP_UP.ask(interaction, *arguments[:2])


async def _blank_top_up(interaction: Interaction, arguments: list[str]) -> Blank:
    table = await look(interaction, arguments[0])
    chair = own_chair(table, click_of(interaction), number(part(arguments, 1)))
    character = await services_of(interaction).characters.get(table.record.campaign_id, chair.character_id)
    purse = await services_of(interaction).wallet.balance(character)
    hint = f"{table.voice.money(purse)} in the wallet."
    return Blank("Top up", [line("amount", "More chips", description=hint, longest=MONEY)])


async def _take_top_up(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    table, tables = await look(interaction, arguments[0]), services_of(interaction).tables
    amount = table.voice.currency.parse(typed.get("amount", ""))
    after, chair = await tables.seating.top_up(table.id, click_of(interaction), amount, number(part(arguments, 1)))
    money = after.voice.money
    waits = f", {money(chair.pending)} of it from the next {table.hand_word} on" if chair.pending else ""
    has = address(person_of(interaction), table, chair, "have", "has")
    await redraw(interaction, after, f"{has} {money(chair.chips)} at the table now{waits}.")


_TOP_UP = FormQuestion("top", _blank_top_up, _take_top_up, "seat:{0}:{1}")


@control("enter", guard=_ONLY_CURRENT)
async def enter(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Pay for a place in that tournament, or for coming back into it: `enter:<table>:<seat>:<price>:<tournament>`."""
    table, tables = await look(interaction, arguments[0]), services_of(interaction).tables
    chair = own_chair(table, click_of(interaction), number(part(arguments, 1)))
    offered, meant = entrance(table, chair), control_id("enter", *arguments)
    if all(item["custom_id"] != meant for item in offered):
        raise TooLate(MOVED_ON)
    cost, tournament = number(part(arguments, 2)), number(part(arguments, 3))
    click = click_of(interaction)
    after, chair = await tables.seating.top_up(table.id, click, cost, chair.seat, tournament=tournament)
    await redraw(interaction, after, describe_standing(after, chair))


@control("out", guard=_ONLY_CURRENT)
async def sit_out(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Sit out or come back: `out:<table>:<seat>:<1 to sit out, 0 to come back in>`. A second click changes nothing."""
    table, tables = await look(interaction, arguments[0]), services_of(interaction).tables
    seat, out = number(part(arguments, 1)), part(arguments, 2) == "1"
    after, chair = await tables.seating.sit_out(table.id, click_of(interaction), seat, out=out)
    done = describe_wish(after, chair, is_own=chair.user_id == interaction.user.id)
    await redraw(interaction, after, f"{done[0].upper()}{done[1:]}.")


@control("leave", guard=_ONLY_CURRENT)
async def leave(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Leave the table: `leave:<table>:<seat>[:<moment>:yes]`. A player who is in the hand confirms first."""
    table, tables = await look(interaction, arguments[0]), services_of(interaction).tables
    seat = number(part(arguments, 1))
    if not is_confirmed(table, arguments) and (question := _question_before_leaving(interaction, table, arguments[1])):
        moment, danger = moment_of(table), discord.ButtonStyle.danger
        await ask_on_page(
            interaction,
            table,
            question,
            lambda: [[button(LEAVE, control_id("leave", table.id, seat, moment, YES), danger)]],
            lambda now: moment_of(now) == moment and now.chair(seat) is not None,
            seat,
        )
        return
    after, chair = await tables.seating.leave(table.id, click_of(interaction), seat)
    leaves = address(person_of(interaction), table, chair, "leave", "leaves")
    gone = after.chair(chair.seat) is None
    when = f" with {after.money_voice.money(chair.chips)}" if gone else f" when this {table.hand_word} is over"
    done = f"{leaves}{'' if gone and not chair.chips else when}."
    await redraw(interaction, after, " ".join(filter(None, (done, describe_adrift_prize(after)))))


def _question_before_leaving(interaction: Interaction, table: Table, seat: str) -> str:
    """Return the question that comes before someone leaves and gives something up by it; "" if they give up nothing."""
    in_hand = table.in_hand and table.was_dealt_in(number(seat))
    chair = table.chair(number(seat))
    if chair is None or not (in_hand or is_in(table, chair)):
        return ""
    chair = own_chair(table, click_of(interaction), number(seat))
    if chair.is_leaving:
        return ""
    whom = "you" if chair.user_id == interaction.user.id else table.voice.name(chair.seat)
    gives_up = describe_giving_up(table, chair, whom)
    if not in_hand:
        return f"Leave the tournament? {gives_up}"
    note = table.spec.game.leaving_note(table.rules, whom)
    told = " ".join(filter(None, (f"Leave in mid-{table.hand_word}?", note, gives_up)))
    return f"{told}\n-# {at_stake(table)}"


@control("sit", opens=True)
async def sit(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Open the form that seats anyone: with a character it asks for the buy-in, without one also for a name."""
    table, services = await look(interaction, arguments[0]), services_of(interaction)
    _require_place(interaction, table)
    own = await services.characters.mine(table.record.campaign_id, interaction.user.id)
    await (_SEAT if own else _NEWCOMER).ask(interaction, table.id)


async def _blank_seat(interaction: Interaction, arguments: list[str]) -> Blank:
    table, services = await look(interaction, arguments[0]), services_of(interaction)
    _require_place(interaction, table)
    own = await services.characters.mine(table.record.campaign_id, interaction.user.id)
    if not own:
        raise NotFound("You have no character here.")
    bounds, money = table.spec.game.buy_in(table.rules), table.money_voice.money
    purses = {character.id: await services.wallet.balance(character) for character in own}
    active = await services.characters.active(table.record.campaign_id, interaction.user.id) or own[0]
    if max(purses.values()) < bounds.low:
        raise MoneyError(
            "You need {low} to sit down here, but your wallet has only {wallet}.",
            low=bounds.low,
            wallet=purses[active.id],
        )
    if purses[active.id] < bounds.low:
        active = next(character for character in own if purses[character.id] >= bounds.low)
    # A form needs a field: where there is nothing to bring but the price of a place, it asks who sits down.
    fields = [] if table.terms is not None else [_buy_in(table, purses[active.id])]
    if len(own) > 1 or not fields:
        offered = [(str(c.id), f"{one_line(c.name)}, {money(purses[c.id])}") for c in own]
        cost = None if fields else f"{describe_fee(table)}."
        fields.insert(0, choice("who", "Who sits down?", offered, default=str(active.id), description=cost))
    return Blank("Take a seat", fields, (table.id, active.id, *_price_in_id(table)))


def _require_place(interaction: Interaction, table: Table) -> None:
    require(Right.SIT, person_of(interaction), table)
    require_room(table)


def _buy_in(table: Table, purse: int) -> Line:
    bounds, money = table.spec.game.buy_in(table.rules), table.money_voice.money
    usual, most = max(bounds.low, min(bounds.usual, purse)), max(bounds.low, min(bounds.high, purse))
    return line(
        "buy-in",
        "Buy-in",
        default=money(usual),
        description=f"From {money(bounds.low)} to {money(most)}.",
        longest=MONEY,
    )


def _price_in_id(table: Table) -> tuple[int, ...]:
    """Return the price of a place in a tournament, as it stands in a form's id; empty elsewhere."""
    return () if table.terms is None else (table.terms.fee,)


def _amount(table: Table, shown: list[str], typed: str) -> int:
    """Return the amount someone brings: nothing in a game without money, the price in a tournament.

    `shown` is the price in the form's id. Anyone who saw another price than today's, or a price where there is none any
    more, is asked again.
    """
    bounds, price = table.spec.game.buy_in(table.rules), _price_in_id(table)
    if tuple(map(number, shown)) != price:
        now = f"{describe_fee(table)} now" if price else "Everyone brings their own chips now"
        raise TooLate(f"The house rules have changed. {now}. Open the form again.")
    if price:
        return price[0]
    return table.money_voice.currency.parse(typed, minimum=min(bounds.low, 1))


async def _take_seat(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    """Seat a character: `sit:<table>:<character>[:<price>]`."""
    table, services = await look(interaction, arguments[0]), services_of(interaction)
    amount = _amount(table, arguments[2:], typed.get("buy-in", ""))
    wanted = number(typed.get("who") or part(arguments, 1))
    character = await services.characters.get(table.record.campaign_id, wanted)
    after = await services.tables.seating.sit(table.id, click_of(interaction), character, amount)
    await redraw(interaction, after, f"**{escape(character.name)}** sits down.")


_SEAT = FormQuestion("sit", _blank_seat, _take_seat)


async def _newcomer(interaction: Interaction, arguments: list[str]) -> Blank:
    table = await look(interaction, arguments[0])
    settings, about = table.campaign.settings, (table.id, *_price_in_id(table))
    name = line("name", "Your character's name", longest=100)
    example = EXAMPLES[settings.system.family]
    skills = line("skills", "Skills, if you like", placeholder=example, required=False, longest=1500, long=True)
    if table.terms is not None:
        name = line("name", "Your character's name", longest=100, description=f"{describe_fee(table)}.")
        return Blank("Take a seat", [name, skills], about)
    return Blank("Take a seat", [name, skills, _buy_in(table, settings.starting_purse)], about)


async def _seat_newcomer(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    """Make a character and seat it: `sit_new:<table>[:<price>]`. All refusals of the seat come before the character is
    made.
    """
    table, services = await look(interaction, arguments[0]), services_of(interaction)
    campaign = table.campaign
    _require_place(interaction, table)
    amount = _amount(table, arguments[1:], typed.get("buy-in", ""))
    bounds, purse = table.spec.game.buy_in(table.rules), campaign.settings.starting_purse
    if purse < bounds.low:
        raise MoneyError(
            "You need {low} to sit down here, but you begin with only {wallet}.", low=bounds.low, wallet=purse
        )
    most = min(purse, bounds.high)
    if not bounds.low <= amount <= most:
        raise MoneyError(
            "You begin with {wallet}. Bring from {low} to {most}.", wallet=purse, low=bounds.low, most=most
        )
    sheet = parse_sheet(typed.get("skills", ""), campaign.settings.system)
    character = await services.characters.create(campaign, person_of(interaction), typed.get("name", ""), sheet)
    try:
        after = await services.tables.seating.sit(table.id, click_of(interaction), character, amount)
    except PlayerError as refused:
        # The name is theirs now, and the form would refuse it: the next try seats whom this one has made.
        ready = f"{await refusal_text(interaction, refused)}\n**{escape(character.name)}** is ready to sit down."
        retry = button("Try again", control_id("sit", table.id), discord.ButtonStyle.primary)
        await answer_here(interaction, page(ready, rows=[[retry]]))
        return
    await redraw(interaction, after, f"**{escape(character.name)}** sits down.")


_NEWCOMER = FormQuestion("sit_new", _newcomer, _seat_newcomer)


@control("npc", guard=only_current(1, more_showing))
async def add_npc(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """Seat a named NPC from a template at once, with the usual buy-in."""
    table, services = await look(interaction, arguments[0], Right.SEAT_NPC), services_of(interaction)
    click = click_of(interaction)
    require_room(table)
    bounds = table.spec.game.buy_in(table.rules)
    npc = await services.characters.create_npc(table.campaign, click.person, picked[0] if picked else "")
    amount = max(bounds.low, min(bounds.usual, await services.wallet.balance(npc)))
    try:
        after = await services.tables.seating.sit(table.id, click, npc, amount)
    except PlayerError:
        await services.characters.retire(table.campaign, click.person, npc)
        raise
    await redraw(interaction, after, f"**{escape(npc.name)}** sits down.")


@control("wager", guard=_ONLY_CURRENT)
async def wager(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """Wager items: `wager:<table>:<seat>[:<part>]`. The first click shows the choice; then one item of each picked kind
    goes on the table.
    """
    table = await look(interaction, arguments[0])
    chair = own_chair(table, click_of(interaction), number(part(arguments, 1)))
    require_may_wager(table)
    if not picked:
        showing = seat_showing(interaction.client, table, chair.seat)
        await show_page(interaction, table, replace(showing, view=_items_view(services_of(interaction), chair.seat)))
        return
    held = await _held(services_of(interaction), table, chair)
    chosen = [next((item.id for item in held if item.kind == kind), None) for kind in picked]
    items = [item_id for item_id in chosen if item_id is not None]
    if len(items) < len(chosen):
        raise TooLate(NOT_OFFERED)
    wagers = services_of(interaction).tables.wagers
    after, _ = await wagers.wager(table.id, click_of(interaction), chair.seat, items)
    await _show_wager(interaction, after, chair)


@control("unwager", guard=_ONLY_CURRENT)
async def take_back(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Withdraw all items that the seat has on the table: `unwager:<table>:<seat>`."""
    table, seat = await look(interaction, arguments[0]), number(part(arguments, 1))
    after, chair = await services_of(interaction).tables.wagers.take_back(table.id, click_of(interaction), seat)
    await _show_wager(interaction, after, chair)


async def _held(services: Services, table: Table, chair: Chair) -> Sequence[Item]:
    game = table.spec.game
    held = await services.goods.held(table.record.campaign_id, chair.character_id, game.key)
    return [item for item in held if item.kind in game.goods]


def _items_view(services: Services, seat: Seat) -> View:
    """Return the view of the items that the character could wager."""

    async def draw(glance: Glance) -> FixedView:
        table = admitted(glance.table, glance.click)
        chair = seat_of(glance.click.person, table, seat)
        require_may_wager(table)
        return _items_page(table, chair, await _held(services, table, chair), glance.note)

    return draw


def _items_page(table: Table, chair: Chair, held: Sequence[Item], note: str) -> FixedView:
    """Build the page of items that the character could wager, kind by kind in the game's own order."""
    word, counts = table.spec.game.goods_word, Counter(item.kind for item in held)
    kinds = [kind for kind in table.spec.game.goods if counts[kind]]
    if not kinds:
        raise NotFound(f"{table.voice.name(chair.seat)} has no {word} to wager.")
    rows: list[list[Component]] = []
    for at in range(0, min(len(kinds), MOST_OPTIONS * _MOST_SELECTS), MOST_OPTIONS):
        options = [_option(table, kind, counts[kind]) for kind in kinds[at : at + MOST_OPTIONS]]
        menu_id = control_id("wager", table.id, chair.seat, at)
        rows.append([select(menu_id, f"Wager a {word}…", options, at_most=len(options))])
    rows.append([button("Back", control_id("seat", table.id, chair.seat))])
    has = f"{table.voice.name(chair.seat)} has {counted(len(held), word)} at hand."
    won = f"The winner of the next {table.hand_word} takes every wager on the table."
    return page(note, f"{has} {won}", rows=rows)


def _option(table: Table, kind: str, count: int) -> Component:
    picture = table.voice.symbol(f"{table.spec.game.key}_{kind}", "")
    return option(label_of(table, kind), kind, f"{count} at hand" if count > 1 else None, emoji=picture)


async def _show_wager(interaction: Interaction, table: Table, chair: Chair) -> None:
    await show_page(interaction, table, seat_showing(interaction.client, table, chair.seat))
    interaction.client.renderer.want(table)
