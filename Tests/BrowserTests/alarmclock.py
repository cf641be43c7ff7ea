"""Starts AlarmClock and a browser, for the tests of its screens."""

import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

PROGRAM = os.environ.get("ALARMCLOCK", "alarmclock")
# A folder with host.css and host.js to be tried instead of those in the program: looks can be worked on without a build.
ASSETS = os.environ.get("WEBHOST_ASSETS")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"
# What is stored is on the disk before it is shown, and disks of busy machines are slow.
TIMEOUT = 30_000
expect.set_options(timeout=TIMEOUT)


class AlarmClock:
    """A device: a data folder of its own, the command, and a process that rings and serves, or one that only serves."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="alarmclock-"))
        self.data = self.folder / "data"
        self.port = 0
        self.process = None
        self.link = ""

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

    def run(self, *arguments):
        """Runs a command to its end and answers what it wrote."""
        done = subprocess.run([PROGRAM, *arguments], env=self.environment, capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            raise RuntimeError(f"{arguments}: {done.stderr}")
        return done.stdout

    def set_an_hour_ago(self, label):
        """Lets an alarm that was added just now look as if it had been set an hour ago: a daemon that starts within ten
        minutes after its time rings at once. Nothing may run meanwhile."""
        with sqlite3.connect(self.data / "AlarmClock.sqlite") as store:
            [table] = [
                name
                for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
                if {"label", "updatedAt", "snoozeMinutes"} <= {row[1] for row in store.execute(f'PRAGMA table_info("{name}")')}
            ]
            store.execute(f'UPDATE "{table}" SET updatedAt = updatedAt - 3600 WHERE label = ?', (label,))

    def add_ringing(self, label, *options):
        """An alarm of this minute, which rings as soon as the daemon starts."""
        now = time.gmtime(time.time() + 8 * 3_600)
        self.run("add", time.strftime("%H:%M", now), "--label", label, *options)
        self.set_an_hour_ago(label)

    def start(self, rings=True, *options):
        command = ["run"] if rings else ["serve", *options]
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, *command, "--port", str(self.port)],
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        for line in self.process.stdout:
            if "://" in line:
                self.link = line.split()[-1]
                self.port = self.port or int(self.link.split(":")[2].split("/")[0])
                return
        raise RuntimeError((self.folder / "log").read_text())

    def begin_daemon(self):
        """A daemon alone, beside pages that another process serves."""
        return subprocess.Popen(
            [PROGRAM, "run"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        self.process = None

    def stop(self):
        if self.process and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class AlarmClockTestCase(unittest.TestCase):
    """One browser for all tests of a class, one device and one window for each."""

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()

    def setUp(self):
        self.clock = AlarmClock()
        self.addCleanup(self.clock.stop)
        self.faults = []

    def tearDown(self):
        self.assertEqual(self.faults, [], "the page's console is quiet")

    def window(self, **options):
        context = self.browser.new_context(
            **({"viewport": {"width": 390, "height": 844}, "locale": "en-GB", "reduced_motion": "reduce"} | options)
        )
        context.set_default_timeout(TIMEOUT)
        if ASSETS:
            for name, kind in [("host.css", "text/css"), ("host.js", "text/javascript")]:
                self.replace(context, name, (Path(ASSETS) / name).read_text(), kind)
        self.addCleanup(context.close)
        return context

    @staticmethod
    def replace(context, name, content, kind):
        context.route(f"**/{name}", lambda route: route.fulfill(body=content, content_type=kind))

    def page(self, context=None):
        """A page of the device, connected."""
        if self.clock.process is None:
            self.clock.start()
        page = (context or self.window()).new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if self.is_fault(message) else None)
        page.goto(self.clock.link)
        page.get_by_role("heading", level=1).first.wait_for()
        page.locator("html.live").wait_for()
        return page

    @staticmethod
    def is_fault(message):
        # A browser reports lost connections itself.
        return message.type == "error" and "WebSocket" not in message.text and "ERR_" not in message.text
