"""The windows and dresses in which the screens of an app are looked at, and what must hold in each of them."""

from pathlib import Path

import axe_playwright_python

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
