"""The table's public message: renderer, texts, buttons and boards.

The renderer has at most one edit of a message in flight. The first click of a quiet window is answered with the
message itself; later ones are acknowledged at once and made into one edit with the freshest token. A change that
could not be drawn is wanted again after a delay that grows. A click's change is drawn however its answer ends. A
table's message that is deleted is posted again at once, and then at most every 5 seconds. Old copies are folded.
"""
