"""Takes a picture of every screen of IdeaBox, light and dark, on a phone and on a wide window, into the folder given."""

import sys
from pathlib import Path

from ideabox import IdeaBoxTestCase
from ideabox_axe_tests import SCREENS

IDEAS = [
    ("Paper boat regatta", "On the river behind the school. Ask the bakery for wax paper, and the ferryman for a rope.", False),
    ("海邊的風箏", "帶上紅色的線軸，等風向轉南。", False),
    ("Walnut", "", False),
    ("Letter to the harbour master", "Berth 4 is free from May on.", True),
    ("Solar kettle", "", True),
    ("A map of all the benches with a view", "Start with the ones that the old town lost.", False),
    ("Kite", "red", False),
]


class Pictures(IdeaBoxTestCase):
    folder = Path(".")

    def runTest(self):
        for title, details, is_done in IDEAS:
            made = self.box.run("add", title, "--details", details, "--json")
            if is_done:
                self.box.run("done", made.split('"id":"')[1][:36])
        gone = self.box.run("add", "An umbrella for the cat", "--json")
        self.box.run("rm", gone.split('"id":"')[1][:36])
        for width, height, name in [(390, 844, "phone"), (1280, 800, "wide")]:
            for scheme in ["light", "dark"]:
                context = self.window(
                    viewport={"width": width, "height": height}, color_scheme=scheme, device_scale_factor=2
                )
                for screen in SCREENS:
                    page = self.page(context)
                    try:
                        screen(page)
                    except Exception as error:  # A screen that does not come is seen as it is.
                        print(f"{screen.__name__} {name} {scheme}: {error}", file=sys.stderr)
                    page.screenshot(path=self.folder / f"{screen.__name__.replace(' ', '-').lower()}-{name}-{scheme}.png")
                    if screen.__name__ == "toast":
                        page.keyboard.press("Control+z")
                        page.get_by_role("button", name="Mark “Walnut” as done").first.wait_for()
                    page.close()

    def tearDown(self):
        print(self.faults)


if __name__ == "__main__":
    Pictures.folder = Path(sys.argv[1])
    Pictures.folder.mkdir(parents=True, exist_ok=True)
    Pictures.setUpClass()
    pictures = Pictures()
    try:
        pictures.setUp()
        pictures.runTest()
        print(pictures.faults)
    finally:
        pictures.doCleanups()
        Pictures.tearDownClass()
