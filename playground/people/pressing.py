"""Buttons and menus as the client lets people use them: what is checked before, and what is sent."""

from typing import Any

from playground.discord.limits.component_shapes import BUTTON, LINK, STRING_SELECT
from playground.discord.world import User, World
from playground.people.choosing import IN_MENUS, Chosen
from playground.people.client_rules import ClientRefused, so_many
from playground.people.seen import Button, Seen, Select

Json = dict[str, Any]


def can_use(world: World, user: User, message: Seen) -> None:
    """Is the message there, for this person's eyes, and may they do anything? Raises ClientRefused."""
    if message.deleted:
        raise ClientRefused("That message is gone.")
    channel = world.channel(message.message.channel_id)
    if channel is None or not world.sees(user, channel):
        raise ClientRefused("You don't see that channel.")
    if message.message.only_for not in (None, user.id):
        raise ClientRefused("That message is for somebody else.")
    guild = world.guild_of(channel)
    member = None if guild is None else guild.members[user.id]
    if member is not None and member.timed_out_until and member.timed_out_until > world.clock.now():
        raise ClientRefused("You are in timeout.")


def pressed(button: Button | None) -> Json:
    """What a press sends. Raises ClientRefused for what can't be pressed."""
    if button is None:
        raise ClientRefused("That button isn't there any more.")
    if button.disabled or button.style == LINK or not button.custom_id:
        raise ClientRefused("That button can't be pressed.")
    return button_data(button.custom_id, button.number)


def button_data(custom_id: str, number: int = 0) -> Json:
    return {"component_type": BUTTON, "custom_id": custom_id, "id": number}


def picked(menu: Select, wanted: list[Any], chosen: Chosen, *, checked: bool) -> Json:
    """What a choice in `menu` sends: options by value or label, all else by itself or its id. Raises ClientRefused."""
    if menu.kind == STRING_SELECT:
        known, by_label = {value for _, value in menu.options}, dict(menu.options)
        values = [str(one) if str(one) in known else by_label.get(str(one), str(one)) for one in wanted]
        if checked and not set(values) <= known:
            raise ClientRefused("The menu has no such choice.")
    else:
        sorts = IN_MENUS[menu.kind]
        values = [chosen.choose(sorts, one, menu.channel_kinds, checked=checked) for one in wanted]
    if checked:
        _can_choose(menu, values)
    data: Json = {"component_type": menu.kind, "custom_id": menu.custom_id, "id": menu.number, "values": values}
    return data if menu.kind == STRING_SELECT else data | {"resolved": chosen.json()}


def _can_choose(menu: Select, values: list[str]) -> None:
    if menu.disabled:
        raise ClientRefused("That menu can't be used.")
    if not menu.low <= len(values) <= menu.high:
        raise ClientRefused(f"The menu takes {so_many(menu.low, menu.high, 'choice')}, not {len(values)}.")
    if len(set(values)) < len(values):
        raise ClientRefused("The menu takes each choice once.")
