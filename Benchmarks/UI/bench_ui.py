"""Measures IdeaBox's pages in a real browser: how soon the first one is there, how soon a click is seen, what it takes.

Scripts/bench-ui builds the program, sees to it that there is a browser and starts this; its help says how it is used.
"""

import argparse
import http.client
import json
import math
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "Server"))
import measuring  # noqa: E402
from measuring import Failure  # noqa: E402

WORDS = "boat kite lantern harbour ladder window garden engine paper copper river winter salt compass".split()
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"

# What must hold, in milliseconds and megabytes; a click among more ideas than usual is measured only.
USUAL = 10_000
MOST_CLICK, MOST_LAST_BYTE, MOST_PAINTED, MOST_MEMORY = 50, 150, 600, 120
# Rows of a list through which somebody has scrolled.
MANY_ROWS = 2_000

# From the moment of the press to the first moment after the picture that shows it: the frame that follows the change is
# drawn, and a message that was posted while it was being made arrives when it is.
CLICK = """
() => {
  window.measured = [];
  addEventListener("pointerup", (event) => {
    const { id, ariaLabel } = event.target.closest("button");
    const began = event.timeStamp;
    const watch = new MutationObserver(() => {
      if (document.getElementById(id)?.ariaLabel === ariaLabel) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => window.measured.push(performance.now() - began);
        channel.port2.postMessage(0);
      });
    });
    const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-label"] };
    watch.observe(document.getElementById("_root"), changes);
  }, true);
}
"""

# From the moment that a key goes down to the picture in which the list has changed.
LETTER = """
() => {
  window.measured = [];
  addEventListener("keydown", (event) => {
    if (event.key.length > 1 || event.ctrlKey) return;
    const began = event.timeStamp;
    const watch = new MutationObserver((changes) => {
      const isRow = (node) => node.nodeType === 1 && (node.matches(".row") || node.querySelector(".row"));
      if (!changes.some((change) => [...change.addedNodes, ...change.removedNodes].some(isRow))) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => window.measured.push(performance.now() - began);
        channel.port2.postMessage(0);
      });
    });
    watch.observe(document.getElementById("_root"), { subtree: true, childList: true });
  }, true);
}
"""

# The moment of the first picture. The page's own rules forbid to wait by words that are run as a script.
FIRST_PAINT = """
() => new Promise((found) => {
  const tell = (entries) => {
    for (const entry of entries) {
      if (entry.name === "first-contentful-paint") found(performance.timeOrigin + entry.startTime);
    }
  };
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: "paint", buffered: true });
})
"""


class Device:
    """A store of its own, and the service on a port that it keeps."""

    def __init__(self, program: str, folder: Path):
        self.program, self.folder, self.port, self.process = program, folder, 0, None
        folder.mkdir(parents=True, exist_ok=True)
        self.environment = {
            "HOME": str(folder), "PATH": os.environ["PATH"], "LC_ALL": "C", "IDEABOX_HOME": str(folder / "data"),
        }

    def fill(self, count: int, seed: int) -> None:
        """Makes ideas of four words in the title and sixteen in the details, one in ten of them done."""
        chance = random.Random(seed)
        file = self.folder / "ideas.json"
        with file.open("w") as out:
            out.write("[")
            for number in range(count):
                idea = {
                    "title": f"{' '.join(chance.choices(WORDS, k=4))} {number + 1}",
                    "details": " ".join(chance.choices(WORDS, k=16)),
                    "isCompleted": number % 10 == 9,
                }
                out.write((",\n" if number else "\n") + json.dumps(idea))
            out.write("\n]\n")
        done = subprocess.run(
            [self.program, "import", str(file), "--format", "json"], env=self.environment, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise Failure(f"the import of {count} ideas ended with {done.returncode}: {done.stderr}")
        file.unlink()

    def start(self) -> float:
        """Starts the service; answers when, by the wall clock."""
        began = time.time()
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port)], env=self.environment, stdout=subprocess.PIPE, text=True
        )
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise Failure("ideabox did not say its address")
        self.link = "http://" + line.split("http://")[1].strip()
        self.port = int(self.link.split(":")[2].split("/")[0])
        return began

    def end(self) -> None:
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

    def cookie(self) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", "/?" + self.link.split("?", 1)[1])
        answer = connection.getresponse()
        answer.read()
        return (answer.getheader("Set-Cookie") or "").split(";")[0]

    def page(self, cookie: str) -> int:
        """Fetches the first page; answers its length."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", "/", headers={"Cookie": cookie})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200 or b"</html>" not in body:
            raise Failure(f"the first page came with {answer.status}")
        return len(body)

    def memory(self) -> tuple[float, float]:
        """Megabytes that the process holds now, and held at most."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = {line.split(":")[0]: line.split()[1] for line in status.splitlines() if line.startswith(("VmRSS", "VmHWM"))}
        return int(found["VmRSS"]) / 1000, int(found["VmHWM"]) / 1000


