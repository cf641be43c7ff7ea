"""A person at a page of IdeaBox in a real browser, whose server is killed now and then."""

import shutil

from playwright.sync_api import Error, sync_playwright

from device import Device
from record import Record

# Milliseconds that a page may take to show something.
TIMEOUT = 20_000


class Window:
    def __init__(self, device: Device, record: Record):
        self.device, self.record = device, record
        self.playwright = sync_playwright().start()
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        self.browser = self.playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        self.page = None

    def add(self, title: str):
        """Writes an idea down; it is acknowledged once the page shows it among the others."""
        try:
            page = self.opened()
            page.keyboard.press("Alt+n")
            dialog = page.get_by_role("dialog")
            dialog.get_by_label("Title").wait_for()
            page.keyboard.type(title)
            self.record.perhaps.add(title)
            page.keyboard.press("Enter")
            dialog.wait_for(state="detached")
            page.get_by_text(title, exact=True).first.wait_for()
        except Error:
            # The server was killed on the way: the next one begins with a fresh page.
            self.close()
            return
        self.record.perhaps.discard(title)
        self.record.shown.add(title)
        self.record.acknowledged += 1

    def opened(self):
        """The page, connected to the server that runs now."""
        if self.device.serving is None or self.device.serving.poll() is not None:
            self.close()
            self.device.serve()
        if self.page is None:
            self.page = self.browser.new_page(locale="en-GB", viewport={"width": 1_000, "height": 800})
            self.page.set_default_timeout(TIMEOUT)
            self.page.goto(self.device.link)
            self.page.get_by_role("main").wait_for()
        return self.page

    def close(self):
        if self.page is not None:
            self.page.close()
            self.page = None

    def end(self):
        self.browser.close()
        self.playwright.stop()
