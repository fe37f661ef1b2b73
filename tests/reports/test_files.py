"""An evening as Markdown and as CSV, word for word: names that are markup or formulas stay names."""

from bot.engine.money import CREDITS
from bot.reports.csv_text import recap_csv
from bot.reports.gm_version import KeptSecret
from bot.reports.recap import BiggestPot, GamePlayed, Long, NamedFigure, Placed, PlayerShare, Recap, Tournament
from bot.reports.tables import TableSpan
from bot.reports.words import markdown
from bot.tables.gm_log import GmLogHand

ROOM = TableSpan(
    id=7,
    channel_id=8,
    game="pilok",
    title="Long Pi'Lok",
    word="hand",
    is_banked=False,
    status="closed",
    opened_at=1_800_000_000.0,
    touched_at=1_800_000_900.0,
)
OTHER = ROOM.evolve(id=9, title="Pazaak", word="match")
NASTY = "=cmd|' /C calc'!A0"
RECAP = Recap(
    rooms=(ROOM, OTHER),
    began=1_800_000_000.0,
    ended=1_800_000_900.5,
    played=(GamePlayed(title="Long Pi'Lok", word="hand", hands=2), GamePlayed(title="Pazaak", word="match", hands=1)),
    shares=(
        PlayerShare(character_id=1, name=NASTY, is_npc=False, net=1200, hands=3, won=2),
        PlayerShare(character_id=2, name="*R2* [x](y) # <@1>", is_npc=True, net=-1205, hands=3, won=1),
    ),
    house=None,
    cuts=5,
    pot=BiggestPot(room=ROOM, number=2, amount=900, is_whole=True, winners=((NASTY, 600),)),
    longest=Long(room=OTHER, number=1, turns=31, seconds=754.0),
    tournaments=(Tournament(room=OTHER, number=1, prize=400, places=(Placed(place=1, name=NASTY, prize=400),)),),
    void=(NamedFigure(room=ROOM, number=3),),
    undone=(NamedFigure(room=ROOM, number=4),),
    taken_up=(NamedFigure(room=ROOM, number=2),),
)
KEPT = (
    KeptSecret(
        room=ROOM,
        hands=(
            GmLogHand(number=1, sentences=("**Han** palms a \\*die\\*.",)),
            GmLogHand(number=4, sentences=("**Han** looks.",), is_undone=True),
        ),
    ),
)

MARKDOWN = r"""# Yesterday \*

2 hands of Long Pi'Lok and 1 match of Pazaak at 2 tables, from 2027-01-15T08:00:00Z to 2027-01-15T08:15:00Z.

## Who won what

- **=cmd\|' /C calc'\!A0**: +1,200 cr · 3 hands, 2 won
- **\*R2\* \[x\]\(y\) \# \<\@1\>** (NPC): −1,205 cr · 3 hands, 1 won
- The house's cut of pots: +5 cr

## Highlights

- Biggest pot: 900 cr in hand 2 at Long Pi'Lok in \#tables (table 7). Won by **=cmd\|' /C calc'\!A0** (+600 cr).
- Longest: match 1 at Pazaak in \#tables (table 9) with 31 turns in 12 minutes.

## Tournaments

- Tournament 1 at Pazaak in \#tables (table 9) for 400 cr: **=cmd\|' /C calc'\!A0** came first with 400 cr.

## Void, undone and unreadable hands

- Hand 3 at Long Pi'Lok in \#tables (table 7) was void: nobody won or lost.
- Hand 4 at Long Pi'Lok in \#tables (table 7) was undone: nobody won or lost.
- Hand 2 at Long Pi'Lok in \#tables (table 7) was resumed after an undo, and counts as it ended.

## Only for the GM

### Hand 1 at Long Pi'Lok in \#tables (table 7)

- Han palms a \*die\*\.

### Hand 4 at Long Pi'Lok in \#tables (table 7), undone

- Han looks\.
"""

CSV = """\
"What","Table","Game","Hand","Name","NPC","Hands","Won","Place","Turns",\
"Amount","Amount in smallest coins","From","To","Text"
"Table","7 in #tables","Long Pi'Lok","","","","","","","","","","2027-01-15T08:00:00Z","",""
"Table","9 in #tables","Pazaak","","","","","","","","","","2027-01-15T08:00:00Z","",""
"Played","","Long Pi'Lok","","","","2","","","","","","2027-01-15T08:00:00Z","2027-01-15T08:15:00Z",""
"Played","","Pazaak","","","","1","","","","","","2027-01-15T08:00:00Z","2027-01-15T08:15:00Z",""
"Net","","","","'=cmd|' /C calc'!A0","no","3","2","","","1,200 cr","1200","","",""
"Net","","","","*R2* [x](y) # <@1>","yes","3","1","","","−1,205 cr","-1205","","",""
"Cuts","","","","","","","","","","5 cr","5","","",""
"Biggest pot","7 in #tables","Long Pi'Lok","2","'=cmd|' /C calc'!A0","","","","","","900 cr","900","","",""
"Longest","9 in #tables","Pazaak","1","","","","","","31","","","","",""
"Tournament","9 in #tables","Pazaak","","'=cmd|' /C calc'!A0","","","","1","","400 cr","400","","","Tournament 1"
"Void","7 in #tables","Long Pi'Lok","3","","","","","","","","","","",""
"Undone","7 in #tables","Long Pi'Lok","4","","","","","","","","","","",""
"Taken up again","7 in #tables","Long Pi'Lok","2","","","","","","","","","","",""
"Only for the GM","7 in #tables","Long Pi'Lok","1","","","","","","","","","","","Han palms a *die*."
"Only for the GM, undone","7 in #tables","Long Pi'Lok","4","","","","","","","","","","","Han looks."
"""


def where(_: TableSpan) -> str:
    return "#tables"


def test_markdown_is_headings_and_lists():
    assert markdown("Yesterday *", RECAP, CREDITS, where, KEPT) == MARKDOWN


def test_csv_is_a_row_for_each_figure():
    assert recap_csv(RECAP, CREDITS, where, KEPT).replace("\r\n", "\n") == CSV


def test_players_files_have_nothing_for_the_gm():
    assert "Only for the GM" not in markdown("x", RECAP, CREDITS, where) + recap_csv(RECAP, CREDITS, where)


def test_a_recap_file_without_hands_says_so():
    empty = Recap(rooms=(), began=None, ended=None)
    assert markdown("x", empty, CREDITS, where) == "# x\n\nNothing was played that you can see.\n"
    assert len(recap_csv(empty, CREDITS, where).splitlines()) == 1
