"""Every screen, in every dress: no violation that axe knows of, and nothing wider than the window."""

import unittest

from axe_playwright_python.sync_playwright import Axe

from demo import BrowserTestCase

DRESSES = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "200 % text": {"text": 2},
    "320 px": {"viewport": {"width": 320, "height": 640}},
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "wide and dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "forced colours": {"forced_colors": "active"},
    "more contrast": {"contrast": "more"},
    "small and magnified": {"viewport": {"width": 320, "height": 256}, "text": 2},
}


def notes(page):
    pass


def detail(page):
    page.get_by_role("button", name="Solar kettle", exact=True).click()
    page.get_by_role("heading", level=1, name="Solar kettle").wait_for()


def sheet(page):
    page.get_by_role("button", name="New note").click()
    page.get_by_role("dialog").wait_for()


def menu(page):
    page.get_by_role("button", name="More").click()
    page.get_by_role("menu").wait_for()


def alert(page):
    menu(page)
    page.get_by_role("menuitem").click()
    page.get_by_role("alertdialog").wait_for()


def empty(page):
    alert(page)
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("heading", name="No notes").wait_for()


def settings(page):
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("heading", level=1, name="Settings").wait_for()


def icons(page):
    page.get_by_role("button", name="Icons").click()
    page.get_by_role("heading", level=1, name="Icons").wait_for()


SCREENS = [notes, detail, sheet, menu, alert, settings, icons, empty]


class AxeTests(BrowserTestCase):
    def test_every_screen_in_every_dress(self):
        for dress, options in DRESSES.items():
            text = options.get("text", 1)
            self.server.kill()
            self.server.start()
            context = self.window(reduced_motion="reduce", **{k: v for k, v in options.items() if k != "text"})
            for screen in SCREENS:
                with self.subTest(screen=screen.__name__, dress=dress):
                    page = self.page(context)
                    if text != 1:
                        page.evaluate(
                            "scale => document.documentElement.style.fontSize = `${scale * 100}%`", text
                        )
                    screen(page)
                    violations = Axe().run(page).response["violations"]
                    told = [(v["id"], [n["html"][:150] for n in v["nodes"]]) for v in violations]
                    self.assertEqual(told, [])
                    wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                    self.assertLessEqual(wider, 0, "nothing is wider than the window")
                    page.close()
            context.close()


if __name__ == "__main__":
    unittest.main()
