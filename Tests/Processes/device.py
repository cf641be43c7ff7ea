"""A device with IdeaBox: its files, its clock, its processes, and the person who uses it."""

import json
import random
import re
import signal
import struct
import subprocess
import time
from pathlib import Path

from programs import MOST_SECONDS, Failure, kill, said
from record import Idea, Record
from service import PASSWORD, USER


class Device:
    def __init__(self, folder: Path, number: int, program: str, port: int, clock: Path | None = None):
        self.number, self.program, self.port = number, program, port
        self.home = folder / f"device-{number}"
        self.home.mkdir()
        self.environment = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LC_ALL": "C"}
        if clock is not None:
            self.set_clock(0)
            self.environment |= {"LD_PRELOAD": str(clock), "CLOCK_FILE": str(self.home / "clock")}
        self.watching: subprocess.Popen | None = None
        self.serving: subprocess.Popen | None = None
        # The page's port is kept over restarts, so that windows find it again.
        self.page_port = 0
        self.link = ""

    def set_clock(self, seconds: int):
        """Sets the clock so many seconds ahead, for what runs now, too."""
        path = self.home / "clock"
        if not path.exists():
            path.write_bytes(struct.pack("q", 0))
        with path.open("r+b") as file:
            file.write(struct.pack("q", seconds))

    def run(self, *arguments: str, text: str = "") -> str:
        return said([self.program, *arguments], self.environment, text)

    def sign_in(self, token: str):
        self.run(
            "account", "sign-in", "--server", f"http://127.0.0.1:{self.port}", "--user", USER, "--api-token", token,
            "--password-stdin", text=PASSWORD + "\n",
        )

    # Processes

    def watch(self):
        if self.is_running(self.watching, "watch"):
            return
        self.watching = subprocess.Popen(
            [self.program, "sync", "--watch"],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=(self.home / "log").open("a"),
        )

    def serve(self):
        """Serves pages; returns when it says where."""
        if self.is_running(self.serving, "serve"):
            return
        self.serving = subprocess.Popen(
            [self.program, "serve", "--port", str(self.page_port)],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=(self.home / "log").open("a"),
            text=True,
        )
        for line in self.serving.stdout:
            if found := re.search(r"https?://\S+:(\d+)\S*", line):
                self.link, self.page_port = found[0], int(found[1])
                return
        raise Failure(f"device {self.number} serves no pages: {(self.home / 'log').read_text()[-2000:]}")

    def is_running(self, process: subprocess.Popen | None, name: str) -> bool:
        """Whether it runs; one that ended by itself is a failure."""
        if process is None or process.poll() is None:
            return process is not None
        if process.returncode != -signal.SIGKILL:
            raise Failure(f"device {self.number} ended its {name} by itself, with {process.returncode}")
        return False

    def kill_watch(self):
        if self.watching is not None:
            kill(self.watching)

    def kill_serve(self):
        if self.serving is not None:
            kill(self.serving)
            self.serving.stdout.close()
            self.serving = None

    # What it has

    def ideas(self) -> dict[str, dict]:
        rows = json.loads(self.run("export", "--format", "json"))
        # When a device last heard of an idea is its own affair.
        found = {row["id"]: {**row, "lastSyncedAt": None} for row in rows}
        if len(found) != len(rows):
            raise Failure(f"device {self.number} has an idea twice")
        return found

    def live(self) -> dict[str, dict]:
        """What is not in the trash, which each device has for itself."""
        return {id: row for id, row in self.ideas().items() if not row.get("deletedAt")}

    def status(self) -> dict:
        return json.loads(self.run("status", "--json"))

    @property
    def is_at_rest(self) -> bool:
        return self.status()["state"] == "upToDate"


class Person:
    """Who uses a device, and believes what a command says that ended well."""

    def __init__(self, device: Device, record: Record, chance: random.Random):
        self.device, self.record, self.random = device, record, chance

    def act(self, title: str):
        known = [
            (id, idea) for id, idea in self.record.ideas.items() if idea.is_removed is False and self.can_see(idea)
        ]
        what = self.random.choice(["add", "add", "edit", "edit", "done", "remove"]) if known else "add"
        if what == "add":
            return self.add(title)
        id, idea = self.random.choice(known)
        if what == "edit":
            self.edit(id, idea, title)
        elif idea.owner == self.device.number and not idea.is_contested:
            self.done(id, idea) if what == "done" else self.remove(id, idea)

    def can_see(self, idea: Idea) -> bool:
        # Others may not be here yet; a few are tried all the same.
        return idea.owner == self.device.number or self.random.randrange(4) == 0

    def add(self, title: str):
        answer = self.attempt("add", title, "--json")
        if answer is None:
            self.record.perhaps.add(title)
        else:
            self.record.ideas[json.loads(answer)["id"]] = Idea(self.device.number, [title], {title})

    def edit(self, id: str, idea: Idea, title: str):
        if idea.owner != self.device.number:
            if id not in self.device.live():
                return
            idea.is_contested = True
        idea.every_title.add(title)
        answer = self.attempt("edit", id, "--title", title)
        idea.titles = [*idea.titles, title] if answer is None else [title]

    def done(self, id: str, idea: Idea):
        idea.is_done = self.attempt("done", id) is not None

    def remove(self, id: str, idea: Idea):
        idea.is_removed = None if self.attempt("rm", id) is None else True

    def attempt(self, *arguments: str) -> str | None:
        """Runs a command; what it said, or nothing if it was killed on its way."""
        process = subprocess.Popen(
            [self.device.program, *arguments], env=self.device.environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
        )
        if self.random.randrange(8) == 0:
            time.sleep(self.random.uniform(0, 0.08))
            process.send_signal(signal.SIGKILL)
        out, problem = process.communicate(timeout=MOST_SECONDS)
        if process.returncode == -signal.SIGKILL:
            self.record.killed["command"] += 1
            return None
        if process.returncode != 0:
            raise Failure(f"ideabox {' '.join(arguments)} ended with {process.returncode}: {problem.strip()}")
        self.record.acknowledged += 1
        return out
