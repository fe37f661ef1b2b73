"""Pictures of dice and cards: what is shipped, what Discord has of it, and how the two are brought together.

The pictures of the bot itself lie in `drawn`; those of a game lie in the folder `emoji` of the game. `make emoji`
draws them all.
"""
