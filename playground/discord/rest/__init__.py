"""The local REST API by subject."""
