"""Who may do what: each right is a row, which the services and the UI read and `docs/permissions.md` prints.

A row has conditions, and a condition has ways. A person meets a condition by any of its ways, and a way by all of its
facts. The first condition that isn't met refuses the deed with its sentence. `holds` decides the facts of a campaign;
`bot.tables.rights` decides those of a table.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.campaigns.character import Character
from bot.campaigns.model import Campaign
from bot.engine.words import escape
from bot.errors import NotAllowed, NotFound


@dataclass(frozen=True, slots=True)
class Person:
    """A member of the server, as Discord describes them at this moment."""

    user_id: int
    role_ids: frozenset[int] = frozenset()
    is_owner: bool = False
    manage_guild: bool = False
    name: str = field(default="", compare=False)
    """What they are called on the server, as they typed it; empty where nobody knows."""


class Fact(Enum):
    """Facts that rights depend on. The documents print their values."""

    MANAGER = "you manage the server"
    GM = "you're a GM"
    PLAYERS_OPEN = "the campaign lets players open tables"
    OPENING_ROLE = "you have the role that it asks for"
    OPENING_CHANNEL = "the campaign opens tables there"
    ODDS = "the campaign shows odds"
    OWN = "the character is yours"
    NPC = "the character is an NPC"
    OPENER = "you opened the table"
    SEATED = "you sit there"
    NOT_SEATED = "you don't sit there"
    HOST = "you're the table's GM"
    NOT_HOST = "you aren't the table's GM yet"
    PLAYS_NPCS = "you play the NPCs"
    IMPARTIAL = "you don't play there"
    OUTSIDE_HAND = "you weren't in the hand"
    OUTSIDE_PAST_HAND = "you weren't in that hand"
    DECIDES_NOTHING = "you decide nothing in the hand as the GM"
    PLAYS_NO_NPC = "you play no NPC in the hand"
    HIDDEN = "something is hidden there"
    NOTHING_HIDDEN = "nothing is hidden there"
    NEVER_HIDDEN = "nothing is or was hidden there"
    NO_ITEMS = "no items are played for"
    NO_BANK = "the house doesn't play there"
    BEFORE_FIRST_HAND = "no hand was dealt yet"
    BETWEEN_HANDS = "no hand is in play"
    NO_TOURNAMENT = "no tournament is running"
    WAGER_AGREED = "others have agreed to the wager that you changed last"
    AWAITED = "the table waits for your character"
    AWAITS = "the table waits for a move"


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of a right, and the sentence that refuses anyone who doesn't meet it: a template."""

    ways: tuple[tuple[Fact, ...], ...]
    refusal: str


def by(*ways: Fact | tuple[Fact, ...], otherwise: str) -> Condition:
    """Build the condition that each of these ways meets."""
    return Condition(tuple(way if isinstance(way, tuple) else (way,) for way in ways), otherwise)


BY_MANAGER = by(Fact.MANAGER, otherwise="Only people who manage this server can do that.")
BY_GM = by(Fact.GM, otherwise="Only the GM can do that.")
BY_PLAYER = by(Fact.OWN, otherwise="{name} isn't yours to play.")
BY_IMPARTIAL = by(
    Fact.IMPARTIAL,
    otherwise="You play at this table yourself, so you can't see what its GM knows. Let another GM take it over.",
)
_TAKE_OVER = "at this table. Take the table over under More… first."
BY_HOST = by(Fact.HOST, otherwise=f"{{holder}} the GM's seat {_TAKE_OVER}")
BY_GM_OF_NPCS = by(Fact.PLAYS_NPCS, otherwise=f"{{holder}} the NPCs' hands {_TAKE_OVER}")


class Where(Enum):
    """The places that a right is used from. The documents print their values."""

    SERVER = "anywhere on the server"
    TABLE = "at the table, and for GMs also in the GM channel and on private pages"
    DIRECT = "on the server and in direct messages"


