"""What all conversations share: a service that runs, two people, and the operator's commands that the service has."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from service import Place, Server, User

PROGRAM = os.environ.get("CLOUDKIT_SERVER", "cloudkit-server")
OPTIONS = os.environ.get("CLOUDKIT_SERVER_OPTIONS", "").split()
ADDRESS = os.environ.get("CLOUDKIT_SERVER_ADDRESS", "")
CONTAINER = "iCloud.org.example.independent"
PASSWORD = "a good password"


def command(*arguments: str, text: str | None = None) -> str:
    """A command of the operator; only these are the server's own, and a reader may put Apple's console in their place."""
    done = subprocess.run(
        [PROGRAM, *arguments, *OPTIONS], input=text, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, f"{' '.join(arguments)}: {done.stderr}"
    return done.stdout.strip()


class Conversation(unittest.TestCase):
    """Somebody signed in, with a zone of this conversation's own."""

    made: set = set()

    @classmethod
    def setUpClass(cls) -> None:
        cls.place = Place(ADDRESS, CONTAINER)
        cls.account = f"anna-{cls.__name__}@example.org"
        cls.api_token = command("token", "api", "--container", CONTAINER)
        cls.user = cls.sign_in(cls.account)
        cls.zone = {"zoneName": cls.__name__}
        answer = cls.user.ask("zones/modify", {"operations": [{"operationType": "create", "zone": {"zoneID": cls.zone}}]})
        assert answer["zones"][0]["zoneID"]["zoneName"] == cls.zone["zoneName"], answer

    @classmethod
    def sign_in(cls, name: str) -> User:
        if name not in Conversation.made:
            command("account", "create", name, "--password-stdin", text=PASSWORD + "\n")
            Conversation.made.add(name)
        return User(cls.place, cls.api_token, command("token", "web", name, "--container", CONTAINER))

    @classmethod
    def modify(cls, *operations: dict, atomic: bool = False, **more) -> dict:
        body = {"zoneID": cls.zone, "atomic": atomic, "operations": list(operations)} | more
        return cls.user.ask("records/modify", body)

    @classmethod
    def server(cls) -> Server:
        key = Server.new_key()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "public.pem"
            file.write_bytes(Server.public_half(key))
            return Server(cls.place, key, command("key", "add", "--container", CONTAINER, "--public-key", str(file)))

    def assert_error(self, answer, status: int, code: str, reason: str | None = None) -> dict:
        self.assertEqual(answer.status_code, status, answer.text)
        self.assertEqual(answer.headers["Content-Type"].replace(" ", "").lower(), "application/json;charset=utf-8")
        body = answer.json()
        self.assertEqual(body["serverErrorCode"], code, body)
        self.assertTrue(body["uuid"] and body["reason"], body)
        if reason is not None:
            self.assertIn(reason, body["reason"])
        return body
