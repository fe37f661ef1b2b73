"""The gateway: sessions that outlive their connection, and the WebSocket that carries them."""
