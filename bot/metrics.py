"""The bot's measures, which Prometheus reads where `METRICS_PORT` is set.

Everything that is measured has a method or a field here, and its name, help and labels stand nowhere else. The bot
calls one object, `meter`. Until it is started its methods return at once, and prometheus-client isn't loaded.

A label has few values that are known beforehand. It is never an id of a server, a user or a table.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client import Counter

_ACKNOWLEDGED_WITHIN = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0)
"""Seconds. Discord takes an acknowledgement for 3."""
_COMMITTED_WITHIN = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_GROUPS = (1, 2, 4, 8, 16, 32, 64, 128)


@dataclass(frozen=True, slots=True)
class Gauges:
    """The bot at the moment at which its measures are read."""

    queues: Mapping[str, int] = field(default_factory=dict[str, int])
    """Pieces of work that wait, by the part of the bot that does them."""
    latencies: Mapping[int, float] = field(default_factory=dict[int, float])
    """Seconds between the last heartbeat of each shard's connection and its acknowledgement."""
    shards: int = 0
    servers: int = 0
    open_tables: float = 0
    is_ready: bool = False
    backed_up_at: float | None = None
    """The time of the newest scheduled backup, in seconds since the epoch; None without any."""


class Meter:
    """All that is measured. To be started once, before the bot is built."""

    def __init__(self) -> None:
        self.is_on = False
        """Callers on the way of a click look at this first, so that nothing is called there in vain."""
        self._on: _Instruments | None = None

    def start(self) -> None:
        """Measure from now on. Raises ImportError without prometheus-client."""
        self.stop()
        self._on, self.is_on = _Instruments(), True
        logging.getLogger().addHandler(self._on.records)

    def stop(self) -> None:
        """Measure no longer, and forget everything."""
        if self._on is not None:
            logging.getLogger().removeHandler(self._on.records)
        self._on, self.is_on = None, False

    def acknowledged(self, kind: str, seconds: float) -> None:
        """Count an interaction that Discord has the first answer to, and the seconds since it came."""
        if self._on is not None:
            self._on.acknowledgements.labels(kind).observe(seconds)

    def responded(self, status: int) -> None:
        """Count a response of Discord's API. A refusal because of too many requests is a class of its own."""
        if self._on is not None:
            self._on.responses.labels("429" if status == 429 else f"{status // 100}xx").inc()

    def committed(self, seconds: float, batches: int) -> None:
        """Count a commit of the database, the seconds that it took, and the batches in it."""
        if self._on is not None:
            self._on.commits.observe(seconds)
            self._on.groups.observe(batches)

    def hand_ended(self, game: str, end: str) -> None:
        """Count a hand that is settled or void."""
        if self._on is not None:
            self._on.hands.labels(game, end).inc()

    def failed(self, kind: str) -> None:
        """Count an interaction that was refused, or that failed."""
        if self._on is not None:
            self._on.errors.labels(kind).inc()

    def backed_up(self, outcome: str) -> None:
        """Count a scheduled backup."""
        if self._on is not None:
            self._on.backups.labels(outcome).inc()

    def exposition(self, gauges: Gauges) -> bytes:
        """Return all measures in Prometheus's text format. Raises ValueError unless the meter is started."""
        if self._on is None:
            raise ValueError("nothing is measured")
        return self._on.exposition(gauges)

    def names(self) -> frozenset[str]:
        """Return the names of the bot's measures as a query writes them. Raises as `exposition` does."""
        if self._on is None:
            raise ValueError("nothing is measured")
        return self._on.names()


meter = Meter()
"""The meter of this process."""


class _Instruments:
    """The instruments of prometheus-client. They may be used in any thread."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

        self._registry = where = CollectorRegistry()
        self.acknowledgements = Histogram(
            "shadowport_acknowledgement_seconds",
            "Seconds from an interaction's arrival to its first answer, by kind",
            ["kind"],
            buckets=_ACKNOWLEDGED_WITHIN,
            registry=where,
        )
        self.responses = Counter(
            "shadowport_discord_responses", "Responses of Discord's API, by class of status", ["status"], registry=where
        )
        self.commits = Histogram(
            "shadowport_commit_seconds", "Seconds of a database commit", buckets=_COMMITTED_WITHIN, registry=where
        )
        self.groups = Histogram(
            "shadowport_commit_batches", "Batches that share a database commit", buckets=_GROUPS, registry=where
        )
        self.hands = Counter("shadowport_hands", "Hands that ended, by game and end", ["game", "end"], registry=where)
        self.errors = Counter(
            "shadowport_errors", "Interactions that were refused or failed, by kind", ["kind"], registry=where
        )
        self.backups = Counter("shadowport_backups", "Scheduled backups, by outcome", ["outcome"], registry=where)
        self._queues = Gauge("shadowport_queue_length", "Work that waits, by queue", ["queue"], registry=where)
        self._latencies = Gauge(
            "shadowport_gateway_latency_seconds", "Latency of the gateway, by shard", ["shard"], registry=where
        )
        self._shards = Gauge("shadowport_shards", "Shards that this process serves", registry=where)
        self._servers = Gauge("shadowport_servers", "Servers that this process serves", registry=where)
        self._tables = Gauge("shadowport_open_tables", "Open tables on the served servers", registry=where)
        self._ready = Gauge("shadowport_ready", "1 if /readyz says that the process is ready", registry=where)
        self._backed_up = Gauge(
            "shadowport_last_backup_timestamp_seconds",
            "Time of the newest scheduled backup; 0 for none",
            registry=where,
        )
        records = Counter("shadowport_log_records", "Log records from WARNING on, by level", ["level"], registry=where)
        self.records = _RecordCounter({name: records.labels(name) for name in ("WARNING", "ERROR", "CRITICAL")})
        ProcessCollector(registry=where)

    def exposition(self, gauges: Gauges) -> bytes:
        from prometheus_client import generate_latest

        self._latencies.clear()
        for shard, latency in gauges.latencies.items():
            self._latencies.labels(str(shard)).set(latency)
        for queue, length in gauges.queues.items():
            self._queues.labels(queue).set(length)
        self._shards.set(gauges.shards)
        self._servers.set(gauges.servers)
        self._tables.set(gauges.open_tables)
        self._ready.set(gauges.is_ready)
        self._backed_up.set(gauges.backed_up_at or 0)
        return generate_latest(self._registry)

    def names(self) -> frozenset[str]:
        found: set[str] = set()
        for measure in self._registry.collect():
            if not measure.name.startswith("shadowport_"):
                continue
            match measure.type:
                case "counter":
                    found.add(f"{measure.name}_total")
                case "histogram":
                    found |= {f"{measure.name}_{part}" for part in ("bucket", "count", "sum")}
                case _:
                    found.add(measure.name)
        return frozenset(found)


class _RecordCounter(logging.Handler):
    """Counts log records by level."""

    def __init__(self, counters: Mapping[str, "Counter"]) -> None:
        super().__init__(logging.WARNING)
        self._counters = counters

    def emit(self, record: logging.LogRecord) -> None:
        if (counter := self._counters.get(record.levelname)) is not None:
            counter.inc()
