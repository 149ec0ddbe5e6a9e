"""A certificate for localhost that nobody has signed but itself."""
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Certificate:
    chain: Path
    key: Path

    @property
    def options(self):
        """What makes `stoa serve` use it."""
        return ["--tls-cert", str(self.chain), "--tls-key", str(self.key)]


def self_signed(folder):
    made = Certificate(folder / "chain.pem", folder / "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", made.key, "-out", made.chain],
        check=True, capture_output=True)
    return made
