"""Speaks CloudKit Web Services as the published reference describes them, and knows nothing of this project.

What is here is what the reference says a client does: paths, tokens in the query, signatures in headers. It is the same
for Apple's service.
"""

import base64
import datetime
import hashlib
import urllib.parse
from dataclasses import dataclass, field

import requests
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

NEXT_TOKEN = "X-Apple-CloudKit-Web-Auth-Token"


def quote(text: str) -> str:
    """A value for a query: every byte that is not plain is percent-encoded, as the reference asks for tokens."""
    return urllib.parse.quote(text, safe="")


@dataclass
class Place:
    """A container of a service, in an environment."""

    address: str
    container: str
    environment: str = "development"

    def path(self, database: str, action: str) -> str:
        return f"/database/1/{self.container}/{self.environment}/{database}/{action}"

    def device_path(self, action: str) -> str:
        return f"/device/1/{self.container}/{self.environment}/tokens/{action}"


@dataclass
class User:
    """Somebody who signed in: each request has the API token and the newest web token in its query."""

    place: Place
    api_token: str
    web_token: str | None = None
    more: str = ""
    session: requests.Session = field(default_factory=requests.Session)

    def query(self) -> str:
        parts = [f"ckAPIToken={quote(self.api_token)}"]
        if self.web_token is not None:
            parts.append(f"ckWebAuthToken={quote(self.web_token)}")
        return "&".join(parts) + self.more

    def send(self, method: str, path: str, body=None, headers: dict | None = None) -> requests.Response:
        answer = self.session.request(
            method, f"{self.place.address}{path}?{self.query()}", json=body, headers=headers, timeout=60
        )
        # The next token comes with every answer, also with errors; a client keeps the newest.
        if NEXT_TOKEN in answer.headers and self.web_token is not None:
            self.web_token = answer.headers[NEXT_TOKEN]
        return answer

    def post(self, action: str, body: dict, database: str = "private") -> requests.Response:
        return self.send("POST", self.place.path(database, action), body)

    def get(self, action: str, database: str = "private") -> requests.Response:
        return self.send("GET", self.place.path(database, action))

    def ask(self, action: str, body: dict, database: str = "private") -> dict:
        answer = self.post(action, body, database)
        assert answer.status_code == 200, f"{action}: {answer.status_code} {answer.text}"
        return answer.json()


@dataclass
class Server:
    """A server with a key: it signs each request, in headers."""

    place: Place
    key: ec.EllipticCurvePrivateKey
    key_id: str

    @staticmethod
    def new_key() -> ec.EllipticCurvePrivateKey:
        return ec.generate_private_key(ec.SECP256R1())

    @staticmethod
    def public_half(key: ec.EllipticCurvePrivateKey) -> bytes:
        return key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )

    @staticmethod
    def date(seconds: float = 0) -> str:
        moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
        return moment.strftime("%Y-%m-%dT%H:%M:%SZ")

    def sign(self, message: str) -> bytes:
        """A signature in DER, as the reference asks for it."""
        return self.key.sign(message.encode(), ec.ECDSA(hashes.SHA256()))

    @staticmethod
    def raw(signature: bytes) -> bytes:
        """The same signature as two numbers beside each other, which is what it must not be."""
        one, two = utils.decode_dss_signature(signature)
        return one.to_bytes(32, "big") + two.to_bytes(32, "big")

    @staticmethod
    def digest(body: bytes) -> str:
        return base64.b64encode(hashlib.sha256(body).digest()).decode()

    def headers(self, body: bytes, path: str, date: str | None = None, digest: str | None = None) -> dict:
        date = date or self.date()
        signature = self.sign(f"{date}:{self.digest(body) if digest is None else digest}:{path}")
        return {
            "X-Apple-CloudKit-Request-KeyID": self.key_id,
            "X-Apple-CloudKit-Request-ISO8601Date": date,
            "X-Apple-CloudKit-Request-SignatureV1": base64.b64encode(signature).decode(),
        }

    def send(self, method: str, path: str, body: bytes = b"", headers: dict | None = None) -> requests.Response:
        return requests.request(
            method, self.place.address + path, data=body, headers=headers or self.headers(body, path), timeout=60
        )


def record(name: str, kind: str = "Note", **fields) -> dict:
    """A record; a field is its value and its type."""
    values = {key: {"value": value, "type": type_} for key, (value, type_) in fields.items()}
    return {"recordName": name, "recordType": kind, "fields": values}


def operation(kind: str, content: dict) -> dict:
    return {"operationType": kind, "record": content}