SERVER, TABLE, DIRECT = Where.SERVER, Where.TABLE, Where.DIRECT


class Right(Enum):
    """A right: the deed, its place, its commands and the verbs of its controls (… is the key of a game), and its
    conditions.
    """

    def __init__(self, deed: str, where: Where, controls: str, *conditions: Condition) -> None:
        self.deed, self.where, self.controls, self.conditions = deed, where, frozenset(controls.split()), conditions

    # fmt: off
    MANAGE = ("create, list, bind, archive, restore, delete, export and import campaigns", SERVER,
        ("/campaign-create /campaign-list /campaign-bind /campaign-unbind /campaign-archive /campaign-restore "
        "/campaign-delete /campaign-export /campaign-import campaigns campaign_delete campaign_name arrival"),
        BY_MANAGER)
    SET_UP = ("rename a campaign and change its settings", SERVER,
        "/campaign-setup /campaign-rename setup setup_open setup_pick setup_ask", BY_GM)
    SCREEN = ("watch all tables of a campaign, and pause or resume them together", SERVER,
        "/gm-screen /gm-pause /gm-resume screen screenall screenoff screengo", BY_GM)
    NPCS = ("make, change, list and retire NPCs, and put them on autopilot", SERVER,
        ("/npc-new /npc-edit /npc-list /npc-retire /npc-autopilot /npc-lines "
        "npcs autopilot lines speaks npc_lines"), BY_GM)
    NAMES = ("name NPCs, and retired or unclaimed characters, in the options of commands", SERVER, "", BY_GM)
    UNSEEN = ("see tables and recaps of channels that the bot can't look into", SERVER, "", BY_GM)
    WALLETS = ("see every wallet and the house's money, and the ledger's chart", SERVER, "/ledger-chart", BY_GM)
    MONEY = ("give, take and share money, and check the ledger", SERVER,
        "/bank-grant /bank-take /bank-share /bank-audit", BY_GM)
    ITEMS = ("give and take items", SERVER, "/…-cards-grant /…-cards-take", BY_GM)
    CARD_FILES = ("load and remove a card file", SERVER, "/…-deck-import /…-deck-remove …_deck", BY_GM)
    UNCLAIMED = ("give an unclaimed character to a player", SERVER, "/character-hand", BY_GM)
    SECRETS = ("roll in secret, and add to a recap the secrets that you know as a table's GM", SERVER,
        "/roll-secret: /recap-gm:", BY_GM)
    CHARACTER = ("change and retire a character, spend its money, see its wallet, statistics and items", SERVER,
        ("/character-edit /character-skills /character-retire /wallet-show /wallet-history /wallet-chart /wallet-pay "
        "/stats /…-cards-show sheet sheet_edit sheet_skills retire history"),
        by(Fact.OWN, Fact.GM, otherwise=BY_PLAYER.refusal))
    PLAYED = ("choose the character that you play", SERVER, "/character-use", BY_PLAYER)
    LOADOUT = ("see and change what a character brings to a game", SERVER,
        "/…-kit /…-deck-show /…-deck-new /…-deck-edit /…-deck-rename /…-deck-delete /…-deck-use … …_deck",
        by(Fact.OWN, (Fact.NPC, Fact.GM), otherwise="{what} of {name} are private. Only their player sees them."))
    READ = ("make, claim and see characters, see campaign and rules, roll dice, read recaps", SERVER,
        ("/character-new /character-claim /character-list /character-show /character-reminders /campaign-show "
        "/…-rules /…-strategy /…-deck-export /roll /recap /table-list claim sheet sheet_new remind again"))
    HELP = ("read first steps and all commands, and see which permissions the bot lacks", DIRECT, "/help help")
    PRIVACY = ("export and delete your own data", DIRECT, "/privacy-export /privacy-delete part")

    OPEN = ("open a table", SERVER, "/…-open offer offered decline orule",
        by(Fact.PLAYERS_OPEN, Fact.GM, otherwise="Only the GM opens tables in this campaign."),
        by(Fact.OPENING_ROLE, Fact.GM, otherwise="You need a role to open tables here. Ask the GM for it."),
        by(Fact.OPENING_CHANNEL, otherwise="You can't open a table in this channel. /campaign show lists the channels "
            "for tables."))
    OPEN_CROOKED = ("open a table where characters may cheat the house", SERVER, "",
        by(Fact.GM, otherwise="Only the GM opens a table where characters may cheat the house."))
    OPEN_UNKNOWN = ("open a banked table by house rules of your own, where its odds aren't known", SERVER, "",
        by(Fact.GM, otherwise="Only the GM opens {title} with house rules that no preset has. Choose a "
            "preset instead."))
    OPEN_LOSING = ("open a table at which the house loses in the long run", SERVER, "",
        by(Fact.GM, otherwise="With these house rules, the house loses in the long run. Only the GM opens such a "
            "table."))
    FILL = ("choose how much is in the bank of a table that opens", SERVER, "obank",
        by(Fact.GM, otherwise="Only the GM chooses how much is in the bank."))
    ODDS = ("read the odds of bets and your chance to win", SERVER, "/…-odds /table-odds odds chances",
        by(Fact.ODDS, otherwise="The GM has switched off the odds at these tables."))
    PRESETS = ("save house rules as a preset, and delete presets", TABLE, "keep forget", BY_GM)

    WATCH = ("see a table, its house rules and its proofs, and post it again in its channel", TABLE,
        "/table-show /table-verify /table-here more rules verify seals here")
    SIT = ("take a seat", TABLE, "sit sit_new",
        by(Fact.NOT_SEATED, otherwise="You sit here already, as {own}."),
        by(Fact.DECIDES_NOTHING, otherwise="You decide in this {hand} as its GM. Sit down when it is over, or have "
            "another GM take the table over."),
        by(Fact.PLAYS_NO_NPC, otherwise="Your NPCs are in this {hand}. Sit down when it is over, or have another GM "
            "take the table over."))
    SEAT_NPC = ("seat an NPC", TABLE, "/npc-seat npc gmseat gmsit gmsitas",
        by(Fact.GM, otherwise="Only the GM seats NPCs."))
    PLAY_OWN = ("see your character's hand and play it", TABLE, "/table-hand hand own mark send act play", BY_PLAYER)
    PLAY_NPC = ("see an NPC's hand and play it, and take it off autopilot", TABLE, "hand own mark send act play pilot",
        by(Fact.GM, otherwise="Only the GM plays {name}."),
        by(Fact.IMPARTIAL, Fact.NOTHING_HIDDEN, otherwise="You play at this table yourself, so you can't see the "
            "NPCs' hands. Let another GM take it over."),
        BY_GM_OF_NPCS,
        by(Fact.OUTSIDE_HAND, Fact.NOTHING_HIDDEN, otherwise="You were in this {hand} yourself, so you can't see what "
            "the NPCs held in it."))
    PLAY_GM = ("see what only the GM knows in a hand, and make the GM's decisions", TABLE,
        "hand own mark send act play timeout",
        by(Fact.GM, otherwise="Only the table's GM decides that."), BY_IMPARTIAL, BY_HOST,
        by(Fact.OUTSIDE_HAND, otherwise="You were in this {hand} yourself, so you can't see what the GM knew in "
            "it."))
    SEAT_OWN = ("bring money and items, sit out and leave with your character", TABLE,
        "seat top enter out leave wager unwager", by(Fact.OWN, otherwise="That seat isn't yours."))
    SEAT_OF_NPC = ("bring money and items, sit out and leave with an NPC", TABLE,
        "seat top enter out leave wager unwager up /npc-unseat",
        by(Fact.GM, otherwise="That seat isn't yours."),
        by(Fact.IMPARTIAL, (Fact.NOTHING_HIDDEN, Fact.NO_ITEMS), otherwise="You play at this table yourself, so the "
            "NPCs aren't yours to play. Another GM decides for them."),
        BY_GM_OF_NPCS)
    DEAL = ("deal a hand", TABLE, "deal",
        by(Fact.SEATED, Fact.GM, otherwise="Take a seat first. Only players and the GM deal."),
        by(Fact.WAGER_AGREED, otherwise="You have just changed your wager. Another player has to press “Deal”."))
    DEAL_SOONER = ("deal while players still have time to come back into a tournament", TABLE, "deal",
        by(Fact.GM, otherwise="{names} may still {back}. Their time ends {until}. Wait, or ask the GM to deal."))
    MORE_TIME = ("start the clock again", TABLE, "time",
        by(Fact.AWAITED, (Fact.GM, Fact.AWAITS), otherwise="The table isn't waiting for you."))
    MORE_TIMES = ("start the clock again for the same choice", TABLE, "time",
        by(Fact.GM, otherwise="You already had more time for this. Ask the GM for more."))
    GM_PAGE = ("see the GM's page of a table", TABLE, "gmtable", BY_GM)
    ACT_FOR = ("act for an absent player by moves that everyone may see, or let their time run out", TABLE,
        "absent act play timeout", BY_GM)
    CHOOSE_UNSEEN = ("choose for an absent player what only they see", TABLE, "act play",
        by(Fact.OWN, otherwise="Only the player of {name} sees what there is to choose. Let their time run out."))
    SEND_AWAY = ("send a player away", TABLE, "up /npc-unseat", BY_GM)
    PAUSE = ("pause and resume a table", TABLE, "/table-pause /table-resume pause resume", BY_GM)
    VOID = ("void the hand in play", TABLE, "/table-void void", BY_GM)
    CLOSE = ("close a table", TABLE, "/table-close close",
        by(Fact.NO_TOURNAMENT, Fact.GM, otherwise="Only the GM closes a table in a tournament."),
        by((Fact.OPENER, Fact.BETWEEN_HANDS), Fact.GM, otherwise="Only the GM closes a table. The player who opened it "
            "can close it between {hands}."))
    CHANGE_RULES = ("change the house rules between hands", TABLE, "house rule",
        by(Fact.NO_BANK, Fact.GM, otherwise="Only the GM changes the house rules."),
        by((Fact.OPENER, Fact.BEFORE_FIRST_HAND), Fact.GM, otherwise="Only the GM changes the house rules. The "
            "player who opened the table can change them before the first {hand}."))
    BANK = ("put money in a table's bank and take it out", TABLE, "/bank-fill /bank-drain bank bank_open bank_move",
        BY_GM)
    MOVE = ("bring a table here from another channel", SERVER, "/table-here", BY_GM)
    TAKE_OVER = ("become the table's GM", TABLE, "keeper", BY_GM,
        by(Fact.HIDDEN, otherwise="Nothing is hidden in this game, so any GM can play the NPCs. You don't need to "
            "take over."),
        by(Fact.IMPARTIAL, otherwise="You play at this table yourself, and its GM sees {seen}. Another GM can take it "
            "over."),
        by(Fact.NOT_HOST, otherwise="You're this table's GM already."))
    UNDO = ("undo an action or a result", TABLE, "undo undoing", BY_GM,
        by((Fact.IMPARTIAL, Fact.OUTSIDE_HAND), Fact.NOTHING_HIDDEN, otherwise="You play at this table yourself. "
            "Another GM can undo here."))
    UNDO_HIDDEN = ("undo a hand in which something was hidden", TABLE, "undo undoing",
        by(Fact.OUTSIDE_PAST_HAND, otherwise="You were in {hand} {number} yourself. Another GM can undo it."))
    GM_LOG = ("read the GM's log, of hands that you weren't in", TABLE, "gmlog",
        by(Fact.GM, otherwise="Only the table's GM reads its log."), BY_IMPARTIAL, BY_HOST)
    PAST_CARDS = ("see an NPC's cards of a past hand, where none of your own characters was in it", TABLE, "seals",
        BY_GM_OF_NPCS)
    ALL_ROLLS = ("check every roll of a hand at a crooked table", TABLE, "/table-verify verify", BY_HOST,
        by(Fact.OUTSIDE_PAST_HAND, otherwise=""))
    EXPORT = ("export the hands of a table as a file", TABLE, "/table-export",
        by(Fact.GM, otherwise="Only the GM exports the hands of a table."),
        by(Fact.IMPARTIAL, otherwise="You play at this table yourself. Another GM can export its hands, or you can "
            "when the table is closed."),
        by(Fact.HOST, Fact.NEVER_HIDDEN, otherwise=BY_HOST.refusal))
    # fmt: on

    def refusal(self, holds: Callable[[Fact], bool]) -> str | None:
        """Return the sentence of the first condition that isn't met, a template; None where all are."""
        unmet = (one for one in self.conditions if not any(all(map(holds, way)) for way in one.ways))
        return next((one.refusal for one in unmet), None)


