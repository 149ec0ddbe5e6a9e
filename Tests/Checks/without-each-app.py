#!/usr/bin/env python3
"""Compiles the server once with each app left out of the composition: no other line of it may need the app. Needs what `swift build` made."""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = ROOT / ".build/debug"
COMPOSITION = ROOT / "Sources/Server/Composition.swift"


def settings():
    """The language settings of every target."""
    package = (ROOT / "Package.swift").read_text()
    upcoming = [flag for name in re.findall(r'enableUpcomingFeature\("(\w+)"\)', package) for flag in ("-enable-upcoming-feature", name)]
    maps = [*sorted((ROOT / "Sources/CLibs").glob("*/module.modulemap")), *sorted(BUILT.glob("*.build/module.modulemap"))]
    libraries = re.findall(r'pkgConfig: "([^"]+)"', package)
    includes = subprocess.run(["pkg-config", "--cflags-only-I", *libraries], capture_output=True, text=True, check=True).stdout.split()
    modules = [flag for option in [*(f"-fmodule-map-file={file}" for file in maps), *includes] for flag in ("-Xcc", option)]
    return ["-swift-version", "6", "-package-name", "stoa", "-module-name", "Server", "-parse-as-library", *upcoming, *modules]


def without(app, text):
    """The composition as it reads when the app was never added: its import and its name in the list are gone."""
    text = re.sub(rf"^import {app}\n", "", text, flags=re.MULTILINE)
    return re.sub(rf"\b{app}\.self,?\s*", "", text)


def compiles(app):
    """What the compiler says to the server without one app; empty when it is content."""
    text = without(app, COMPOSITION.read_text())
    if app in text:
        return f"{COMPOSITION.name} names {app} more than in its import and its list"
    with tempfile.TemporaryDirectory() as folder:
        changed = pathlib.Path(folder) / COMPOSITION.name
        changed.write_text(text)
        others = pathlib.Path(folder) / "Modules"
        others.mkdir()
        for module in (BUILT / "Modules").iterdir():
            if module.stem != app:
                (others / module.name).symlink_to(module)
        sources = [path for path in sorted(COMPOSITION.parent.rglob("*.swift")) if path != COMPOSITION]
        accessor = BUILT / "Server.build/DerivedSources/resource_bundle_accessor.swift"
        run = subprocess.run(["swiftc", "-typecheck", *settings(), "-I", others, changed, accessor, *sources], capture_output=True, text=True)
    return "" if run.returncode == 0 else "\n".join(line for line in run.stderr.splitlines() if "error:" in line) or run.stderr


def main():
    apps = [folder.name for folder in sorted((ROOT / "Sources/Apps").iterdir()) if folder.is_dir()]
    wrong = {app: said for app in apps if (said := compiles(app))}
    for app, said in wrong.items():
        print(f"without {app}:\n{said}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
