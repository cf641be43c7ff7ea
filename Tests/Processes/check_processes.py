"""Two devices and a server as real processes, a bad network between them, and all of them killed again and again.

Scripts/check-processes builds the programs and starts this; its help says how it is used. In every round persons add, edit,
complete and remove ideas on both devices while `ideabox sync --watch` runs there; some of their commands are killed too. At
the end everything is mended, everybody syncs, and what follows from the commands that ended well must be on both devices
and, as a third device finds that had nothing, at the server: each idea once.
"""

import argparse
import json
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from proxy import Proxy

CONTAINER = "iCloud.com.buildwithharry.IdeaBox"
PASSWORD = "a quiet harbour"
# Syncs of each device after which all must be at rest, and seconds that one of them may take.
MOST_SYNCS = 6
MOST_SECONDS = 180
# Seconds after the end of an outage in which two devices must agree, as Documentation/ideabox-sync.md has it.
MOST_AFTER_OUTAGE = 10


class Failure(Exception):
    """What must not be."""


@dataclass
class Idea:
    """What persons were told of an idea, and what they were not told since."""

    owner: int
    # Titles of which one must be there: the last that was acknowledged, and those after it that may have been.
    titles: list[str]
    every_title: set[str]
    is_done: bool = False
    # None where a command was killed that would have removed it.
    is_removed: bool | None = False
    # Whether both devices changed it: then one of all its titles must be there.
    is_contested: bool = False


@dataclass
class Record:
    """What must come out in the end."""

    ideas: dict[str, Idea] = field(default_factory=dict)
    # Titles of ideas whose making was killed: each may be there once.
    perhaps: set[str] = field(default_factory=set)
    acknowledged: int = 0
    killed: dict[str, int] = field(default_factory=lambda: {"server": 0, "watch": 0, "command": 0})


