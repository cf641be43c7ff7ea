"""AlarmClock in a browser: a day of a person, by keyboard alone; ringing; two windows; other processes; bad input."""

import http.client
import json
import signal
import socket
import subprocess
import unittest
import urllib.error
import urllib.request

from playwright.sync_api import expect

from alarmclock import AlarmClock, AlarmClockTestCase


def tab_to(page, name, role="button"):
    """Presses Tab until the control of that name has the focus, as somebody without a mouse does."""
    tab_until(page, page.get_by_role(role, name=name).last)


def tab_until(page, wanted, limit=80):
    """The same for a control that is found in another way."""
    wanted.wait_for()
    for _ in range(limit):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {wanted}")


class DayTests(AlarmClockTestCase):
    def test_a_day_by_keyboard_alone(self):
        page = self.page()
        page.get_by_role("heading", name="No alarms yet").wait_for()

        # In the evening: an alarm for the working days.
        page.keyboard.press("Alt+n")
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        # Where the browser's clock has halves of the day, the letter chooses the first.
        tab_until(page, dialog.get_by_label("Time", exact=True))
        page.keyboard.type("0630a")
        tab_to(page, "Label", "textbox")
        page.keyboard.type("Early shift")
        tab_to(page, "Monday to Friday")
        page.keyboard.press("Enter")
        expect(dialog.get_by_text("Rings: Monday to Friday")).to_be_visible()
        page.keyboard.press("Control+s")
        dialog.wait_for(state="detached")
        expect(page.get_by_text("“Early shift” rings in").first).to_be_visible()
        [alarm] = json.loads(self.clock.run("list", "--json"))
        self.assertEqual((alarm["time"], alarm["repeatDays"], alarm["label"]), ("06:30", [2, 3, 4, 5, 6], "Early shift"))

        # A set of alarms for a journey, and away with it.
        page.keyboard.press("2")
        page.get_by_role("heading", level=1, name="Templates").wait_for()
        tab_until(page, page.get_by_role("link", name="Travel").or_(page.get_by_role("button", name="Travel")).first)
        page.keyboard.press("Enter")
        page.get_by_role("heading", level=1, name="Travel").wait_for()
        tab_to(page, "Add all 6 alarms")
        page.keyboard.press("Enter")
        expect(page.get_by_text("6 alarms added: Travel").first).to_be_visible()
        self.assertEqual(len(json.loads(self.clock.run("list", "--json"))), 7)
        page.keyboard.press("Control+z")
        expect(page.get_by_text("None was made from these templates yet.")).to_be_visible()

        # A template, changed before it is kept.
        tab_to(page, "Early flight")
        page.keyboard.press("Enter")
        dialog.wait_for()
        expect(dialog.get_by_label("Label")).to_have_value("Early flight")
        tab_to(page, "Label", "textbox")
        page.keyboard.press("End")
        page.keyboard.type(" to Tainan")
        page.keyboard.press("Enter")
        dialog.wait_for(state="detached")
        expect(page.get_by_role("switch", name="Early flight to Tainan")).to_be_visible()

        # Back to the list: tomorrow is left out, and then not; the flight goes, and comes back.
        page.keyboard.press("1")
        tab_to(page, "Skip the next time of “Early shift”")
        page.keyboard.press("Enter")
        expect(page.get_by_text("rings again").first).to_be_visible()
        page.keyboard.press("Control+z")
        expect(page.get_by_text("rings again")).to_have_count(0)
        tab_to(page, "Delete “Early flight to Tainan”")
        page.keyboard.press("Enter")
        expect(page.get_by_role("switch", name="Early flight to Tainan")).to_have_count(0)
        page.keyboard.press("Control+z")
        expect(page.get_by_role("switch", name="Early flight to Tainan")).to_be_visible()

        # The weekend: off, and on again.
        tab_to(page, "Early shift", "switch")
        page.keyboard.press("Space")
        expect(page.get_by_text("Off: “Early shift”").first).to_be_visible()
        page.keyboard.press("Space")
        expect(page.get_by_text("On: “Early shift” rings in").first).to_be_visible()

        # At last one rings: it is put off, and then it is enough.
        self.clock.kill()
        self.clock.add_ringing("Kettle")
        self.clock.start()
        expect(page.get_by_role("alertdialog").get_by_text("Kettle").first).to_be_visible()
        tab_to(page, "Snooze for 5 minutes")
        page.keyboard.press("Enter")
        page.get_by_role("alertdialog").wait_for(state="detached")
        expect(page.get_by_text("“Kettle” rings again at").first).to_be_visible()
        tab_to(page, "Stop “Kettle”")
        page.keyboard.press("Enter")
        expect(page.get_by_text("rings again at")).to_have_count(0)
        kettle = next(alarm for alarm in json.loads(self.clock.run("list", "--json")) if alarm["label"] == "Kettle")
        self.assertFalse(kettle["isEnabled"])

    def test_an_alarm_is_edited_and_paused_by_keyboard_alone(self):
        self.clock.run("add", "06:30", "--days", "daily", "--label", "Early shift")
        page = self.page()
        tab_to(page, "Early shift, every day")
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        # In the order in which they stand: each choice is the one below that which the alarm has.
        choices = [("Sound", "combobox", "ArrowDown"), ("Volume", "slider", "ArrowLeft")]
        choices += [("Put off for", "combobox", "ArrowDown"), ("Time zone", "combobox", "ArrowDown")]
        for name, role, key in choices:
            tab_until(page, dialog.get_by_role(role, name=name))
            page.keyboard.press(key)
        again = dialog.get_by_role("button", name="Ring as set")
        for button in [dialog.get_by_role("button", name="Pause", exact=True), again]:
            tab_until(page, button)
            page.keyboard.press("Enter")
        again.wait_for(state="detached")
        tab_until(page, dialog.get_by_role("button", name="Pause", exact=True))
        page.keyboard.press("Enter")
        again.wait_for()
        page.keyboard.press("Control+s")
        dialog.wait_for(state="detached")
        [alarm] = json.loads(self.clock.run("list", "--json"))
        self.assertEqual((alarm["snoozeMinutes"], alarm["sound"], alarm["volume"]), (10, "beep", 0.95))
        self.assertEqual(alarm["timeZoneIdentifier"], "Africa/Abidjan")
        self.assertIsNotNone(alarm["skipNextUntil"])

    def test_bad_input_is_said_and_nothing_is_lost(self):
        page = self.page()
        page.keyboard.press("Alt+n")
        dialog = page.get_by_role("dialog")
        label = dialog.get_by_label("Label")
        label.fill("x" * 10_000)
        dialog.get_by_role("button", name="Save").press("Enter")
        expect(dialog.get_by_text("the label has 10000 characters; at most 256").first).to_be_visible()
        self.assertEqual(len(label.input_value()), 10_000)
        label.fill("</script><script>alert(1)</script>")
        dialog.get_by_role("button", name="Save").press("Enter")
        dialog.wait_for(state="detached")
        expect(page.get_by_text("</script><script>alert(1)</script>").first).to_be_visible()


