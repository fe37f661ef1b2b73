"""The pages of /character: a player's own list, retiring, and claims on characters of an imported campaign."""

import discord
from discord import app_commands

from bot.campaigns import Character, ClaimableCharacter, Right, may, name_key
from bot.engine.words import escape, listed
from bot.errors import NotAllowed, NotFound, TooLate
from bot.ledger import balances
from bot.ui.client import Interaction
from bot.ui.commands.transformers import MOST_CHOICES, CharacterOption, Choices, choice
from bot.ui.context import announce, campaign_of, person_of, services_of, whisper
from bot.ui.forms import answer_here
from bot.ui.handlers.answers import part
from bot.ui.pages.sheets import handled
from bot.ui.panels import button, control_id, page
from bot.ui.reminders import STOP
from bot.ui.routing import WORN_OUT, control, number

VERB = "claim"
_MOST_BUTTONS, _A_ROW, _MOST_NAMES = 20, 5, 20
NONE_KEPT = "No character is kept for you in this campaign."


class KeptCharacter(CharacterOption):
    """A character that is kept for this person."""

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        return _choices(await _kept_for(interaction), value)


class UnclaimedCharacter(CharacterOption):
    """A character that nobody has claimed; for GMs."""

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        campaign = await campaign_of(interaction)
        if not may(Right.UNCLAIMED, person_of(interaction), campaign):
            return []
        return _choices(await services_of(interaction).claims.kept(campaign.id), value)


def _choices(kept: tuple[ClaimableCharacter, ...], typed: str) -> Choices:
    sought = name_key(typed)
    fitting = (one.character for one in kept if sought in name_key(one.character.name))
    return [choice(character.name, f"#{character.id}") for character in fitting][:MOST_CHOICES]


async def _kept_for(interaction: Interaction) -> tuple[ClaimableCharacter, ...]:
    campaign = await campaign_of(interaction)
    return await services_of(interaction).claims.kept_for(campaign.id, person_of(interaction).user_id)


async def claim(interaction: Interaction, character: Character) -> str:
    """Claim a character and return a sentence about it. Raises NotFound, NotAllowed."""
    campaign, person, services = await campaign_of(interaction), person_of(interaction), services_of(interaction)
    await services.claims.claim(campaign, person, character)
    active = await services.characters.active(campaign.id, person.user_id)
    plays = active is not None and active.id == character.id
    return f"**{escape(character.name)}** is yours{', and you play them from now on' if plays else ''}."


async def claims_page(interaction: Interaction, note: str = "") -> discord.ui.LayoutView:
    """Show the characters kept for the person, with buttons that claim them."""
    kept = await _kept_for(interaction)
    if not kept:
        return page(note or NONE_KEPT)
    money = services_of(interaction).wallet.balance
    show = (await campaign_of(interaction)).settings.currency.show
    lines = [f"**{escape(one.character.name)}** · {show(await money(one.character))}" for one in kept[:_MOST_BUTTONS]]
    if len(kept) > _MOST_BUTTONS:
        lines.append(f"and {len(kept) - _MOST_BUTTONS:,} more. Claim some of these first.")
    buttons = [
        button(f"Claim {one.character.name}", control_id(VERB, one.character.id)) for one in kept[:_MOST_BUTTONS]
    ]
    rows = [buttons[at : at + _A_ROW] for at in range(0, len(buttons), _A_ROW)]
    return page(note, "### Kept for you\n" + "\n".join(lines), rows=rows)


async def describe_unclaimed(interaction: Interaction) -> str:
    """List the unclaimed characters and how to claim them; "" where there are none."""
    campaign, person = await campaign_of(interaction), person_of(interaction)
    kept = await services_of(interaction).claims.kept(campaign.id)
    if not kept:
        return ""
    names = [f"**{escape(one.character.name)}**" for one in kept[:_MOST_NAMES]]
    more = [f"{len(kept) - _MOST_NAMES:,} more"] if len(kept) > _MOST_NAMES else []
    told = [f"Unclaimed: {listed([*names, *more])}."]
    if any(one.user_id == person.user_id for one in kept):
        told.append("Characters are kept for you. Take them with /character claim.")
    return " ".join(told)


