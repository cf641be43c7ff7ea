"""Every screen of AlarmClock: which device shows it, and what leads there. For the tests of looks, and for pictures."""

import json
import plistlib
import signal

from alarmclock import AlarmClock
from ideabox_sync import Service

CONTAINER = "iCloud.com.buildwithharry.AlarmClock"


class World:
    """A device in some state, and the process that shows it."""

    # Whether that process rings; otherwise it only serves.
    rings = True

    def __init__(self):
        self.service = None
        self.clock = AlarmClock()
        self.make()
        self.clock.start(self.rings)
        self.change()

    def make(self):
        """Brings the device into the state, before anything runs."""

    def change(self):
        """What is only possible while something runs."""

    def stop(self):
        self.clock.stop()
        if self.service:
            self.service.stop()


class Used(World):
    """What a person may have after some weeks."""

    def make(self):
        fill(self.clock)


class Empty(World):
    """The first launch, and no daemon."""

    rings = False


class Ringing(World):
    """Two alarms ring, one of which cannot be put off."""

    def make(self):
        self.clock.add_ringing("Early shift", minutes_ago=1)
        self.clock.add_ringing("海邊的風箏", "--no-snooze")


class Snoozed(World):
    """An alarm was put off."""

    def make(self):
        self.clock.add_ringing("Early shift")

    def change(self):
        self.clock.run("snooze", "30")


class Missed(World):
    """The machine was off when an alarm should have rung."""

    def make(self):
        self.clock.add_ringing("Early shift", minutes_ago=20)


class OldUnreadable(World):
    """The old app's settings cannot be read: its alarms wait."""

    rings = False

    def make(self):
        self.clock.run("add", "06:30", "--days", "weekdays", "--label", "Early shift")
        (self.clock.data / "AlarmClock.plist").write_bytes(b"no property list")


class OldRejected(World):
    """The old app's alarms were taken over, but for one."""

    def make(self):
        entry = {"id": "A1A2C10C-0000-4000-9000-000000000001", "time": 600_000_000, "label": "Old", "repeatDays": [2]}
        alarms = json.dumps([entry, {"label": "broken"}]).encode()
        self.clock.data.mkdir(mode=0o700)
        (self.clock.data / "AlarmClock.plist").write_bytes(plistlib.dumps({"SavedAlarms": alarms}))
        self.clock.run("list")


class Synced(World):
    """Signed in, and up to date."""

    def make(self):
        self.service = Service(CONTAINER).start()
        self.service.sign_in(self.clock)
        self.clock.run("add", "06:30", "--days", "weekdays", "--label", "Early shift")


class Offline(Synced):
    """Signed in, with something to send, and the service is gone."""

    def make(self):
        super().make()
        self.service.kill()


class ZoneGone(Synced):
    """Signed in at a service from which the alarms are removed as a whole. The daemon is another process than the pages'."""

    rings = False
    daemon = None

    def change(self):
        self.clock.service = self.service
        self.daemon = self.clock.begin_daemon()

    def stop(self):
        if self.daemon:
            self.daemon.kill()
            self.daemon.wait()
        super().stop()


class LeftOut(World):
    """An alarm is paused."""

    rings = False

    def make(self):
        self.clock.run("add", "06:30", "--days", "weekdays", "--label", "Early shift")
        [alarm] = json.loads(self.clock.run("list", "--json"))
        self.clock.run("skip", alarm["id"], "--until", "2199-01-31")


class RangElsewhere(World):
    """An alarm rang once on a device in another zone, and rings here later."""

    rings = False

    def make(self):
        self.clock.run("add", "21:15", "--label", "Early shift")
        self.clock.change("Early shift", "isEnabled = 0, skipNextUntil = updatedAt")


class Halted(World):
    """An alarm rings, and the daemon that rings answers nobody any more."""

    rings = False

    def make(self):
        self.clock.add_ringing("Early shift")
        self.daemon = None

    def change(self):
        self.daemon = self.clock.daemon = self.clock.begin_daemon()

    def stop(self):
        if self.daemon:
            self.daemon.kill()
            self.daemon.wait()
        super().stop()


def fill(clock):
    clock.run("add", "06:30", "--days", "weekdays", "--label", "Early shift")
    clock.run("add", "08:20", "--days", "weekends", "--label", "")
    clock.run("add", "21:15", "--label", "海邊的風箏 and a label that goes on for a while", "--zone", "Europe/Berlin")
    clock.run("template", "apply", "Health")
    for alarm in json.loads(clock.run("list", "--json")):
        if alarm["label"] == "Drink water again":
            clock.run("off", alarm["id"])
        if alarm["label"] == "Morning run":
            clock.run("skip", alarm["id"])


def alarms(page, clock):
    page.get_by_role("switch").first.wait_for()
    page.get_by_text("Rings in").first.wait_for()


def templates(page, clock):
    page.get_by_role("button", name="Templates", exact=True).first.click()
    page.get_by_role("heading", level=1, name="Templates").wait_for()
    page.get_by_text("Health").first.wait_for()


