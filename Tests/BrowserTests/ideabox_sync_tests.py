"""IdeaBox with a service: signing in, two devices beside each other, and every question that sync asks, by keyboard alone."""

from playwright.sync_api import expect

from ideabox import IdeaBoxTestCase
from ideabox_sync import PASSWORD, USER, Service, with_conflict, with_held_deletions


class DeviceTests(IdeaBoxTestCase):
    def setUp(self):
        super().setUp()
        self.service = Service().start()
        self.addCleanup(self.service.stop)

    def device(self, **options):
        box = self.service.device(**options)
        self.addCleanup(box.stop)
        return box

    def open_panel(self, page, name):
        self.press(page, page.get_by_role("button", name="More").first)
        self.press(page, page.get_by_role("menuitem", name=name))
        page.get_by_role("dialog").wait_for()

    def sign_in(self, page, address, password):
        dialog = page.get_by_role("dialog")
        self.reach(page, dialog.get_by_role("textbox", name="Server"))
        for words in [address, USER, password, self.service.token]:
            page.keyboard.press("Control+a")
            page.keyboard.type(words)
            page.keyboard.press("Tab")
        self.press(page, dialog.get_by_role("button", name="Sign In"))

    def test_signing_in_takes_the_ideas_along(self):
        box = self.device(signs_in=False)
        box.run("add", "Kite")
        page = self.page(box=box)
        self.press(page, page.get_by_role("button", name="Sign In"))
        for address, password, answer in [
            ("http://127.0.0.1:99999", PASSWORD, "is no address of a service"),
            (self.service.address, "wrong", "does not know"),
        ]:
            self.sign_in(page, address, password)
            expect(page.get_by_role("dialog").get_by_text(answer)).to_be_visible()
        self.sign_in(page, self.service.address, PASSWORD)
        expect(page.get_by_role("dialog").get_by_text("Up to date")).to_be_visible()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        expect(page.get_by_text("On this device only")).to_have_count(0)
        other = self.device()
        other.run("sync")
        self.assertIn("Kite", other.run("list"))

    def test_two_devices_see_each_other(self):
        phone, laptop = self.device(), self.device()
        on_phone, on_laptop = self.page(box=phone), self.page(box=laptop)
        self.add(on_phone, "From the phone")
        check = on_laptop.get_by_role("button", name="Mark “From the phone” as done")
        self.press(on_laptop, check, "Space")
        on_phone.get_by_role("button", name="Mark “From the phone” as open").wait_for()
        self.press(on_laptop, on_laptop.get_by_role("button", name="Delete “From the phone”"))
        on_phone.get_by_role("heading", name="No ideas yet").wait_for()
        on_laptop.keyboard.press("Control+z")
        on_phone.get_by_role("button", name="Mark “From the phone” as open").wait_for()

    def test_the_version_that_gave_way_comes_back(self):
        box = with_conflict(self.service)
        self.addCleanup(box.stop)
        page = self.page(box=box)
        expect(page.get_by_text("On the lake").first).to_be_visible()
        self.open_panel(page, "History")
        self.press(page, page.get_by_role("button", name="Changed on two devices").first)
        self.press(page, page.get_by_role("button", name="Take this version back"))
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        expect(page.get_by_text("On the river, before noon.").first).to_be_visible()

    def held(self):
        """The question which of the deletions that would take most ideas are to be done, and its device."""
        box = with_held_deletions(self.service)
        self.addCleanup(box.stop)
        page = self.page(box=box)
        self.press(page, page.get_by_role("button", name="Review"))
        return page, box

    def expect_settled(self, page):
        expect(page.get_by_role("dialog").get_by_text("Up to date")).to_be_visible()
        self.expect_said(page.get_by_role("dialog"), "Sync done")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        expect(page.get_by_role("button", name="Review")).to_have_count(0)

    def test_deletions_that_would_take_most_ideas_are_accepted(self):
        page, box = self.held()
        self.press(page, page.get_by_role("button", name="Delete Here Too"))
        question = page.get_by_role("dialog", name="Delete 24 ideas on this device?")
        self.press(page, question.get_by_role("button", name="Cancel"))
        question.wait_for(state="detached")
        self.assertEqual(box.run("list", "--limit", "100").count("of the attic"), 24)
        self.press(page, page.get_by_role("button", name="Delete Here Too"))
        self.press(page, question.get_by_role("button", name="Delete", exact=True))
        self.expect_settled(page)
        page.get_by_role("heading", name="No ideas yet").wait_for()
        self.assertEqual(box.run("list", "--limit", "100").count("of the attic"), 0)

    def test_deletions_that_would_take_most_ideas_are_refused(self):
        page, _ = self.held()
        self.press(page, page.get_by_role("button", name="Keep All"))
        self.expect_settled(page)
        other = self.device()
        other.run("sync")
        self.assertEqual(other.run("list", "--limit", "100").count("of the attic"), 24)

    def test_without_a_network_everything_goes_on_and_is_made_up_for(self):
        box = self.device()
        self.service.kill()
        page = self.page(box=box)
        self.add(page, "Kite")
        retry = page.get_by_role("button", name="Retry")
        retry.wait_for()
        # Who asks again is told again, though nothing has changed.
        for _ in range(2):
            page.evaluate("document.querySelectorAll('[data-live]').forEach((region) => region.textContent = '')")
            self.press(page, retry)
            self.expect_said(page, "Sync failed.", "assertive")
        self.service.start()
        page.keyboard.press("r")
        expect(retry).to_have_count(0)
        self.expect_said(page, "Sync done")
        other = self.device()
        other.run("sync")
        self.assertIn("Kite", other.run("list"))

    def test_who_signs_out_keeps_the_ideas(self):
        box = self.device()
        box.run("add", "Kite")
        page = self.page(box=box)
        self.open_panel(page, "Sync")
        out = page.get_by_role("button", name="Sign Out").first
        question = page.get_by_role("dialog", name="Sign out?")
        self.press(page, out)
        self.press(page, question.get_by_role("button", name="Cancel"))
        question.wait_for(state="detached")
        self.press(page, out)
        self.press(page, question.get_by_role("button", name="Sign Out"))
        page.get_by_role("dialog").get_by_role("textbox", name="Server").wait_for()
        self.expect_said(page.get_by_role("dialog"), "Signed out")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        page.get_by_role("button", name="Mark “Kite” as done").wait_for()
        expect(page.get_by_text("Signed out. Your ideas stay on this device and do not sync.")).to_be_visible()
