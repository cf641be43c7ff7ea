"""A service that devices sync with, and ways to bring a device into the states that only sync knows."""

import http.client
import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from email.utils import formatdate
from pathlib import Path

from ideabox import IdeaBox, made

PROGRAM = os.environ["CLOUDKIT_SERVER"]
CONTAINER = "iCloud.com.buildwithharry.IdeaBox"
USER, PASSWORD = "anna", "paper-boat-regatta"


class Service:
    """A server with one account, for the devices of one app, on a port that it keeps over restarts."""

    def __init__(self, container=CONTAINER):
        self.folder = Path(tempfile.mkdtemp(prefix="service-"))
        self.port = 0
        self.process = None
        self.container = container
        self.run("account", "create", USER, "--password-stdin", input=PASSWORD + "\n")
        self.token = self.run("token", "api", "--container", container).strip()

    def run(self, *arguments, input=""):
        done = subprocess.run(
            [PROGRAM, *arguments, "--data", str(self.folder / "data")],
            input=input, capture_output=True, text=True, timeout=60,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{arguments}: {done.stderr}")
        return done.stdout

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--port", str(self.port), "--data", str(self.folder / "data")],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        for line in self.process.stdout:
            if "http://127.0.0.1:" in line:
                self.port = int(re.search(r"http://127\.0\.0\.1:(\d+)", line)[1])
                break
        else:
            raise RuntimeError("the service did not start")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        return self

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def stop(self):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def device(self, address=None, signs_in=True):
        """A device of the account."""
        box = IdeaBox()
        if signs_in:
            self.sign_in(box, address)
        return box

    def sign_in(self, program, address=None):
        """Signs the account in on a device, of whatever app."""
        program.run(
            "account", "sign-in", "--server", address or self.address, "--user", USER,
            "--api-token", self.token, "--password-stdin", input=PASSWORD + "\n",
        )


    def delete_zone(self, name):
        """Removes a zone of the account with all that is in it, as another program of the person may do."""
        web = self.run("token", "web", USER, "--container", self.container).strip()
        query = urllib.parse.urlencode({"ckAPIToken": self.token, "ckWebAuthToken": web})
        operation = {"operationType": "delete", "zone": {"zoneID": {"zoneName": name}}}
        request = urllib.request.Request(
            f"{self.address}/database/1/{self.container}/development/private/zones/modify?{query}",
            json.dumps({"operations": [operation]}).encode(),
            {"Content-Type": "application/json"},
        )
        urllib.request.urlopen(request, timeout=30).close()


class Between:
    """Stands before a service and passes on what it is asked. Kinds of it say what they do otherwise."""

    def __init__(self, service):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                own = outer.own_answer(self.path)
                if own:
                    return self.reply(own[0], [("Content-Type", "application/json")], json.dumps(own[1]).encode())
                connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
                try:
                    connection.request(self.command, self.path, body, dict(self.headers))
                    answer = connection.getresponse()
                    content = answer.read()
                except OSError:
                    return self.close_connection
                self.reply(answer.status, answer.getheaders(), content)

            def reply(self, status, headers, content):
                self.send_response_only(status)
                for name, value in headers:
                    if name.lower() not in {"date", "transfer-encoding", "content-length", "connection"}:
                        self.send_header(name, value)
                self.send_header("Date", formatdate(time.time() + outer.seconds_ahead, usegmt=True))
                self.send_header("Content-Length", str(len(content)))
                try:
                    self.end_headers()
                    self.wfile.write(content)
                except OSError:
                    # Whoever asked has gone.
                    self.close_connection = True

            do_GET = do_POST = do_PUT = answer

            def log_message(self, *words):
                pass

        self.seconds_ahead = 0
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def own_answer(self, path):
        """A status and a body instead of the service's, or None."""

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class WrongClock(Between):
    """Tells another time than it is, so that a device finds its own clock wrong."""

    def __init__(self, service, seconds):
        super().__init__(service)
        self.seconds_ahead = seconds


class LostZone(Between):
    """A service from which the ideas were removed as a whole, once it is told so."""

    is_lost = False

    def own_answer(self, path):
        if not self.is_lost or not ("/changes/" in path or "/records/" in path):
            return None
        return 404, {"uuid": "0", "serverErrorCode": "ZONE_NOT_FOUND", "reason": "The zone is gone."}


class Forbidding(Between):
    """Takes no changes."""

    def own_answer(self, path):
        if "/records/modify" not in path:
            return None
        return 403, {"uuid": "0", "serverErrorCode": "ACCESS_DENIED", "reason": "Read only."}


class Endless(Between):
    """Takes changes and never answers, until it ends: a sync that is seen."""

    def __init__(self, service):
        super().__init__(service)
        self.end = threading.Event()

    def own_answer(self, path):
        if "/records/modify" not in path:
            return None
        self.end.wait()
        return 503, {"uuid": "0", "serverErrorCode": "TRY_AGAIN_LATER", "reason": "The end."}

    def stop(self):
        self.end.set()
        super().stop()


def with_conflict(service):
    """A device where one version of an idea gave way to that of another device."""
    one, other = service.device(), service.device()
    idea = made(one, "Paper boat regatta", "--details", "on the river")
    one.run("sync")
    other.run("sync")
    one.run("edit", idea, "--details", "On the river, before noon.")
    other.run("edit", idea, "--details", "On the lake: the river is too fast in May.")
    other.run("sync")
    one.run("sync")
    other.stop()
    return one


def fill(box, count):
    """Writes many ideas down at once."""
    file = box.folder / "ideas.md"
    file.write_text("".join(f"- [ ] Idea {number} of the attic\n" for number in range(1, count + 1)))
    box.run("import", str(file))


def with_held_deletions(service, count=24):
    """A device to which another one's deletion of everything has come, and been held."""
    one, other = service.device(), service.device()
    fill(one, count)
    one.run("sync")
    other.run("sync")
    ids = [idea["id"] for idea in json.loads(other.run("list", "--limit", "1000", "--json"))]
    other.run("rm", *ids)
    other.run("sync")
    one.run("sync", status=4)
    other.stop()
    return one
