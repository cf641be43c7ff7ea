"""Every screen of IdeaBox, in every dress: no violation that axe knows of, nothing wider than the window, and what a screen
reader is told as it was recorded in Golden/. REGENERATE_GOLDEN=1 records anew."""

import os
import re
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

import ideabox_screens as screens
from ideabox import IdeaBoxTestCase

GOLDEN = Path(__file__).parent / "Golden"
PHONE = {"viewport": {"width": 390, "height": 844}}
# Windows, and the dresses that a page wears in each of them one after the other.
WINDOWS = {
    "phone": (PHONE, ["light", "dark", "forced colours", "200 % text"]),
    "320 px": ({"viewport": {"width": 320, "height": 640}}, ["light"]),
    "wide": ({"viewport": {"width": 1280, "height": 800}}, ["light", "dark"]),
}
# What differs from run to run.
PASSING = re.compile(r"just now|yesterday|\d+ (?:second|minute|hour|day|week|month)s? ago")
DEVICE = re.compile(r"\b[0-9a-f]{8}\b")
PORT = re.compile(r"127\.0\.0\.1:\d+")


def wear(page, dress):
    page.emulate_media(
        color_scheme="dark" if dress == "dark" else "light",
        forced_colors="active" if dress == "forced colours" else "none",
        reduced_motion="reduce",
    )
    # A browser that magnifies its text tells the page that it was resized; then nothing must be on its way to another look.
    page.evaluate(
        """async (size) => {
            const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
            document.documentElement.style.fontSize = size
            await frame()
            await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null)))
            dispatchEvent(new Event("resize"))
            await frame()
        }""",
        "200%" if dress == "200 % text" else "",
    )


class ScreenTests:
    """The screens of one device; a class for each device below, so that they can run beside each other."""

    world = None
    # Screens whose words change by themselves while they are looked at.
    restless = {"offline"}

    def test_every_screen_in_every_dress(self):
        world = self.world()
        self.addCleanup(world.stop)
        for window, (options, dresses) in WINDOWS.items():
            context = self.window(**options)
            for screen in screens.SCREENS[self.world]:
                page = self.page(context, world.box)
                screen(page, world.box)
                if window != "320 px" and screen.__name__ not in self.restless:
                    with self.subTest(screen=screen.__name__, window=window, what="what is read"):
                        self.check_words(page, f"{screen.__name__}-{window}")
                for dress in dresses:
                    with self.subTest(screen=screen.__name__, window=window, dress=dress):
                        wear(page, dress)
                        self.check_looks(page)
                page.close()

    def check_looks(self, page):
        violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        told = [(v["id"], [n["html"][:150] for n in v["nodes"]]) for v in violations]
        self.assertEqual(told, [])
        wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(wider, 0, "nothing is wider than the window")

    def check_words(self, page, name):
        dialog = page.get_by_role("dialog").or_(page.get_by_role("alertdialog")).last
        part = dialog if dialog.count() else page.locator("body")
        words = PORT.sub("127.0.0.1:PORT", DEVICE.sub("DEVICE", PASSING.sub("some time ago", part.aria_snapshot()))) + "\n"
        file = GOLDEN / f"{name}.txt"
        if os.environ.get("REGENERATE_GOLDEN"):
            GOLDEN.mkdir(exist_ok=True)
            file.write_text(words)
        self.assertEqual(words, file.read_text(), f"Golden/{file.name}")


class UsualScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Usual


class EmptyScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Empty


class ConflictScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Conflict


class HeldScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Held


class OfflineScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Offline


class WrongClockScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Slow
