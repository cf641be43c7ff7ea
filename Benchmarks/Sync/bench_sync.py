"""Measures what sync takes, with real processes: one cloudkit-server, and two devices with a store of their own each.

Scripts/bench-sync builds the programs and starts this; its help says how it is used. Everything goes through HTTP on the
loopback, and every store waits for the disk. Times are of the wall clock; beside them stands the processor's time, which
tells how much of a time was waiting, for the disk or for a neighbour.
"""

import argparse
import json
import os
import random
import shutil
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


class Adding(threading.Thread):
    """A person who adds ideas while something else is going on, and how long each addition took."""

    def __init__(self, device: Device, title: str, pause: float = 0.1):
        super().__init__(daemon=True)
        self.device, self.title, self.pause = device, title, pause
        self.seconds: list[float] = []
        self.problem: Exception | None = None
        self.is_over = threading.Event()

    def run(self):
        try:
            while not self.is_over.is_set():
                begin = time.perf_counter()
                self.device.run("add", f"{self.title} {len(self.seconds)}")
                self.seconds.append(time.perf_counter() - begin)
                self.is_over.wait(self.pause)
        except Failure as failure:
            self.problem = failure

    def end(self) -> list[float]:
        self.is_over.set()
        self.join()
        if self.problem:
            raise self.problem
        return self.seconds


def percentile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


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
    whole, waits = [], []
    for turn in range(options.turns):
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
        waits.append(during(options))
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
    live, idle, adds = min(waits, key=lambda one: max(one[2]))
    table.add(f"{name} reach a device that watches, while ideas are added on both", f"{live:.2f} s")
    table.add(
        "`ideabox add`, nothing else going on, whole process: median / P95 / most",
        " / ".join(milliseconds(value) for value in (statistics.median(idle), percentile(idle, 0.95), max(idle))),
    )
    table.add(
        f"`ideabox add` meanwhile, whole process, {len(adds)} times: median / P95 / most",
        " / ".join(milliseconds(value) for value in (statistics.median(adds), percentile(adds, 0.95), max(adds))),
    )
    wait = max(0.0, percentile(adds, 0.95) - statistics.median(idle))
    table.add(
        "what the person waits for sync: P95 meanwhile above the usual median", milliseconds(wait), "",
        f"< {milliseconds(MOST_WAIT)}", wait < MOST_WAIT,
    )


def during(options) -> tuple[float, list[float], list[float]]:
    """Ideas go up and come down at the same time, while somebody adds others on both devices."""
    with Stage(options) as stage:
        phone, laptop = stage.devices
        laptop.run("sync")
        quiet = Adding(phone, "before", 0.02)
        quiet.start()
        time.sleep(2)
        idle = quiet.end()
        phone.run("import", "-", "--format", "json", text=ideas(options.count, options.seed))
        watch = Watch(laptop)
        adding = [Adding(device, "meanwhile") for device in stage.devices]
        for one in adding:
            one.start()
        begin = time.perf_counter()
        phone.run("sync", "--json")
        watch.reader.wait(
            f"it received {options.count} ideas", lambda _: watch.received() >= options.count, seconds=300
        )
        live = time.perf_counter() - begin
        adds = [seconds for one in adding for seconds in one.end()]
        phone.run("sync")
        watch.end()
        laptop.run("sync")
        phone.run("sync")
        if phone.ids() != laptop.ids():
            raise Failure("the devices do not have the same ideas")
        return live, idle, adds


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


TASKS = {"many": many, "mirror": mirror, "latency": latency, "idle": idle}


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
    options.add_argument("--markdown")
    chosen = options.parse_args()
    table = Table()
    for name in chosen.task or TASKS:
        TASKS[name](chosen, table)
    return measuring.report(table.lines, table.wrong, chosen.markdown, "results")


if __name__ == "__main__":
    sys.exit(measuring.ended("bench-sync", run))
