"""The local Discord: REST API, gateway, limits and world."""
