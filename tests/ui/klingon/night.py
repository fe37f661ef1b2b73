"""A night of tournaments: who comes, what they hold, and how Lando goes out in the first hand."""

from playground.people import Form, Player, Seen
from tests.ui.tables.evening import Evening, seats_of

PHOTONS = "photon-12 photon-8 overload phaser-7 phaser-5"
SHIPS = {"Han": ("fed-dn", "fed-ca"), "Lando": ("rom-ff", "gor-ff"), "Roark": ("tho-pc", "gor-dd")}
"""From the left of the sun, which Roark has first. Han's are the strongest by far."""


async def sits(evening: Evening, who: Player) -> Form:
    """Seat a newcomer, and return the form that they were shown."""
    form = (await who.click(evening.message, "Sit")).form
    await who.submit(form, {"Your character's name": who.user.display_name})
    await evening.drawn()
    return form


async def my_seat(evening: Evening, who: Player) -> Seen:
    return (await evening.privately(who, "My seat")).shown


async def lando_goes_out(evening: Evening, han: Player, lando: Player, roark: Player) -> None:
    """Let Han, who is asked first, win all chips of Lando; Roark gives the cloaked bet away."""
    await evening.fills(han, "Raise…", {"Raise to": "all in"})
    await evening.drawn()
    await evening.does(lando, "Engage")
    await evening.does(roark, "Disengage")


def seats(evening: Evening) -> list[str]:
    return seats_of(evening.message)
