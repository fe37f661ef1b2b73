"""Challenges: one player invites another to a table, which opens with both of them when the invitation is accepted."""

from dataclasses import replace
from functools import partial
from typing import NamedTuple

import discord

from bot import games
from bot.campaigns import Campaign, Character, Person
from bot.engine.words import escape
from bot.errors import MoneyError, NotAllowed, NotFound, TooLate
from bot.tables.offers import Offer, Request
from bot.ui.channels import meet_person
from bot.ui.client import Interaction
from bot.ui.context import campaign_of, click_of, edit_here, is_private, places_of, services_of, whisper
from bot.ui.handlers.answers import part
from bot.ui.handlers.npcs import usual_buy_in
from bot.ui.handlers.offer import describe_request, open_table, usual_request
from bot.ui.panels import button, control_id, option, page, select
from bot.ui.routing import NOT_OFFERED, WORN_OUT, control, number

_LONGEST_ID = 19
"""Digits of a user's id: Discord's are larger than the bot's own."""


class _Side(NamedTuple):
    """A person, and the character that they play."""

    person: Person
    character: Character


async def challenge(interaction: Interaction, campaign: Campaign, request: Request, opponent: Person) -> None:
    """Post the invitation. Raises what the opening would, as far as that is known, and refuses a person who can't
    accept it.
    """
    click, services = click_of(interaction), services_of(interaction)
    prospect = await services.offers.prospect(campaign, click, request, places_of(interaction))
    await services.tables.opening.require_room(click)
    own = await _side(interaction, campaign, click.person, "You have")
    other = await _side(interaction, campaign, opponent, f"{escape(opponent.name)} has")
    rules = request.house_rules
    for side in (own, other):
        await _require_buy_in(interaction, request, side)
    offer = await services.offers.make(campaign, click, request, prospect, opponent.user_id)
    game, until = games.spec_of(request.game).game, int(offer.lasts_until)
    brought = game.buy_in(rules).usual
    shown = page(
        f"### {game.title_of(rules)}?\n**{escape(own.character.name)}** challenges **{escape(other.character.name)}** "
        f"(<@{opponent.user_id}>).",
        describe_request(offer, rules),
        f"You both sit down with {offer.currency.show(brought)}, or with all that you have." if brought else "",
        f"-# Only <@{opponent.user_id}> can accept. The invitation stands until <t:{until}:f>.",
        rows=[
            [
                button("Accept", control_id("accept", offer.id), discord.ButtonStyle.primary),
                button("Decline", control_id("turndown", offer.id)),
                button("Rules", control_id("rules", request.game, 0)),
            ]
        ],
    )
    mentions = discord.AllowedMentions(users=[discord.Object(opponent.user_id)])
    if is_private(interaction):
        await edit_here(interaction, page("The invitation is posted below."))
        await interaction.followup.send(view=shown, allowed_mentions=mentions)
    else:
        await interaction.response.send_message(view=shown, allowed_mentions=mentions)


def opponent_of(interaction: Interaction, user: discord.User | discord.Member) -> Person:
    """Return the person to be challenged. Raises NotAllowed for a bot and for the one who asks."""
    if user.bot:
        raise NotAllowed("A bot can't accept. Have the GM seat an NPC to play against, with /npc seat.")
    if user.id == interaction.user.id:
        raise NotAllowed("You can't challenge yourself. Choose another player.")
    return Person(user.id, name=user.display_name)


async def ask_for_game(interaction: Interaction, user: discord.User | discord.Member) -> None:
    """Ask at which game that person is challenged, with the usual house rules."""
    opponent = opponent_of(interaction, user)
    options = [option(spec.game.title, key) for key, spec in games.games().items() if spec.is_for_two]
    menu = select(control_id("duel", opponent.user_id), "Which game?", options)
    told = f"Challenge **{escape(opponent.name)}** at which game? The commands named challenge have its options too."
    await whisper(interaction, "", page(told, rows=[[menu]]))


