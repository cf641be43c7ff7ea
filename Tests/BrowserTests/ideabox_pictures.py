"""Takes a picture of every screen of IdeaBox, light and dark, on a phone and on a wide window.

    ideabox_pictures.py FOLDER            all of them
    ideabox_pictures.py FOLDER detail     those of some screens
"""

import sys
from pathlib import Path

import ideabox_screens as screens
from ideabox import IdeaBoxTestCase

WINDOWS = {"phone": {"width": 390, "height": 844}, "wide": {"width": 1280, "height": 800}}


class Pictures(IdeaBoxTestCase):
    def take(self, folder, wanted):
        for make, opens in screens.SCREENS.items():
            chosen = [screen for screen in opens if not wanted or screen.__name__ in wanted]
            if not chosen:
                continue
            world = make()
            self.addCleanup(world.stop)
            for name, size in WINDOWS.items():
                context = self.window(viewport=size, device_scale_factor=2)
                for screen in chosen:
                    self.picture(context, world, screen, folder / f"{screen.__name__}-{name}")

    def picture(self, context, world, screen, path):
        page = self.page(context, world.box)
        try:
            screen(page, world.box)
        except Exception as error:  # A screen that does not come is seen as it is.
            print(f"{path.name}: {error}", file=sys.stderr)
        for scheme in ["light", "dark"]:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.screenshot(path=f"{path}-{scheme}.png")
        page.close()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    Pictures.setUpClass()
    pictures = Pictures()
    try:
        pictures.setUp()
        pictures.take(folder, sys.argv[2:])
        print(pictures.faults, file=sys.stderr)
    finally:
        pictures.doCleanups()
        Pictures.tearDownClass()
