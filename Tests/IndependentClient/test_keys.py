"""Servers' keys: every form of a signed request that clients are known to send, and those that must fail."""

import base64
import json
import unittest

import requests

from scene import Conversation
from service import Server, operation, record

FAILED = "Authentication failed"


class Keys(Conversation):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.signer = cls.server()
        cls.modify_path = cls.place.path("public", "records/modify")
        cls.list_path = cls.place.path("public", "zones/list")

    def create(self, name: str) -> bytes:
        content = record(name, "Place", title=("Harbour", "STRING"))
        return json.dumps({"operations": [operation("forceReplace", content)]}).encode()

    def test_a_body_with_any_content_type(self) -> None:
        for number, kind in enumerate(["text/plain", "application/json", None, "application/x-www-form-urlencoded"]):
            body = self.create(f"K-{number}")
            headers = self.signer.headers(body, self.modify_path)
            if kind:
                headers["Content-Type"] = kind
            answer = self.signer.send("POST", self.modify_path, body, headers)
            self.assertEqual(answer.status_code, 200, answer.text)
            saved = answer.json()["records"][0]
            self.assertEqual(saved["recordName"], f"K-{number}")
            # Who wrote is the key's own identity, which is no user of the app.
            self.assertRegex(saved["created"]["userRecordName"], r"^_[0-9a-f]{32}$")
            self.assertIsInstance(saved["created"]["deviceID"], str)

    def test_a_body_in_chunks(self) -> None:
        body = self.create("K-chunked")
        headers = self.signer.headers(body, self.modify_path)
        answer = requests.post(
            self.place.address + self.modify_path, data=iter([body[:7], body[7:]]), headers=headers, timeout=60
        )
        self.assertEqual(answer.status_code, 200, answer.text)

    def test_no_body(self) -> None:
        # Most clients hash the empty body; one that is in use leaves the place between the colons empty.
        for digest in [None, ""]:
            headers = self.signer.headers(b"", self.list_path, digest=digest)
            for more in [{}, {"Content-Type": "application/json"}]:
                answer = self.signer.send("GET", self.list_path, b"", headers | more)
                self.assertEqual(answer.status_code, 200, answer.text)
                self.assertEqual(answer.json()["zones"][0]["zoneID"]["zoneName"], "_defaultZone")

    def test_a_query_that_is_signed_or_not(self) -> None:
        path = self.place.path("public", "records/lookup")
        query = "?ckjsVersion=2.0&ckjsBuildVersion=2310ProjectDev27&clientId=735f19dc"
        body = json.dumps({"records": [{"recordName": "nobody"}]}).encode()
        for signed in [path + query, path]:
            answer = self.signer.send("POST", path + query, body, self.signer.headers(body, signed))
            self.assertEqual(answer.status_code, 200, answer.text)
            self.assertEqual(answer.json()["records"][0]["serverErrorCode"], "NOT_FOUND")

    def test_names_of_headers_in_small_letters(self) -> None:
        headers = {name.lower(): value for name, value in self.signer.headers(b"", self.list_path).items()}
        self.assertEqual(self.signer.send("GET", self.list_path, b"", headers).status_code, 200)

    def test_clocks_differ(self) -> None:
        for seconds in [-9 * 60, 9 * 60]:
            headers = self.signer.headers(b"", self.list_path, Server.date(seconds))
            self.assertEqual(self.signer.send("GET", self.list_path, b"", headers).status_code, 200)
        for seconds in [-11 * 60, 11 * 60]:
            headers = self.signer.headers(b"", self.list_path, Server.date(seconds))
            self.assert_error(
                self.signer.send("GET", self.list_path, b"", headers), 401, "AUTHENTICATION_FAILED", FAILED
            )

    def test_what_does_not_fit_the_signature(self) -> None:
        body = self.create("K-wrong")
        good = self.signer.headers(body, self.modify_path)
        signature = base64.b64decode(good["X-Apple-CloudKit-Request-SignatureV1"])
        key, date, sign = good
        wrong = {
            "another body": (good, self.create("K-other")),
            "another path": (self.signer.headers(body, self.list_path), body),
            "another date": (good | {date: Server.date(-60)}, body),
            "another key's name": (good | {key: "0" * 64}, body),
            "no name of a key": ({name: value for name, value in good.items() if name != key}, body),
            "no date": ({name: value for name, value in good.items() if name != date}, body),
            "no signature": ({name: value for name, value in good.items() if name != sign}, body),
            "raw numbers": (good | {sign: base64.b64encode(Server.raw(signature)).decode()}, body),
            "no base64": (good | {sign: "###"}, body),
            "a stranger": (Server(self.place, Server.new_key(), self.signer.key_id).headers(body, self.modify_path), body),
        }
        for what, (headers, sent) in wrong.items():
            with self.subTest(what):
                answer = self.signer.send("POST", self.modify_path, sent, headers)
                self.assertEqual(answer.status_code in (401, 421), True, answer.text)
        lookup = json.dumps({"records": [{"recordName": "K-wrong"}, {"recordName": "K-other"}]}).encode()
        found = self.signer.send("POST", self.place.path("public", "records/lookup"), lookup).json()["records"]
        self.assertEqual([item["serverErrorCode"] for item in found], ["NOT_FOUND"] * 2)

    def test_only_the_public_database(self) -> None:
        for database, action in [("private", "zones/list"), ("public", "users/caller"), ("public", "users/current")]:
            path = self.place.path(database, action)
            self.assert_error(self.signer.send("GET", path), 401, "AUTHENTICATION_FAILED")


if __name__ == "__main__":
    unittest.main()
