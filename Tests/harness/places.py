"""Folders that other users may walk through, which those of pytest are not."""
import contextlib
import pathlib
import shutil
import tempfile


@contextlib.contextmanager
def open_folder():
    """An empty folder that anybody may enter, gone afterwards."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="stoa-open-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
