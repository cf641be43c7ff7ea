"""Every screen of AlarmClock, in every window and dress: no violation that axe knows of, and nothing wider than the window."""

import unittest

from alarmclock import AlarmClockTestCase
from alarmclock_screens import SCREENS, fill
from looks import WINDOWS, Looks


class Look(Looks):
    def look(self, *screens):
        """Opens each screen once in each window, and lets it wear that window's dresses."""
        for window, (options, dresses) in WINDOWS.items():
            context = self.window(**options)
            for screen in screens:
                page = self.page(context)
                screen(page)
                self.check_dresses(page, dresses, screen=screen.__name__, window=window)
                page.close()
            context.close()


class AlarmClockAxeTests(Look, AlarmClockTestCase):
    """The screens of a device that has been used for some weeks."""

    def test_every_screen_in_every_dress(self):
        fill(self.clock)
        self.clock.start()
        self.look(*SCREENS)


class AlarmClockMomentAxeTests(Look, AlarmClockTestCase):
    """What is only seen at some times: nothing yet, an alarm that rings, one that was put off."""

    def test_the_empty_list_and_no_daemon(self):
        self.clock.start(rings=False)

        def empty(page):
            page.get_by_role("heading", name="No alarms yet").wait_for()
            page.get_by_text("Nothing will ring").first.wait_for()

        self.look(empty)

    def test_the_ringing_dialog(self):
        self.clock.add_ringing("Early shift")
        self.clock.add_ringing("海邊的風箏", "--no-snooze")

        def ringing(page):
            page.get_by_role("button", name="Stop “Early shift”").wait_for()
            page.get_by_role("button", name="Stop “海邊的風箏”").wait_for()

        self.look(ringing)

    def test_a_snoozed_alarm(self):
        self.clock.add_ringing("Early shift")
        self.clock.start()
        self.clock.run("snooze", "30")

        def snoozed(page):
            page.get_by_text("“Early shift” rings again at").wait_for()

        self.look(snoozed)


if __name__ == "__main__":
    unittest.main()
