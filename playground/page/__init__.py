"""The playground's web page.

A tab is one WebSocket at `<key>/socket?as=<user>`, with JSON text frames. The server pushes `hello` (who and what
there is), `message` (Discord's own JSON with a `version` that rises), `gone`, `channels`, `people`, `bot` and, once
`watch`ed, `trace`. The tab asks `{n, do, ...}` and is answered `{re: n, ok, ...}`, or with a sentence in `why`. What
a person does goes through the same `Player` as in the tests, so the client's own rules hold here too, and a tab shows
only what its person may see. A command, click or form is answered when the bot has acknowledged it, or as failed
after three seconds. `static` holds ES modules without a build step; `vendor` is bundled by `make vendor`.
"""
