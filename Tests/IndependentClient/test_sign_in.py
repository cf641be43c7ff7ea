"""Web tokens: from the error that asks for them, over the page in a browser, back to the app, and on from there."""

import unittest

import requests

from scene import CONTAINER, PASSWORD, Conversation, command
from service import NEXT_TOKEN, User
from sign_in import App, fill_in


class SignIn(Conversation):
    def ask_to_sign_in(self, user: User, action: str = "users/caller", database: str = "public") -> str:
        answer = user.get(action, database)
        body = self.assert_error(answer, 421, "AUTHENTICATION_REQUIRED", "request needs authorization")
        return body["redirectURL"]

    def test_over_the_page_back_to_the_app(self) -> None:
        app = App()
        token = command("token", "api", "--container", CONTAINER, "--callback", app.address)
        user = User(self.place, token)
        address = self.ask_to_sign_in(user)
        browser = requests.Session()
        refused = fill_in(browser, address, self.account, "a wrong password")
        self.assertIn(refused.status_code, (401, 403, 422))
        self.assertFalse(app.arrived.is_set())
        landed = fill_in(browser, address, self.account, PASSWORD)
        self.assertTrue(app.arrived.wait(10), landed.text)
        self.assertEqual(landed.text, "Welcome back.")
        user.web_token = app.token
        caller = user.get("users/caller", "public")
        self.assertEqual(caller.status_code, 200, caller.text)
        own = self.user.get("users/caller", "public").json()
        self.assertEqual(caller.json()["userRecordName"], own["userRecordName"])
        self.assertEqual(caller.json()["users"][0]["userRecordName"], own["userRecordName"])
        self.assertEqual(user.get("users/current", "public").json()["userRecordName"], own["userRecordName"])

    def test_the_next_token_comes_with_every_answer(self) -> None:
        user = self.sign_in(self.account)
        first = user.web_token
        seen = {first}
        for action, body, status in [
            ("zones/list", {}, 200), ("records/query", {"query": {"recordType": "Nothing"}}, 400), ("zones/list", {}, 200),
        ]:  # fmt: skip
            answer = user.post(action, body)
            self.assertEqual(answer.status_code, status, answer.text)
            self.assertIn(NEXT_TOKEN, answer.headers, f"{action} {answer.status_code}")
            seen.add(answer.headers[NEXT_TOKEN])
        # Clients that keep the first one go on for a while, and so do requests that were under way.
        for token in seen:
            self.assertEqual(User(self.place, self.api_token, token).get("zones/list").status_code, 200)
        # What has been spoiled is none, and says where to sign in.
        spoiled = first[:-2] + ("AA" if not first.endswith("AA") else "BB")
        self.assertTrue(self.ask_to_sign_in(User(self.place, self.api_token, spoiled), "zones/list", "private"))

    def test_tokens_that_are_none(self) -> None:
        for token in ["", "0" * 64, "x"]:
            self.assert_error(User(self.place, token).get("zones/list"), 401, "AUTHENTICATION_FAILED")

    def test_people_are_found_by_what_they_let_others_know(self) -> None:
        own = self.user.get("users/caller", "public").json()["userRecordName"]
        wanted = [{"emailAddress": self.account}, {"emailAddress": "nobody@example.org"}, {"userRecordName": own},
                  {"phoneNumber": "+491700000"}]  # fmt: skip
        for action, key in [("users/discover", "lookupInfos"), ("users/lookup/email", "users"), ("users/lookup/id", "users")]:
            found = self.user.ask(action, {key: wanted}, "public")["users"]
            self.assertEqual([user["userRecordName"] for user in found], [own, own], action)
            self.assert_error(self.user.post(action, {key: wanted}), 400, "BAD_REQUEST")
        self.assertEqual(self.user.get("users/discover", "public").json()["users"], [])

    def test_browsers_are_told_what_they_may_read(self) -> None:
        origin = "https://notes.example.org"
        token = command("token", "api", "--container", CONTAINER, "--origin", origin)
        path = self.place.path("private", "zones/list")
        user = User(self.place, token, self.user.web_token)
        answer = user.send("GET", path, headers={"Origin": origin})
        self.assertEqual(answer.headers["Access-Control-Allow-Origin"], origin)
        self.assertIn(NEXT_TOKEN.lower(), answer.headers["Access-Control-Expose-Headers"].lower())
        stranger = User(self.place, token, self.user.web_token).send("GET", path, headers={"Origin": "https://evil.example"})
        self.assertNotEqual(stranger.status_code, 200)

    def test_only_signed_in_people_have_private_databases(self) -> None:
        nobody = User(self.place, self.api_token)
        self.ask_to_sign_in(nobody, "zones/list", "private")
        self.assertEqual(nobody.get("zones/list", "public").status_code, 200)


if __name__ == "__main__":
    unittest.main()
