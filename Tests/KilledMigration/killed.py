"""Kills migrations of the old app's alarms at random moments; Scripts/check-alarm-migration starts this, and its help tells more."""

import argparse
import json
import plistlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

# How often the old app's alarms ring, by turns: once, on working days, at weekends, every day.
HABITS = [[], [2, 3, 4, 5, 6], [1, 7], [1, 2, 3, 4, 5, 6, 7]]
# Of a hundred migrations so many at least must be killed before they have stored anything, and so many after.
LEAST = 5


class Failure(Exception):
    """Something is lost, or there twice."""


def alarms(count: int, chance: random.Random) -> list[dict]:
    return [
        {
            "id": str(uuid.UUID(int=chance.getrandbits(128), version=4)).upper(),
            "time": 600_000_000 + chance.randrange(1440) * 60,
            "label": f"alarm {number + 1}",
            "isEnabled": True,
            "repeatDays": HABITS[number % len(HABITS)],
        }
        for number in range(count)
    ]


class Device:
    """A data folder that holds the settings of the old app."""

    def __init__(self, program: str, folder: Path, old: list[dict]):
        self.program, self.folder = program, folder
        folder.mkdir()
        self.settings = folder / "AlarmClock.plist"
        left = {"SavedAlarms": json.dumps(old).encode(), "theme": "dark"}
        self.settings.write_bytes(plistlib.dumps(left, fmt=plistlib.FMT_BINARY))
        self.environment = {"HOME": str(folder), "PATH": "/nowhere", "LC_ALL": "C", "ALARMCLOCK_HOME": str(folder)}

    def begin(self) -> subprocess.Popen:
        return subprocess.Popen(
            [self.program, "migrate"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def run(self, *arguments: str) -> str:
        done = subprocess.run([self.program, *arguments], env=self.environment, capture_output=True, text=True, timeout=120)
        if done.returncode != 0:
            raise Failure(f"{arguments} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def stored(self) -> int:
        """Alarms in the store, counted behind the program's back."""
        file = self.folder / "AlarmClock.sqlite"
        if not file.exists():
            return 0
        with sqlite3.connect(file) as store:
            for (table,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                columns = {row[1] for row in store.execute(f'PRAGMA table_info("{table}")')}
                if {"label", "updatedAt", "snoozeMinutes"} <= columns:
                    return store.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
        return 0


def whole(program: str, place: Path, old: list[dict]) -> float:
    """Seconds that a migration takes which nobody kills."""
    device = Device(program, place / "whole", old)
    began = time.monotonic()
    if device.begin().wait(timeout=120) != 0:
        raise Failure("a migration that nobody killed did not end well")
    return time.monotonic() - began


def kill(device: Device, seconds: float) -> None:
    process = device.begin()
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()


def check(device: Device, old: list[dict]) -> int:
    """Alarms that the killed migration had stored; the next one must find each alarm once."""
    stored = device.stored()
    if stored not in (0, len(old)):
        raise Failure(f"{stored} of {len(old)} alarms were stored")
    waits = "SavedAlarms" in plistlib.loads(device.settings.read_bytes())
    if not waits and stored == 0:
        raise Failure("the old list is gone, and nothing is stored")
    device.run("migrate")
    found = json.loads(device.run("list", "--json"))
    days = {alarm["id"].upper(): sorted(alarm["repeatDays"]) for alarm in found}
    if len(found) != len(old) or days != {alarm["id"]: alarm["repeatDays"] for alarm in old}:
        raise Failure(f"{len(found)} alarms, {len(days)} of them different, and there were {len(old)}; or their days differ")
    left = plistlib.loads(device.settings.read_bytes())
    if left != {"theme": "dark"}:
        raise Failure(f"the old settings are {list(left)}")
    return stored


def run() -> None:
    options = argparse.ArgumentParser(prog="Scripts/check-alarm-migration")
    options.add_argument("--alarmclock", required=True)
    options.add_argument("--rounds", type=int, default=100)
    options.add_argument("--count", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=int(time.time()))
    chosen = options.parse_args()
    chance = random.Random(chosen.seed)
    old = alarms(chosen.count, chance)
    before = 0
    with tempfile.TemporaryDirectory(prefix="killed-migration-") as name:
        place = Path(name)
        seconds = whole(chosen.alarmclock, place, old)
        for number in range(chosen.rounds):
            device = Device(chosen.alarmclock, place / str(number), old)
            kill(device, chance.uniform(0, 1.1 * seconds))
            before += check(device, old) == 0
            shutil.rmtree(device.folder)
            if (number + 1) % 10 == 0:
                print(f"{number + 1} killed", file=sys.stderr, flush=True)
    after = chosen.rounds - before
    said = f"{chosen.rounds} migrations of {chosen.count:,} alarms killed (seed {chosen.seed}): {before} had stored nothing, {after} all"
    print(f"{said}; each alarm is there once.")
    if chosen.rounds >= 100 and min(before, after) < LEAST:
        raise Failure("the moments were not spread over the whole of it")


if __name__ == "__main__":
    try:
        run()
    except Failure as failure:
        sys.exit(f"check-alarm-migration: {failure}")