def may_manage(person: Person) -> bool:
    """Tell whether they run the server itself."""
    return person.is_owner or person.manage_guild


def is_gm(campaign: Campaign, person: Person) -> bool:
    """Tell whether they are a GM of the campaign: by its GM role, or because they run the server."""
    return may_manage(person) or campaign.settings.gm_role_id in person.role_ids


_FACTS: Mapping[Fact, Callable[[Campaign, Person], bool]] = {
    Fact.GM: is_gm,
    Fact.PLAYERS_OPEN: lambda campaign, _: campaign.settings.openers != "gm",
    Fact.OPENING_ROLE: lambda campaign, person: (
        campaign.settings.openers != "role" or campaign.settings.opener_role_id in person.role_ids
    ),
    Fact.ODDS: lambda campaign, _: campaign.settings.odds_at_hand,
}


def holds(fact: Fact, person: Person, campaign: Campaign | None, character: Character | None = None) -> bool:
    """Tell whether a fact about a person, a campaign and one of its characters holds. No other fact does."""
    match fact:
        case Fact.MANAGER:
            return may_manage(person)
        case Fact.OWN:
            return character is not None and character.owner_id == person.user_id
        case Fact.NPC:
            return character is not None and character.is_npc
        case _:
            return campaign is not None and fact in _FACTS and _FACTS[fact](campaign, person)


