"""Debian's Chromium without its windows: the same engine for half the work."""
import os

# Chromium's own sandbox cannot start as root, which is who runs continuous integration.
ARGUMENTS = ["--no-sandbox"] if os.geteuid() == 0 else []
# For Playwright's `launch` and `launch_persistent_context`.
OPTIONS = {"executable_path": "/usr/bin/chromium-headless-shell", "args": ARGUMENTS}
# The whole browser: without windows it crashes where signing out has it forget what it keeps (`Clear-Site-Data`).
WHOLE = OPTIONS | {"executable_path": "/usr/bin/chromium"}
