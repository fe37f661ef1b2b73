"""Times as percentiles."""


def milliseconds(waits: list[float]) -> dict[str, float]:
    """Return the median, the 99th percentile and the longest of some seconds, in milliseconds."""
    ordered = sorted(waits)
    parts = {"p50": 0.5, "p99": 0.99, "max": 1.0}
    return {name: round(ordered[min(len(ordered) - 1, int(len(ordered) * at))] * 1000, 1) for name, at in parts.items()}
