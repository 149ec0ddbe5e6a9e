"""Fills a library of calibre, by calibre's own Python: `calibre-debug -e calibre_filling.py -- LIBRARY MATERIAL`."""
import pathlib
import sys
import zipfile

from calibre.ebooks.metadata.book.base import Metadata
from calibre.ebooks.metadata.opf2 import OPF
from calibre.library import db as opened


def main(library, material):
    library.mkdir()
    database = opened(str(library)).new_api
    for book in sorted((material / "books").iterdir()):
        with zipfile.ZipFile(book) as archive:
            package = next(name for name in archive.namelist() if name.endswith(".opf"))
            with archive.open(package) as opf:
                about = OPF(opf).to_book_metadata()
        # A cover would be drawn for each, by a process of its own.
        database.add_books([(about, {"EPUB": str(book)})], run_hooks=False)
    for record in sorted((material / "records").iterdir()):
        _, head, text = record.read_text().split("---\n", 2)
        fields = dict(line.split(": ", 1) for line in head.splitlines())
        about = Metadata(fields["title"], [fields["author"]])
        about.languages, about.comments = [fields["language"]], text
        database.create_book_entry(about)
    database.close()


main(*map(pathlib.Path, sys.argv[-2:]))