class RingTests(AlarmClockTestCase):
    def test_it_rings_in_every_window_is_put_off_and_stopped(self):
        self.clock.add_ringing("tea")
        first, second = self.page(), self.page(self.window(viewport={"width": 1280, "height": 800}))
        for page in [first, second]:
            expect(page.get_by_role("alertdialog").get_by_text("tea").first).to_be_visible()
        # Escape is no answer to an alarm.
        first.keyboard.press("Escape")
        expect(first.get_by_role("alertdialog")).to_be_visible()
        tab_to(first, "Snooze for 30 minutes")
        first.keyboard.press("Enter")
        for page in [first, second]:
            page.get_by_role("alertdialog").wait_for(state="detached")
            expect(page.get_by_text("“tea” rings again at").first).to_be_visible()
        self.assertIn("Snoozed", self.clock.run("snooze", "1"))
        second.get_by_role("button", name="Stop “tea”").press("Enter")
        for page in [first, second]:
            expect(page.get_by_text("rings again at")).to_have_count(0)
        [alarm] = json.loads(self.clock.run("list", "--json"))
        self.assertFalse(alarm["isEnabled"])

    def test_it_rings_above_what_is_being_written(self):
        self.clock.add_ringing("tea")
        # Pages alone: it rings when the daemon comes.
        self.clock.start(rings=False)
        page = self.page()
        page.keyboard.press("Alt+n")
        label = page.get_by_role("dialog").get_by_label("Label")
        label.fill("half a thou")
        daemon = self.clock.begin_daemon()
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.kill)
        stop = page.get_by_role("button", name="Stop “tea”")
        stop.wait_for()
        stop.press("Enter")
        expect(stop).to_have_count(0)
        expect(label).to_have_value("half a thou")
        label.press("End")
        page.keyboard.type("ght")
        page.keyboard.press("Enter")
        expect(page.get_by_role("switch", name="half a thought")).to_be_visible()

    def test_what_was_missed_is_told_until_somebody_puts_it_away(self):
        self.clock.add_ringing("tea", minutes_ago=20)
        first, second = self.page(), self.page()
        for page in [first, second]:
            expect(page.get_by_text("“tea” was missed")).to_be_visible()
        self.assertIn("(missed ", self.clock.run("list"))
        first.get_by_role("button", name="Dismiss: “tea” was missed").press("Enter")
        for page in [first, second]:
            expect(page.get_by_text("“tea” was missed")).to_have_count(0)
        self.assertNotIn("(missed ", self.clock.run("list"))

    def test_a_snooze_outlasts_the_skipping_of_tomorrow(self):
        self.clock.add_ringing("tea", "--days", "daily")
        page = self.page()
        tab_to(page, "Snooze for 30 minutes")
        page.keyboard.press("Enter")
        expect(page.get_by_text("“tea” rings again at").first).to_be_visible()
        tab_to(page, "Skip the next time of “tea”")
        page.keyboard.press("Enter")
        expect(page.get_by_text("“tea” leaves out").first).to_be_visible()
        # The daemon has heard of it, and answers that the alarm is put off still.
        self.assertIn("Snoozed", self.clock.run("snooze", "5"))
        expect(page.get_by_text("“tea” rings again at").first).to_be_visible()

    def test_the_daemon_comes_and_goes_while_pages_are_served(self):
        self.clock.run("add", "06:30", "--label", "tea")
        self.clock.start(rings=False)
        page = self.page()
        expect(page.get_by_text("Nothing will ring: the background service does not run.")).to_be_visible()
        daemon = self.clock.begin_daemon()
        expect(page.get_by_text("Nothing will ring: the background service")).to_have_count(0)
        daemon.kill()
        daemon.wait()
        expect(page.get_by_text("Nothing will ring: the background service does not run.")).to_be_visible()


