"""Notices: a subscription, an address to wait at, and one answer for each wait."""

import concurrent.futures
import unittest

import requests

from scene import CONTAINER, Conversation
from service import operation, record


class Notices(Conversation):
    def subscribe(self, subscription: dict, kind: str = "create") -> dict:
        body = {"operations": [{"operationType": kind, "subscription": subscription}]}
        return self.user.ask("subscriptions/modify", body)["subscriptions"][0]

    def wait_address(self) -> str:
        path = self.place.device_path("create")
        answer = self.user.send("POST", path, {"apnsEnvironment": "development", "clientId": "a-browser"})
        self.assertEqual(answer.status_code, 200, answer.text)
        body = answer.json()
        self.assertEqual(body["apnsEnvironment"], "development")
        known = {"apnsEnvironment": "development", "apnsToken": body["apnsToken"]}
        registered = self.user.send("POST", self.place.device_path("register"), known)
        self.assertEqual((registered.status_code, registered.json()), (200, {}))
        return body["webcourierURL"]

    def test_one_notice_for_each_wait(self) -> None:
        zone_wide = {"subscriptionID": "zone-sub", "subscriptionType": "zone", "zoneID": self.zone}
        query = {"subscriptionID": "query-sub", "subscriptionType": "query", "firesOn": ["create", "update", "delete"],
                 "query": {"recordType": "Alarm", "filterBy": []}, "zoneID": self.zone,
                 "notificationInfo": {"alertBody": "Something rings", "shouldBadge": True}}  # fmt: skip
        for subscription in [zone_wide, zone_wide, query]:
            self.assertEqual(self.subscribe(subscription)["subscriptionID"], subscription["subscriptionID"])
        listed = {item["subscriptionID"] for item in self.user.get("subscriptions/list").json()["subscriptions"]}
        self.assertEqual(listed, {"zone-sub", "query-sub"})
        address = self.wait_address()
        other = self.sign_in(self.account)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            waiting = pool.submit(requests.get, address, timeout=60)
            content = operation("forceReplace", record("N-1", "Alarm", title=("Ring", "STRING")))
            other.ask("records/modify", {"zoneID": self.zone, "operations": [content]})
            notices = [waiting.result()]
        notices.append(requests.get(address, timeout=60))
        bodies = [notice.json() for notice in notices]
        for notice, body in zip(notices, bodies):
            self.assertEqual(notice.status_code, 200)
            self.assertEqual(body["ck"]["cid"], CONTAINER)
            self.assertTrue(body["ck"]["nid"])
        fetched = next(body["ck"]["fet"] for body in bodies if "fet" in body["ck"])
        self.assertEqual((fetched["zid"], fetched["sid"]), (self.zone["zoneName"], "zone-sub"))
        told = next(body for body in bodies if "qry" in body["ck"])
        self.assertEqual((told["ck"]["qry"]["rid"], told["ck"]["qry"]["fo"]), ("N-1", 1))
        self.assertEqual(told["aps"]["alert"]["body"], "Something rings")
        # Only hints: what changed is fetched.
        page = self.user.ask("changes/zone", {"zones": [{"zoneID": self.zone}]})["zones"][0]
        self.assertEqual([item["recordName"] for item in page["records"]], ["N-1"])
        self.assertTrue(self.subscribe({"subscriptionID": "query-sub"}, "delete")["deleted"])
        looked = self.user.ask("subscriptions/lookup", {"subscriptions": [{"subscriptionID": "query-sub"}]})
        self.assertEqual(looked["subscriptions"][0]["serverErrorCode"], "NOT_FOUND")

    def test_addresses_of_nobody(self) -> None:
        address = self.wait_address()
        self.assertGreaterEqual(requests.get(address[:-4] + "AAAA", timeout=60).status_code, 400)


if __name__ == "__main__":
    unittest.main()
