"""NPCs on autopilot: decisions in worker processes, delays and lines.

When a table waits for an NPC on autopilot, its seat's own view, its moves, its temper and a seed go to a worker
process, never a state. The decision is played under the table's lock only if its moment is still there, after a delay
that follows from public things and the seed. Nothing of it is kept but the action, whose key is
`npc:<table>:<turn>:<seat>`. A worker that takes too long is killed and asked once more with a small budget, and then
the rules act.
"""
