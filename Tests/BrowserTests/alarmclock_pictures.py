"""Takes a picture of every screen of AlarmClock, light and dark, on a phone and on a wide window, into the folder given."""

import sys
from pathlib import Path

from alarmclock import AlarmClockTestCase
from alarmclock_screens import SCREENS, fill


class Pictures(AlarmClockTestCase):
    folder = Path(".")

    def runTest(self):
        self.shoot([("empty", lambda page: page.get_by_role("heading", name="No alarms yet").wait_for())])
        self.clock.kill()
        fill(self.clock)
        self.shoot([(screen.__name__, screen) for screen in SCREENS])
        self.clock.kill()
        self.clock.add_ringing("Early shift")
        ringing = lambda page: page.get_by_role("button", name="Stop “Early shift”").wait_for()
        self.shoot([("ringing", ringing)])
        self.clock.run("snooze", "30")
        self.shoot([("snoozed", lambda page: page.get_by_text("rings again at").wait_for())])

    def shoot(self, screens):
        for width, height, name in [(390, 844, "phone"), (1280, 800, "wide")]:
            for scheme in ["light", "dark"]:
                for title, screen in screens:
                    context = self.window(
                        viewport={"width": width, "height": height}, color_scheme=scheme, device_scale_factor=1
                    )
                    page = self.page(context)
                    try:
                        screen(page)
                    except Exception as error:  # A screen that does not come is seen as it is.
                        print(f"{title} {name} {scheme}: {error}", file=sys.stderr)
                    page.wait_for_timeout(200)
                    page.screenshot(path=self.folder / f"{title}-{name}-{scheme}.png")
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
