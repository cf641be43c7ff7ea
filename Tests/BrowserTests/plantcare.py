"""Starts the sample app and a browser, for the tests of an app that was written for a phone."""

import os
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from playwright.sync_api import sync_playwright

# Built beside the demonstration of the host.
PROGRAM = os.environ.get("PLANTCARE") or str(Path(os.environ["WEBHOST_DEMO"]).parent / "PlantCareExample")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"
TIMEOUT = 10_000


class PlantCareTestCase(unittest.TestCase):
    """One browser for all tests of a class; an app with a data folder of its own for each."""

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="plantcare-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.faults = []
        self.process = None
        self.addCleanup(self.kill)
        self.start()

    def tearDown(self):
        self.assertEqual(self.faults, [], "the page's console is quiet")

    def start(self):
        environment = {"HOME": str(self.folder), "PATH": os.environ["PATH"], "XDG_DATA_HOME": str(self.folder / "data")}
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM], env=environment, stdout=subprocess.PIPE, stderr=log, text=True
            )
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise RuntimeError((self.folder / "log").read_text())
        self.link = "http://" + line.split("http://")[1].strip()

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process.stdout.close()

    def page(self, **options):
        context = self.browser.new_context(
            **({"viewport": {"width": 390, "height": 844}, "locale": "en-GB", "reduced_motion": "reduce"} | options)
        )
        context.set_default_timeout(TIMEOUT)
        self.addCleanup(context.close)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if self.is_fault(message) else None)
        page.goto(self.link)
        page.get_by_role("heading", level=1).first.wait_for()
        page.locator("html.live").wait_for()
        return page

    @staticmethod
    def is_fault(message):
        # A browser reports lost connections itself.
        return message.type == "error" and "WebSocket" not in message.text and "ERR_" not in message.text

    def tab(self, page, name):
        page.get_by_role("navigation").get_by_role("button", name=name).click()
        page.get_by_role("heading", level=1, name=name).wait_for()

    def add_room(self, page, name):
        self.tab(page, "Rooms")
        page.get_by_role("main").get_by_role("button", name="Add Room").click()
        dialog = page.get_by_role("alertdialog")
        dialog.get_by_label("Name").fill(name)
        dialog.get_by_role("button", name="Add").click()
        dialog.wait_for(state="detached")

    def add_plant(self, page, name, species="", room=None):
        self.tab(page, "Plants")
        page.get_by_role("main").get_by_role("button", name="Add Plant").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Name").fill(name)
        dialog.get_by_label("Species").fill(species)
        if room:
            dialog.get_by_label("Room").select_option(label=room)
        dialog.get_by_label("Light").select_option(label="Bright, indirect")
        dialog.get_by_role("button", name="Save").click()
        dialog.wait_for(state="detached")
