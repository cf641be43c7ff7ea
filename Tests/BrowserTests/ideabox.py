"""Starts IdeaBox and a browser, for the tests of its screens."""

import json
import os

from pages import PageTestCase, Program


class IdeaBox(Program):
    """A device: a data folder of its own, the command, and the service."""

    path = os.environ["IDEABOX"]
    name = "ideabox"

    @property
    def data(self):
        return self.folder / "data"

    @property
    def environment(self):
        return {"HOME": str(self.folder), "PATH": os.environ["PATH"], "LC_ALL": "C", "IDEABOX_HOME": str(self.data)}

    def start(self):
        self.serve("serve", "--port", str(self.port))

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def secret(self):
        return self.link.split("t=")[1]


def made(box, title, *options):
    """Writes an idea down by the command; answers its id."""
    return json.loads(box.run("add", title, *options, "--json"))["id"]


class IdeaBoxTestCase(PageTestCase):
    """One device for each test."""

    def setUp(self):
        super().setUp()
        self.box = IdeaBox()
        self.addCleanup(self.box.stop)

    def page(self, context=None, box=None):
        """A page of the device, connected."""
        box = box or self.box
        if box.process is None:
            box.start()
        return self.open(box.link, context)

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
            self.press(page, page.get_by_role("dialog").get_by_role("button", name="Add", exact=True))
        else:
            page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for(state="detached")
