"""Four devices with clocks that are wrong, a page with a person in it, and servers, as real processes for a long time.

Scripts/soak builds the programs and starts this; its help says how it is used. As in check_processes.py everything is killed
in every round, behind a network that resets, trickles, swallows and delays. The clock of a device is set now and then, up to
a year ahead. Each period has another service: one server over SQLite, then two over one PostgreSQL, each with fresh devices.
At the end of a period all stores are read, and compared with the service and with what persons were told.
"""

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from programs import Failure
from scene import Scene
from service import Service
from window import Window

DEVICES = 4


def play(scene: Scene, seconds: float):
    begin = told = time.monotonic()
    scene.begin()
    while time.monotonic() - begin < seconds:
        scene.round()
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(f"{scene.rounds} rounds: {scene.words}", file=sys.stderr, flush=True)


def period(options, seed: int, seconds: float, postgres: str | None) -> str:
    """Plays one service with its devices; what came of it, in words."""
    folder = Path(tempfile.mkdtemp(prefix="soak-"))
    name = "two servers over PostgreSQL" if postgres else "one server over SQLite"
    print(f"seed {seed}, {name}, {seconds:.0f} s, files in {folder}", file=sys.stderr, flush=True)
    scene = None
    try:
        service = Service(folder, options.server, postgres, servers=2 if postgres else 1)
        scene = Scene(folder, seed, service, options.ideabox, DEVICES, Path(options.clock))
        scene.window = Window(scene.devices[0], scene.record)
        play(scene, seconds)
        scene.mend()
        count, more = scene.judge()
        words = f"{name}, seed {seed}: {scene.rounds} rounds, {scene.words}; {count} ideas, {more} of unknown making"
    except Exception:
        print(f"soak: seed {seed}, {name}: failed; the files are in {folder}", file=sys.stderr)
        raise
    finally:
        if scene:
            scene.end()
    shutil.rmtree(folder, ignore_errors=True)
    return words


def main() -> int:
    options = argparse.ArgumentParser(prog="Scripts/soak", description=__doc__.partition("\n")[0])
    options.add_argument("--server", required=True, help=argparse.SUPPRESS)
    options.add_argument("--ideabox", required=True, help=argparse.SUPPRESS)
    options.add_argument("--clock", required=True, help=argparse.SUPPRESS)
    options.add_argument("--postgres", required=True, help=argparse.SUPPRESS)
    options.add_argument("--minutes", type=float, default=60, help="how long it takes, without the ends (60)")
    options.add_argument("--seed", type=int, help="what persons do and what goes wrong; chosen by chance, and printed")
    chosen = options.parse_args()
    seed = random.SystemRandom().randrange(1 << 31) if chosen.seed is None else chosen.seed
    half = chosen.minutes * 30
    try:
        for number, postgres in enumerate([None, chosen.postgres]):
            print(period(chosen, seed + number, half, postgres), flush=True)
    except (Failure, subprocess.TimeoutExpired) as failure:
        print(f"soak: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
