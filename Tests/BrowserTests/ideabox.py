"""Starts IdeaBox and a browser, for the tests of its screens."""

import os
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

PROGRAM = os.environ["IDEABOX"]
# A folder with host.css and host.js to be tried instead of those in the program: looks can be worked on without a build.
ASSETS = os.environ.get("WEBHOST_ASSETS")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"
# A machine that is busy with something else is no fault of the page's.
TIMEOUT = 20_000
expect.set_options(timeout=TIMEOUT)


class IdeaBox:
    """A device: a data folder of its own, the command, and the service on a port that it keeps over restarts."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="ideabox-"))
        self.data = self.folder / "data"
        self.port = 0
        self.process = None
        self.link = ""

    @property
    def environment(self):
        return {"HOME": str(self.folder), "PATH": os.environ["PATH"], "LC_ALL": "C", "IDEABOX_HOME": str(self.data)}

    def run(self, *arguments, input="", status=0):
        """Runs a command to its end and answers what it wrote."""
        done = subprocess.run(
            [PROGRAM, *arguments], env=self.environment, input=input, capture_output=True, text=True, timeout=60
        )
        if done.returncode != status:
            raise RuntimeError(f"{arguments} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def start(self):
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "serve", "--port", str(self.port)],
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise RuntimeError((self.folder / "log").read_text())
        self.link = "http://" + line.split("http://")[1].strip()
        self.port = int(self.link.split(":")[2].split("/")[0])

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def secret(self):
        return self.link.split("t=")[1]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class IdeaBoxTestCase(unittest.TestCase):
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
        self.box = IdeaBox()
        self.addCleanup(self.box.stop)
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

    def page(self, context=None, box=None):
        """A page of the device, connected."""
        box = box or self.box
        if box.process is None:
            box.start()
        page = (context or self.window()).new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if self.is_fault(message) else None)
        page.goto(box.link)
        page.get_by_role("heading", level=1).first.wait_for()
        page.locator("html.live").wait_for()
        return page

    @staticmethod
    def is_fault(message):
        # A browser reports lost connections itself.
        return message.type == "error" and "WebSocket" not in message.text and "ERR_" not in message.text

    @staticmethod
    def focused(page):
        """The name of the element that has the focus, as a reader says it."""
        return page.evaluate(
            """() => {
                const element = document.activeElement
                const label = element.getAttribute("aria-label") || (element.labels && element.labels[0]?.innerText)
                return `${element.tagName.toLowerCase()}: ${label || element.innerText || element.value || ""}`.trim()
            }"""
        )

    def add(self, page, title, details=""):
        """Writes down an idea by keyboard alone."""
        page.keyboard.press("Alt+n")
        page.get_by_role("dialog").get_by_label("Title").wait_for()
        page.keyboard.type(title)
        if details:
            page.keyboard.press("Tab")
            page.keyboard.type(details)
            page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).press("Enter")
        else:
            page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for(state="detached")
