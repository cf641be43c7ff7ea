"""Loads cloudkit-server and Kinto with the same work, one after the other, and makes a table of it.

Scripts/bench-server builds and installs what this needs and starts it; its help says how it is used. The servers run at
the same time, so that their turns can alternate; the idle ones cost next to nothing.

Beside the speed it checks that the answers are right: every one that is counted must say that all was done, and
afterwards as many records must be stored as were acknowledged. wrk ends a turn by hanging up, so at each end some
requests are under way whose answers nobody sees: those may be stored besides, at most one for each connection.
"""

import argparse
import asyncio
import base64
import json
import os
import platform
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

import measuring
import parked
from measuring import Failure

HERE = Path(__file__).resolve().parent
CONTAINER = "iCloud.org.example.bench"
BASE = f"/database/1/{CONTAINER}/development/private"
BATCH = 25
KINTO_WORKERS, KINTO_THREADS = 2, 4

SINGLE, BATCHES, CHANGES, PARKED = "single", "batch", "changes", "parked"
# What must be reached on two cores, and how many records are in a request.
MUSTS = {SINGLE: 2_000, BATCHES: 10_000, CHANGES: 5_000}
RECORDS = {SINGLE: 1, BATCHES: BATCH, CHANGES: 0}
TITLES = {SINGLE: "single creates", BATCHES: f"records in batches of {BATCH}", CHANGES: "change requests, nothing new"}
TIMES_KINTO = 8
# Devices that wait at once, and the kilobytes that a server may have then.
DEVICES, PARKED_KILOBYTES = 10_000, 300_000


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def ask(method: str, url: str, body: dict | None = None, headers: dict | None = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"} | (headers or {}), method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def wait_for(port: int, process: subprocess.Popen, what: str) -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise Failure(f"{what} has ended by itself; its messages are above.")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise Failure(f"{what} does not listen after 30 seconds.")


@dataclass
class Place:
    """A zone or a collection, as the load generator needs it."""

    path: str
    authorization: str
    token: str

    def line(self) -> str:
        return "\t".join([self.path, self.authorization, self.token]) + "\n"


@dataclass
class Turn:
    """What one turn of the load generator gave."""

    rate: float
    p50: float
    p99: float


@dataclass
class Contender:
    """A server under load."""

    name: str
    kind: str
    port: int
    process: subprocess.Popen | None = None
    acknowledged: int = 0
    uncertain: int = 0
    refused: int = 0
    may_refuse: bool = False
    turns: dict[str, list[Turn]] = field(default_factory=lambda: {SINGLE: [], BATCHES: [], CHANGES: []})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def places(self, task: str) -> list[Place]:
        raise NotImplementedError

    def stored(self) -> int:
        raise NotImplementedError

    def rate(self, task: str) -> float:
        return statistics.median(turn.rate for turn in self.turns[task])

    def latency(self, task: str) -> tuple[float, float]:
        turns = self.turns[task]
        return statistics.median(turn.p50 for turn in turns), statistics.median(turn.p99 for turn in turns)


class CloudKit(Contender):
    """cloudkit-server, over either of its stores."""

    def start(self, binary: str, folder: Path, postgres: str | None, accounts: int) -> None:
        self.folder, self.postgres = folder, postgres
        options = ["--data", str(folder)] + (["--postgres", postgres] if postgres else [])

        def command(*arguments: str, text: str | None = None) -> str:
            done = subprocess.run(
                [binary, *arguments, *options], input=text, stdout=subprocess.PIPE, text=True, check=False
            )
            if done.returncode != 0:
                raise Failure(f"cloudkit-server {' '.join(arguments)} failed; its message is above.")
            return done.stdout.strip()

        api = command("token", "api", "--container", CONTAINER)
        self.tokens = []
        for number in range(accounts):
            command("account", "create", f"bench{number}", "--password-stdin", text="a password for the benchmark\n")
            web = command("token", "web", f"bench{number}", "--container", CONTAINER)
            self.tokens.append(f"ckAPIToken={api}&ckWebAuthToken={web}")
        self.process = subprocess.Popen(
            [binary, "serve", "--port", str(self.port), *options], stdout=subprocess.DEVNULL
        )
        wait_for(self.port, self.process, self.name)
        for tokens in self.tokens:
            operation = {"operationType": "create", "zone": {"zoneID": {"zoneName": "bench"}}}
            ask("POST", f"{self.url}{BASE}/zones/modify?{tokens}", {"operations": [operation]})

    def places(self, task: str) -> list[Place]:
        if task != CHANGES:
            return [Place(f"{BASE}/records/modify?{tokens}", "", "") for tokens in self.tokens]
        return [Place(f"{BASE}/changes/zone?{tokens}", "", self.sync_token(tokens)) for tokens in self.tokens]

    def sync_token(self, tokens: str) -> str:
        # An empty token says that the caller has everything.
        zone = {"zoneID": {"zoneName": "bench"}, "syncToken": ""}
        return ask("POST", f"{self.url}{BASE}/changes/zone?{tokens}", {"zones": [zone]})["zones"][0]["syncToken"]

    def stored(self) -> int:
        if self.postgres:
            return int(psql(self.postgres, "SELECT count(*) FROM record WHERE NOT is_deleted"))
        with sqlite3.connect(f"file:{self.folder}/cloudkit.sqlite?mode=ro", uri=True) as file:
            return file.execute("SELECT count(*) FROM record WHERE NOT is_deleted").fetchone()[0]


class Kinto(Contender):
    """Kinto, over PostgreSQL."""

    def start(self, tools: Path, folder: Path, postgres: str, accounts: int) -> None:
        psql(postgres, "CREATE DATABASE kinto")
        psql(postgres, "ALTER DATABASE kinto SET timezone TO UTC")
        self.postgres = postgres.replace("/postgres?", "/kinto?")
        settings = folder / "kinto.ini"
        # SQLAlchemy takes no application name where libpq would.
        url = self.postgres.split("?")[0]
        settings.write_text((HERE / "kinto.ini.template").read_text().replace("@URL@", url))
        subprocess.run([tools / "kinto", "migrate", "--ini", settings], check=True, stdout=subprocess.DEVNULL)
        self.process = subprocess.Popen(
            [tools / "gunicorn", "--paste", settings, "--workers", str(KINTO_WORKERS), "--threads", str(KINTO_THREADS),
             "--bind", f"127.0.0.1:{self.port}", "--log-level", "error", "--keep-alive", "60"],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        wait_for(self.port, self.process, self.name)
        self.authorizations = []
        for number in range(accounts):
            user = base64.b64encode(f"bench{number}:secret".encode()).decode()
            headers = {"Authorization": f"Basic {user}"}
            ask("PUT", f"{self.url}/v1/buckets/bench{number}", {}, headers)
            ask("PUT", f"{self.url}{self.collection(number)}", {}, headers)
            self.authorizations.append(headers["Authorization"])

    @staticmethod
    def collection(number: int) -> str:
        return f"/v1/buckets/bench{number}/collections/ideas"

    def places(self, task: str) -> list[Place]:
        places = []
        for number, authorization in enumerate(self.authorizations):
            path = self.collection(number)
            token = ""
            if task == CHANGES:
                request = urllib.request.Request(
                    f"{self.url}{path}/records", headers={"Authorization": authorization}, method="HEAD"
                )
                with urllib.request.urlopen(request, timeout=30) as answer:
                    token = "%22" + answer.headers["ETag"].strip('"') + "%22"
            # In a batch, too, the path is that of the records.
            places.append(Place(f"{path}/records", authorization, token))
        return places

    def stored(self) -> int:
        return int(psql(self.postgres, "SELECT count(*) FROM objects WHERE resource_name = 'record' AND NOT deleted"))


def psql(url: str, statement: str) -> str:
    done = subprocess.run(
        ["psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", statement],
        stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise Failure(f"PostgreSQL refuses: {statement}")
    return done.stdout.strip()


def settle(contender: Contender) -> None:
    """Waits for what was under way when the last turn ended: it would be news to this one."""
    before = -1
    for _ in range(100):
        stored = contender.stored()
        if stored == before:
            return
        before = stored
        time.sleep(0.3)
    raise Failure(f"{contender.name} goes on writing after its load has ended.")


def take_turn(contender: Contender, task: str, number: int, seconds: int, options: argparse.Namespace) -> Turn:
    """One turn of a contender. Its answers are checked one by one, and any that is not a success ends the run."""
    with tempfile.NamedTemporaryFile("w", suffix=".places") as places:
        places.writelines(place.line() for place in contender.places(task))
        places.flush()
        done = subprocess.run(
            ["wrk", "--threads", "1", "--connections", str(options.connections), "--duration", f"{seconds}s",
             "--timeout", "30s", "--script", str(HERE / "load.lua"), contender.url, "--",
             contender.kind, task, places.name, str(options.seed), str(number)],
            stdout=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    result = [line for line in done.stdout.splitlines() if line.startswith("RESULT\t")]
    if done.returncode != 0 or not result:
        raise Failure(f"wrk failed: {done.stdout}")
    _, good, bad, sent, errors, micros, p50, p99, example = result[0].split("\t", 8)
    contender.refused += int(bad)
    if (int(bad) and not contender.may_refuse) or int(errors) or not (int(good) or seconds < options.seconds):
        raise Failure(f"{contender.name}, {task}: {bad} refusals, {errors} lost connections. {example}")
    contender.acknowledged += int(good) * RECORDS[task]
    contender.uncertain += (int(sent) - int(good)) * RECORDS[task]
    rate = int(good) * max(1, RECORDS[task]) / (int(micros) / 1e6)
    return Turn(rate, float(p50) / 1_000, float(p99) / 1_000)


def check_stored(contender: Contender) -> str:
    """That what was acknowledged is stored, and nothing that was never sent."""
    stored, least = contender.stored(), contender.acknowledged
    if not least <= stored <= least + contender.uncertain:
        raise Failure(
            f"{contender.name} has {stored} records; {least} were acknowledged, {contender.uncertain} were under way."
        )
    return (
        f"{contender.name}: {least:,} records acknowledged, {stored:,} stored; "
        f"{contender.uncertain:,} more were under way when a turn ended or refused; {contender.refused:,} requests refused"
    )


def run(contenders: list[Contender], postgres: str, options: argparse.Namespace) -> None:
    warm = min(3, options.seconds - 1)
    number = 0
    for task in [task for task in MUSTS if task in options.task]:
        # No two turns have the same number: the names of records come from it.
        number += 1
        for contender in contenders:
            settle(contender)
            take_turn(contender, task, number, warm, options)
    for _ in range(options.turns):
        for task in [task for task in MUSTS if task in options.task]:
            number += 1
            # Each turn begins with another contender, and none pays for what another left to be written.
            for step in range(len(contenders)):
                contender = contenders[(number + step) % len(contenders)]
                # What was under way elsewhere when the last turn ended is done first, too.
                for other in contenders:
                    settle(other)
                psql(postgres, "CHECKPOINT")
                turn = take_turn(contender, task, number, options.seconds, options)
                contender.turns[task].append(turn)
                print(
                    f"{task:8} {contender.name:30} {turn.rate:9,.0f}/s  p50 {turn.p50:6.1f} ms  p99 {turn.p99:6.1f} ms",
                    file=sys.stderr,
                )


def table(contenders: list[Contender], options: argparse.Namespace) -> tuple[list[str], list[str]]:
    """The table's lines, and what is wrong."""
    *ours, kinto = contenders
    lines = [
        "| work | server | a second | p50 | p99 | must | times Kinto | must | verdict |",
        "|---|---|--:|--:|--:|--:|--:|--:|---|",
    ]
    wrong = []
    for task in [task for task in MUSTS if task in options.task]:
        for server in ours:
            (p50, p99), rate = server.latency(task), server.rate(task)
            times = rate / kinto.rate(task)
            problems = [
                text
                for text, is_below in [("BELOW MUST", rate < MUSTS[task]), ("BELOW RATIO", times < TIMES_KINTO)]
                if is_below
            ]
            wrong += [f"{TITLES[task]}, {server.name}: {text}" for text in problems]
            lines.append(
                f"| {TITLES[task]} | {server.name} | {rate:,.0f} | {p50:.1f} ms | {p99:.1f} ms | {MUSTS[task]:,} "
                f"| {times:.1f} | {TIMES_KINTO} | {', '.join(problems) or 'holds'} |"
            )
        (p50, p99), rate = kinto.latency(task), kinto.rate(task)
        lines.append(f"| {TITLES[task]} | {kinto.name} | {rate:,.0f} | {p50:.1f} ms | {p99:.1f} ms | | 1 | | |")
    return lines, wrong


def park(options: argparse.Namespace, folder: Path) -> tuple[list[str], list[str]]:
    """Many devices wait at a server that does nothing else: the table's lines, and what is wrong."""
    server = CloudKit("cloudkit-server, parked", "cloudkit", free_port())
    (folder / "parked").mkdir()
    try:
        server.start(options.server, folder / "parked", None, options.accounts)
        result = asyncio.run(
            parked.measure(server.port, server.process.pid, CONTAINER, BASE, server.tokens, DEVICES)
        )
    finally:
        if server.process:
            server.process.terminate()
            server.process.wait(timeout=60)
    is_right = result.kilobytes < PARKED_KILOBYTES
    lines = [
        "| devices that wait | memory of the server | before | must be below | told after | verdict |",
        "|--:|--:|--:|--:|--:|---|",
        f"| {result.devices:,} | {result.kilobytes / 1_000:,.0f} MB | {result.before / 1_000:,.0f} MB "
        f"| {PARKED_KILOBYTES / 1_000:,.0f} MB | {result.woken:.2f} s | {'holds' if is_right else 'ABOVE MUST'} |",
    ]
    return lines, [] if is_right else [f"{result.devices:,} devices that wait: ABOVE MUST"]


def machine(postgres: str, tools: Path, folder: Path, options: argparse.Namespace) -> list[str]:
    cpu = platform.processor() or platform.machine()
    with open("/proc/cpuinfo") as file:
        cpu = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), cpu)
    kind = subprocess.run(["stat", "-f", "-c", "%T", folder], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    kinto = subprocess.run(
        [tools / "python", "-c", "from importlib.metadata import version; print(version('kinto'))"],
        stdout=subprocess.PIPE, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    settings = {name: psql(postgres, f"SHOW {name}") for name in ["server_version", "fsync", "synchronous_commit"]}
    if settings["fsync"] != "on" or settings["synchronous_commit"] != "on":
        raise Failure("PostgreSQL does not wait for the disk.")
    flush = flush_milliseconds(folder)
    return [
        f"{cpu}, {os.cpu_count()} cores, shared with whatever else runs on the machine; load before the run "
        f"{options.load:.1f}",
        f"disk: {kind}; a 4 KiB write with its flush takes {flush:.2f} ms (median of 50)",
        f"PostgreSQL {settings['server_version'].split()[0]}, fsync {settings['fsync']}, synchronous_commit "
        f"{settings['synchronous_commit']}, one server for both; SQLite {sqlite_version(folder)}, synchronous FULL",
        f"Kinto {kinto}, {KINTO_WORKERS} processes of {KINTO_THREADS} threads under gunicorn",
        f"seed {options.seed}; {options.turns} turns of {options.seconds} s, {options.connections} connections, "
        f"{options.accounts} accounts" + ("; quick run" if options.quick else ""),
    ]


def sqlite_version(folder: Path) -> str:
    return sqlite3.sqlite_version


def flush_milliseconds(folder: Path) -> float:
    path = folder / "flush"
    file = os.open(path, os.O_RDWR | os.O_CREAT)
    try:
        os.write(file, bytes(4096 * 50))
        os.fsync(file)
        times = []
        for number in range(50):
            begin = time.perf_counter()
            os.pwrite(file, bytes([number]) * 4096, number * 4096)
            os.fdatasync(file)
            times.append((time.perf_counter() - begin) * 1_000)
        return statistics.median(times)
    finally:
        os.close(file)
        path.unlink()


def arguments() -> argparse.Namespace:
    parser = measuring.parser("bench-server")
    parser.add_argument("--kinto-tools", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--accounts", type=int, default=16)
    parser.add_argument("--task", action="append", choices=[*MUSTS, PARKED])
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    if options.quick:
        options.seconds = 4
    options.task = options.task or [*MUSTS, PARKED]
    options.load = os.getloadavg()[0]
    return options


def compare(contenders: list[Contender], options: argparse.Namespace, folder: Path) -> tuple[list[str], list[str]]:
    """The servers take turns under load: the table's lines, and what is wrong."""
    sqlite, shared, kinto = contenders
    (folder / "sqlite").mkdir()
    (folder / "assets").mkdir()
    sqlite.start(options.server, folder / "sqlite", None, options.accounts)
    shared.start(options.server, folder / "assets", options.postgres, options.accounts)
    kinto.start(options.kinto_tools, folder, options.postgres, options.accounts)
    run(contenders, options.postgres, options)
    for contender in contenders:
        settle(contender)
    stored = [check_stored(contender) for contender in contenders]
    lines, wrong = table(contenders, options)
    return [*lines, "", *(f"- {line}" for line in stored)], wrong


def end(contenders: list[Contender]) -> None:
    for contender in contenders:
        if contender.process:
            contender.process.terminate()
    for contender in contenders:
        if contender.process:
            contender.process.wait(timeout=60)
            contender.process = None


def main() -> int:
    options = arguments()
    folder = Path(tempfile.mkdtemp(prefix="cloudkit-bench."))
    sqlite = CloudKit("cloudkit-server, SQLite", "cloudkit", free_port())
    shared = CloudKit("cloudkit-server, PostgreSQL", "cloudkit", free_port())
    # Kinto refuses some of the writes that reach one collection at once; it is not held against it.
    kinto = Kinto("Kinto, PostgreSQL", "kinto", free_port(), may_refuse=True)
    contenders: list[Contender] = [sqlite, shared, kinto]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        notes = machine(options.postgres, options.kinto_tools, folder, options)
        lines, wrong = [], []
        if set(options.task) & set(MUSTS):
            lines, wrong = compare(contenders, options, folder)
            end(contenders)
        if PARKED in options.task:
            more, above = park(options, folder)
            lines, wrong = [*lines, *([""] if lines else []), *more], wrong + above
        lines += [""] + [f"- {note}" for note in notes]
        return measuring.report(lines, wrong, options.markdown, "results")
    finally:
        end(contenders)
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(measuring.ended("bench-server", main))
