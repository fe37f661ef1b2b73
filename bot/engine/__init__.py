"""The pure part: the contract of a game, randomness, money and skills. No Discord, no database, no clock, no `random`.

`game.py` is the contract. A game begins a hand from a `Deal` and an `Rng`, says whom the hand waits for (`to_act`)
and what each seat may do (`moves`), and answers an action with a `Step`: a new frozen state, public events, and
private ones for single seats. A `view` is built field by field, so a field that isn't named isn't shown. An `Outcome`
ends the hand. Legality is written once: `act` refuses everything that `moves` doesn't offer and checks all bounds
again.

A game with decisions of the GM's own (`Game.has_dealer`) asks seat 0, `DEALER`. It has no chips, and its moves are
private. What a step shows to the GM alone is in `Step.kept`.

Fields that came to a model when values of it were stored already (`frozen.later`, `option(..., later=True)`) are left
out of JSON while they hold their default, because a stored hand is checked by the digest of its state.

A draw is an HMAC over the hand, the number of the draw and a source, which is a chain of Discord's interaction ids.
The owner of the seeds can't choose the ids, and the people who click can't know the seeds. Two seeds are drawn before
a hand and their hashes shown: an open one for what everyone will see, and a closed one, which is never published.
"""
