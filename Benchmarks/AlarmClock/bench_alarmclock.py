"""Measures whole processes of AlarmClock over many alarms: listing them, finding the next one, taking over the old app's.

Scripts/bench-alarmclock builds the program and starts this; its help says how it is used.
"""

import argparse
import json
import os
import platform
import plistlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Server"))
import measuring  # noqa: E402
from measuring import Failure  # noqa: E402

WORDS = "boat kite lantern harbour ladder window garden engine paper copper river winter salt compass".split()
EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
# How often the old app's alarms ring, by turns: once, on working days, at weekends, every day.
HABITS = [[], [2, 3, 4, 5, 6], [1, 7], EVERY_DAY]

# What must hold, in milliseconds.
MOST_LIST, MOST_NEXT, MOST_MIGRATION = 150, 5, 1000


@dataclass
class Run:
    """A process that has ended: milliseconds by the clock of the wall and of the processor, and what it wrote."""

    wall: float
    processor: float
    out: str
    messages: str


class Device:
    """A data folder of its own, and the command."""

    def __init__(self, program: str, folder: Path):
        self.program, self.folder = program, folder
        folder.mkdir(parents=True)
        self.data = folder / "data"
        self.data.mkdir(mode=0o700)
        self.environment = {
            "HOME": str(folder), "PATH": "/nowhere", "LC_ALL": "C", "TZ": "Europe/Berlin", "ALARMCLOCK_HOME": str(self.data),
        }

    def run(self, *arguments: str) -> Run:
        # A file takes what is written at once: nobody measures how soon a reader empties a pipe.
        out, messages = self.folder / "out", self.folder / "messages"
        with out.open("wb") as output, messages.open("wb") as errors:
            began = time.perf_counter()
            process = subprocess.Popen(
                [self.program, *arguments], env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=errors
            )
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        done = Run(wall * 1000, (usage.ru_utime + usage.ru_stime) * 1000, out.read_text(), messages.read_text())
        if process.returncode != 0:
            raise Failure(f"alarmclock {' '.join(arguments)} ended with {process.returncode}: {done.messages.strip()}")
        return done

    def fill(self, alarms: list[dict]) -> None:
        file = self.folder / "alarms.json"
        file.write_text(json.dumps(alarms))
        self.run("import", str(file))
        file.unlink()

    def leave_defaults(self, alarms: list[dict]) -> None:
        """Writes the settings of the old app."""
        (self.data / "AlarmClock.plist").write_bytes(
            plistlib.dumps({"SavedAlarms": json.dumps(alarms).encode()}, fmt=plistlib.FMT_BINARY)
        )


def alarms(count: int, seed: int, enabled: bool) -> list[dict]:
    """Alarms with seven days each, at scattered times."""
    chance = random.Random(seed)
    return [
        {
            "time": f"{chance.randrange(24):02}:{chance.randrange(60):02}",
            "repeatDays": EVERY_DAY,
            "label": f"{' '.join(chance.choices(WORDS, k=3))} {number + 1}",
            "isEnabled": enabled,
        }
        for number in range(count)
    ]


def legacy_alarms(count: int, seed: int) -> list[dict]:
    """The same as the old app kept them: moments, by seconds since 2001."""
    chance = random.Random(seed)
    return [
        {
            "id": str(uuid.UUID(int=chance.getrandbits(128), version=4)).upper(),
            "time": 600_000_000 + chance.randrange(1440) * 60,
            "label": f"{' '.join(chance.choices(WORDS, k=3))} {number + 1}",
            "isEnabled": True,
            "repeatDays": HABITS[number % len(HABITS)],
            "sound": "默认",
            "snoozeEnabled": True,
            "vibrationEnabled": False,
        }
        for number in range(count)
    ]


class Table:
    def __init__(self):
        self.lines = ["| what | median | P90 | processor | must | verdict |", "|---|--:|--:|--:|--:|---|"]
        self.wrong: list[str] = []

    def add(self, what: str, figures: list[str], must: str = "", holds: bool | None = None) -> None:
        verdict = "" if holds is None else "holds" if holds else "FAILS"
        self.lines.append(f"| {what} | {' | '.join(figures)} | {must} | {verdict} |")
        print(self.lines[-1], file=sys.stderr, flush=True)
        if holds is False:
            self.wrong.append(f"{what}: {figures[0] or figures[2]}, must be {must}")

    def add_runs(self, what: str, runs: list[Run], most: int | None = None) -> None:
        walls = sorted(run.wall for run in runs)
        median = statistics.median(walls)
        late = walls[min(len(walls) - 1, int(len(walls) * 0.9))]
        processor = statistics.median(run.processor for run in runs)
        figures = [f"{value:.1f} ms" for value in (median, late, processor)]
        self.add(what, figures, f"< {most} ms" if most else "", median < most if most else None)


