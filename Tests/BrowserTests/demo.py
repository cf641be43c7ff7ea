"""Starts the demonstration of the host and a browser, for the tests beside this file."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path

from playwright.sync_api import sync_playwright

PROGRAM = os.environ["WEBHOST_DEMO"]
# A folder with host.css and host.js to be tried instead of those in the program: looks can be worked on without a build.
ASSETS = os.environ.get("WEBHOST_ASSETS")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"
TIMEOUT = 10_000


class Server:
    """A demonstration as a process of its own, on a port that it keeps over restarts."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="webhost-")
        self.port = 0
        self.process = None
        self.link = ""

    def start(self):
        log = open(Path(self.folder) / "log", "ab")
        self.process = subprocess.Popen(
            [PROGRAM, str(Path(self.folder) / "data"), str(self.port)], stdout=subprocess.PIPE, stderr=log, text=True
        )
        log.close()
        self.link = self.process.stdout.readline().strip()
        if not self.link:
            raise RuntimeError((Path(self.folder) / "log").read_text())
        self.port = int(self.link.split(":")[2].split("/")[0])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def ask(self, request: str) -> str:
        """The first line of the answer to a request written by hand."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.sendall(request.encode())
            return connection.makefile("rb").readline().decode().strip()


class BrowserTestCase(unittest.TestCase):
    """One browser for all tests of a class, one server and one window for each."""

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()

    def setUp(self):
        self.server = Server()
        self.server.start()
        self.addCleanup(self.server.stop)
        self.faults = []

    def tearDown(self):
        self.assertEqual(self.faults, [], "the page's console is quiet")

    def window(self, **options):
        context = self.browser.new_context(**({"viewport": {"width": 390, "height": 844}} | options))
        context.set_default_timeout(TIMEOUT)
        if ASSETS:
            for name, kind in [("host.css", "text/css"), ("host.js", "text/javascript")]:
                self.replace(context, name, (Path(ASSETS) / name).read_text(), kind)
        self.addCleanup(context.close)
        return context

    @staticmethod
    def replace(context, name, content, kind):
        context.route(f"**/{name}", lambda route: route.fulfill(body=content, content_type=kind))

    def page(self, context=None, prepare=lambda page: None):
        """The demonstration's first screen, connected."""
        page = (context or self.window()).new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if self.is_fault(message) else None)
        prepare(page)
        page.goto(self.server.link)
        page.get_by_role("heading", level=1, name="Notes").wait_for()
        self.wait_until_connected(page)
        return page

    @staticmethod
    def is_fault(message):
        # A browser reports lost connections itself.
        return message.type == "error" and "WebSocket" not in message.text and "ERR_" not in message.text

    @staticmethod
    def wait_until_connected(page):
        page.locator("html.live").wait_for()

    def focused(self, page):
        return page.evaluate("document.activeElement.id")
