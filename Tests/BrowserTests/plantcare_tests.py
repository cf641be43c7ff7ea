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


class RowTests(PlantCareTestCase):
    """A row that leads somewhere, and has buttons of its own."""

    def today(self, **options):
        page = self.page(**options)
        self.add_room(page, "Kitchen")
        self.add_plant(page, "Fern", "Nephrolepis", room="Kitchen")
        self.tab(page, "Today")
        row = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Water Fern"))
        row.wait_for()
        return page, row

    def favorite(self, row):
        return row.get_by_role("button", name="Favorite", exact=True)

    def expect_favorite(self, row, is_on):
        expect(row.locator(".icon.filled, .icon .solid")).to_have_count(1 if is_on else 0)

    def test_readers_hear_the_row_and_then_its_buttons(self):
        page, row = self.today()
        names = row.get_by_role("button").all()
        self.assertEqual(
            row.aria_snapshot(),
            "- listitem:\n"
            '  - button "Fern Kitchen"\n'
            '  - button "Favorite"\n'
            '  - button "Water Fern"',
        )
        self.assertEqual(len(names), 3)

    def test_the_mouse_presses_what_it_points_at(self):
        for options in [{}, {"viewport": {"width": 1100, "height": 800}}, {"has_touch": True, "is_mobile": True}]:
            with self.subTest(options=str(options)):
                page, row = self.today(**options)
                self.favorite(row).click()
                self.expect_favorite(row, True)
                expect(page.get_by_role("heading", level=1, name="Today")).to_be_visible()
                words = row.get_by_text("Kitchen").bounding_box()
                page.mouse.click(words["x"] + words["width"] / 2, words["y"] + words["height"] / 2)
                page.get_by_role("heading", level=1, name="Fern").wait_for()
                page.get_by_role("button", name="Back").first.click()
                box = row.bounding_box()
                page.mouse.click(box["x"] + 3, box["y"] + box["height"] / 2)
                page.get_by_role("heading", level=1, name="Fern").wait_for()
                page.get_by_role("button", name="Back").first.click()
                row.get_by_role("button", name="Water Fern").click()
                expect(page.get_by_text("All plants are watered")).to_be_visible()

    def test_keys_come_to_the_row_first(self):
        page, row = self.today()
        row.get_by_role("button", name="Fern Kitchen").focus()
        page.keyboard.press("Tab")
        expect(self.favorite(row)).to_be_focused()
        page.keyboard.press("Enter")
        self.expect_favorite(row, True)
        expect(self.favorite(row)).to_be_focused()
        page.keyboard.press("Tab")
        expect(row.get_by_role("button", name="Water Fern")).to_be_focused()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Shift+Tab")
        expect(row.get_by_role("button", name="Fern Kitchen")).to_be_focused()
        # The ring goes around the whole row.
        ring, whole = row.locator(".stretched").bounding_box(), row.bounding_box()
        self.assertAlmostEqual(ring["width"], whole["width"], delta=2)
        self.assertAlmostEqual(ring["height"], whole["height"], delta=2)
        page.keyboard.press("Enter")
        page.get_by_role("heading", level=1, name="Fern").wait_for()

    def test_no_control_lies_in_another(self):
        page, row = self.today()
        self.assertEqual(page.locator(":is(button, a, summary) :is(button, a, input, select, textarea, summary)").count(), 0)
        found = Axe().run(page).response["violations"]
        self.assertEqual([rule["id"] for rule in found], [])


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
