"""Rows of ingest: whole books per second, whether the last records cost more than the first, and the server's memory."""
import statistics

import measured_site
from report import Goal, Row


def measure():
    record_seconds, book_seconds, peak = measured_site.fill()
    return [books(book_seconds), growth(record_seconds), memory(peak)]


def books(seconds):
    cuts = statistics.quantiles([each * 1000 for each in seconds], n=100)
    return Row("books", "books/s", len(seconds) / sum(seconds), None, None, cuts[49], cuts[94], cuts[98]), None


def growth(seconds):
    """The mean milliseconds of the last hundred records against the first hundred."""
    first, last = (statistics.mean(part) * 1000 for part in (seconds[:100], seconds[-100:]))
    return Row("growth", "ms/record", last, first, last / first), Goal("ratio", below=1.2)


def memory(kilobytes):
    """The most that the server ever held in RAM while all of this was imported."""
    return Row("memory", "MB", kilobytes / 1024), Goal("stoa", below=150)
