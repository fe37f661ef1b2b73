"""Parts of the engine for PostgreSQL (`bot/db/postgres.py`): connections, values, the schema's version, and leases."""
