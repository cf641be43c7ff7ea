"""Every screen of AlarmClock, in every dress: no violation that axe knows of, and nothing wider than the window."""

from axe_playwright_python.sync_playwright import Axe

from alarmclock import AlarmClockTestCase
from alarmclock_screens import DRESSES, SCREENS, fill


class AlarmClockAxeTests(AlarmClockTestCase):
    def look(self, screen, name):
        """Looks at a screen in every dress."""
        for dress, options in DRESSES.items():
            text = options.get("text", 1)
            context = self.window(**{key: value for key, value in options.items() if key != "text"})
            with self.subTest(screen=name, dress=dress):
                page = self.page(context)
                if text != 1:
                    page.evaluate("scale => document.documentElement.style.fontSize = `${scale * 100}%`", text)
                screen(page)
                violations = Axe().run(page).response["violations"]
                told = [(v["id"], [n["html"][:150] for n in v["nodes"]]) for v in violations]
                self.assertEqual(told, [])
                wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                self.assertLessEqual(wider, 0, "nothing is wider than the window")
            context.close()

    def test_every_screen(self):
        fill(self.clock)
        self.clock.start()
        for screen in SCREENS:
            self.look(screen, screen.__name__)

    def test_the_empty_list_and_no_daemon(self):
        self.clock.start(rings=False)

        def empty(page):
            page.get_by_role("heading", name="No alarms yet").wait_for()
            page.get_by_text("Nothing will ring").first.wait_for()

        self.look(empty, "empty")

    def test_the_ringing_dialog(self):
        self.clock.add_ringing("Early shift")
        self.clock.add_ringing("海邊的風箏", "--no-snooze")

        def ringing(page):
            page.get_by_role("button", name="Stop “Early shift”").wait_for()
            page.get_by_role("button", name="Stop “海邊的風箏”").wait_for()

        self.look(ringing, "ringing")

    def test_a_snoozed_alarm(self):
        self.clock.add_ringing("Early shift")
        self.clock.start()
        self.clock.run("snooze", "30")

        def snoozed(page):
            page.get_by_text("“Early shift” rings again at").wait_for()

        self.look(snoozed, "snoozed")