def share(values: list[float], part: float) -> float:
    """The value below which a part of all lies."""
    return sorted(values)[max(0, math.ceil(len(values) * part) - 1)]


class Table:
    def __init__(self):
        self.lines = ["| what | median | P95 | worst | must |", "|---|---|---|---|---|"]
        self.wrong = []

    def add(self, what: str, values: list[float], unit: str, limit: float | None) -> None:
        middle, high, worst = statistics.median(values), share(values, 0.95), max(values)
        must = "" if limit is None else f"< {limit} {unit}"
        self.lines.append(f"| {what} | {middle:.1f} {unit} | {high:.1f} {unit} | {worst:.1f} {unit} | {must} |")
        if limit is not None and high >= limit:
            self.wrong.append(f"{what}: {high:.1f} {unit} (P95), and it must be below {limit} {unit}")


def starts(device: Device, browser, count: int, turns: int, table: Table) -> None:
    """From the start of the process to the first page: its last byte, and its first picture in a browser that is open."""
    device.start()
    cookie, context = device.cookie(), browser.new_context()
    page = context.new_page()
    page.goto(device.link)
    # A page that has lost its service goes on asking for it, and would come into the way of the next start.
    page.goto("about:blank")
    device.end()
    last_bytes, painted = [], []
    for _ in range(turns):
        began = device.start()
        device.page(cookie)
        last_bytes.append((time.time() - began) * 1000)
        device.end()
        began = device.start()
        page.goto(f"http://127.0.0.1:{device.port}/", wait_until="load")
        painted.append(page.evaluate(FIRST_PAINT) - began * 1000)
        page.goto("about:blank")
        device.end()
    context.close()
    table.add(f"process start to the last byte of the first page, {count:,} ideas", last_bytes, "ms", MOST_LAST_BYTE)
    table.add(f"process start to the first page painted, {count:,} ideas", painted, "ms", MOST_PAINTED)


# Whether a click at a place comes to a check button: bars lie above the last rows.
IS_CHECK = "([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.ariaLabel?.startsWith('Mark') ?? false"


def in_sight(page, checks) -> list[tuple[float, float]]:
    """The middles of the buttons that can be pressed in the window as it is; pressing one moves no row."""
    boxes = [checks.nth(index).bounding_box() for index in range(min(checks.count(), 8))]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    seen = [middle for middle in middles if page.evaluate(IS_CHECK, middle)]
    if not seen:
        raise Failure("no check button is in the window")
    return seen


def measured(page, number: int, act, what: str) -> list[float]:
    """Does something so many times, each time until its effect was measured."""
    for turn in range(number):
        act(turn)
        end = time.monotonic() + 10
        while page.evaluate("window.measured.length") <= turn:
            if time.monotonic() > end:
                raise Failure(f"{what} {turn + 1} changed nothing that is seen")
    return page.evaluate("window.measured")


def live_page(device: Device, context):
    page = context.new_page()
    page.goto(device.link)
    page.locator("html.live").wait_for()
    return page