def may(right: Right, person: Person, campaign: Campaign | None = None, character: Character | None = None) -> bool:
    """Tell whether a person has a right in a campaign, toward that character if it is about one."""
    return right.refusal(lambda fact: holds(fact, person, campaign, character)) is None


def require(
    right: Right,
    person: Person,
    campaign: Campaign | None = None,
    character: Character | None = None,
    known: Collection[Fact] = (),
    **words: str,
) -> None:
    """Refuse a person who doesn't have the right. `known` are facts from elsewhere, `words` fill the sentence.

    Raises NotAllowed, and NotFound for a character of another campaign.
    """
    if character is not None and campaign is not None and character.campaign_id != campaign.id:
        raise NotFound("There is no such character in this campaign.")
    refusal = right.refusal(lambda fact: fact in known or holds(fact, person, campaign, character))
    if refusal is not None:
        name = "" if character is None else escape(character.name)
        raise NotAllowed(refusal.format_map({"name": name, **words}))


def require_opener(campaign: Campaign, person: Person, *places: int) -> None:
    """Refuse a person who may not open a table in that place: a channel, its parent and its category."""
    channels = campaign.settings.channels
    is_open = not channels or not set(channels).isdisjoint(places)
    require(Right.OPEN, person, campaign, known=(Fact.OPENING_CHANNEL,) if is_open else ())
