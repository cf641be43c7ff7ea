"""Every screen of IdeaBox, in every dress: no violation that axe knows of, and nothing wider than the window."""

from axe_playwright_python.sync_playwright import Axe

from ideabox import IdeaBoxTestCase

DRESSES = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "200 % text": {"text": 2},
    "320 px": {"viewport": {"width": 320, "height": 640}},
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "wide and dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "forced colours": {"forced_colors": "active"},
}


def tab(page, name):
    page.get_by_role("navigation").get_by_role("button", name=name).click()


def all_ideas(page):
    page.get_by_role("button", name="Mark “Kite” as done").wait_for()


def completed(page):
    tab(page, "Completed")
    page.get_by_role("heading", level=1, name="Completed").wait_for()


def search(page):
    tab(page, "Search")
    page.get_by_role("searchbox").wait_for()


def detail(page):
    page.keyboard.press("j")
    page.get_by_role("textbox", name="Title").wait_for()


def toast(page):
    page.get_by_role("button", name="Mark “Walnut” as done").first.click()
    page.get_by_role("button", name="Undo").wait_for()


def menu(page):
    page.get_by_role("button", name="More").first.click()
    page.get_by_role("menu").wait_for()


def panel(name):
    def open(page):
        menu(page)
        page.get_by_role("menuitem", name=name).click()
        page.get_by_role("dialog").wait_for()

    open.__name__ = name
    return open


def add(page):
    page.get_by_role("button", name="New Idea").first.click()
    page.get_by_role("dialog").wait_for()


SCREENS = [all_ideas, completed, search, detail, menu, add, toast] + [
    panel(name) for name in ["Trash", "History", "Sync", "Import and Export", "Keyboard"]
]


class IdeaBoxAxeTests(IdeaBoxTestCase):
    def test_every_screen_in_every_dress(self):
        self.box.run("add", "Kite", "--details", "red, with a long tail that flies over the sea")
        self.box.run("add", "Walnut")
        gone = self.box.run("add", "Gone", "--json")
        self.box.run("rm", gone.split('"id":"')[1][:36])
        done = self.box.run("add", "Done", "--json")
        self.box.run("done", done.split('"id":"')[1][:36])
        for dress, options in DRESSES.items():
            text = options.get("text", 1)
            context = self.window(**{key: value for key, value in options.items() if key != "text"})
            for screen in SCREENS:
                with self.subTest(screen=screen.__name__, dress=dress):
                    page = self.page(context)
                    if text != 1:
                        page.evaluate("scale => document.documentElement.style.fontSize = `${scale * 100}%`", text)
                    screen(page)
                    violations = Axe().run(page).response["violations"]
                    told = [(v["id"], [n["html"][:150] for n in v["nodes"]]) for v in violations]
                    self.assertEqual(told, [])
                    wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                    self.assertLessEqual(wider, 0, "nothing is wider than the window")
                    page.close()
