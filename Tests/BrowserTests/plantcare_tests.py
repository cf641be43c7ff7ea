"""An app as it is written for a phone, in a browser: add, edit, search, delete, and a process that dies between."""

import unittest

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from plantcare import PlantCareTestCase


class StoryTests(PlantCareTestCase):
    def test_a_plant_is_added_edited_and_outlives_the_process(self):
        page = self.page()
        expect(page.get_by_text("No Plants Yet")).to_be_visible()
        self.add_room(page, "Kitchen")
        self.add_plant(page, "Fern", "Nephrolepis", room="Kitchen")
        expect(page.get_by_role("heading", name="Kitchen")).to_be_visible()
        page.get_by_role("button", name="Fern").first.click()
        page.get_by_role("heading", level=1, name="Fern").wait_for()
        expect(page.get_by_text("Bright, indirect")).to_be_visible()
        page.get_by_role("button", name="Edit").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Name").fill("Boston fern")
        dialog.get_by_role("button", name="Increment").click()
        expect(dialog.get_by_text("Every 8 days")).to_be_visible()
        dialog.get_by_role("button", name="Save").click()
        page.get_by_role("heading", level=1, name="Boston fern").wait_for()
        page.get_by_role("switch", name="Favorite").check(force=True)
        page.get_by_role("button", name="Mark as Watered").click()
        expect(page.get_by_role("heading", name="History (1)")).to_be_visible()
        page.get_by_role("textbox", name="Notes").fill("Likes the window.")
        page.get_by_role("button", name="Back").first.click()
        expect(page.get_by_role("img", name="Favorite")).to_be_visible()
        self.app.kill()
        self.app.serve()
        page = self.page()
        page.get_by_role("button", name="Boston fern").first.click()
        expect(page.get_by_role("textbox", name="Notes")).to_have_value("Likes the window.")
        expect(page.get_by_role("heading", name="History (1)")).to_be_visible()

    def test_a_search_shows_what_it_finds(self):
        page = self.page()
        self.add_plant(page, "Fern", "Nephrolepis")
        self.add_plant(page, "Fig", "Ficus")
        page.get_by_role("searchbox").fill("nephro")
        expect(page.get_by_role("button", name="Fig")).to_have_count(0)
        expect(page.get_by_role("button", name="Fern").first).to_be_visible()
        page.get_by_role("searchbox").fill("cactus")
        expect(page.get_by_text("No Results for “cactus”")).to_be_visible()
        page.get_by_role("searchbox").fill("")
        expect(page.get_by_role("button", name="Fig").first).to_be_visible()

    def test_a_plant_is_deleted_after_a_question(self):
        page = self.page()
        self.add_plant(page, "Fern")
        page.get_by_role("button", name="Fern").first.click()
        page.get_by_role("button", name="Delete Plant").click()
        page.get_by_role("dialog", name="Delete Fern?").get_by_role("button", name="Delete").click()
        page.get_by_role("heading", level=1, name="Plants").wait_for()
        expect(page.get_by_text("No Plants Yet")).to_be_visible()

    def test_two_windows_show_the_same(self):
        first, second = self.page(), self.page()
        self.add_plant(first, "Fern")
        expect(second.get_by_role("button", name="Fern").first).to_be_visible()
        self.tab(second, "Today")
        second.get_by_role("button", name="Water Fern").click()
        expect(second.get_by_text("All plants are watered")).to_be_visible()

    def test_the_theme_is_kept(self):
        page = self.page(color_scheme="light")
        self.tab(page, "Settings")
        page.get_by_role("radio", name="Dark").check(force=True)
        page.locator(".scheme-dark").wait_for()
        self.assertEqual(page.evaluate("getComputedStyle(document.documentElement).colorScheme"), "dark")


class DressTests(PlantCareTestCase):
    """No violation that axe knows of, on any screen."""

    def test_every_screen_in_light_dark_and_narrow(self):
        page = self.page()
        self.add_room(page, "Kitchen")
        self.add_plant(page, "Fern", "Nephrolepis", room="Kitchen")
        for dress in [{}, {"color_scheme": "dark"}, {"viewport": {"width": 320, "height": 640}}]:
            page = self.page(**dress)
            for name in ["Today", "Rooms", "Settings", "Plants"]:
                with self.subTest(dress=str(dress), screen=name):
                    self.tab(page, name)
                    self.examine(page)
            page.get_by_role("button", name="Fern").first.click()
            page.get_by_role("heading", level=1, name="Fern").wait_for()
            self.examine(page)
            page.get_by_role("button", name="Edit").click()
            page.get_by_role("dialog").wait_for()
            self.examine(page)

    def examine(self, page):
        found = Axe().run(page).response["violations"]
        self.assertEqual([(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found], [])
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)


if __name__ == "__main__":
    unittest.main()
