"""Starts AlarmClock and a browser, for the tests of its screens."""

import os
import sqlite3
import subprocess
import time

from pages import PageTestCase, Program


class AlarmClock(Program):
    """A device: a data folder of its own, the command, and a process that rings and serves, or one that only serves."""

    path = os.environ.get("ALARMCLOCK", "alarmclock")
    name = "alarmclock"

    @property
    def data(self):
        return self.folder / "data"

    @property
    def environment(self):
        return {
            "HOME": str(self.folder),
            "PATH": "/nowhere",
            "LC_ALL": "C",
            "TZ": "Asia/Taipei",
            "ALARMCLOCK_HOME": str(self.data),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
        }

    def change(self, label, setting):
        """Changes columns of an alarm in its store. Nothing may run meanwhile."""
        with sqlite3.connect(self.data / "AlarmClock.sqlite") as store:
            [table] = [
                name
                for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                if {"label", "updatedAt", "snoozeMinutes"} <= {row[1] for row in store.execute(f'PRAGMA table_info("{name}")')}
            ]
            store.execute(f'UPDATE "{table}" SET {setting} WHERE label = ?', (label,))

    def add_ringing(self, label, *options, minutes_ago=0):
        """An alarm of this minute, or of some before it, which rings as soon as the daemon starts."""
        moment = time.gmtime(time.time() + 8 * 3_600 - minutes_ago * 60)
        self.run("add", time.strftime("%H:%M", moment), "--label", label, *options)
        # A daemon that starts within ten minutes after the time of an alarm that was set before it rings at once.
        self.change(label, "updatedAt = updatedAt - 3600")

    def start(self, rings=True, *options):
        command = ["run"] if rings else ["serve", *options]
        self.serve(*command, "--port", str(self.port))

    def begin_daemon(self):
        """A daemon alone, beside pages that another process serves."""
        return subprocess.Popen(
            [self.path, "run"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )


class AlarmClockTestCase(PageTestCase):
    """One device for each test."""

    def setUp(self):
        super().setUp()
        self.clock = AlarmClock()
        self.addCleanup(self.clock.stop)

    def page(self, context=None):
        """A page of the device, connected."""
        if self.clock.process is None:
            self.clock.start()
        return self.open(self.clock.link, context)