class Server:
    def __init__(self, folder: Path, program: str):
        self.folder, self.program = folder / "server", program
        self.folder.mkdir()
        # The first start chooses a port that is free, and the later ones take it again.
        self.port = 0
        self.administrate("account", "create", "anna", "--password-stdin", text=PASSWORD + "\n")
        self.token = self.administrate("token", "api", "--container", CONTAINER).strip()
        self.process: subprocess.Popen | None = None

    def administrate(self, *arguments: str, text: str = "") -> str:
        return said([self.program, *arguments, "--data", str(self.folder)], {"HOME": str(self.folder)}, text)

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), "--data", str(self.folder)],
            env={"HOME": str(self.folder), "PATH": "/usr/bin:/bin"},
            stdout=(self.folder / "words").open("w"),
            stderr=(self.folder / "log").open("a"),
        )

    def wait(self):
        """Waits until it answers."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise Failure(f"the server ended by itself: {(self.folder / 'log').read_text()[-2000:]}")
            if not self.port:
                place = re.search(r"http://[^ :]+:(\d+)", (self.folder / "words").read_text())
                self.port = int(place[1]) if place else 0
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise Failure("the server does not answer")

    def kill(self):
        kill(self.process)


class Device:
    def __init__(self, folder: Path, number: int, program: str, port: int):
        self.number, self.program, self.port = number, program, port
        self.home = folder / f"device-{number}"
        self.home.mkdir()
        self.environment = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LC_ALL": "C"}
        self.watching: subprocess.Popen | None = None

    def run(self, *arguments: str, text: str = "") -> str:
        return said([self.program, *arguments], self.environment, text)

    def sign_in(self, token: str):
        self.run(
            "account", "sign-in", "--server", f"http://127.0.0.1:{self.port}", "--user", "anna", "--api-token", token,
            "--password-stdin", text=PASSWORD + "\n",
        )

    def watch(self):
        if self.watching is not None and self.watching.poll() is None:
            return
        if self.watching is not None and self.watching.returncode != -signal.SIGKILL:
            raise Failure(f"device {self.number} ended its watch by itself, with {self.watching.returncode}")
        self.watching = subprocess.Popen(
            [self.program, "sync", "--watch"],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=(self.home / "log").open("a"),
        )

    def kill_watch(self):
        if self.watching is not None:
            kill(self.watching)

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


def said(command: list[str], environment: dict[str, str], text: str = "") -> str:
    done = subprocess.run(
        command, env={"PATH": "/usr/bin:/bin", **environment}, input=text, capture_output=True, text=True, check=False,
        timeout=MOST_SECONDS,
    )
    if done.returncode != 0:
        raise Failure(f"{' '.join(command[1:3])} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def kill(process: subprocess.Popen):
    process.send_signal(signal.SIGKILL)
    process.wait()


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


class Scene:
    """A server behind two proxies, two devices and their persons."""

    def __init__(self, folder: Path, options):
        self.random = random.Random(options.seed)
        self.folder, self.options, self.record = folder, options, Record()
        self.server = Server(folder, options.server)
        self.server.start()
        self.server.wait()
        self.proxies = [Proxy(self.server.port, self.random.getrandbits(32)) for _ in range(2)]
        self.devices = [
            Device(folder, number, options.ideabox, proxy.port) for number, proxy in enumerate(self.proxies)
        ]
        self.persons = [Person(device, self.record, self.random) for device in self.devices]
        for device in self.devices:
            device.sign_in(self.server.token)

    def play(self):
        for proxy in self.proxies:
            proxy.is_rough = True
        for number in range(self.options.rounds):
            self.round(number)
            if number % 20 == 19:
                print(f"{number + 1} rounds: {self.record.acknowledged} changes acknowledged", file=sys.stderr, flush=True)

    def round(self, number: int):
        """Each process is killed once, in an order and at moments of chance, between what persons do."""
        self.server.wait()
        for device in self.devices:
            device.watch()
        steps = ["server", "watch 0", "watch 1", *["person 0", "person 1"] * 2]
        self.random.shuffle(steps)
        for place, step in enumerate(steps):
            time.sleep(self.random.uniform(0, 0.15))
            who, _, which = step.partition(" ")
            if who == "person":
                self.persons[int(which)].act(f"idea {number}.{place}")
                continue
            self.record.killed[who] += 1
            if who == "server":
                self.server.kill()
                self.server.start()
            else:
                self.devices[int(which)].kill_watch()
        if self.random.randrange(3) == 0:
            # Who is left alone for a moment gets something done.
            for device in self.devices:
                device.watch()
            time.sleep(self.random.uniform(0, 2))

    # The end

    def settle(self):
        for device in self.devices:
            device.watch()
        for proxy in self.proxies:
            proxy.heal()
        self.server.wait()
        self.rest()
        for device in self.devices:
            device.kill_watch()
        for _ in range(MOST_SYNCS):
            for device in self.devices:
                device.run("sync")
            if self.devices[0].live() == self.devices[1].live() and not any(
                device.status()["pending"] for device in self.devices
            ):
                return
        raise Failure(f"the devices do not come to rest: {[device.status() for device in self.devices]}")

    def rest(self):
        """The watches bring both devices to the same by themselves, with nobody asking for a sync."""
        end = time.monotonic() + MOST_SECONDS
        while time.monotonic() < end:
            if self.devices[0].live() == self.devices[1].live() and all(
                device.status()["state"] == "upToDate" for device in self.devices
            ):
                return
            time.sleep(0.1)
        raise Failure(f"the watches do not bring the devices to rest: {[device.status() for device in self.devices]}")

    def outages(self, count: int) -> list[tuple[float, float]]:
        """How long each outage of the server was, and how long the devices needed after it to agree."""
        for proxy in self.proxies:
            proxy.heal()
        lengths = [self.random.uniform(0.2, 3), self.random.uniform(3, 12), self.random.uniform(12, 40)]
        return [self.outage(number, lengths[number % len(lengths)]) for number in range(count)]

    def outage(self, number: int, seconds: float) -> tuple[float, float]:
        for device in self.devices:
            device.watch()
        self.rest()
        self.server.kill()
        titles = {f"outage {number} of device {device.number}" for device in self.devices}
        for device, title in zip(self.devices, sorted(titles)):
            id = json.loads(device.run("add", title, "--json"))["id"]
            self.record.ideas[id] = Idea(device.number, [title], {title})
        time.sleep(seconds)
        self.server.start()
        self.server.wait()
        begin = time.monotonic()
        while time.monotonic() < begin + MOST_SECONDS:
            if all(titles <= {row["title"] for row in device.live().values()} for device in self.devices):
                return seconds, time.monotonic() - begin
            time.sleep(0.05)
        raise Failure(f"the devices do not agree after an outage of {seconds:.1f} s")

    def judge(self):
        third = Device(self.folder, 2, self.options.ideabox, self.server.port)
        third.sign_in(self.server.token)
        third.run("sync")
        found = third.live()
        for device in self.devices:
            if device.live() != found:
                raise Failure(f"device {device.number} does not have what the server has: {self.difference(device, found)}")
            status = device.status()
            if status["state"] != "upToDate" or status["pending"] != 0:
                raise Failure(f"device {device.number} says {status}")
        for id, idea in self.record.ideas.items():
            self.judge_idea(id, idea, found.get(id))
        others = [row["title"] for id, row in found.items() if id not in self.record.ideas]
        if len(set(others)) != len(others) or not set(others) <= self.record.perhaps:
            raise Failure(f"nobody made these, or not so often: {sorted(others)}")
        return len(found), len(others)

    @staticmethod
    def difference(device: Device, found: dict[str, dict]) -> list:
        mine = device.live()
        return [(mine.get(id), found.get(id)) for id in sorted({*mine, *found}) if mine.get(id) != found.get(id)][:3]

    @staticmethod
    def judge_idea(id: str, idea: Idea, row: dict | None):
        if row is None:
            if idea.is_removed is False:
                raise Failure(f"{id} is lost: {idea}")
            return
        if idea.is_removed:
            raise Failure(f"{id} was removed and is there: {row}")
        if row["title"] not in (idea.every_title if idea.is_contested else idea.titles):
            raise Failure(f"{id} has the title {row['title']!r}: {idea}")
        if idea.is_done and not idea.is_contested and not row["isCompleted"]:
            raise Failure(f"{id} was completed and is not: {row}")

    def end(self):
        for device in self.devices:
            device.kill_watch()
        self.server.kill()
        for proxy in self.proxies:
            proxy.end()


def check(options) -> int:
    folder = Path(tempfile.mkdtemp(prefix="check-processes-"))
    print(f"seed {options.seed}, {options.rounds} rounds", file=sys.stderr, flush=True)
    scene = None
    begin = time.monotonic()
    try:
        scene = Scene(folder, options)
        scene.play()
        scene.settle()
        outages = scene.outages(options.outages)
        scene.settle()
        count, more = scene.judge()
    except (Failure, subprocess.TimeoutExpired) as failure:
        print(f"check-processes: seed {options.seed}: {failure}\nThe files are in {folder}.", file=sys.stderr)
        return 1
    finally:
        if scene:
            scene.end()
    shutil.rmtree(folder, ignore_errors=True)
    for length, seconds in outages:
        print(f"an outage of {length:.1f} s: the devices agreed {seconds:.1f} s after it")
    if any(seconds > MOST_AFTER_OUTAGE for _, seconds in outages):
        print(f"check-processes: seed {options.seed}: more than {MOST_AFTER_OUTAGE} s", file=sys.stderr)
        return 1
    record = scene.record
    killed = ", ".join(f"{what} {times}" for what, times in record.killed.items())
    network = {what: sum(proxy.count[what] for proxy in scene.proxies) for what in scene.proxies[0].count}
    print(
        f"{options.rounds} rounds in {time.monotonic() - begin:.0f} s, seed {options.seed}: killed {killed}; "
        f"connections {', '.join(f'{what} {times}' for what, times in network.items())}; "
        f"{record.acknowledged} changes were acknowledged. Both devices and the server have the same {count} ideas, each "
        f"once, {more} of them from commands that were killed."
    )
    return 0


def main() -> int:
    options = argparse.ArgumentParser(prog="Scripts/check-processes")
    options.add_argument("--server", required=True, help=argparse.SUPPRESS)
    options.add_argument("--ideabox", required=True, help=argparse.SUPPRESS)
    options.add_argument("--rounds", type=int, default=10)
    options.add_argument("--outages", type=int, default=0)
    options.add_argument("--seed", type=int)
    chosen = options.parse_args()
    if chosen.seed is None:
        chosen.seed = random.SystemRandom().randrange(1 << 31)
    return check(chosen)


if __name__ == "__main__":
    sys.exit(main())
