"""A provider of OpenID Connect that nobody here wrote: canaille, run by `python outside_provider.py PORT RETURN_ADDRESS`."""
import pathlib
import socket
import subprocess
import sys
import time
import urllib.request

PERSON = {"user_name": "karin", "password": "correct horse 7", "email": "karin@outside.example", "name": "Karin Outside"}
CLIENT_ID = "stoa-site"
CLIENT_SECRET = "outside-secret-5"


def serve(port, return_address):
    """Serves one person and one client until the process is ended."""
    import werkzeug.serving
    from canaille import create_app
    from canaille.app import models
    from joserfc.jwk import RSAKey

    key = RSAKey.generate_key(2048, parameters={"use": "sig", "alg": "RS256"}, private=True, auto_kid=True)
    app = create_app({
        "SECRET_KEY": "only-for-this-test-" + "x" * 20, "SERVER_NAME": f"localhost:{port}", "PREFERRED_URL_SCHEME": "http",
        "CANAILLE": {"DATABASE": "memory", "JAVASCRIPT": False, "HTMX": False, "ENABLE_PASSWORD_COMPROMISSION_CHECK": False},
        "CANAILLE_OIDC": {"ACTIVE_JWKS": [key.as_dict(private=True)]},
    })
    with app.app_context(), app.backend.session():
        app.backend.save(models.User(
            formatted_name=PERSON["name"], given_name="Karin", family_name="Outside", user_name=PERSON["user_name"],
            emails=[PERSON["email"]], password=PERSON["password"]))
        client = models.Client(
            client_id=CLIENT_ID, client_name="Stoa", client_secret=CLIENT_SECRET, redirect_uris=[return_address],
            grant_types=["authorization_code"], response_types=["code"], scope=["openid", "email", "profile"],
            token_endpoint_auth_method="client_secret_basic")
        app.backend.save(client)
        # A client can only be named once it is kept.
        client.audience = [client]
        app.backend.save(client)
    werkzeug.serving.run_simple("127.0.0.1", port, app, threaded=True)


class OutsideProvider:
    """The program above on a free port. Use it as a context."""

    def __init__(self, return_address, log):
        self.return_address = return_address
        self.log = log
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://localhost:{self.port}"

    def __enter__(self):
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, pathlib.Path(__file__), str(self.port), self.return_address],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        end = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/.well-known/openid-configuration", timeout=5).read()
                return self
            except OSError:
                if time.monotonic() > end or self.process.poll() is not None:
                    self.__exit__()
                    raise AssertionError(f"the provider did not start:\n{pathlib.Path(self.log).read_text()[-3000:]}") from None
                time.sleep(0.2)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2])
