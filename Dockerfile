FROM python:3.13-slim AS build

# With charts: --build-arg REQUIREMENTS=requirements-charts.txt; without boards: requirements.txt
ARG REQUIREMENTS=requirements-images.txt
RUN python -m venv /opt/venv
COPY ${REQUIREMENTS} /build/requirements.txt
RUN /opt/venv/bin/python -m pip install --no-cache-dir --require-hashes -r /build/requirements.txt

COPY bot /app/bot
COPY cogs /app/cogs
COPY playground /app/playground
RUN /opt/venv/bin/python -m compileall -q /app \
    && install -d -o 10001 -g 10001 /data


FROM python:3.13-slim

LABEL org.opencontainers.image.title="Shadowport" \
      org.opencontainers.image.description="The gambling tables of a tabletop campaign, on Discord" \
      org.opencontainers.image.licenses="MIT"

COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app
COPY --from=build --chown=10001:10001 /data /data

ENV PATH="/opt/venv/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PYTHONPATH=/app \
    DATABASE_URL=sqlite:////data/shadowport.db \
    PLAYGROUND_HOST=0.0.0.0

# With a database on a server, the sign of life is written here.
WORKDIR /data
USER 10001:10001
VOLUME /data

# The bot finishes the clicks it has begun and closes the database, in less than the 10 seconds that Docker waits.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]

ENTRYPOINT ["python", "-m", "bot"]
# Not the default of the command line, which without a token is the playground: a container says that it lacks one.
CMD ["run"]
