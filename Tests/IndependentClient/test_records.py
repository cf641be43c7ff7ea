"""Records: the table of operations, atomic batches, values of every type, queries."""

import unittest

from scene import Conversation
from service import operation, record

BIG = 2**63 - 1


class Records(Conversation):
    def code(self, result: dict) -> str | None:
        return result.get("serverErrorCode")

    def test_the_table_of_operations(self) -> None:
        made = self.modify(operation("create", record("T-1", title=("One", "STRING"), count=(1, "INT64"))))["records"][0]
        tag = made["recordChangeTag"]
        self.assertEqual(made["pluginFields"], {})
        self.assertFalse(made["deleted"])
        self.assertEqual(made["zoneID"]["zoneType"], "REGULAR_CUSTOM_ZONE")
        again = self.modify(operation("create", record("T-1")))["records"][0]
        self.assertIn(self.code(again), ("EXISTS", "CONFLICT"))
        self.assertEqual(again["recordName"], "T-1")
        for kind in ["update", "replace", "delete"]:
            missing = record("T-none") | {"recordChangeTag": tag}
            self.assertEqual(self.code(self.modify(operation(kind, missing))["records"][0]), "NOT_FOUND", kind)
            stale = record("T-1") | {"recordChangeTag": "nothing"}
            self.assertEqual(self.code(self.modify(operation(kind, stale))["records"][0]), "CONFLICT", kind)
        # An update keeps what it does not name; two ways to clear a field are in use.
        updated = self.modify(operation("update", record("T-1", title=("Two", "STRING")) | {"recordChangeTag": tag}))
        self.assertEqual(updated["records"][0]["fields"]["count"]["value"], 1)
        newest = updated["records"][0]["recordChangeTag"]
        self.assertNotEqual(newest, tag)
        for cleared in [{"value": None}, {}]:
            self.modify(operation("forceUpdate", record("T-1", count=(2, "INT64"))))
            content = record("T-1") | {"fields": {"count": cleared}}
            self.assertNotIn("count", self.modify(operation("forceUpdate", content))["records"][0]["fields"])
        replaced = self.modify(operation("forceReplace", record("T-1", count=(3, "INT64"))))["records"][0]
        self.assertEqual(set(replaced["fields"]), {"count"})
        self.assertEqual(replaced["created"], made["created"])
        upserted = self.modify(operation("forceUpdate", record("T-2", title=("New", "STRING"))))["records"][0]
        self.assertEqual(upserted["fields"]["title"]["value"], "New")
        gone = self.modify(operation("forceDelete", {"recordName": "T-2"}), operation("forceDelete", {"recordName": "T-3"}))
        self.assertEqual([item["deleted"] for item in gone["records"]], [True, True])
        unnamed = self.modify(operation("create", {"recordType": "Note", "fields": {}}))["records"][0]
        self.assertEqual(unnamed["recordName"], unnamed["recordName"].upper())

    def test_an_atomic_batch_is_all_or_nothing(self) -> None:
        names = [f"A-{number}" for number in range(200)]
        whole = self.modify(*[operation("create", record(name, title=(name, "STRING"))) for name in names], atomic=True)
        self.assertEqual([item["recordName"] for item in whole["records"]], names)
        batch = [operation("create", record("A-new")), operation("create", record("A-7")),
                 operation("forceDelete", {"recordName": "A-8"})]  # fmt: skip
        body = {"zoneID": self.zone, "atomic": True, "operations": batch}
        answer = self.user.post("records/modify", body)
        self.assertEqual(answer.status_code, 400, answer.text)
        codes = [self.code(item) for item in answer.json()["records"]]
        self.assertEqual((codes[0], codes[2]), ("ATOMIC_ERROR", "ATOMIC_ERROR"))
        self.assertIn(codes[1], ("EXISTS", "CONFLICT"))
        wanted = {"zoneID": self.zone, "records": [{"recordName": name} for name in ["A-new", "A-8"]]}
        found = self.user.ask("records/lookup", wanted)["records"]
        self.assertEqual([self.code(item) for item in found], ["NOT_FOUND", None])
        # In a default zone the same batch is not atomic, whatever it says.
        loose = self.user.ask("records/modify", {"atomic": True, "operations": [
            operation("forceReplace", record("L-1")), operation("create", record("L-1b")),
            operation("delete", {"recordName": "L-none", "recordType": "Note"})]})  # fmt: skip
        self.assertEqual([self.code(item) for item in loose["records"]], [None, None, "NOT_FOUND"])

    def test_more_than_two_hundred_at_once(self) -> None:
        many = [operation("create", record(f"M-{number}")) for number in range(201)]
        self.assert_error(
            self.user.post("records/modify", {"zoneID": self.zone, "operations": many}), 400, "BAD_REQUEST"
        )

    def test_values_of_every_type(self) -> None:
        place = {"latitude": 52.5, "longitude": 13.4, "altitude": 34.0, "timestamp": 1767225600000}
        values = {
            "text": ("Zoë – 纸船 🛶", "STRING"), "least": (-BIG - 1, "INT64"), "most": (BIG, "INT64"),
            "half": (0.5, "DOUBLE"), "whole": (5, "DOUBLE"), "moment": (1767225600123, "TIMESTAMP"),
            "bytes": ("AAEC/w==", "BYTES"), "place": (place, "LOCATION"),
            "texts": (["a", "b"], "STRING_LIST"), "numbers": ([1, -2], "INT64_LIST"),
            "target": ({"recordName": "V-2", "action": "NONE"}, "REFERENCE"),
        }  # fmt: skip
        self.modify(operation("forceReplace", record("V-1", "Everything", **values)))
        body = {"zoneID": self.zone, "records": [{"recordName": "V-1"}]}
        fields = self.user.ask("records/lookup", body)["records"][0]["fields"]
        for name, (value, kind) in values.items():
            self.assertEqual(fields[name]["type"], kind, name)
            if kind == "LOCATION":
                self.assertEqual(fields[name]["value"] | value, fields[name]["value"])
            elif kind == "REFERENCE":
                self.assertEqual(fields[name]["value"]["recordName"], "V-2")
            else:
                self.assertEqual(fields[name]["value"], value, name)
        texts = self.user.ask("records/lookup", body | {"numbersAsStrings": True})["records"][0]["fields"]
        self.assertEqual((texts["most"]["value"], texts["least"]["value"]), (str(BIG), str(-BIG - 1)))
        some = self.user.ask("records/lookup", body | {"desiredKeys": ["half"]})["records"][0]["fields"]
        self.assertEqual(set(some), {"half"})
        self.assertEqual(self.user.ask("records/lookup", body | {"desiredKeys": []})["records"][0]["fields"], {})
        wrong = self.modify(operation("forceUpdate", record("V-1", "Everything", moment=(1.5, "TIMESTAMP"))))["records"][0]
        self.assertEqual(self.code(wrong), "BAD_REQUEST")
        self.assertIn("Invalid value, expected type TIMESTAMP", wrong["reason"])
        clash = self.modify(operation("forceUpdate", record("V-1", "Everything", text=(1, "INT64"))))["records"][0]
        self.assertEqual(self.code(clash), "BAD_REQUEST")
        empty = self.modify(operation("forceUpdate", record("V-1", "Everything", texts=([], "STRING_LIST"))))["records"][0]
        self.assertEqual(empty["fields"].get("texts", {}).get("value", []), [])

    def test_a_query_goes_on_at_its_marker(self) -> None:
        tasks = [record(f"Q-{number:03}", "Task", due=(number * 1000, "TIMESTAMP"), state=(["open", "late", "done"][number % 3], "STRING"))
                 for number in range(150)]  # fmt: skip
        self.modify(*[operation("forceReplace", task) for task in tasks])
        query = {
            "recordType": "Task",
            "filterBy": [
                {"comparator": "GREATER_THAN", "fieldName": "due", "fieldValue": {"value": 9000, "type": "TIMESTAMP"}},
                {"comparator": "IN", "fieldName": "state", "fieldValue": {"value": ["open", "late"], "type": "STRING_LIST"}},
            ],
            "sortBy": [{"fieldName": "due", "ascending": False}],
        }
        body = {"zoneID": self.zone, "query": query, "resultsLimit": 40, "desiredKeys": ["due"]}
        found, marker = [], None
        for _ in range(20):
            page = self.user.ask("records/query", body | ({"continuationMarker": marker} if marker else {}))
            self.assertLessEqual(len(page["records"]), 40)
            found += page["records"]
            marker = page.get("continuationMarker")
            if marker is None:
                break
        self.assertIsNone(marker)
        wanted = [f"Q-{number:03}" for number in range(149, 9, -1) if number % 3 != 2]
        self.assertEqual([item["recordName"] for item in found], wanted)
        self.assertTrue(all(set(item["fields"]) == {"due"} for item in found))
        # One filter may come as an object, and a list needs the name of its type.
        single = {"zoneID": self.zone, "query": query | {"filterBy": query["filterBy"][0]}}
        self.assertEqual(self.user.post("records/query", single).status_code, 200)
        untagged = {"comparator": "IN", "fieldName": "state", "fieldValue": {"value": ["open"]}}
        self.assert_error(
            self.user.post("records/query", {"zoneID": self.zone, "query": query | {"filterBy": [untagged]}}),
            400, "BAD_REQUEST",
        )  # fmt: skip

    def test_queries_that_cannot_be(self) -> None:
        self.modify(operation("forceReplace", record("W-1", "Known", title=("x", "STRING"))))
        unknown = {"comparator": "EQUALS", "fieldName": "no", "fieldValue": {"value": "x", "type": "STRING"}}
        for query, reason in [
            ({"recordType": "Nothing"}, "Did not find record type: Nothing"),
            ({"recordType": "Known", "filterBy": [unknown]}, "Did not find field: 'no' in type: 'Known'"),
        ]:
            self.assert_error(
                self.user.post("records/query", {"zoneID": self.zone, "query": query}), 400, "BAD_REQUEST", reason
            )

    def test_what_is_no_request(self) -> None:
        path = self.place.path("private", "records/modify")
        for body in ["", "{", "[]", "null", '{"operations": 1}', '{"operations": [{}]}', "\x00", "[" * 10_000]:
            answer = self.user.session.post(f"{self.place.address}{path}?{self.user.query()}", data=body.encode(), timeout=60)
            self.assert_error(answer, 400, "BAD_REQUEST")
        self.assert_error(self.user.get("records/nothing"), 404, "NOT_FOUND")
        options = self.user.send("OPTIONS", path)
        self.assertEqual((options.status_code, "POST" in options.headers["Allow"]), (200, True))
        # What a newer client sends besides is let be.
        answer = self.user.post("zones/list", {"somethingNew": {"deep": [1]}})
        self.assertEqual(answer.status_code, 200, answer.text)


if __name__ == "__main__":
    unittest.main()
