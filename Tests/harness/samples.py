"""Files made up for a test: honest small books and hostile ones."""
import io
import struct
import zipfile
import zlib


def markdown(title, *paragraphs, author="A Tester", language="en"):
    """A small Markdown book with its metadata in front."""
    head = f"---\ntitle: {title}\nauthor: {author}\nlanguage: {language}\n---\n\n# {title}\n\n"
    return (head + "\n\n".join(paragraphs or [f"The text of {title}."]) + "\n").encode()


def long_markdown(title, chapters, words):
    """A book of many words, each chapter with a word of its own: `chapterword7`."""
    body = []
    for number in range(1, chapters + 1):
        text = " ".join(f"word{index % 997}" for index in range(words))
        body.append(f"# Chapter {number}\n\nchapterword{number} {text}")
    return markdown(title, *body)


CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""


def epub(title, chapters, author="A Tester", language="en", doctype="", extra=None):
    """An EPUB 3 of (heading, inner XHTML) chapters; `extra` adds entries by name, `doctype` stands before each chapter."""
    manifest = "".join(
        f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(len(chapters)))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    contents = "".join(f'<li><a href="c{n}.xhtml">{heading}</a></li>' for n, (heading, _) in enumerate(chapters))
    package = f"""<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:stoa:test:{title}</dc:identifier>
<dc:title>{title}</dc:title><dc:creator>{author}</dc:creator><dc:language>{language}</dc:language></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{manifest}</manifest>
<spine>{spine}</spine></package>"""
    navigation = f"""<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head>
<body><nav epub:type="toc"><ol>{contents}</ol></nav></body></html>"""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER, zipfile.ZIP_DEFLATED)
        archive.writestr("OEBPS/book.opf", package, zipfile.ZIP_DEFLATED)
        archive.writestr("OEBPS/nav.xhtml", navigation, zipfile.ZIP_DEFLATED)
        for number, (heading, inner) in enumerate(chapters):
            page = (f'<?xml version="1.0" encoding="UTF-8"?>{doctype}<html xmlns="http://www.w3.org/1999/xhtml">'
                    f"<head><title>{heading}</title></head><body><h1>{heading}</h1>{inner}</body></html>")
            archive.writestr(f"OEBPS/c{number}.xhtml", page, zipfile.ZIP_DEFLATED)
        for name, content in (extra or {}).items():
            archive.writestr(name, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def zip_bomb_epub():
    """An EPUB with one entry that unpacks to far more than any book."""
    return epub("Bomb", [("One", "<p>tick</p>")], extra={"OEBPS/big.xhtml": b"\0" * (1 << 30 >> 1)})


def entity_bomb_epub():
    """An EPUB whose chapter grows a billionfold when its entities are followed."""
    levels = "".join(
        f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 10))
    return epub("Laughs", [("One", "<p>&e9;</p>")], doctype=f'<!DOCTYPE html [<!ENTITY e0 "ha">{levels}]>')


def outside_entity_epub():
    """An EPUB whose chapter asks for a file of the machine."""
    return epub(
        "Reach", [("One", "<p>quiet words &reach;</p>")],
        doctype='<!DOCTYPE html [<!ENTITY reach SYSTEM "file:///etc/passwd">]>')


def path_traversal_epub():
    """An EPUB with an entry that wants to be written above its folder."""
    return epub("Climber", [("One", "<p>up we go</p>")], extra={"../../../../tmp/stoa-was-here": b"climbed"})


def script_epub():
    """An EPUB that carries scripts in every pocket."""
    inner = (
        '<p onclick="steal()">calm text</p><script>steal()</script><svg xmlns="http://www.w3.org/2000/svg"><style>'
        '<img src="x" onerror="steal()"/></style></svg><a href="javascript:steal()">press</a>'
        '<iframe src="https://evil.example/"></iframe><img src="https://evil.example/pixel.png" alt="spy"/>')
    return epub("Scripts", [("One", inner)])


TYPES = """<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"""
RELATIONS = """<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"""
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def docx(body="<w:p><w:r><w:t>Quiet words.</w:t></w:r></w:p>", doctype="", megabytes=0, parts=None):
    """A Word document; its text goes on with so many megabytes of spaces, and `parts` replace or add others by name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("_rels/.rels", RELATIONS)
        with archive.open("word/document.xml", "w", force_zip64=True) as document:
            document.write(f'<?xml version="1.0"?>{doctype}<w:document {WORD}><w:body>{body}<w:p><w:r><w:t xml:space="preserve">'.encode())
            for _ in range(megabytes):
                document.write(b" " * (1 << 20))
            document.write(b"</w:t></w:r></w:p></w:body></w:document>")
        for name, content in (parts or {}).items():
            archive.writestr(name, content)
    return packed.getvalue()


LAUGHS = '<!DOCTYPE x [<!ENTITY e0 "ha">' + "".join(
    f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 10)) + "]>"


def entity_bomb_docx():
    """A Word document whose text grows a billionfold when its entities are followed."""
    return docx("<w:p><w:r><w:t>&e9;</w:t></w:r></w:p>", doctype=LAUGHS)


def entity_bomb_in_styles_docx():
    """The same in a part beside the text."""
    return docx(parts={"word/styles.xml": f'<?xml version="1.0"?>{LAUGHS}<w:styles {WORD}><w:docDefaults>&e9;</w:docDefaults></w:styles>'})


def many_parts_epub(count):
    """An EPUB with so many small entries beside its chapter."""
    return epub("Crowd", [("One", "<p>quiet words</p>")], extra={f"OEBPS/{number}": b"" for number in range(count)})


def nested_zip(levels):
    """An archive in an archive in an archive, and so on."""
    content, name = b"words " * 1000, "words.txt"
    for level in range(levels):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, content)
        content, name = packed.getvalue(), f"{level}.zip"
    return content


def overlapping_zip(count, megabytes):
    """A small archive with very many entries that are all the same bytes of it (D. Fifield, "A better zip bomb", 2019)."""
    content = b" " * (megabytes << 20)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(content) + packer.flush()
    sums = (zlib.crc32(content), len(packed), len(content))
    local = struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, 8, 0, 0x21, *sums, 8, 0) + b"00000000" + packed
    entry = struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 20, 20, 0, 8, 0, 0x21, *sums, 8, 0, 0, 0, 0, 0, 0)
    directory = b"".join(entry + b"%08d" % number for number in range(count))
    end = struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(directory), len(local), 0)
    return local + directory + end


def wide_epub(chapters, megabytes):
    """An EPUB with chapters of so many megabytes each, and with enough that can't be packed to make its ratio look honest."""
    words = "<p>" + "many quiet words " * 60 + "</p>\n"
    inner = words * ((megabytes << 20) // len(words))
    noise = b"".join(zlib.crc32(number.to_bytes(4, "big")).to_bytes(4, "big") for number in range(3 << 20))
    return epub("Wide", [(f"Part {number}", inner) for number in range(chapters)], extra={"OEBPS/noise.bin": noise})


def png(width, height):
    """A grey PNG of one colour, packed line by line."""
    packer = zlib.compressobj(9)
    line = bytes(1 + (width + 7) // 8)
    body = b"".join(packer.compress(line) for _ in range(height)) + packer.flush()

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def png_that_says(width, height):
    """A small PNG that claims to be large."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    whole = png(8, 8)
    return whole[:16] + head + struct.pack(">I", zlib.crc32(b"IHDR" + head)) + whole[33:]
