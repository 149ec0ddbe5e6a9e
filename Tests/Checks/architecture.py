#!/usr/bin/env python3
"""The rules of the architecture that no compiler knows. Prints each breach as `file:line: what`; exits 1 if there is any."""
import json
import pathlib
import re
import subprocess
import sys
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What the toolchain brings along; everything else is a target and has to be declared.
TOOLCHAIN = {"Foundation", "FoundationXML", "FoundationEssentials", "Dispatch", "Synchronization", "Testing", "Glibc", "Swift", "PackageDescription"}
LONGEST_FILE = 400

IMPORT = re.compile(r"^(?:@\w+\s+)*(?:public |internal |package |private |fileprivate )?import (?:struct |class |enum |func |protocol )?(\w+)")
UNPROVEN = re.compile(r"@unchecked Sendable|nonisolated\(unsafe\)|unsafeBitCast|assumeIsolated")
APP_NAME = re.compile(r"\b(Library|Stories|Volunteers|Museum|Cafeteria)App\b|\"/(library|stories|volunteers|museum|cafeteria)\b|\b(library|cafeteria|museum|volunteers)_\w")
# The one file outside of an app's folder that names it.
COMPOSITION = ROOT / "Sources/Server/Composition.swift"
# Looking for a module among modules; what one needs of another it gets at an extension point or as a service.
DOWNCAST = re.compile(r"\b(?:as[?!]|is)\s+(?:any\s+)?(?:App|\w+(?:App|Module))\b|\.module\(")
# An address of the site in a literal: where it is declared, and where it stands otherwise.
DECLARED_ADDRESS = re.compile(r'\bPath\(\s*"(/[^"]*)"')
ADDRESS = re.compile(r'"(/[a-z][\w\-/.]*)')
# Two keys alike end the process; `Dictionary(pairs) { first, _ in first }` takes the first.
TRAPS = re.compile(r"\buniqueKeysWithValues\b|\bunowned\b")
LEFT_OVER = re.compile(r"\b(TODO|FIXME|XXX)\b|/home/\w|/Users/\w")
# Syntax that Safari 12 does not parse, which leaves its readers without the whole module.
TOO_NEW = re.compile(r"\?\.[A-Za-z_$\[(]|\?\?|^\s*static \w+ =|^\s*#\w+|\|\|=|&&=|\breplaceAll\(|\.at\(-|import\.meta\.resolve|structuredClone")
USES_PROPERTY = re.compile(r"var\((--[\w-]+)\)")
SETS_PROPERTY = re.compile(r"(--[\w-]+)(?=:|\"\s*,)")
# An entry of the system log by its kind of thing, and what people call the kind.
LOGGED = re.compile(r"\bentity: \"([a-z]+\.[a-z-]+)\"")
CALLED = re.compile(r"\"([a-z]+\.[a-z-]+)\": \"[A-Z]")
# Names that were given up for the terms of the field; whoever brings one back has missed the type that took its place.
GIVEN_UP = re.compile(
    r"\b(NewsBearer|NewsCounter|Notice(Kind|Channel|Record|Choices|Bell)?|ProblemNotice|Letter(Job|Writer|Record|Sending|Delivery)?|Mailing"
    r"|StopLink|Receiver|WordJudge|WordKeeper|secondThoughts|TakingBack|DailyRound|Withholding|OpennessNews|Surroundings|Conduct|AttentionItem"
    r"|\w+Attention|Beginnings|Upkeep|Grain|(Account|Letter|Notice|Session|Support)Keeping|Turns|ConversionGate|FilesInHand|UnusedFiles|HotLists|Tickets|StaffDoor(keeper)?"
    r"|PublicationDoor|ProviderDoors|(Provider|Terms|Proof)Desk|Trip|Arrival|TokenFlaw|Leftovers|ThingNames|Misbehaviour|(Accounts|Help|Mail|Messages|Moderation"
    r"|Notifications|Operations|Reading|Settings|Statistics)Part)\b|\bsite\.members\b|\bdatabase\.report\b|\bthings: \[|\bactor House\b")
COVERS = re.compile(r"covers\(([^)]*)\)")
ROW = re.compile(r"(?:LIB|STO|VOL|MUS|CAF|CORE)-\d{3}")


class Breaches(list):
    def add(self, path, line, text):
        self.append(f"{path.relative_to(ROOT)}:{line}: {text}")


