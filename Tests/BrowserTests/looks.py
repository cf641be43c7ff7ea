"""The windows and dresses in which the screens of an app are looked at, and what must hold in each of them; and what a
screen reader is told, as it was recorded in Golden/. REGENERATE_GOLDEN=1 records anew."""

import os
import re
from pathlib import Path

import axe_playwright_python

GOLDEN = Path(__file__).parent / "Golden"
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# Windows, and the dresses that a page wears in each of them one after the other.
WINDOWS = {
    "phone": ({"viewport": {"width": 390, "height": 844}}, ["light", "dark", "forced colours", "200 % text"]),
    "320 px": ({"viewport": {"width": 320, "height": 640}}, ["light"]),
    "wide": ({"viewport": {"width": 1280, "height": 800}}, ["light", "dark"]),
}


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


def violations(page):
    """What axe finds: the rule's name, and the beginning of each element that breaks it with the reason."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("axe.run({ resultTypes: ['violations'], selectors: false }).then((found) => found.violations)")
    return [
        (rule["id"], [(node["html"][:150], [check["message"] for check in node["any"]]) for node in rule["nodes"]])
        for rule in found
    ]


class Looks:
    """For a test case: looks at a page."""

    # What differs from run to run, and what stands for it.
    passing = []

    @staticmethod
    def topmost(page):
        """The dialog that lies above all others, if there is any: an alert does, wherever it stands in the page."""
        alerts = page.locator("dialog.alert[open]")
        return alerts.last if alerts.count() else page.get_by_role("dialog").or_(page.get_by_role("alertdialog")).last

    def check_words(self, page, name):
        """What a screen reader is told of the topmost dialog, or where there is none, of the page."""
        dialog = self.topmost(page)
        part = dialog if dialog.count() else page.locator("body")
        words = part.aria_snapshot() + "\n"
        for pattern, stands_for in self.passing:
            words = re.sub(pattern, stands_for, words)
        file = GOLDEN / f"{name}.txt"
        if os.environ.get("REGENERATE_GOLDEN"):
            GOLDEN.mkdir(exist_ok=True)
            file.write_text(words)
        self.assertEqual(words, file.read_text(), f"Golden/{file.name}")

    def check_looks(self, page):
        self.assertEqual(violations(page), [])
        wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(wider, 0, "nothing is wider than the window")

    def check_dresses(self, page, dresses, **names):
        """Lets a page wear one dress after the other."""
        for dress in dresses:
            with self.subTest(**names, dress=dress):
                wear(page, dress)
                self.check_looks(page)
