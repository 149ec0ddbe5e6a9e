"""Grammar-based requests to every route, judged by what no answer may ever be. `run.fuzz` is the way in."""
