"""The playground: a local Discord with a demo world, scripted people and a web page, and the real bot in one process.

The bot connects by HTTP and WebSocket like any other. Every request must name 127.0.0.1 or localhost with the right
port in Host, and have no Origin but the page's own. Everything except the bot's API and gateway lies below a random
key of the process, and those want the bot's token, which is random too. Anyone else gets a status and no body. The
content policy allows only the page's own files, no inline script, and no text that is set as HTML.
"""
