"""Signs in as a person does: opens the address that the service names, fills in its form, and is sent back.

A browser's part is played by the standard library: cookies, the form's fields, the redirect to the app's own address.
"""

import html.parser
import http.server
import threading
import urllib.parse

import requests


class Form(html.parser.HTMLParser):
    """The first form of a page: where it goes, and what is in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.action, self.method, self.fields, self.labels = "", "", {}, set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list) -> None:
        values = dict(attributes)
        if tag == "form":
            self.action, self.method = values.get("action") or "", values.get("method") or "get"
        if tag == "input" and values.get("name"):
            isUnchecked = values.get("type") == "checkbox" and "checked" not in values
            if not isUnchecked:
                self.fields[values["name"]] = values.get("value") or ""
        if tag == "label" and values.get("for"):
            self.labels.add(values["for"])


class App:
    """The address of an app to which the sign-in page sends people back."""

    def __init__(self) -> None:
        app = self
        app.token, app.arrived = None, threading.Event()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                query = urllib.parse.urlsplit(self.path).query
                for part in query.split("&"):
                    name, _, value = part.partition("=")
                    if name == "ckWebAuthToken":
                        app.token = urllib.parse.unquote(value)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"Welcome back.")
                app.arrived.set()

            def log_message(self, *_: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/signed-in"


def fill_in(browser: requests.Session, address: str, name: str, password: str) -> requests.Response:
    """Opens the page, and sends its form as it came, with name and password."""
    page = browser.get(address, timeout=60)
    assert page.status_code == 200, f"the sign-in page: {page.status_code} {page.text}"
    form = Form(page.text)
    assert form.method == "post" and {"name", "password"} <= form.labels, page.text
    fields = form.fields | {"name": name, "password": password}
    return browser.post(urllib.parse.urljoin(address, form.action) if form.action else address, data=fields, timeout=60)
