"""Two devices and a server as real processes, a bad network between them, and all of them killed again and again.

Scripts/check-processes builds the programs and starts this; its help says how it is used. In every round persons add, edit,
complete and remove ideas on both devices while `ideabox sync --watch` runs there; some of their commands are killed too. At
the end everything is mended, everybody syncs, and what follows from the commands that ended well must be on both devices
and, as a third device finds that had nothing, at the server: each idea once.
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

# Seconds after the end of an outage in which two devices must agree, as Documentation/ideabox-sync.md has it.
MOST_AFTER_OUTAGE = 10


def play(scene: Scene, rounds: int):
    scene.begin()
    for number in range(1, rounds + 1):
        scene.round()
        if number % 20 == 0:
            print(f"{number} rounds: {scene.record.acknowledged} changes acknowledged", file=sys.stderr, flush=True)


def outages(scene: Scene, count: int) -> list[tuple[float, float]]:
    """How long each outage of the server was, and how long the devices needed after it to agree."""
    for proxy in scene.proxies:
        proxy.heal()
    lengths = [scene.random.uniform(0.2, 3), scene.random.uniform(3, 12), scene.random.uniform(12, 40)]
    return [scene.outage(number, lengths[number % len(lengths)]) for number in range(count)]


def check(options) -> int:
    folder = Path(tempfile.mkdtemp(prefix="check-processes-"))
    print(f"seed {options.seed}, {options.rounds} rounds", file=sys.stderr, flush=True)
    scene = None
    begin = time.monotonic()
    try:
        scene = Scene(folder, options.seed, Service(folder, options.server), options.ideabox)
        play(scene, options.rounds)
        scene.mend()
        measured = outages(scene, options.outages)
        scene.mend()
        count, more = scene.judge()
    except (Failure, subprocess.TimeoutExpired) as failure:
        print(f"check-processes: seed {options.seed}: {failure}\nThe files are in {folder}.", file=sys.stderr)
        return 1
    finally:
        if scene:
            scene.end()
    shutil.rmtree(folder, ignore_errors=True)
    for length, seconds in measured:
        print(f"an outage of {length:.1f} s: the devices agreed {seconds:.1f} s after it")
    if any(seconds > MOST_AFTER_OUTAGE for _, seconds in measured):
        print(f"check-processes: seed {options.seed}: more than {MOST_AFTER_OUTAGE} s", file=sys.stderr)
        return 1
    print(
        f"{options.rounds} rounds in {time.monotonic() - begin:.0f} s, seed {options.seed}: {scene.words}. Both devices "
        f"and the server have the same {count} ideas, each once, {more} of them from commands that were killed."
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