@control("duel")
async def _challenge_at(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """Challenge a person at the game that was picked: `duel:<user>`."""
    campaign, spec = await campaign_of(interaction), games.games().get(picked[0] if picked else "")
    if spec is None or not spec.is_for_two:
        raise TooLate(NOT_OFFERED)
    user = part(arguments, 0)
    if not (user.isascii() and user.isdecimal() and len(user) <= _LONGEST_ID):
        raise TooLate(WORN_OUT)
    opponent = await meet_person(interaction.client, click_of(interaction).guild_id, int(user))
    if not opponent.name or opponent.user_id == interaction.user.id:
        raise NotFound("You can't challenge that person here.")
    await challenge(interaction, campaign, usual_request(campaign, spec), opponent)


async def _side(interaction: Interaction, campaign: Campaign, person: Person, whose: str) -> _Side:
    """Return a person with the character that they play. Raises NotFound, beginning with `whose`, for none."""
    character = await services_of(interaction).characters.active(campaign.id, person.user_id)
    if character is None:
        raise NotFound(f"{whose} no character in this campaign yet. Players make one with /character new.")
    return _Side(person, character)


async def _require_buy_in(interaction: Interaction, request: Request, side: _Side) -> None:
    """Refuse a character who is too poor to sit down."""
    least = games.spec_of(request.game).game.buy_in(request.house_rules).low
    if await services_of(interaction).wallet.balance(side.character) < least:
        name = escape(side.character.name).replace("{", "{{").replace("}", "}}")
        raise MoneyError(f"{name} has less than {{least}}, which it takes to sit down.", least=least)


async def _invitation(interaction: Interaction, arguments: list[str]) -> tuple[Campaign, Offer]:
    """Return the campaign that is played here and the invitation of an id, if it invites this person."""
    campaign, offers = await campaign_of(interaction), services_of(interaction).offers
    offer = await offers.get(number(part(arguments, 0)), campaign, click_of(interaction), by_invited=True)
    return campaign, offer


@control("accept")
async def accept(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Open the table that the invitation is for, as the person who made it, and seat both: `accept:<offer>`."""
    campaign, offer = await _invitation(interaction, arguments)
    services, click = services_of(interaction), click_of(interaction)
    host = await meet_person(interaction.client, offer.guild_id, offer.user_id)
    if not host.name:
        raise NotFound("The player who invited you is no longer on this server.")
    sides = (
        await _side(interaction, campaign, host, f"{escape(host.name)} has"),
        await _side(interaction, campaign, click.person, "You have"),
    )
    for side in sides:
        await _require_buy_in(interaction, offer.request, side)
    opens = replace(click, person=host)
    await services.tables.opening.require_room(opens, f"{escape(host.name)} has")
    table = await open_table(
        interaction,
        campaign,
        offer.request,
        offer.request.house_rules,
        services.offers.taken(offer),
        click=opens,
        answer=partial(
            _replace_invitation, interaction, f"{_name(sides[1])} accepts the challenge of {_name(sides[0])}."
        ),
    )
    there = replace(click, channel_id=table.record.channel_id)
    for at, side in enumerate(sides, start=1):
        amount = await usual_buy_in(interaction, table, side.character)
        sits = replace(there, person=side.person).again(at)
        table = await services.tables.seating.sit(table.id, sits, side.character, amount)
    interaction.client.renderer.want(table)


@control("turndown")
async def turn_down(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Decline the invitation: `turndown:<offer>`."""
    _campaign, offer = await _invitation(interaction, arguments)
    await services_of(interaction).offers.forget(offer)
    await _replace_invitation(interaction, f"<@{interaction.user.id}> declines the challenge of <@{offer.user_id}>.")


async def _replace_invitation(interaction: Interaction, said: str) -> None:
    """Show in the place of the invitation what became of it. Nobody is mentioned."""
    await interaction.response.edit_message(view=page(said))


def _name(side: _Side) -> str:
    return f"**{escape(side.character.name)}**"
