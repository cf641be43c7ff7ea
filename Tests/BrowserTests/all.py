"""Runs every class of tests as a process of its own, as many at a time as there are processors, and prints what failed.

The longest ones come first, so that none of them is left over at the end. Arguments choose modules or classes by their names:
`all.py ideabox` runs all of IdeaBox's.
"""

import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PLACE = Path(__file__).parent
LONGEST_FIRST = ["AlarmClockAxeTests", "UsualScreenTests", "AxeTests", "StoryTests", "HeldScreenTests", "LiveTests"]


def classes(wanted):
    for file in sorted(PLACE.glob("*_tests.py")):
        for name in re.findall(r"^class (\w+Tests)\(.*TestCase\):", file.read_text(), re.MULTILINE):
            full = f"{file.stem}.{name}"
            if not wanted or any(word in full for word in wanted):
                yield full


def weight(name):
    short = name.split(".")[1]
    return LONGEST_FIRST.index(short) if short in LONGEST_FIRST else len(LONGEST_FIRST)


def run(name):
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-B", "-m", "unittest", name], cwd=PLACE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    seconds = time.monotonic() - began
    count = re.search(r"^Ran (\d+) test", done.stdout, re.MULTILINE)
    print(f"{'passed' if done.returncode == 0 else 'FAILED'} {name}: {count[1] if count else 'no'} tests, {seconds:.0f} s", flush=True)
    if done.returncode != 0:
        print(done.stdout, flush=True)
    # A class without tests is a mistake, not a success.
    return done.returncode == 0 and count is not None and int(count[1]) > 0


if __name__ == "__main__":
    began = time.monotonic()
    names = sorted(classes(sys.argv[1:]), key=weight)
    if not names:
        sys.exit("no class of tests has such a name")
    with ThreadPoolExecutor(max(2, os.cpu_count() or 2)) as pool:
        results = list(pool.map(run, names))
    print(f"{sum(results)} of {len(results)} classes passed in {time.monotonic() - began:.0f} s")
    sys.exit(0 if all(results) else 1)