def click_times(page, number: int) -> list[float]:
    """Presses the check buttons in the window, one after the other."""
    checks = page.locator(".rows > .row button[aria-label^=Mark]")
    checks.first.wait_for()
    page.evaluate(CLICK)

    def press(turn: int) -> None:
        # Looked for each time: what is told above the list moves it.
        places = in_sight(page, checks)
        page.mouse.click(*places[turn % len(places)])

    return measured(page, number, press, "click")


# Which row of all the last one on the page is: those far behind are not there any more.
REACHED = """
() => Math.max(0, ...[...document.querySelectorAll(".rows > .row")].map((row, place) => Number(row.ariaPosInSet) || place + 1))
"""


def show_rows(page, count: int) -> None:
    """Scrolls through so many rows, and back to the first."""
    rows, end = page.locator(".rows > .row"), time.monotonic() + 300
    while page.evaluate(REACHED) < count:
        if time.monotonic() > end:
            raise Failure(f"scrolling came to row {page.evaluate(REACHED)}, and not to {count}")
        rows.last.scroll_into_view_if_needed()
        page.wait_for_timeout(20)
    page.evaluate("document.querySelector('.rows').closest('.content').scrollTop = 0")
    page.locator(".rows > .row[aria-posinset='1']").wait_for()


def clicks(device: Device, browser, count: int, number: int, table: Table) -> None:
    """From pressing a check button to the picture that shows it, and what the process holds after all of it."""
    device.start()
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    values = click_times(live_page(device, context), number)
    now, most = device.memory()
    context.close()
    device.end()
    limit = MOST_CLICK if count <= USUAL else None
    table.add(f"click to painted change, {count:,} ideas, {number} clicks", values, "ms", limit)
    table.add(f"memory of the process after them, {count:,} ideas", [now], "MB", MOST_MEMORY)
    table.add(f"memory of the process at most, {count:,} ideas", [most], "MB", MOST_MEMORY)


def long_list(device: Device, browser, count: int, number: int, table: Table) -> None:
    """Clicks after somebody has scrolled far, and letters that are typed into the search."""
    device.start()
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = live_page(device, context)
    page.keyboard.press("/")
    page.get_by_role("searchbox").wait_for()
    page.evaluate(LETTER)
    letters = sorted({word[0] for word in WORDS})

    def write(turn: int) -> None:
        page.keyboard.press("Control+a")
        page.keyboard.press(letters[turn % len(letters)])

    typed = measured(page, number, write, "letter")
    page.close()
    table.add(f"a letter typed in the search to the painted list, {count:,} ideas, {number} letters", typed, "ms", None)
    page = live_page(device, context)
    shown = min(MANY_ROWS, count)
    show_rows(page, shown)
    values = click_times(page, number)
    context.close()
    device.end()
    table.add(f"click after scrolling through {shown:,} rows, {count:,} ideas, {number} clicks", values, "ms", None)


def machine() -> str:
    names = [line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} processors, {platform.system()} {platform.release()}"


def run() -> int:
    options = argparse.ArgumentParser(prog="Scripts/bench-ui")
    options.add_argument("--ideabox", required=True)
    options.add_argument("--count", type=int, action="append")
    options.add_argument("--turns", type=int, default=20)
    options.add_argument("--clicks", type=int, default=200)
    options.add_argument("--seed", type=int, default=measuring.SEED)
    options.add_argument("--folder")
    options.add_argument("--markdown", type=measuring.document)
    chosen = options.parse_args()
    table = Table()
    with tempfile.TemporaryDirectory(prefix="bench-ui-", dir=chosen.folder) as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        table.lines.insert(0, f"Measured on {machine()}; Chromium {browser.version}.\n")
        for index, count in enumerate(chosen.count or [10_000, 1_000_000]):
            device = Device(chosen.ideabox, Path(place) / str(count))
            device.fill(count, chosen.seed)
            starts(device, browser, count, chosen.turns, table)
            clicks(device, browser, count, chosen.clicks, table)
            if index == 0:
                long_list(device, browser, count, chosen.clicks, table)
        browser.close()
    return measuring.report(table.lines, table.wrong, chosen.markdown, "results")


if __name__ == "__main__":
    sys.exit(measuring.ended("bench-ui", run))
