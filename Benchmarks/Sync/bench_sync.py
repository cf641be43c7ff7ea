"""Measures what sync takes, with real processes: one cloudkit-server, and devices with a store of their own each.

Scripts/bench-sync builds the programs and starts this; its help says how it is used. Everything goes through HTTP on the
loopback, and every store waits for the disk. Times are of the wall clock; beside them stands the processor's time, which
tells how much of a time was waiting, for the disk or for a neighbour.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Server"))
import measuring  # noqa: E402
from measuring import Failure  # noqa: E402

CONTAINER = "iCloud.com.buildwithharry.IdeaBox"
MIRRORED_CONTAINER = "iCloud.com.buildwithharry.AlarmClock"
PASSWORD = "a quiet harbour"
BATCH = 100
# Seconds from the end of a person's deed to the next one, and for which a person is busy where nothing else goes on.
PAUSE = 0.1
QUIET_SECONDS = 3
WORDS = "boat kite lantern harbour ladder window garden engine paper copper river winter salt compass".split()

# What must hold.
MOST_SECONDS = 10.0
MOST_WAIT = 0.050
MOST_LATENCY = 0.100
MOST_IDLE_SHARE = 0.001


class Reader(threading.Thread):
    """Takes in what a process says, with the time of each line."""

    def __init__(self, stream):
        super().__init__(daemon=True)
        self.stream = stream
        self.lines: list[tuple[float, dict]] = []
        self.changed = threading.Condition()
        self.is_over = False
        self.start()

    def run(self):
        for line in self.stream:
            now = time.time()
            with self.changed:
                self.lines.append((now, json.loads(line)))
                self.changed.notify_all()
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def wait(self, what: str, holds, seconds: float = 60):
        """The first result of `holds` on the lines that is something."""
        end = time.monotonic() + seconds
        with self.changed:
            while True:
                found = holds(self.lines)
                if found:
                    return found
                left = end - time.monotonic()
                if self.is_over or left <= 0:
                    last = self.lines[-1][1] if self.lines else None
                    raise Failure(f"a watching device did not say that {what}; its last words: {last}")
                self.changed.wait(left)


class Watch:
    """A device that goes on syncing."""

    def __init__(self, device: "Device"):
        self.process = subprocess.Popen(
            [device.program, "sync", "--watch", "--json"],
            env=device.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.reader = Reader(self.process.stdout)
        self.reader.wait("it is up to date", lambda lines: [1 for _, event in lines if event["event"] == "upToDate"])

    def received(self) -> int:
        return sum(event["changed"] for _, event in self.reader.lines if event["event"] == "received")

    def end(self):
        self.process.kill()
        self.process.wait()


class Device:
    def __init__(self, folder: Path, name: str, program: str):
        self.home = folder / name
        self.home.mkdir()
        self.program = program
        self.environment = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LC_ALL": "C"}

    def run(self, *arguments: str, text: str = "") -> str:
        done = subprocess.run(
            [self.program, *arguments], env=self.environment, input=text, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            name = Path(self.program).name
            raise Failure(f"{name} {' '.join(arguments)} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def ids(self) -> list[str]:
        return sorted(idea["id"] for idea in json.loads(self.run("export", "--format", "json")))

    def status(self) -> dict:
        return json.loads(self.run("status", "--json"))


class Page:
    """A device whose ideas are served to a browser: the process that syncs its store is the one that a person uses."""

    def __init__(self, device: Device):
        self.process = subprocess.Popen(
            [device.program, "serve", "--port", "0"],
            env=device.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise Failure("ideabox did not say its address")
        self.port = int(line.split("http://")[1].split(":")[1].split("/")[0])
        data = device.home / ".local/share/ideabox"
        self.file = data / "IdeaBox.sqlite"
        secret = (data / "web-secret").read_text().splitlines()[0]
        self.headers = {"Authorization": f"Bearer {secret}", "Content-Type": "text/plain"}

    def capture(self, title: str):
        """A person writes an idea down; it is in the store when this returns."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("POST", "/capture", body=title, headers=self.headers)
            answer = connection.getresponse()
            status, text = answer.status, answer.read().decode()
        finally:
            connection.close()
        if status != 201:
            raise Failure(f"an idea was answered with {status}: {text.strip()}")

    def counted(self) -> tuple[int, int]:
        """Ideas in the store, and changes that wait for their upload, as the file has them."""
        store = sqlite3.connect(f"{self.file.as_uri()}?mode=ro", uri=True, timeout=30)
        try:
            (ideas,) = store.execute('SELECT count(*) FROM "Idea"').fetchone()
            (pending,) = store.execute('SELECT count(*) FROM "SyncState" WHERE "isPendingSync"').fetchone()
            return ideas, pending
        finally:
            store.close()

    def wait(self, what: str, holds, seconds: float = 300):
        """Looks at the store a few times a second until it is as wanted."""
        end = time.monotonic() + seconds
        while not holds(*self.counted()):
            if self.process.poll() is not None:
                raise Failure(f"a served device ended with {self.process.returncode} before {what}")
            if time.monotonic() > end:
                ideas, pending = self.counted()
                raise Failure(f"{what}: not within {seconds} s; {ideas} ideas, {pending} changes wait")
            time.sleep(0.2)

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


