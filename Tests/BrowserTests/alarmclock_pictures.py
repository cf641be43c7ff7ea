"""Takes a picture of every screen of AlarmClock, light and dark, on a phone and on a wide window, into the folder given."""

import sys
from pathlib import Path

from alarmclock import AlarmClockTestCase
from alarmclock_screens import SCREENS


class Pictures(AlarmClockTestCase):
    folder = Path(".")

    def runTest(self):
        for kind, screens in SCREENS.items():
            world = kind()
            self.addCleanup(world.stop)
            for width, height, name in [(390, 844, "phone"), (1280, 800, "wide")]:
                for scheme in ["light", "dark"]:
                    for screen in screens:
                        self.shoot(world.clock, screen, name, viewport={"width": width, "height": height}, color_scheme=scheme)

    def shoot(self, clock, screen, name, **options):
        context = self.window(device_scale_factor=1, **options)
        page = self.open(clock.link, context)
        title = f"{screen.__name__}-{name}-{options['color_scheme']}"
        try:
            screen(page, clock)
        except Exception as error:  # A screen that does not come is seen as it is.
            print(f"{title}: {error}", file=sys.stderr)
        page.wait_for_timeout(200)
        page.screenshot(path=self.folder / f"{title}.png")
        context.close()


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