class LiveTests(AlarmClockTestCase):
    def test_two_windows_and_the_command_see_each_other(self):
        first, second = self.page(), self.page()
        self.clock.run("add", "06:30", "--days", "daily", "--label", "tea")
        for page in [first, second]:
            expect(page.get_by_role("switch", name="tea")).to_be_checked()
            expect(page.get_by_text("Rings in").first).to_be_visible()
        first.get_by_role("switch", name="tea").press("Space")
        expect(second.get_by_role("switch", name="tea")).not_to_be_checked()
        expect(second.get_by_text("Nothing will ring", exact=True)).to_be_visible()

    def test_the_browser_s_language_and_country_are_spoken(self):
        self.clock.run("add", "06:30", "--days", "daily", "--label", "tea")
        for locale, title, time in [("zh-TW", "鬧鐘", "清晨6:30"), ("zh-CN", "闹钟", "06:30"), ("en-US", "Alarms", "6:30")]:
            with self.subTest(locale=locale):
                page = self.page(self.window(locale=locale))
                expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
                expect(page.get_by_text(time).first).to_be_visible()

    def test_ten_thousand_alarms(self):
        alarms = [
            {"time": f"{n % 24:02}:{n % 60:02}", "repeatDays": [1, 2, 3, 4, 5, 6, 7], "label": f"alarm {n}"}
            for n in range(10_000)
        ]
        file = self.clock.folder / "many.json"
        file.write_text(json.dumps(alarms))
        self.clock.run("import", str(file))
        page = self.page()
        expect(page.get_by_text("10000 alarms")).to_have_count(1)
        page.get_by_role("switch").first.press("Space")
        expect(page.get_by_role("switch").first).not_to_be_checked()