async def hand_over(interaction: Interaction, character: Character, member: discord.Member) -> None:
    """Give an unclaimed character to a member of the server, as a GM, and announce it here."""
    if member.bot:
        raise NotAllowed("A bot can't play a character. Choose a person.")
    campaign = await campaign_of(interaction)
    await services_of(interaction).claims.hand(campaign, person_of(interaction), character, member.id)
    await announce(interaction, f"**{escape(character.name)}** is {member.mention}'s character from now on.")


@control(VERB)
async def _claim_clicked(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Handle `claim:<character>`."""
    campaign = await campaign_of(interaction)
    character = await services_of(interaction).characters.get(campaign.id, number(part(arguments, 0)))
    if character.is_npc:
        raise NotFound("There is no such character in this campaign.")
    await answer_here(interaction, await claims_page(interaction, await claim(interaction, character)))


Claimable = app_commands.Transform[Character, KeptCharacter]
Unclaimed = app_commands.Transform[Character, UnclaimedCharacter]


_NOBODY = "You have no character in this campaign yet. Make one with /character new."


async def list_page(interaction: Interaction) -> discord.ui.LayoutView:
    """Show the person's own characters with their wallets, and the party."""
    services, campaign = services_of(interaction), await campaign_of(interaction)
    user_id = person_of(interaction).user_id
    mine = await services.characters.mine(campaign.id, user_id)
    active = await services.characters.active(campaign.id, user_id)
    money = {account.account: account.balance for account in await balances(services.db, campaign.id)}
    lines: list[str] = []
    for character in mine:
        purse = campaign.settings.currency.show(money.get(character.purse, 0))
        playing = ", whom you play now" if active is not None and character.id == active.id else ""
        lines.append(f"**{escape(character.name)}** · {purse}{playing}")
    party = await services.characters.party(campaign.id)
    told = f"The party: {listed(f'**{escape(character.name)}**' for character in party)}."
    unclaimed = await describe_unclaimed(interaction)
    return page("### Your characters\n" + ("\n".join(lines) or _NOBODY), *([told] if party else []), unclaimed)


async def retire_page(interaction: Interaction, character: Character) -> discord.ui.LayoutView:
    """Ask for confirmation and say where the money goes. Raises NotAllowed for a character with a seat."""
    services, campaign = services_of(interaction), await campaign_of(interaction)
    await services.characters.require_may_retire(campaign, person_of(interaction), character)
    purse = campaign.settings.currency.show(await services.wallet.balance(character))
    name = escape(character.name)
    text = (
        f"Retire **{name}** for good? The name is then free for others, and only the GM can take the {purse} out of "
        f"the wallet. First give away what others still need."
    )
    yes = button(f"Retire {character.name}", control_id("retire", character.id, 1), discord.ButtonStyle.danger)
    return page(text, rows=[[yes, button("Stay", control_id("retire", character.id, 0))]])


@control("retire")
async def _retire(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    campaign, character = await handled(interaction, arguments)
    name = escape(character.name)
    if arguments[1:] != ["1"]:
        await answer_here(interaction, page(f"**{name}** stays."))
        return
    await services_of(interaction).characters.retire(campaign, person_of(interaction), character)
    await answer_here(interaction, page(f"**{name}** has retired."))


async def set_reminders(interaction: Interaction, turns: bool | None, direct: bool | None) -> None:
    """Change what was chosen, and say how the person is reminded now."""
    preferences, user_id = services_of(interaction).preferences, interaction.user.id
    if turns is not None:
        await preferences.set_reminders(user_id, turns)
    if direct is not None:
        await preferences.set_direct(user_id, direct)
    mentions, writes = await preferences.wants_reminders(user_id), await preferences.wants_direct(user_id)
    lines = [f"I {'' if mentions else 'no longer '}mention you when it's your turn."]
    if writes:
        lines.append("I send you a direct message when a play-by-post table waits for you, one until you have moved.")
    elif direct is not None:
        lines.append("I send you no direct messages about tables.")
    await whisper(interaction, "\n".join(lines))


@control(STOP, direct=True, own_data=True)
async def _stop_writing(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Send this person no more direct messages about tables: `nodirect:all`."""
    if arguments != ["all"]:
        raise TooLate(WORN_OUT)
    await services_of(interaction).preferences.set_direct(interaction.user.id, wanted=False)
    told = "I send you no more of these messages. /character reminders on a server switches them on again."
    await interaction.response.edit_message(view=page(told))
