"""What all tests of pages stand on: a program that serves some, a browser for a class of tests, and what its console says."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

# A folder with host.css and host.js to be tried instead of those in the program: looks can be worked on without a build.
ASSETS = os.environ.get("WEBHOST_ASSETS")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"
# A machine that is busy with something else is no fault of the page's; and what is stored is on a disk before it is shown.
TIMEOUT = 30_000
expect.set_options(timeout=TIMEOUT)


class Program:
    """A program that serves pages, with a folder of its own, on a port that it keeps over restarts."""

    path = ""
    # Where it is told apart from others, in the names of folders.
    name = "program"

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix=f"{self.name}-"))
        self.port = 0
        self.process = None
        self.link = ""

    @property
    def environment(self):
        return os.environ

    def run(self, *arguments, input="", status=0):
        """Runs a command to its end and answers what it wrote."""
        done = subprocess.run(
            [self.path, *arguments], env=self.environment, input=input, capture_output=True, text=True, timeout=60
        )
        if done.returncode != status:
            raise RuntimeError(f"{arguments} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def serve(self, *arguments):
        """Starts it, and waits until it says its link."""
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [self.path, *arguments], env=self.environment, stdout=subprocess.PIPE, stderr=log, text=True
            )
        for line in self.process.stdout:
            if link := re.search(r"https?://\S+", line):
                self.link = link[0]
                self.port = self.port or int(self.link.split(":")[2].split("/")[0])
                return
        raise RuntimeError((self.folder / "log").read_text())

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()
        self.process = None

    def stop(self):
        if self.process:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class PageTestCase(unittest.TestCase):
    """One browser for all tests of a class, and as many windows as a test opens."""

    # What a window is where a test wants nothing else.
    usual = {"viewport": {"width": 390, "height": 844}, "locale": "en-GB", "reduced_motion": "reduce"}

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()

    def setUp(self):
        self.faults = []

    def tearDown(self):
        self.assertEqual(self.faults, [], "the page's console is quiet")

    def window(self, **options):
        context = self.browser.new_context(**(self.usual | options))
        context.set_default_timeout(TIMEOUT)
        if ASSETS:
            for name, kind in [("host.css", "text/css"), ("host.js", "text/javascript")]:
                self.replace(context, name, (Path(ASSETS) / name).read_text(), kind)
        self.addCleanup(context.close)
        return context

    @staticmethod
    def replace(context, name, content, kind):
        context.route(f"**/{name}", lambda route: route.fulfill(body=content, content_type=kind))

    def open(self, link, context=None, prepare=lambda page: None):
        """The page of a link, connected."""
        page = (context or self.window()).new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if self.is_fault(message) else None)
        prepare(page)
        page.goto(link)
        page.get_by_role("heading", level=1).first.wait_for()
        self.wait_until_connected(page)
        return page

    @staticmethod
    def is_fault(message):
        # A browser reports lost connections itself.
        return message.type == "error" and "WebSocket" not in message.text and "ERR_" not in message.text

    @staticmethod
    def wait_until_connected(page):
        page.locator("html.live").wait_for()

    # How far somebody walks for an element before giving up.
    most_tabs = 80

    def reach(self, page, element):
        """Walks by Tab until an element has the focus, as somebody does who has keys alone."""
        element.wait_for()
        for _ in range(self.most_tabs):
            if element.evaluate("element => element === document.activeElement"):
                return
            page.keyboard.press("Tab")
        self.fail(f"{self.most_tabs} tabs do not lead to {element}")

    def press(self, page, element, key="Enter"):
        """Walks to an element, and presses a key there."""
        self.reach(page, element)
        page.keyboard.press(key)

    @staticmethod
    def expect_said(page, words, level="polite"):
        """Those who listen are told so: in a live region of what is on top."""
        expect(page.locator(f"[data-live={level}]").filter(has_text=words)).to_have_count(1)
