"""What changed: pages of a zone, tokens, several zones at once, zones that came and went."""

import unittest

from scene import Conversation
from service import User, operation, record


class Feed(Conversation):
    def page(self, zone: dict, **keys) -> dict:
        return self.user.ask("changes/zone", {"zones": [{"zoneID": zone} | keys]})["zones"][0]

    def all_pages(self, zone: dict, limit: int, **keys) -> tuple[list, str]:
        found = []
        for _ in range(100):
            page = self.page(zone, resultsLimit=limit, **keys)
            self.assertLessEqual(len(page["records"]), min(limit, 200))
            found += page["records"]
            keys["syncToken"] = page["syncToken"]
            if not page.get("moreComing"):
                return found, page["syncToken"]
        self.fail("the pages do not end")

    def make_zone(self, name: str, kind: str = "create") -> dict:
        answer = self.user.ask(
            "zones/modify", {"operations": [{"operationType": kind, "zone": {"zoneID": {"zoneName": name}}}]}
        )
        return answer["zones"][0]

    def test_every_record_once_page_by_page(self) -> None:
        zone = {"zoneName": "Pages"}
        self.make_zone("Pages")
        names = [f"P-{number:03}" for number in range(450)]
        for start in range(0, 450, 150):
            batch = [operation("create", record(name, count=(1, "INT64"))) for name in names[start : start + 150]]
            self.user.ask("records/modify", {"zoneID": zone, "atomic": True, "operations": batch})
        found, token = self.all_pages(zone, 70)
        self.assertEqual([item["recordName"] for item in found], names)
        at_most = self.page(zone, resultsLimit=1000)
        self.assertEqual((len(at_most["records"]), at_most["moreComing"]), (200, True))
        # Nothing new, and the token is the one that was sent; the same question has the same answer.
        for _ in range(2):
            quiet = self.page(zone, syncToken=token)
            self.assertEqual((quiet["records"], quiet["syncToken"]), ([], token))
            self.assertFalse(quiet.get("moreComing"))
        changes = [operation("forceUpdate", record("P-007", count=(2, "INT64"))),
                   operation("forceDelete", {"recordName": "P-100"}), operation("create", record("P-new")),
                   operation("forceUpdate", record("P-new2", count=(1, "INT64")))]  # fmt: skip
        self.user.ask("records/modify", {"zoneID": zone, "atomic": True, "operations": changes})
        self.user.ask("records/modify", {"zoneID": zone, "operations": [
            operation("forceUpdate", record("P-007", count=(3, "INT64")))]})  # fmt: skip
        news, _ = self.all_pages(zone, 2, syncToken=token)
        self.assertEqual([item["recordName"] for item in news], ["P-100", "P-new", "P-new2", "P-007"])
        tombstone = news[0]
        self.assertTrue(tombstone["deleted"] and not tombstone.get("fields") and not tombstone.get("recordType"))
        self.assertEqual(news[3]["fields"]["count"]["value"], 3)
        # The older form of the same question.
        older = self.user.ask("records/changes", {"zoneID": zone, "syncToken": token})
        self.assertEqual([item["recordName"] for item in older["records"]], [item["recordName"] for item in news])
        fresh, _ = self.all_pages(zone, 200, desiredKeys=[])
        self.assertEqual(len(fresh), 451)
        self.assertTrue(all(item["fields"] == {} for item in fresh))

    def test_tokens_that_are_none(self) -> None:
        _, token = self.all_pages(self.zone, 200)
        self.assertEqual(self.page(self.zone, syncToken="")["records"], [])
        database = self.user.ask("changes/database", {})["syncToken"]
        for wrong in ["garbage", token[:-3], database]:
            page = self.page(self.zone, syncToken=wrong)
            self.assertIn(page.get("serverErrorCode"), ("BAD_REQUEST", "CHANGE_TOKEN_EXPIRED"), wrong)
            self.assertEqual(page["zoneID"]["zoneName"], self.zone["zoneName"])

    def test_a_token_comes_with_records_too(self) -> None:
        self.modify(operation("forceReplace", record("S-1", "Sign", title=("x", "STRING"))))
        web = User(self.place, self.api_token, self.user.web_token, "&remapEnums=true&getCurrentSyncToken=true&dsid=1")
        for action, body in [
            ("records/query", {"query": {"recordType": "Sign"}}), ("records/lookup", {"records": [{"recordName": "S-1"}]}),
        ]:  # fmt: skip
            token = web.ask(action, body | {"zoneID": self.zone})["syncToken"]
            self.assertEqual(self.page(self.zone, syncToken=token)["records"], [])
            self.modify(operation("forceReplace", record("S-2", "Sign")))
            self.assertEqual([item["recordName"] for item in self.page(self.zone, syncToken=token)["records"]], ["S-2"])

    def test_one_zone_of_two_is_missing(self) -> None:
        asked = {"zones": [{"zoneID": self.zone}, {"zoneID": {"zoneName": "Gone"}}]}
        there, gone = self.user.ask("changes/zone", asked)["zones"]
        self.assertNotIn("serverErrorCode", there)
        self.assertEqual((gone["serverErrorCode"], gone["zoneID"]["zoneName"]), ("ZONE_NOT_FOUND", "Gone"))

    def test_zones_come_and_go(self) -> None:
        before = self.user.ask("changes/database", {})
        self.make_zone("Short")
        self.assertEqual(self.make_zone("Short")["zoneID"]["zoneName"], "Short")
        _, token = self.all_pages({"zoneName": "Short"}, 200)
        came = self.user.ask("changes/database", {"syncToken": before["syncToken"]})
        self.assertEqual([zone["zoneID"]["zoneName"] for zone in came["zones"]], ["Short"])
        self.assertTrue(self.make_zone("Short", "delete")["deleted"])
        self.assertEqual(self.make_zone("Short", "delete")["serverErrorCode"], "ZONE_NOT_FOUND")
        went = self.user.ask("changes/database", {"syncToken": came["syncToken"]})
        self.assertEqual([(zone["zoneID"]["zoneName"], zone["deleted"]) for zone in went["zones"]], [("Short", True)])
        # The older form has a token of another name.
        older = self.user.ask("zones/changes", {"metaSyncToken": came["syncToken"]})
        self.assertEqual([zone["zoneID"]["zoneName"] for zone in older["zones"]], ["Short"])
        self.assertTrue(older["metaSyncToken"])
        # A zone of the same name has a new history, in which the old token is no good.
        self.make_zone("Short")
        self.assertIn("serverErrorCode", self.page({"zoneName": "Short"}, syncToken=token))
        listed = self.user.get("zones/list").json()["zones"]
        self.assertIn("_defaultZone", [zone["zoneID"]["zoneName"] for zone in listed])
        looked = self.user.ask("zones/lookup", {"zones": [{"zoneName": "Short"}, {"zoneName": "Never"}]})["zones"]
        self.assertEqual(looked[0]["zoneID"]["zoneName"], "Short")
        self.assertEqual(looked[1]["serverErrorCode"], "ZONE_NOT_FOUND")
        for zone in ["_defaultZone", "_private", ""]:
            self.assertEqual(self.make_zone(zone).get("serverErrorCode"), "BAD_REQUEST", zone)


if __name__ == "__main__":
    unittest.main()
