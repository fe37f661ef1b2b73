"""What a table knows of the people at it: who of them is a GM, as it was when they last did something there.

Rights are Discord's, and come and go without a word.
"""

from bot.campaigns import Person, may_gm
from bot.tables.model import Chair, Table


def acquainted(table: Table, person: Person) -> Table:
    """The table as it knows that person from now on; itself where nothing is new."""
    is_gm = may_gm(table.campaign, person)

    def is_news(chair: Chair) -> bool:
        return chair.user_id == person.user_id and chair.is_gm != is_gm

    if not any(is_news(chair) for chair in table.record.chairs):
        return table
    chairs = table.record.chairs
    return table.evolve(chairs=tuple(chair.evolve(is_gm=is_gm) if is_news(chair) else chair for chair in chairs))


def hides_from_gms(table: Table) -> bool:
    """Whether what is kept for the GM may not be told to all GMs: one of them sits there with a character of their
    own, and the campaign lets nobody know what they play against.
    """
    return not table.campaign.settings.keeper_may_play and any(chair.is_gm for chair in table.record.chairs)
