"""A small Discord on this machine: REST and gateway for the real client, a world, and scripted people in it."""