def targets():
    """Every target of the package by name: (folder, names it depends on, type)."""
    package = json.loads(subprocess.run(
        ["swift", "package", "--package-path", ROOT, "dump-package"], capture_output=True, text=True, check=True).stdout)
    return {
        target["name"]: (ROOT / target["path"], {next(iter(part.values()))[0] for part in target["dependencies"]}, target["type"])
        for target in package["targets"]
    }


def swift_files(folder):
    return sorted(folder.rglob("*.swift"))


def check_imports(all_targets, breaches):
    """Every import is declared, and each C library belongs to one Swift target."""
    importers = defaultdict(set)
    for name, (folder, declared, kind) in all_targets.items():
        for path in swift_files(folder) if kind != "system" else []:
            for number, line in enumerate(path.read_text().splitlines(), 1):
                found = IMPORT.match(line)
                if not found or found[1] == name:
                    continue
                if found[1] in all_targets:
                    importers[found[1]].add(name)
                if found[1] not in TOOLCHAIN | declared:
                    breaches.add(path, number, f"{name} imports {found[1]} without declaring it")
    for module, users in importers.items():
        if all_targets[module][0].is_relative_to(ROOT / "Sources/CLibs") and len(users) > 1:
            breaches.add(ROOT / "Package.swift", 1, f"{module} is imported by {', '.join(sorted(users))}; one target wraps a library")


def check_directions(all_targets, breaches):
    """Apps stand on the kernel and never on each other; the kernel knows no app."""
    apps = {name for name, (folder, _, _) in all_targets.items() if folder.is_relative_to(ROOT / "Sources/Apps")}
    for name, (folder, declared, _) in all_targets.items():
        if name in apps or folder.is_relative_to(ROOT / "Sources/Kernel"):
            for wrong in declared & apps:
                breaches.add(ROOT / "Package.swift", 1, f"{name} must not depend on {wrong}")
    for path in swift_files(ROOT / "Sources"):
        if path.is_relative_to(ROOT / "Sources/Apps") or path == COMPOSITION:
            continue
        for number, line in code_lines(path):
            if APP_NAME.search(line):
                breaches.add(path, number, f"an app is named outside its folder: {line.strip()[:80]}")


def check_writes(breaches):
    """Above the platform everything is written by `site.write`, which knows who writes and takes effect once."""
    below = ("Core", "Hosting", "Database", "DatabaseSQLite", "DatabasePostgres", "Jobs", "Events", "Media", "Search", "Audit", "Analytics", "Platform")
    for path in swift_files(ROOT / "Sources"):
        if {*path.relative_to(ROOT).parts} & {*below, "TestSupport"}:
            continue
        for number, line in code_lines(path):
            if "database.write" in line:
                breaches.add(path, number, "write by site.write")


def check_modules(breaches):
    """Nobody looks for a module among the modules."""
    for path in swift_files(ROOT / "Sources") + swift_files(ROOT / "Tests"):
        for number, line in code_lines(path):
            if DOWNCAST.search(re.sub(r'"[^"\\]*"', '""', line)):
                breaches.add(path, number, f"a module is looked for by its type: {line.strip()[:80]}")


def check_addresses(all_targets, breaches):
    """An address is written once: in the target whose it is, or in the lowest that leads there."""
    # Stand-ins play services of other sites, which know the addresses of this one from being set up.
    ours = {name: folder for name, (folder, _, kind) in all_targets.items() if kind == "regular" and name != "StandIns" or kind == "executable"}
    ours = {name: folder for name, folder in ours.items() if folder.is_relative_to(ROOT / "Sources")}
    declared = defaultdict(dict)
    for name, folder in ours.items():
        for path in swift_files(folder):
            for number, line in code_lines(path):
                for address in DECLARED_ADDRESS.findall(line):
                    declared[address].setdefault(name, (path, number))
    for address, places in declared.items():
        if len(places) > 1:
            for path, number in places.values():
                breaches.add(path, number, f"{address} is written in {', '.join(sorted(places))}; once is enough")
    stems = defaultdict(set)
    for address, places in declared.items():
        stems[address.split("/{")[0]] |= set(places)
    for name, folder in ours.items():
        for path in swift_files(folder):
            for number, line in code_lines(path):
                for address in ADDRESS.findall(DECLARED_ADDRESS.sub("", line)):
                    found = max((stem for stem in stems if address == stem or address.startswith(stem + "/")), key=len, default=None)
                    if found and len(found) > 1 and name not in stems[found]:
                        breaches.add(path, number, f"{address} is an address of {', '.join(sorted(stems[found]))}")


