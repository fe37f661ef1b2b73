"""A small Discord on this machine: REST and gateway for the real client, a world of servers, and scripted people in it."""
