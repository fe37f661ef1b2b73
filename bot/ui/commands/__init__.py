"""The base of the game commands, option transformers and permission checks."""
