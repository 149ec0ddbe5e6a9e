#!/usr/bin/env python3
"""Finds words for people that have no Swedish, keys that Swahili or Bemba lack, and words to avoid (words.json). Prints each as `file:line: key`; exits 1 if there is any.

A `Text` is a literal whose type the compiler infers, so a script can only look where literals usually become one:
the content of an element or component in braces, the first argument of a component, arguments with names that take a
`Text` (label, title, hint …), and the words of a `Problem`. `.verbatim(…)`, data- attributes and the like are left alone.
What it cannot see it does not report; what it reports wrongly is listed under NOT_WORDS with the reason.
`--unused` lists translations that no literal asks for.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Types and functions whose first argument is a Text.
FIRST = (
    "Page|PageHeader|SectionHeader|Carousel|Button|LinkButton|Badge|Chip|ChipRow|CategoryButton|TextField|TextArea|Select|Checkbox|RadioGroup|"
    "FieldGroup|FileField|Field|Card|LinkCard|StatCard|Crumb|Tab|Tabs|DataTable|Menu|MenuLink|MenuButton|ConfirmPage|NavigationItem|"
    "NavigationSection|SubjectMention|Text|LanguageSwitch|DescriptionList\\.Item|\\.init|\\.alt|\\.title|\\.placeholder|\\.column|Column"
)
# Names of arguments and properties that take a Text.
NAMED = (
    "label|title|lead|detail|hint|error|message|placeholder|summary|understood|confirm|remedy|flash|legend|text|name|note|reason|description|"
    "heading|words|searchedAs|caption|question|explanation|banner|consequence|titled|any"
)
STRING = r'"((?:[^"\\\n]|\\(?:[^(]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)))*)"'
PATTERNS = [re.compile(pattern, re.MULTILINE) for pattern in [
    # `h2 { "Words" }`, and a line that is nothing but a literal: the content of a builder.
    r"\{\s*" + STRING + r"\s*\}",
    r"^[ \t]*" + STRING + r"[ \t]*$",
    # `Button("Words"`
    r"(?<![\w\"])(?:" + FIRST + r")\(\s*" + STRING,
    # `hint: "Words"`, also behind a condition
    r"(?<!\w)(?:" + NAMED + r"):\s*(?:[^\",()\n]*\?\s*)?" + STRING,
    # `understood: Text = "Words"`
    r":\s*Text\??\s*=\s*" + STRING,
    # `.aria("label", "Words")`
    r'\.aria\(\s*"(?:label|description|roledescription|valuetext|placeholder)",\s*' + STRING,
    # `Problem(.conflict, "code", "Words"` and its like
    r'Problem\(\s*\.\w+,\s*"[\w.-]+",\s*' + STRING,
    r'\.wrongField\(\s*"[\w.-]+",\s*' + STRING,
    # `case .x: "Words"` of a computed Text, `condition ? "Words" : "Words"`
    r"(?:case [^:\n]+|default):\s*(?:return )?" + STRING + r"[ \t]*$",
    r"[^?]\? " + STRING + r" : ", r" : " + STRING + r"[ \t]*[)}\n]",
    r"consequences:\s*\[\s*" + STRING,
    # `Measure("id", "Words"`, `HelpTopic("id", "Words"`, `TourStop("id", "Words"`, `NotificationKind("id", "Words"`, `PermissionDeclaration(.x, "Words"`
    r"(?:Measure(?:\.Value)?|HelpTopic|TourStop|NotificationKind|RoleDeclaration)\(\s*" + '"[^"]*"' + r",\s*" + STRING,
    r"(?:PermissionDeclaration)\([^\",]*,\s*" + STRING,
    # A line of literals that ends with a comma: the further arguments of the above.
    r"^[ \t]*" + STRING + r",?\)?,?[ \t]*$",
]]
NOT_WORDS = re.compile(
    r"^[\s\W\d]*$|^ kl\.(?: |u\{a0\})$"  # nothing to translate; the Swedish "o'clock" itself
    r"|^no cause was given \(status %1\)$|^no message$"  # technical words in the log of errors
    r"|^[a-z0-9_./:#%?&=+-]*$"  # a code, a path, a token, a media type
    r"|^[a-z]+[A-Z]\w*$|^default-src "  # names of fields; the content policy
    r"|^/|^https?:|^[A-Z]{2,}[A-Z0-9 _-]*$|^\S*[{}<>]|^[MmLl][\d. -]"  # addresses, SQL words, patterns, drawings
    r"|^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA|WITH|BEGIN|COMMIT|DROP)\b"
    r"|^\w+/[\w.+-]+(?:;.*)?$|^\(prefers-|^not all$|^[\W\d]*%\d[\W\d]*$|^\W*\w+\W*%\d\W*$(?<!\.)"  # media types and queries; a token with a value
)
# Places that hold no words for people: they speak to machines, to operators in English, or to the log.
NOT_HERE = re.compile(
    r"\.log\(|log\(\.|Log\(|precondition|fatalError|\.sql|Migration\(|metrics\.|"
    r": SQL =|\(sql:|rawValue|#expect|contentType|headers|print\(|FileHandle|\.documented|\.summary\(\"|hasSuffix|hasPrefix|\bsummary: \"[a-z]"
)
# Files whose words are for developers and operators, in English like the command line.
FOR_OPERATORS = {"OpenAPIOperation.swift", "RouteTable.swift", "SiteRefusal.swift", "BackupRefusal.swift", "Doctor.swift", "ScoreLine.swift",
                 "AuditCommand.swift", "LedgerCommand.swift", "DoctorCheck.swift", "NodeConfiguration.swift", "SettingRefusal.swift", "UnreadableChoice.swift",
                 "MemberPressFailure.swift", "ReplayCommand.swift"}
# Files whose literals are data: names of the books of the Bible in every language that is understood, names of programs.
DATA = {"BibleBooks.swift", "DeviceName.swift", "LanguageGuess.swift"}
# Every catalogue speaks these besides Swedish.
LANGUAGES = ("sw", "bem")
# Literals that become data when they are first used, and names of elements.
STORED = {"Reading app", "Url"}

# Words that a requirement quotes.
QUOTED = {"Welcome Home!"}


def key_of(literal):
    """The key of a literal: each interpolation becomes %1, %2 …"""
    key, number, index = "", 0, 0
    while index < len(literal):
        if literal.startswith("\\(", index):
            depth, index, number = 1, index + 2, number + 1
            while index < len(literal) and depth:
                depth += {"(": 1, ")": -1}.get(literal[index], 0)
                index += 1
            key += f"%{number}"
        elif literal[index] == "\\":
            key += {"n": "\n", "t": "\t"}.get(literal[index + 1], literal[index + 1])
            index += 2
        else:
            key += literal[index]
            index += 1
    return key


def catalogue(language):
    """Every key of a language with the file that holds it."""
    keys = {}
    for path in sorted(ROOT.glob(f"Sources/**/Resources/{language}.json")):
        try:
            content = json.loads(path.read_text())
        except ValueError as error:
            sys.exit(f"{path.relative_to(ROOT)}: {error}")
        for key in content:
            keys[key] = path
    return keys


def reachable(part):
    """The keys that a part can use: a site may run without the other apps, and then without their catalogues."""
    folders = ["Kernel/*"] + ([f"Apps/{part[2]}"] if part[1] == "Apps" else [])
    return {key for folder in folders for path in ROOT.glob(f"Sources/{folder}/Resources/sv.json") for key in json.loads(path.read_text())}


def blanked(text):
    """The source with comments and long literals emptied, line by line as before."""
    text = re.sub(r'#*""".*?"""#*', lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.DOTALL)
    return re.sub(r"^[ \t]*//.*$", "", text, flags=re.MULTILINE)


def literals(path):
    """Line and key of every literal that is probably words for people."""
    text = blanked(path.read_text())
    lines = text.split("\n")
    for pattern in PATTERNS:
        for match in pattern.finditer(text):
            number = text.count("\n", 0, match.start(1))
            key = key_of(match[1])
            words = re.sub(r"%\d", "", key)
            if key in STORED or NOT_HERE.search(lines[number]) or NOT_WORDS.search(key) or not re.search(r"[^\W\d_]{2}", words):
                continue
            yield number + 1, key


def untranslated():
    """Keys that one language has and another lacks, in the catalogue of the same part (CORE-053)."""
    for folder in sorted({path.parent for path in ROOT.glob("Sources/**/Resources/sv.json")}):
        known = json.loads((folder / "sv.json").read_text())
        for language in LANGUAGES:
            path = folder / f"{language}.json"
            own = json.loads(path.read_text()) if path.exists() else {}
            for key in known.keys() - own.keys():
                yield f"{path.relative_to(ROOT)}: not translated: {key}"
            for key in own.keys() - known.keys():
                yield f"{path.relative_to(ROOT)}: nobody asks for: {key}"


def contradictions():
    """Keys that two catalogues of a language say differently: the site has one phrase for a key, so one of them would stand where it does not belong."""
    for language in ("en", "sv", *LANGUAGES):
        first = {}
        for path in sorted(ROOT.glob(f"Sources/**/Resources/{language}.json")):
            for key, words in json.loads(path.read_text()).items():
                known = first.setdefault(key, (words, path))
                if known[0] != words:
                    yield f"{path.relative_to(ROOT)}: otherwise than in {known[1].relative_to(ROOT)}: {key}"


def spoken(words):
    """The texts of an entry: itself, or each of its plural forms."""
    return words.values() if isinstance(words, dict) else [words]


def avoided():
    """Texts with a word or pattern of words.json, with what to say instead. English is the key, and the plural forms of en.json."""
    rules = [(rule["language"], re.compile(rule["pattern"], re.IGNORECASE), rule["instead"]) for rule in json.loads((ROOT / "Tests/Checks/words.json").read_text())]
    for path in sorted(ROOT.glob("Sources/**/Resources/*.json")):
        if path.stem not in ("en", "sv"):
            continue
        for key, words in json.loads(path.read_text()).items():
            if key in QUOTED:
                continue
            texts = [("sv", text) for text in spoken(words)] + [("en", key)] if path.stem == "sv" else [("en", text) for text in spoken(words)]
            for language, text in texts:
                for rule, pattern, instead in rules:
                    if rule == language and pattern.search(text):
                        yield f"{path.relative_to(ROOT)}: {text}: not “{pattern.search(text)[0]}”, but {instead}"


def main():
    swedish = catalogue("sv")
    plural = catalogue("en")
    used, breaches, known = set(), [], {}
    sources = [path for path in sorted((ROOT / "Sources").rglob("*.swift")) if not {"CLibs", "TestSupport", "StandIns", "StandInServer"} & set(path.parts) and path.name not in FOR_OPERATORS | DATA]
    screens = {path.parts[len(ROOT.parts) + 2] for path in ROOT.glob("Sources/*/*/Resources/sv.json")}
    for path in sources:
        part = path.relative_to(ROOT).parts
        if part[1:3] not in known:
            known[part[1:3]] = reachable(part)
        for number, key in literals(path):
            used.add(key)
            # A part of the house without a catalogue of its own only has its refusals checked: they are what people see of it.
            if key not in known[part[1:3]] and (part[2] in screens or "Problem(" in path.read_text()):
                breaches.append(f"{path.relative_to(ROOT)}:{number}: {key}")
    breaches += [f"{path.relative_to(ROOT)}: plural forms without Swedish: {key}" for key, path in plural.items() if key not in swedish]
    breaches += untranslated()
    breaches += contradictions()
    breaches += avoided()
    if "--unused" in sys.argv:
        everything = "\n".join(path.read_text() for path in sources)
        for key, path in sorted(swedish.items()):
            fixed = max(re.split(r"%\d", key), key=len).replace('"', '\\"').replace("\n", "\\n")
            if key not in used and fixed not in everything:
                print(f"{path.relative_to(ROOT)}: not used: {key}")
        return 0
    print("\n".join(sorted(set(breaches))) or f"{len(used)} texts, {len(swedish)} of them in Swedish")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