def code_lines(path):
    """The lines of a file that are no comments, numbered."""
    return [(number, line) for number, line in enumerate(path.read_text().splitlines(), 1) if not line.lstrip().startswith("//")]


def check_sources(breaches):
    """Claims that the compiler cannot check carry a sentence; nothing is left lying about; files stay short."""
    for path in swift_files(ROOT / "Sources") + swift_files(ROOT / "Tests"):
        lines = path.read_text().splitlines()
        if len(lines) > LONGEST_FILE:
            breaches.add(path, len(lines), f"{len(lines)} lines; split it by subject")
        for number, line in enumerate(lines, 1):
            if UNPROVEN.search(line) and not line.lstrip().startswith("//") and "//" not in "".join(lines[max(0, number - 5) : number]):
                breaches.add(path, number, "an unchecked claim needs a sentence that proves it")
            if TRAPS.search(line) and path.name != "Catalogue.swift" and "Tests" not in path.parts:
                breaches.add(path, number, "two keys alike, or an object that is gone, would end the process")
            if LEFT_OVER.search(line):
                breaches.add(path, number, f"left over: {line.strip()[:80]}")


def check_entity_names(breaches):
    """What the system log tells of has a name for people."""
    texts = {path: path.read_text().splitlines() for path in swift_files(ROOT / "Sources")}
    called = {kind for lines in texts.values() for line in lines for kind in CALLED.findall(line)}
    for path, lines in texts.items():
        for number, line in enumerate(lines, 1):
            for kind in LOGGED.findall(line):
                if kind not in called:
                    breaches.add(path, number, f"{kind} has no name in the `entityNames` of its module")


def check_given_up(breaches):
    """The old names stay away from code and guides."""
    documents = [path for path in sorted((ROOT / "Docs").rglob("*.md")) if path.name != "performance.md"]
    for path in [*swift_files(ROOT / "Sources"), *swift_files(ROOT / "Tests"), *documents]:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            quoted = " ".join(re.findall(r"`[^`]*`", line))
            code = re.sub(r'"[^"\\]*"', '""', line).split("//")[0] if path.suffix == ".swift" else ""
            found = GIVEN_UP.search(f"{code} {quoted}")
            if found:
                breaches.add(path, number, f"{found[0]} has another name now")


def check_scripts(breaches):
    """Browser modules keep to what the oldest supported browsers parse."""
    for path in sorted((ROOT / "Sources").rglob("Resources/assets/**/*.js")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if TOO_NEW.search(line) and not line.lstrip().startswith(("//", "*", "/*")):
                breaches.add(path, number, f"too new for Safari 12: {line.strip()[:80]}")


def check_styles(breaches):
    """A property that no sheet and no script sets makes browsers drop the whole line, without a word."""
    sheets, scripts = (sorted((ROOT / "Sources").rglob(f"Resources/assets/**/*.{kind}")) for kind in ("css", "js"))
    known = {name for path in [*sheets, *scripts] for name in SETS_PROPERTY.findall(path.read_text())}
    for path in sheets:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for name in USES_PROPERTY.findall(line):
                if name not in known:
                    breaches.add(path, number, f"nothing sets {name}")


def check_coverage_names(breaches):
    """A test that names a requirement names one that exists."""
    known = set(ROW.findall((ROOT / "Docs/requirements.md").read_text()))
    for path in [*swift_files(ROOT / "Tests"), *sorted((ROOT / "Tests").rglob("*.py"))]:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for row in ROW.findall(" ".join(COVERS.findall(line))):
                if row not in known:
                    breaches.add(path, number, f"{row} is not in Docs/requirements.md")


def main():
    breaches = Breaches()
    all_targets = targets()
    check_imports(all_targets, breaches)
    check_directions(all_targets, breaches)
    check_writes(breaches)
    check_modules(breaches)
    check_addresses(all_targets, breaches)
    check_sources(breaches)
    check_entity_names(breaches)
    check_given_up(breaches)
    check_scripts(breaches)
    check_styles(breaches)
    check_coverage_names(breaches)
    print("\n".join(breaches))
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
