"""Private pages: hands, odds, win chances, reports, charts and sheets.

"My hand" answers privately with the seat's own view, its private moves and those of the table; what is done there
edits the same message. Options of a select name cards, ids never do. An old page is answered with the refusal above
the hand as it is now. The public message is drawn again after a private move only if it looks different or its
buttons would be too old: an edit says nothing that the table doesn't say.

A win chance is estimated beside the event loop, once for a seat, however often it is asked for. The page is answered
at once, and edited when the figures are there, unless its message shows another page by then. What the view doesn't
show is dealt again, as often as a budget of counted work allows. Which deals those are follows from the hand, the
seat and the question, so asking again shows the same.
"""