def check(holds: bool, what: str) -> None:
    """A figure of something that was not done right is none."""
    if not holds:
        raise Failure(what)


def measure_reading(options, folder: Path, table: Table) -> None:
    """Lists and looks for the next one; the same with all alarms off, where rows are read and nothing is looked for."""
    count = options.count
    on, off = Device(options.alarmclock, folder / "on"), Device(options.alarmclock, folder / "off")
    on.fill(alarms(count, options.seed, True))
    off.fill(alarms(count, options.seed, False))
    runs = {"list": [], "next": [], "off": []}
    for turn in range(options.turns + 1):
        taken = {"list": on.run("list"), "next": on.run("next"), "off": off.run("next")}
        check(taken["list"].out.count("[x]") == count, f"{count} alarms were not listed")
        check(taken["next"].out.startswith("Next: "), f"no alarm came next: {taken['next'].out}")
        check(taken["off"].out == "No alarm is on.\n", f"an alarm that is off came next: {taken['off'].out}")
        # The first turn warms up what the machine keeps of files.
        if turn:
            for name, run in taken.items():
                runs[name].append(run)
    named = f"{count:,} alarms with {len(EVERY_DAY)} days each"
    table.add_runs(f"{named}: `alarmclock list`, whole process", runs["list"], MOST_LIST)
    table.add_runs(f"{named}: `alarmclock next`, whole process", runs["next"])
    table.add_runs(f"{named}, all off: `alarmclock next`, whole process", runs["off"])
    differences = [one.processor - other.processor for one, other in zip(runs["next"], runs["off"], strict=True)]
    computed = statistics.median(differences)
    table.add(
        f"{named}: the next one computed, the difference between the two before it",
        ["", "", f"{computed:.1f} ms"], f"< {MOST_NEXT} ms", computed < MOST_NEXT,
    )


def measure_migration(options, folder: Path, table: Table) -> None:
    """Takes over the old app's alarms, each time into a store that is not there yet."""
    count, runs = options.count, []
    entries = legacy_alarms(count, options.seed)
    for turn in range(options.migrations):
        device = Device(options.alarmclock, folder / f"legacy-{turn}")
        device.leave_defaults(entries)
        run = device.run("migrate")
        check(f"{count} alarms were taken over" in run.messages, f"{count} alarms were not taken over: {run.messages}")
        check(len(json.loads(device.run("list", "--json").out)) == count, f"{count} alarms are not there")
        left = plistlib.loads((device.data / "AlarmClock.plist").read_bytes())
        check(left == {}, f"the settings still hold {list(left)}")
        runs.append(run)
        shutil.rmtree(device.folder)
    what = f"{count:,} alarms of the old app: `alarmclock migrate`, whole process"
    table.add_runs(what, runs, MOST_MIGRATION)


def processor_name() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def run() -> int:
    options = argparse.ArgumentParser(prog="Scripts/bench-alarmclock")
    options.add_argument("--alarmclock", required=True)
    options.add_argument("--count", type=int, default=10_000)
    options.add_argument("--turns", type=int, default=31)
    options.add_argument("--migrations", type=int, default=7)
    options.add_argument("--seed", type=int, default=measuring.SEED)
    options.add_argument("--folder")
    options.add_argument("--markdown", type=measuring.document)
    chosen = options.parse_args()
    table = Table()
    folder = Path(tempfile.mkdtemp(prefix="bench-alarmclock-", dir=chosen.folder))
    try:
        measure_reading(chosen, folder, table)
        measure_migration(chosen, folder, table)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    table.lines += [
        "",
        f"- seed {chosen.seed}; {chosen.turns} turns, {chosen.migrations} migrations",
        f"- {processor_name()}, {os.cpu_count()} cores",
    ]
    return measuring.report(table.lines, table.wrong, chosen.markdown, "results")


if __name__ == "__main__":
    sys.exit(measuring.ended("bench-alarmclock", run))
