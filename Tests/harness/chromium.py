"""Debian's Chromium without its windows: the same engine for half the work."""
import os

# Chromium's own sandbox cannot start as root, which is who runs continuous integration.
ARGUMENTS = ["--no-sandbox"] if os.geteuid() == 0 else []
# For Playwright's `launch` and `launch_persistent_context`.
OPTIONS = {"executable_path": "/usr/bin/chromium-headless-shell", "args": ARGUMENTS}
# The whole browser, for passkeys: without windows it crashes when a page that waits for one is left.
WHOLE = OPTIONS | {"executable_path": "/usr/bin/chromium"}