class DoorTests(AlarmClockTestCase):
    def ask(self, path, **headers):
        request = urllib.request.Request(f"http://127.0.0.1:{self.clock.port}{path}", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def test_only_who_has_the_link_comes_in(self):
        self.clock.start(rings=False)
        self.assertEqual(self.ask("/healthz"), (200, '{"status":"ok"}\n'))
        self.assertIn(self.ask("/")[0], [401, 403])
        self.assertEqual(self.ask("/healthz", Host="evil.example")[0], 403)
        self.clock.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.clock.process.wait(10), 0)
        self.clock.process.stdout.close()

    def test_a_daemon_whose_port_is_taken_rings_all_the_same(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            daemon = subprocess.Popen(
                [AlarmClock.path, "run", "--port", port], env=self.clock.environment, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True
            )
            self.assertIn("rings from now on", daemon.stdout.readline())
            self.assertIn("Alarms ring all the same", daemon.stderr.readline())
            stopped = subprocess.run([AlarmClock.path, "stop"], env=self.clock.environment, capture_output=True)
            self.assertEqual(stopped.returncode, 3, "the daemon answers: nothing rings")
            daemon.send_signal(signal.SIGTERM)
            self.assertEqual(daemon.wait(10), 0)
            daemon.stdout.close()
            daemon.stderr.close()


class ReachTests(unittest.TestCase):
    """Who can reach the pages: only those whom an option of `serve` lets in. No browser is needed."""

    def setUp(self):
        self.clock = AlarmClock()
        self.addCleanup(self.clock.stop)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.clock.port = free.getsockname()[1]

    def answer(self, host):
        """The status that a page gives to who asks for it by that name."""
        connection = http.client.HTTPConnection("127.0.0.1", self.clock.port, timeout=30)
        self.addCleanup(connection.close)
        connection.request("GET", "/healthz", headers={"Host": host})
        return connection.getresponse().status

    def test_behind_a_program_that_speaks_tls(self):
        self.clock.start(False, "--behind-tls", "clock.example")
        self.assertTrue(self.clock.link.startswith("https://clock.example/"), self.clock.link)
        self.assertEqual(self.answer("clock.example"), 200)
        self.assertEqual(self.answer(f"127.0.0.1:{self.clock.port}"), 403)

    def test_without_encryption(self):
        self.clock.start(False, "--listen", "0.0.0.0", "--without-encryption")
        # By any address, since those cannot be made to lead here; of names by this machine's own alone.
        for name in ["0.0.0.0", "127.0.0.1", "192.0.2.7", "[2001:db8::7]", "localhost", socket.gethostname()]:
            self.assertEqual(self.answer(f"{name}:{self.clock.port}"), 200, name)
        for name in ["evil.example", "192.0.2.7.evil.example"]:
            self.assertEqual(self.answer(f"{name}:{self.clock.port}"), 403, name)
        self.assertEqual(self.answer("evil.example"), 403)
        self.assertIn("without encryption", (self.clock.folder / "log").read_text())


if __name__ == "__main__":
    unittest.main()
