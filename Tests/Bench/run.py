#!/usr/bin/env python3
"""Measures Stoa: `./stoa bench [http|search|relevance|crowd|ingest|start|growth|trust|cafeteria|stories|museum] [--against FOLDER]`; without a name, all of them.

Each prints a table and writes .build/bench/NAME.json: an array of {name, unit, stoa, reference, ratio, p50, p95, p99},
times in milliseconds, rates per second, absent values null. Exits 1 when a goal is missed. With another checkout of the
project, built for release, both are measured by turns, and it exits 1 when a row fell behind.
"""
import argparse
import sys

import against
import measure_cafeteria
import measure_crowd
import measure_growth
import measure_http
import measure_ingest
import measure_museum
import measure_relevance
import measure_search
import measure_start
import measure_stories
import measure_trust
from report import report

# Ingest comes first: it leaves behind the site of 10,000 items that the others measure.
MEASUREMENTS = {
    "ingest": measure_ingest.measure,
    "start": measure_start.measure,
    "search": measure_search.measure,
    "relevance": measure_relevance.measure,
    "http": measure_http.measure,
    "crowd": measure_crowd.measure,
    "growth": measure_growth.measure,
    "trust": measure_trust.measure,
    "cafeteria": measure_cafeteria.measure,
    "stories": measure_stories.measure,
    "museum": measure_museum.measure,
}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("names", nargs="*", metavar="NAME")
    options.add_argument("--against", metavar="FOLDER")
    options.add_argument("--turns", type=int, default=3, metavar="N")
    asked = options.parse_args()
    names = asked.names or list(MEASUREMENTS)
    if asked.against:
        return against.compare(asked.against, names, asked.turns)
    return max([report(name, MEASUREMENTS[name]()) for name in names])


if __name__ == "__main__":
    sys.exit(main())
