"""Files: an address for each, the bytes, the record; then back again, and copied."""

import hashlib
import unittest
import urllib.parse

import requests

from scene import Conversation
from service import operation, record


class Assets(Conversation):
    def addresses(self, *tokens: dict) -> list[dict]:
        return self.user.ask("assets/upload", {"zoneID": self.zone, "tokens": list(tokens)})["tokens"]

    def save(self, name: str, field: str, value: dict) -> dict:
        content = {"recordName": name, "recordType": "Photo", "fields": {field: {"value": value, "type": "ASSETID"}}}
        return self.modify(operation("forceUpdate", content))["records"][0]

    def read(self, name: str, field: str) -> dict:
        body = {"zoneID": self.zone, "records": [{"recordName": name}]}
        value = self.user.ask("records/lookup", body)["records"][0]["fields"][field]
        self.assertEqual(value["type"], "ASSETID")
        return value["value"]

    def download(self, value: dict) -> bytes:
        address = value["downloadURL"].replace("${f}", urllib.parse.quote("a photo.jpg"))
        answer = requests.get(address, timeout=60)
        self.assertEqual(answer.status_code, 200, answer.text)
        return answer.content

    def test_raw_and_in_parts(self) -> None:
        contents = {"raw": bytes(range(256)) * 400, "parts": b"--boundary\r\n" * 5_000, "empty": b""}
        for name, content in contents.items():
            token = self.addresses({"recordName": f"F-{name}", "recordType": "Photo", "fieldName": "image"})[0]
            self.assertEqual((token["recordName"], token["fieldName"]), (f"F-{name}", "image"))
            # The address is what gives the right: no token goes along.
            if name == "parts":
                answer = requests.post(token["url"], files={"files": ("photo.jpg", content, "image/jpeg")}, timeout=60)
            else:
                answer = requests.post(token["url"], data=content, timeout=60)
            self.assertEqual(answer.status_code, 200, answer.text)
            single = answer.json()["singleFile"]
            self.assertEqual(single["size"], len(content))
            self.assertTrue(single["receipt"] and single["fileChecksum"])
            self.assertNotIn("serverErrorCode", self.save(f"F-{name}", "image", single))
            value = self.read(f"F-{name}", "image")
            self.assertEqual((value["size"], value["fileChecksum"]), (len(content), single["fileChecksum"]))
            self.assertEqual(hashlib.sha256(self.download(value)).digest(), hashlib.sha256(content).digest())

    def test_the_service_names_the_record(self) -> None:
        token = self.addresses({"recordType": "Photo", "fieldName": "image"})[0]
        single = requests.post(token["url"], data=b"bytes", timeout=60).json()["singleFile"]
        self.assertEqual(self.save(token["recordName"], "image", single)["recordName"], token["recordName"])

    def test_a_copy_needs_no_bytes(self) -> None:
        token = self.addresses({"recordName": "C-1", "recordType": "Photo", "fieldName": "image"})[0]
        single = requests.post(token["url"], data=b"the same bytes", timeout=60).json()["singleFile"]
        self.save("C-1", "image", single)
        # What was read has no receipt, so another record does not take it.
        self.assertEqual(self.save("C-2", "image", self.read("C-1", "image")).get("serverErrorCode"), "BAD_REQUEST")
        body = {"zoneID": self.zone, "assets": [{"recordName": "C-1", "fieldName": "image"}]}
        copy = self.user.ask("assets/rereference", body)["assets"][0]
        self.assertNotIn("serverErrorCode", self.save("C-2", "image", copy))
        self.modify(operation("forceDelete", {"recordName": "C-1"}))
        self.assertEqual(self.download(self.read("C-2", "image")), b"the same bytes")

    def test_addresses_of_nobody(self) -> None:
        token = self.addresses({"recordName": "D-1", "recordType": "Photo", "fieldName": "image"})[0]
        for address in [token["url"][:-4] + "AAAA", token["url"].split("?")[0] + "x"]:
            self.assertGreaterEqual(requests.post(address, data=b"bytes", timeout=60).status_code, 400)
        many = [{"recordType": "Photo", "fieldName": "image"}] * 201
        self.assert_error(self.user.post("assets/upload", {"zoneID": self.zone, "tokens": many}), 400, "BAD_REQUEST")


if __name__ == "__main__":
    unittest.main()
