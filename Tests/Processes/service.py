"""A service that devices sync with: one server over SQLite, or several over one PostgreSQL."""

import json
import re
import socket
import subprocess
import time
from pathlib import Path

from programs import Failure, kill, said

CONTAINER = "iCloud.com.buildwithharry.IdeaBox"
PASSWORD = "a quiet harbour"
USER = "anna"


class Server:
    """One process of the service, on a port that it keeps over restarts."""

    def __init__(self, folder: Path, program: str, store: list[str], number: int):
        self.program, self.store = program, store
        self.home, self.words, self.log = folder, folder / f"words-{number}", folder / f"log-{number}"
        # The first start chooses a port that is free, and the later ones take it again.
        self.port = 0
        self.process: subprocess.Popen | None = None

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), *self.store],
            env={"HOME": str(self.home), "PATH": "/usr/bin:/bin"},
            stdout=self.words.open("w"),
            stderr=self.log.open("a"),
        )

    def wait(self):
        """Waits until it answers."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Failure(f"a server ended by itself: {self.log.read_text()[-2000:]}")
            if not self.port:
                place = re.search(r"http://[^ :]+:(\d+)", self.words.read_text())
                self.port = int(place[1]) if place else 0
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise Failure("a server does not answer")

    def kill(self):
        if self.process is not None:
            kill(self.process)


class Database:
    """The PostgreSQL of a service, which a script of the repository keeps."""

    def __init__(self, url: str):
        self.url = url

    def kill(self):
        self.call("kill")

    def start(self):
        """Starts it again, with the files and on the port that it had."""
        self.call("restart")

    def call(self, what: str):
        script = Path(__file__).resolve().parents[2] / "Scripts/postgres"
        subprocess.run([script, what, self.url], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


class Service:
    """All servers over one store, with one account."""

    def __init__(self, folder: Path, program: str, postgres: str | None = None, servers: int = 1):
        self.folder, self.program = folder / "server", program
        self.database = Database(postgres) if postgres else None
        self.folder.mkdir()
        self.store = ["--data", str(self.folder), *(["--postgres", postgres] if postgres else [])]
        self.administrate("account", "create", USER, "--password-stdin", text=PASSWORD + "\n")
        self.token = self.administrate("token", "api", "--container", CONTAINER).strip()
        self.servers = [Server(self.folder, program, self.store, number) for number in range(servers)]

    def administrate(self, *arguments: str, text: str = "") -> str:
        return said([self.program, *arguments, *self.store], {"HOME": str(self.folder)}, text)

    def titles(self) -> dict[str, str]:
        """The title of each idea, by its identifier, as the export of the account has them."""
        lines = map(json.loads, self.administrate("account", "export", USER).splitlines())
        records = [line["record"] for line in lines if line["kind"] == "record"]
        ideas = [record for record in records if record["recordType"] == "Idea" and not record.get("deleted")]
        return {record["recordName"].lower(): record["fields"]["title"]["value"] for record in ideas}

    def start(self):
        for server in self.servers:
            server.start()

    def wait(self):
        for server in self.servers:
            server.wait()

    def kill(self):
        for server in self.servers:
            server.kill()

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]
