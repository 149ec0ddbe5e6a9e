"""An authenticator made of Yubico's python-fido2: its keys, its CBOR and its client data, none of them written here."""
import base64
import hashlib
import html
import json
import os
import re

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from fido2.cose import ES256, RS256
from fido2.webauthn import (
    AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData, PublicKeyCredentialCreationOptions,
    PublicKeyCredentialRequestOptions)

PRESENT_AND_VERIFIED = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV
CREATION, REQUEST = PublicKeyCredentialCreationOptions, PublicKeyCredentialRequestOptions


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Ceremony:
    """The form on a page that asks for a passkey: the options as python-fido2 reads them, and the ticket that goes back with the answer."""

    def __init__(self, page, kind):
        form = re.search(r"<form[^>]*data-passkey=.*?</form>", page.text, re.DOTALL)
        assert form, page.text[:1000]
        self.options = kind.from_dict(json.loads(html.unescape(re.search(r'data-options="([^"]*)"', form[0])[1])))
        self.ticket = html.unescape(re.search(r'name="ticket" value="([^"]*)"', form[0])[1])


class Authenticator:
    """One credential. Every keyword of `create` and `get` makes it lie in one way."""

    def __init__(self, algorithm=-7):
        self.id = os.urandom(48)
        self.count = 0
        if algorithm == -7:
            self.key = ec.generate_private_key(ec.SECP256R1())
            self.public = ES256.from_cryptography_key(self.key.public_key())
        else:
            self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
            self.public = RS256.from_cryptography_key(self.key.public_key())
        self.user = b""

    def create(self, options, origin, party=None, challenge=None):
        """The answer to a registration, as the page's script writes it into the form."""
        assert self.public[3] in [offer.alg for offer in options.pub_key_cred_params], "the site does not offer this algorithm"
        self.user = options.user.id
        client = CollectedClientData.create("webauthn.create", challenge or options.challenge, origin)
        made = AttestedCredentialData.create(bytes(16), self.id, self.public)
        data = AuthenticatorData.create(
            self._party(party or options.rp.id), PRESENT_AND_VERIFIED | AuthenticatorData.FLAG.AT, self.count, made)
        return json.dumps({
            "id": text(self.id), "clientDataJSON": text(client), "attestationObject": text(AttestationObject.create("none", data, {})),
        })

    def get(self, options, origin, party=None, challenge=None, flags=PRESENT_AND_VERIFIED, count=None, user=None, signed_by=None):
        """The answer to a sign-in."""
        self.count = self.count + 1 if count is None else count
        client = CollectedClientData.create("webauthn.get", challenge or options.challenge, origin)
        data = AuthenticatorData.create(self._party(party or options.rp_id), flags, self.count)
        signature = (signed_by or self)._sign(data + hashlib.sha256(client).digest())
        return json.dumps({
            "id": text(self.id), "clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signature),
            "userHandle": text(user or self.user),
        })

    def _sign(self, message):
        if isinstance(self.key, rsa.RSAPrivateKey):
            return self.key.sign(message, padding.PKCS1v15(), hashes.SHA256())
        return self.key.sign(message, ec.ECDSA(hashes.SHA256()))

    @staticmethod
    def _party(name):
        return hashlib.sha256(name.encode()).digest()
