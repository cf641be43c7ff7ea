"""IdeaBox with a service: signing in, two devices beside each other, and every question that sync asks, by keyboard alone."""

from playwright.sync_api import expect

from ideabox import IdeaBoxTestCase
from ideabox_sync import PASSWORD, USER, Service, made, with_conflict, with_held_deletions


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
        page.get_by_role("button", name="More").first.press("Enter")
        page.get_by_role("menuitem", name=name).press("Enter")
        page.get_by_role("dialog").wait_for()

    def sign_in(self, page, address, password):
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("textbox", name="Server").focus()
        for words in [address, USER, password, self.service.token]:
            page.keyboard.press("Control+a")
            page.keyboard.type(words)
            page.keyboard.press("Tab")
        dialog.get_by_role("button", name="Sign In").press("Enter")

    def test_signing_in_takes_the_ideas_along(self):
        box = self.device(signs_in=False)
        box.run("add", "Kite")
        page = self.page(box=box)
        page.get_by_role("button", name="Sign In").press("Enter")
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
        expect(page.get_by_text("Your ideas are on this device only.")).to_have_count(0)
        other = self.device()
        other.run("sync")
        self.assertIn("Kite", other.run("list"))

    def test_two_devices_see_each_other(self):
        phone, laptop = self.device(), self.device()
        on_phone, on_laptop = self.page(box=phone), self.page(box=laptop)
        self.add(on_phone, "From the phone")
        check = on_laptop.get_by_role("button", name="Mark “From the phone” as done")
        check.wait_for()
        check.press("Space")
        on_phone.get_by_role("button", name="Mark “From the phone” as open").wait_for()
        on_laptop.get_by_role("button", name="Delete “From the phone”").press("Enter")
        on_phone.get_by_role("heading", name="No ideas yet").wait_for()
        on_laptop.keyboard.press("Control+z")
        on_phone.get_by_role("button", name="Mark “From the phone” as open").wait_for()

    def test_the_version_that_gave_way_comes_back(self):
        box = with_conflict(self.service)
        self.addCleanup(box.stop)
        page = self.page(box=box)
        expect(page.get_by_text("On the lake").first).to_be_visible()
        self.open_panel(page, "History")
        page.get_by_role("button", name="Changed on two devices").first.press("Enter")
        page.get_by_role("button", name="Take this version back").press("Enter")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        expect(page.get_by_text("On the river, before noon.").first).to_be_visible()

    def test_deletions_that_would_take_most_ideas_are_refused(self):
        box = with_held_deletions(self.service)
        self.addCleanup(box.stop)
        page = self.page(box=box)
        page.get_by_role("button", name="Review").press("Enter")
        page.get_by_role("button", name="Keep them everywhere").press("Enter")
        expect(page.get_by_role("dialog").get_by_text("Up to date")).to_be_visible()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        expect(page.get_by_role("button", name="Review")).to_have_count(0)
        other = self.device()
        other.run("sync")
        self.assertEqual(other.run("list", "--limit", "100").count("of the attic"), 24)

    def test_without_a_network_everything_goes_on_and_is_made_up_for(self):
        box = self.device()
        self.service.kill()
        page = self.page(box=box)
        self.add(page, "Kite")
        page.get_by_role("button", name="Retry").wait_for()
        self.service.start()
        page.keyboard.press("r")
        expect(page.get_by_role("button", name="Retry")).to_have_count(0)
        other = self.device()
        other.run("sync")
        self.assertIn("Kite", other.run("list"))
