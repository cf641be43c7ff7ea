"""Starts the demonstration of the host and a browser, for the tests beside this file."""

import os
import socket

from pages import PageTestCase, Program


class Server(Program):
    """A demonstration as a process of its own."""

    path = os.environ["WEBHOST_DEMO"]
    name = "webhost"

    def start(self):
        self.serve(str(self.folder / "data"), str(self.port))

    def ask(self, request: str) -> str:
        """The first line of the answer to a request written by hand."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.sendall(request.encode())
            return connection.makefile("rb").readline().decode().strip()


class BrowserTestCase(PageTestCase):
    """One server for each test."""

    usual = {"viewport": {"width": 390, "height": 844}}

    def setUp(self):
        super().setUp()
        self.server = Server()
        self.server.start()
        self.addCleanup(self.server.stop)

    def page(self, context=None, prepare=lambda page: None):
        """The demonstration's first screen, connected."""
        return self.open(self.server.link, context, prepare)

    def focused(self, page):
        return page.evaluate("document.activeElement.id")
