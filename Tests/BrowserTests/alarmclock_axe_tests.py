"""Every screen of AlarmClock, in every window and dress: no violation that axe knows of, nothing wider than the window, and what
a screen reader is told as it was recorded in Golden/. REGENERATE_GOLDEN=1 records anew."""

import unittest

import alarmclock_screens as screens
from alarmclock import AlarmClockTestCase
from looks import WINDOWS, Looks


class ScreenTests(Looks):
    """The screens of devices in some states; a class for each, so that they can run beside each other."""

    worlds = []
    windows = WINDOWS
    # Screens that fade, or whose words change by themselves while they are looked at.
    restless = {"toast", "offline"}
    passing = [
        # Which alarm comes next, and in how long, is another one at another time of the day.
        (r"Rings in [^\"\n]*", "Rings in SOME TIME"),
        (r"(rings again|rings here|taken over,|Last success|Next|up to) (?:\w+|\d+ \w+(?: \d+)?) \d\d:\d\d", r"\1 SOME MOMENT"),
        # A new alarm is for the next full hour.
        (r"(textbox \"Time\": )\d\d:\d\d", r"\1TIME"),
        (r"\d{4}-\d\d-\d\d", "DATE"),
        (r"/\S*/data/", "FOLDER/"),
        # Which zones there are is the system's business.
        (r"(\n +- option )\"\w+/[^\n]*(?:\n +- option \"\w+/[^\n]*)*", r"\1ZONES"),
    ]

    @classmethod
    def topmost(cls, page):
        # What did not work is said above an alarm that rings, although it stands before it in the page.
        dialogs = page.get_by_role("dialog").or_(page.get_by_role("alertdialog"))
        focused = dialogs.filter(has=page.locator(":focus"))
        return focused.last if focused.count() else dialogs.last

    def test_every_screen_in_every_dress(self):
        for kind in self.worlds:
            world = kind()
            self.addCleanup(world.stop)
            for window, (options, dresses) in self.windows.items():
                context = self.window(**options)
                for screen in screens.SCREENS[kind]:
                    page = self.open(world.clock.link, context)
                    screen(page, world.clock)
                    if window != "320 px" and screen.__name__ not in self.restless:
                        with self.subTest(screen=screen.__name__, window=window, what="what is read"):
                            self.check_words(page, f"alarmclock-{screen.__name__}-{window}")
                    self.check_dresses(page, dresses, screen=screen.__name__, window=window)
                    page.close()
                context.close()


class AlarmClockAxeTests(ScreenTests, AlarmClockTestCase):
    worlds = [screens.Used]


class AlarmClockMomentAxeTests(ScreenTests, AlarmClockTestCase):
    worlds = [screens.Empty, screens.Ringing, screens.Snoozed, screens.Missed]
    # These alarms are of the minute in which the test runs, or of one shortly before.
    passing = [*ScreenTests.passing, (r"(was missed:) [^\"\n]*", r"\1 SOME MOMENT"), (r"\b\d\d:\d\d\b", "TIME")]


class AlarmClockOldAppAxeTests(ScreenTests, AlarmClockTestCase):
    worlds = [screens.OldUnreadable, screens.OldRejected]
    windows = {"phone": WINDOWS["phone"]}


class AlarmClockSyncAxeTests(ScreenTests, AlarmClockTestCase):
    worlds = [screens.Synced, screens.Offline, screens.ZoneGone]
    windows = {"phone": WINDOWS["phone"]}


class AlarmClockOddAxeTests(ScreenTests, AlarmClockTestCase):
    worlds = [screens.RangElsewhere, screens.Halted, screens.LeftOut]
    windows = {"phone": WINDOWS["phone"]}
    passing = [*ScreenTests.passing, (r"\b\d\d:\d\d\b", "TIME")]


if __name__ == "__main__":
    unittest.main()