def scenario(page, clock):
    templates(page, clock)
    page.get_by_text("Health").first.click()
    page.get_by_role("heading", level=1, name="Health").wait_for()


def template(page, clock):
    scenario(page, clock)
    page.get_by_role("button", name="Morning run").first.click()
    page.get_by_role("dialog").wait_for()


def new_alarm(page, clock):
    page.get_by_role("button", name="New Alarm").first.click()
    page.get_by_role("dialog").wait_for()


def edit(page, clock):
    page.get_by_role("button", name="Early shift, Monday to Friday").first.click()
    page.get_by_role("dialog").wait_for()


def failure(page, clock):
    new_alarm(page, clock)
    page.get_by_role("dialog").get_by_label("Label").fill("x" * 300)
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    page.get_by_text("at most 256").first.wait_for()


def deleted_elsewhere(page, clock):
    clock.run("add", "05:10", "--label", "Passing")
    page.get_by_role("button", name="Passing").first.click()
    page.get_by_role("dialog").wait_for()
    for alarm in json.loads(clock.run("list", "--json")):
        if alarm["label"] == "Passing":
            clock.run("rm", alarm["id"])
    page.get_by_text("This alarm was deleted elsewhere").wait_for()


def status(page, clock):
    page.get_by_role("button", name="Status", exact=True).first.click()
    page.get_by_role("heading", level=1, name="Status").wait_for()
    page.get_by_text("Notifications").first.wait_for()


def no_player(page, clock):
    status(page, clock)
    page.get_by_role("button", name="Listen").click()
    page.get_by_role("alertdialog").wait_for()


def toast(page, clock):
    page.get_by_role("switch").first.click()
    page.get_by_role("button", name="Undo").wait_for()
    page.keyboard.press("Control+z")
    page.get_by_text("Undone").first.wait_for()


def empty(page, clock):
    page.get_by_role("heading", name="No alarms yet").wait_for()
    page.get_by_text("Nothing will ring").first.wait_for()


def ringing(page, clock):
    page.get_by_role("button", name="Stop “Early shift”").wait_for()
    page.get_by_role("button", name="Stop “海邊的風箏”").wait_for()
    page.get_by_text("Nothing can be heard: no player").wait_for()


def snoozed(page, clock):
    page.get_by_text("“Early shift” rings again at").wait_for()


def missed(page, clock):
    page.get_by_text("“Early shift” was missed").wait_for()


def old_waits(page, clock):
    alarms(page, clock)
    page.get_by_text("Alarms of the old app wait").first.wait_for()
    page.get_by_text("Nothing will ring: the background").first.wait_for()


def old_waiting(page, clock):
    status(page, clock)
    page.get_by_text("Alarms wait to be taken over").first.wait_for()


def take_over_fails(page, clock):
    old_waiting(page, clock)
    page.get_by_role("button", name="Take over").last.click()
    page.get_by_role("alertdialog").wait_for()


def old_rejected(page, clock):
    status(page, clock)
    page.get_by_text("1 alarm could not be read").first.wait_for()


def in_sync(page, clock):
    status(page, clock)
    page.get_by_text("Up to date").first.wait_for()


def offline(page, clock):
    status(page, clock)
    page.get_by_text("Waiting to be sent").first.wait_for()


def zone_gone(page, clock):
    status(page, clock)
    again = page.get_by_role("button", name="Send everything again").first
    done = page.get_by_text("Up to date").first
    again.or_(done).first.wait_for()
    if done.is_visible():
        clock.service.delete_zone("SwiftData")
    again.wait_for()


def zone_gone_list(page, clock):
    """The list says what is in the way before anybody looks at the status."""
    zone_gone(page, clock)
    page.get_by_role("button", name="Alarms", exact=True).first.click()
    page.get_by_text("The alarms were removed at the service").first.wait_for()
    alarms(page, clock)


def left_out(page, clock):
    edit(page, clock)
    page.get_by_role("dialog").get_by_text("Left out up to").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Ring as set").wait_for()


def rang_elsewhere(page, clock):
    page.get_by_text("rang on another device, rings here").first.wait_for()


def no_answer(page, clock):
    stop = page.get_by_role("button", name="Stop “Early shift”")
    stop.wait_for()
    clock.daemon.send_signal(signal.SIGSTOP)
    stop.click()
    page.get_by_role("alertdialog", name="That did not work").wait_for()


SCREENS = {
    Used: [
        alarms, new_alarm, edit, failure, deleted_elsewhere, templates, scenario, template, status, no_player, toast,
    ],
    Empty: [empty],
    Ringing: [ringing],
    Snoozed: [snoozed],
    Missed: [missed],
    OldUnreadable: [old_waits, old_waiting, take_over_fails],
    OldRejected: [old_rejected],
    Synced: [in_sync],
    Offline: [offline],
    ZoneGone: [zone_gone, zone_gone_list],
    LeftOut: [left_out],
    RangElsewhere: [rang_elsewhere],
    Halted: [no_answer],
}
