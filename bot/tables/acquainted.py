"""What a table knows of the people at it: who of them is a GM, and whether its keeper still is one, as it was when they
last did something there.

Rights are Discord's, and come and go without a word.
"""

from bot.campaigns import Person, may_gm
from bot.tables.model import Chair, Table


def acquainted(table: Table, person: Person) -> Table:
    """The table as it knows that person from now on; itself where nothing is new."""
    record, is_gm = table.record, may_gm(table.campaign, person)

    def is_news(chair: Chair) -> bool:
        return chair.user_id == person.user_id and chair.is_gm != is_gm

    if any(is_news(chair) for chair in record.chairs):
        chairs = (chair.evolve(is_gm=is_gm) if is_news(chair) else chair for chair in record.chairs)
        table = table.evolve(chairs=tuple(chairs))
    if record.keeper_is_gm and record.keeper == person.user_id and not is_gm:
        table = table.evolve(keeper_is_gm=False)
    return table


def hides_from_gms(table: Table) -> bool:
    """Whether what is kept for the GM may not be told to all GMs: one of them sits there with a character of their
    own, and the campaign lets nobody know what they play against.
    """
    return not table.campaign.settings.keeper_may_play and any(chair.is_gm for chair in table.record.chairs)
