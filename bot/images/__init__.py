"""Images of dice and cards, and their upload to Discord; boards of tables, and the worker that paints them.

A text asks its voice for a symbol by name (`voice.die(4)`, `voice.card("10d")`, `voice.symbol(name, text)`) and gets
the emoji that Discord has of it, or text: before the upload, where a message is crowded, and in everything that is
kept. A game declares images of its own in its spec, as flat shapes. `make emoji` draws them.

A board is a larger image of a whole table. A game makes its facts from the public view, and a worker process paints
them (`painting.py`), since that takes some 50 ms. The fonts are in `fonts`, with their license.
"""