class Server:
    def __init__(self, folder: Path, program: str):
        self.folder = folder / "server"
        self.folder.mkdir()
        self.program = program
        self.administrate("account", "create", "anna", "--password-stdin", text=PASSWORD + "\n")
        self.token = self.administrate("token", "api", "--container", CONTAINER).strip()
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--data", str(self.folder)],
            env={"HOME": str(folder), "PATH": "/usr/bin:/bin"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.address = self.find_address()
        # What it says later is nobody's business, and must not fill the pipe.
        threading.Thread(target=lambda: [None for _ in self.process.stdout], daemon=True).start()

    def find_address(self) -> str:
        for line in self.process.stdout:
            for word in line.split():
                if word.startswith("http://127.0.0.1:"):
                    return word.rstrip("/.,")
        raise Failure("the server did not say where it listens")

    def administrate(self, *arguments: str, text: str = "") -> str:
        done = subprocess.run(
            [self.program, *arguments, "--data", str(self.folder)],
            env={"HOME": str(self.folder), "PATH": "/usr/bin:/bin"},
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise Failure(f"cloudkit-server {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def requests(self) -> int:
        """Requests that were answered since the start, those for this number left out."""
        with urllib.request.urlopen(self.address + "/metrics", timeout=10) as answer:
            text = answer.read().decode()
        total = 0.0
        for line in text.splitlines():
            if line.startswith("cloudkit_requests_total") and "metrics" not in line:
                total += float(line.rsplit(" ", 1)[1])
        return int(total)

    def end(self):
        self.process.kill()
        self.process.wait()


class Stage:
    """A server and two signed-in devices."""

    def __init__(self, options):
        self.folder = Path(tempfile.mkdtemp(prefix="bench-sync-", dir=options.folder))
        self.server = Server(self.folder, options.server)
        self.devices = [Device(self.folder, name, options.ideabox) for name in ("phone", "laptop")]
        for device in self.devices:
            device.run(
                "account", "sign-in", "--server", self.server.address, "--user", "anna", "--api-token", self.server.token,
                "--password-stdin", text=PASSWORD + "\n",
            )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.end()
        shutil.rmtree(self.folder, ignore_errors=True)


def cpu_seconds(process: int) -> float:
    """What a process, with threads that have ended, has used of the processor: to a hundredth of a second."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ideas(count: int, seed: int) -> str:
    generator = random.Random(seed)
    rows = []
    for number in range(count):
        title = " ".join(generator.choices(WORDS, k=4)) + f" {number}"
        rows.append({"title": title, "details": " ".join(generator.choices(WORDS, k=16))})
    return json.dumps(rows)


class Person(threading.Thread):
    """Somebody who does the same thing again and again while something else is going on, and how long each took."""

    def __init__(self, deed, pause: float = PAUSE):
        super().__init__(daemon=True)
        self.deed, self.pause = deed, pause
        self.seconds: list[float] = []
        self.problem: Exception | None = None
        self.is_over = threading.Event()
        self.start()

    def run(self):
        try:
            while not self.is_over.is_set():
                begin = time.perf_counter()
                self.deed(len(self.seconds))
                self.seconds.append(time.perf_counter() - begin)
                self.is_over.wait(self.pause)
        except (Failure, OSError, http.client.HTTPException) as problem:
            self.problem = problem

    def end(self) -> list[float]:
        self.is_over.set()
        self.join()
        if self.problem:
            raise Failure(f"a person's deed failed: {self.problem}")
        return self.seconds


def adding(device: Device, title: str, pause: float = PAUSE) -> Person:
    """A person who adds ideas by the command, a process for each."""
    return Person(lambda number: device.run("add", f"{title} {number}"), pause)


def writing(page: Page, title: str) -> Person:
    """A person who writes ideas down in the app that is open."""
    return Person(lambda number: page.capture(f"{title} {number}"))


def percentile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def spread(values: list[float]) -> str:
    """The median, the ninety-fifth of a hundred and the worst."""
    figures = (statistics.median(values), percentile(values, 0.95), max(values))
    return " / ".join(milliseconds(value) for value in figures)


class Table:
    def __init__(self):
        self.lines = ["| what | figure | processor | must | verdict |", "|---|--:|--:|--:|---|"]
        self.wrong: list[str] = []

    def add(self, what: str, figure: str, processor: str = "", must: str = "", holds: bool | None = None):
        verdict = "" if holds is None else "holds" if holds else "FAILS"
        self.lines.append(f"| {what} | {figure} | {processor} | {must} | {verdict} |")
        print(self.lines[-1], file=sys.stderr, flush=True)
        if holds is False:
            self.wrong.append(f"{what}: {figure}, must be {must}")


def processor(user_and_system: os.times_result, before: os.times_result) -> float:
    after = user_and_system
    return after.children_user + after.children_system - before.children_user - before.children_system


def check_batches(events: list[dict], count: int):
    """Progress was shown with each batch, and no batch was too large."""
    sent = [event for event in events if event["event"] == "sent"]
    if any(event["saved"] > BATCH for event in sent):
        raise Failure(f"a batch had more than {BATCH} records")
    if sum(event["saved"] for event in sent) < count or len(sent) < count // BATCH:
        raise Failure("progress was not shown with each batch")


def many(options, table: Table):
    """Ideas that were made offline reach the server and a second device."""
    whole = []
    for _ in range(options.turns):
        with Stage(options) as stage:
            phone, laptop = stage.devices
            phone.run("import", "-", "--format", "json", text=ideas(options.count, options.seed))
            before, server = os.times(), cpu_seconds(stage.server.process.pid)
            begin = time.perf_counter()
            said = phone.run("sync", "--json")
            up = time.perf_counter() - begin
            middle = os.times()
            laptop.run("sync", "--json")
            down = time.perf_counter() - begin - up
            whole.append(
                (up, down, processor(middle, before), processor(os.times(), middle),
                 cpu_seconds(stage.server.process.pid) - server)
            )
            check_batches([json.loads(line) for line in said.splitlines()], options.count)
            mine, theirs = phone.ids(), laptop.ids()
            if mine != theirs or len(mine) != options.count or len(set(mine)) != options.count:
                raise Failure(f"{len(mine)} ideas on the phone, {len(theirs)} on the laptop")
    best = min(whole, key=lambda one: one[0] + one[1])
    up, down = best[0], best[1]
    name = f"{options.count:,} ideas"
    table.add(f"{name} go up, in batches of {BATCH}", f"{up:.2f} s", f"{best[2]:.2f} s")
    table.add(f"{name} come down on a second device", f"{down:.2f} s", f"{best[3]:.2f} s")
    table.add("the server for both", "", f"{best[4]:.2f} s")
    all_turns = ", ".join(f"{one[0] + one[1]:.2f}" for one in whole)
    table.add(
        f"{name} made offline, until a second device has them (turns: {all_turns} s)", f"{up + down:.2f} s", "",
        f"< {MOST_SECONDS:.0f} s", up + down < MOST_SECONDS,
    )


def served(options, table: Table):
    """What a person waits in the app itself, while its process sends or receives many ideas."""
    live, quiet, up, down = [], [], [], []
    for _ in range(options.turns):
        seconds, waits = in_the_app(options)
        live.append(seconds)
        for all_of_them, one in zip((quiet, up, down), waits, strict=True):
            all_of_them += one
    name = f"{options.count:,} ideas"
    all_turns = ", ".join(f"{seconds:.2f}" for seconds in live)
    table.add(
        f"{name} between two served devices, while a person writes on both (turns: {all_turns} s)", f"{min(live):.2f} s"
    )
    table.add(
        f"an idea written in the app, nothing else going on, {len(quiet)} times: median / P95 / worst", spread(quiet)
    )
    table.add(f"the same while the app sends {name}, {len(up)} times", spread(up))
    table.add(f"the same while the app receives {name}, {len(down)} times", spread(down))
    worst = max(up + down)
    table.add(
        f"what a person waits in the app meanwhile: the longest of all {len(up + down)}, "
        f"P95 {milliseconds(percentile(up + down, 0.95))}",
        milliseconds(worst), "", f"< {milliseconds(MOST_WAIT)}", worst < MOST_WAIT,
    )


def in_the_app(options) -> tuple[float, tuple[list[float], list[float], list[float]]]:
    """Two devices are served, one with many ideas to send; how long that took, and what persons waited.

    The waits are those where nothing else goes on, those on the device that sends, and those on the one that receives.
    """
    with Stage(options) as stage, contextlib.ExitStack() as pages:
        phone, laptop = stage.devices
        phone.run("import", "-", "--format", "json", text=ideas(options.count, options.seed))

        def open_page(device: Device) -> Page:
            page = Page(device)
            pages.callback(page.end)
            return page

        receiver = open_page(laptop)
        writer_there = writing(receiver, "on the laptop")
        # It begins to send as soon as it is there.
        begin = time.perf_counter()
        sender = open_page(phone)
        writer_here = writing(sender, "on the phone")
        # Those that the person wrote there were not received.
        receiver.wait(
            "the many ideas arrived", lambda count, _: count >= options.count + len(writer_there.seconds)
        )
        seconds = time.perf_counter() - begin
        up, down = writer_here.end(), writer_there.end()
        total = options.count + len(up) + len(down)
        everything = [(page, lambda count, pending: count == total and pending == 0) for page in (sender, receiver)]
        for page, is_done in everything:
            page.wait(f"all {total} ideas were on both devices", is_done)
        quiet = writing(sender, "in peace")
        time.sleep(QUIET_SECONDS)
        quiet_waits = quiet.end()
        total += len(quiet_waits)
        for page, is_done in everything:
            page.wait(f"all {total} ideas were on both devices", is_done)
        mine, theirs = phone.ids(), laptop.ids()
        if mine != theirs or len(set(mine)) != total or len(mine) != total:
            raise Failure(f"{len(mine)} ideas on the phone, {len(theirs)} on the laptop, and not {total}")
        return seconds, (quiet_waits, up, down)


def command(options, table: Table):
    """What a person waits for a command, whose process is new each time, while another process syncs its store."""
    live, quiet, adds, control = [], [], [], []
    for _ in range(options.turns):
        seconds, waits = during(options)
        live.append(seconds)
        for all_of_them, one in zip((quiet, adds, control), waits, strict=True):
            all_of_them += one
    name = f"{options.count:,} ideas"
    all_turns = ", ".join(f"{seconds:.2f}" for seconds in live)
    table.add(
        f"{name} reach a device that watches, while ideas are added on both (turns: {all_turns} s)", f"{min(live):.2f} s"
    )
    table.add("`ideabox add`, nothing else going on, whole process: median / P95 / worst", spread(quiet))
    table.add(f"`ideabox add` meanwhile, on the two that sync, {len(adds)} times", spread(adds))
    table.add(f"`ideabox add` meanwhile, on a device that takes no part, {len(control)} times", spread(control))
    wait = max(0.0, percentile(adds, 0.95) - percentile(control, 0.95))
    table.add(
        "what a person waits for sync with the command: P95 above that of the device that takes no part",
        milliseconds(wait), "", f"< {milliseconds(MOST_WAIT)}", wait < MOST_WAIT,
    )


def during(options) -> tuple[float, tuple[list[float], list[float], list[float]]]:
    """Ideas go up and come down at the same time, while somebody adds others: on both devices, and on a third one.

    The third has as many ideas, is signed in nowhere, and works at the same moments on the same machine.
    """
    with Stage(options) as stage:
        phone, laptop = stage.devices
        aside = Device(stage.folder, "aside", options.ideabox)
        laptop.run("sync")
        quiet = adding(phone, "before", 0.02)
        time.sleep(QUIET_SECONDS)
        quiet_waits = quiet.end()
        for device in (phone, aside):
            device.run("import", "-", "--format", "json", text=ideas(options.count, options.seed))
        watch = Watch(laptop)
        persons = [adding(device, "meanwhile") for device in (*stage.devices, aside)]
        begin = time.perf_counter()
        # It has no end for as long as there are more to send.
        sending = threading.Thread(target=lambda: phone.run("sync"), daemon=True)
        sending.start()
        watch.reader.wait(
            f"it received {options.count} ideas", lambda _: watch.received() >= options.count, seconds=300
        )
        live = time.perf_counter() - begin
        here, there, control = (person.end() for person in persons)
        sending.join()
        phone.run("sync")
        watch.end()
        laptop.run("sync")
        phone.run("sync")
        if phone.ids() != laptop.ids():
            raise Failure("the devices do not have the same ideas")
        return live, (quiet_waits, here + there, control)


def alarms(count: int, seed: int) -> str:
    generator = random.Random(seed)
    rows = []
    for number in range(count):
        time_of_day = f"{number // 60 % 24:02}:{number % 60:02}"
        rows.append({"time": time_of_day, "label": " ".join(generator.choices(WORDS, k=3)) + f" {number}"})
    return json.dumps(rows)


def mirror(options, table: Table):
    """Rows that were made offline reach the server and a second device by the framework's mirroring, in AlarmClock."""
    whole = []
    for _ in range(options.turns):
        with Stage(options) as stage:
            token = stage.server.administrate("token", "api", "--container", MIRRORED_CONTAINER).strip()
            devices = [Device(stage.folder, name, options.alarmclock) for name in ("desk", "bedside")]
            devices[0].run("import", "-", "--format", "json", text=alarms(options.count, options.seed))
            times, before = [], os.times()
            for device in devices:
                begin = time.perf_counter()
                # Where no daemon runs, a sign-in ends when the device is in sync.
                device.run(
                    "account", "sign-in", "--server", stage.server.address, "--user", "anna", "--api-token", token,
                    "--password-stdin", text=PASSWORD + "\n",
                )
                times.append(time.perf_counter() - begin)
            used = processor(os.times(), before)
            mine, theirs = (sorted(row["id"] for row in json.loads(one.run("export", "json"))) for one in devices)
            if mine != theirs or len(set(mine)) != options.count or len(mine) != options.count:
                raise Failure(f"{len(mine)} alarms on one device, {len(theirs)} on the other")
            whole.append((times[0], times[1], used))
    up, down, used = min(whole, key=lambda one: one[0] + one[1])
    name = f"{options.count:,} rows, mirrored"
    table.add(f"{name}: go up", f"{up:.2f} s")
    table.add(f"{name}: come down on a second device", f"{down:.2f} s")
    all_turns = ", ".join(f"{one[0] + one[1]:.2f}" for one in whole)
    table.add(
        f"{name}: made offline, until a second device has them (turns: {all_turns} s)", f"{up + down:.2f} s",
        f"{used:.2f} s",
    )


def latency(options, table: Table):
    """How soon a change on one device is in the store of another one that watches."""
    with Stage(options) as stage:
        phone, laptop = stage.devices
        watches = [Watch(device) for device in stage.devices]
        seconds = []
        time.sleep(1)
        for number in range(options.changes):
            idea = json.loads(phone.run("add", f"change {number}", "--json"))
            saved = datetime.fromisoformat(idea["createdAt"].replace("Z", "+00:00")).timestamp()
            wanted = number + 1
            watches[1].reader.wait(f"it received change {number}", lambda _: watches[1].received() >= wanted)
            arrived = [at for at, event in watches[1].reader.lines if event["event"] == "received"][-1]
            seconds.append(arrived - saved)
            # What is under way comes to its end, so that each change is alone.
            watches[0].reader.wait("it is up to date", lambda lines: lines[-1][1]["event"] == "upToDate")
        used = [cpu_seconds(watch.process.pid) for watch in watches]
        if laptop.ids() != phone.ids():
            raise Failure("the devices do not have the same ideas")
        for watch in watches:
            watch.end()
        figures = (statistics.median(seconds), percentile(seconds, 0.95), max(seconds))
        table.add(
            f"a change until another device has it, {options.changes} times: median / P95 / most",
            " / ".join(milliseconds(value) for value in figures),
            f"{sum(used) / options.changes * 1000:.1f} ms each",
            f"P95 < {milliseconds(MOST_LATENCY)}",
            figures[1] < MOST_LATENCY,
        )


def idle(options, table: Table):
    """What a device in sync does in a minute in which nothing happens."""
    with Stage(options) as stage:
        phone, laptop = stage.devices
        phone.run("import", "-", "--format", "json", text=ideas(1_000, options.seed))
        phone.run("sync")
        laptop.run("sync")
        watches = [Watch(device) for device in stage.devices]
        time.sleep(5)
        requests = stage.server.requests()
        before = [cpu_seconds(watch.process.pid) for watch in watches]
        time.sleep(options.minute)
        used = [cpu_seconds(watch.process.pid) - was for watch, was in zip(watches, before, strict=True)]
        made = stage.server.requests() - requests
        for watch in watches:
            watch.end()
        share = max(used) / options.minute
        table.add(
            f"{options.minute} idle seconds of two devices in sync: requests beyond the parked ones", str(made), "", "0",
            made == 0,
        )
        table.add(
            "the same: the processor of one device", f"{share * 100:.4f} %", f"{max(used) * 1000:.1f} ms",
            f"< {MOST_IDLE_SHARE * 100} %", share < MOST_IDLE_SHARE,
        )


TASKS = {"many": many, "served": served, "command": command, "mirror": mirror, "latency": latency, "idle": idle}


def run() -> int:
    options = argparse.ArgumentParser(prog="Scripts/bench-sync")
    options.add_argument("--server", required=True)
    options.add_argument("--ideabox", required=True)
    options.add_argument("--alarmclock", required=True)
    options.add_argument("--task", action="append", choices=sorted(TASKS))
    options.add_argument("--count", type=int, default=10_000)
    options.add_argument("--changes", type=int, default=500)
    options.add_argument("--minute", type=int, default=60)
    options.add_argument("--turns", type=int, default=3)
    options.add_argument("--seed", type=int, default=measuring.SEED)
    options.add_argument("--folder")
    options.add_argument("--markdown", type=measuring.document)
    chosen = options.parse_args()
    table = Table()
    for name in chosen.task or TASKS:
        TASKS[name](chosen, table)
    return measuring.report(table.lines, table.wrong, chosen.markdown, "results")


if __name__ == "__main__":
    sys.exit(measuring.ended("bench-sync", run))
