"""Shadowport: the gambling tables of a tabletop campaign, on Discord."""
