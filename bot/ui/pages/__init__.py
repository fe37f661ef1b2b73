"""Private pages: a person's page at a table with its hand, seat and win chance; odds, reports, charts and sheets.

Each person has one page of a table (`private_pages.py`, with the views of `own_page.py`). It shows the seat's own view,
its private moves and those of the table. It follows the game as long as Discord takes edits of it. What is done there
edits the same message. Options of a select name cards, ids never do. A page that isn't the current one never acts: a
click on it shows the page as it is now. After a private move, the public message is drawn again only if it looks
different or its buttons would be too old. So an edit tells nothing that the table doesn't show. A page too is
edited only if it looks different, and its ids change with its own seat's choices alone.

A win chance is estimated beside the event loop, once for a seat, however often it is asked for. The page is shown at
once, and edited when the figures are there. What the view doesn't show is dealt again, as often as a budget of counted
work allows. Which deals those are follows from the hand, the seat and the question, so asking again shows the same.
"""
