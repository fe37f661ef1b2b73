"""The local gateway: sessions, connections and compression."""
