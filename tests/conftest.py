"""What holds for all tests: no setting of the machine reaches them, and generated play is the same every time."""

import os

from hypothesis import settings

from bot.settings import Settings

for name in Settings.model_fields:
    os.environ.pop(name.upper(), None)

# A slow machine must not fail a test. `HYPOTHESIS_PROFILE=search` looks for new counterexamples instead.
settings.register_profile("check", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "check"))
