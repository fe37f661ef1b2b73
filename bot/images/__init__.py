"""Images of dice and cards: drawings, files, and their upload to Discord.

A text asks its voice for a symbol by name (`voice.die(4)`, `voice.card("10d")`, `voice.symbol(name, text)`) and gets
the emoji that Discord has of it, or text: before the upload, where a message is crowded, and in everything that is
kept. A game declares images of its own in its spec, as flat shapes. `make emoji` draws them.
"""
