"""Asks cloudkit-server for the first pages of many kinds of query on 100,000 records of one type, over both stores.

Scripts/bench-queries builds and starts what this needs; its help says how it is used. One client asks over HTTP on one
connection, so a figure is what an app waits for: the request, the search, the answer of up to 200 records. What a query
needs and the store does not have yet, such as an index for an order by several fields, is made before: each is asked
a few times without being counted.

A page may be short where few of many records match and nothing says which; the table shows how many records came.
"""

import argparse
import http.client
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import bench_server
import measuring
from bench_server import BASE, free_port, psql, wait_for
from measuring import Failure

RECORDS = 100_000
BATCH = 200
LIMIT_MS = 20.0
ZONE = "bench"
TYPE = "Idea"
DAY = 86_400_000
EPOCH = 1_767_225_600_000
WORDS = (
    "paper boat regatta lantern orchard violin harbour compass meadow glacier pepper saddle timber velvet walnut yarn"
    " anchor basket candle drizzle ember fiddle gravel hazel island jigsaw kettle ladder marble needle oyster pebble"
).split()


def record(number: int, seed: int) -> dict:
    """The record of a number. The order of names is not that of any value."""
    source = random.Random(seed * RECORDS + number)
    place = number * 7_919 % RECORDS
    values = {
        "id": ("STRING", f"I-{place:06d}"),
        "title": ("STRING", f"{source.choice(WORDS)} {source.choice(WORDS)} {place}"),
        "details": ("STRING", " ".join(source.choice(WORDS) for _ in range(16))),
        "isCompleted": ("INT64", place % 2),
        "priority": ("INT64", place % 9),
        "score": ("DOUBLE", source.random() * 100),
        "device": ("STRING", f"D-{place % 100}"),
        "updatedAt": ("TIMESTAMP", EPOCH + number * 1_000),
        "tags": ("STRING_LIST", [source.choice(WORDS), f"tag{place % 50}"]),
        "owner": ("REFERENCE", {"recordName": f"O-{place % 1_000}", "action": "NONE"}),
        "place": ("LOCATION", {"latitude": source.uniform(-80, 80), "longitude": source.uniform(-180, 180)}),
    }
    fields = {name: {"type": kind, "value": value} for name, (kind, value) in values.items()}
    return {"recordName": f"I-{place:06d}", "recordType": TYPE, "fields": fields}


def where(field: str, comparator: str, kind: str, value, **more) -> dict:
    return {"fieldName": field, "comparator": comparator, "fieldValue": {"type": kind, "value": value}} | more


def system(field: str, comparator: str, kind: str, value) -> dict:
    return {"systemFieldName": field, "comparator": comparator, "fieldValue": {"type": kind, "value": value}}


def by(*fields: str) -> list[dict]:
    """Criteria of order; one with a minus in front falls."""
    return [{"fieldName": field.lstrip("-"), "ascending": not field.startswith("-")} for field in fields]


def by_system(field: str, ascending: bool) -> list[dict]:
    return [{"systemFieldName": field, "ascending": ascending}]


def kinds() -> list[tuple[str, list[dict], list[dict], int]]:
    """Every kind of query: what it is called, filters, order, and how many records its first page must have."""
    half, rare = where("isCompleted", "EQUALS", "INT64", 1), where("device", "EQUALS", "STRING", "D-7")
    berlin = {"latitude": 52.5, "longitude": 13.4}
    names = [{"recordName": f"I-{number:06d}"} for number in range(0, RECORDS, RECORDS // 50)]
    late = EPOCH + (RECORDS - 1_500) * 1_000
    return [
        ("everything", [], [], 200),
        ("`EQUALS`, one", [where("id", "EQUALS", "STRING", "I-077777")], [], 1),
        ("`EQUALS`, half", [half], [], 200),
        ("`EQUALS`, half, newest first", [half], by("-updatedAt"), 200),
        ("`EQUALS`, a hundredth", [rare], [], 200),
        ("`EQUALS`, a hundredth, newest first", [rare], by("-updatedAt"), 1),
        ("`EQUALS` a reference", [where("owner", "EQUALS", "REFERENCE", {"recordName": "O-17"})], [], 100),
        ("`NOT_EQUALS`, half", [where("isCompleted", "NOT_EQUALS", "INT64", 1)], [], 200),
        ("`NOT_EQUALS`, all but a hundredth", [where("device", "NOT_EQUALS", "STRING", "D-7")], [], 200),
        ("`LESS_THAN`, most", [where("updatedAt", "LESS_THAN", "TIMESTAMP", late)], [], 200),
        ("`LESS_THAN_OR_EQUALS`, a tenth", [where("score", "LESS_THAN_OR_EQUALS", "DOUBLE", 10.0)], [], 50),
        ("`GREATER_THAN`, what is new, in order", [where("updatedAt", "GREATER_THAN", "TIMESTAMP", late)],
         by("updatedAt"), 200),
        ("`GREATER_THAN_OR_EQUALS`, a twentieth", [where("score", "GREATER_THAN_OR_EQUALS", "DOUBLE", 95.0)], [], 200),
        ("`IN` three", [where("device", "IN", "STRING_LIST", ["D-1", "D-2", "D-3"])], [], 200),
        ("`NOT_IN` three", [where("device", "NOT_IN", "STRING_LIST", ["D-1", "D-2", "D-3"])], [], 200),
        ("`BEGINS_WITH`, by the text", [where("title", "BEGINS_WITH", "STRING", "lantern ")], by("title"), 200),
        ("`NOT_BEGINS_WITH`", [where("title", "NOT_BEGINS_WITH", "STRING", "lantern ")], [], 200),
        ("`NEAR`, 500 km", [where("place", "NEAR", "LOCATION", berlin, distance=500_000)], [], 1),
        ("`LIST_CONTAINS`, a fiftieth", [where("tags", "LIST_CONTAINS", "STRING", "tag7")], [], 200),
        ("`LIST_CONTAINS_ANY`", [where("tags", "LIST_CONTAINS_ANY", "STRING_LIST", ["tag7", "tag8"])], [], 200),
        ("`LIST_CONTAINS_ALL`", [where("tags", "LIST_CONTAINS_ALL", "STRING_LIST", ["tag7", "lantern"])], [], 1),
        ("`NOT_LIST_CONTAINS`", [where("tags", "NOT_LIST_CONTAINS", "STRING", "tag7")], [], 200),
        ("`NOT_LIST_CONTAINS_ANY`", [where("tags", "NOT_LIST_CONTAINS_ANY", "STRING_LIST", ["tag7", "tag8"])], [], 200),
        ("`NOT_LIST_CONTAINS_ALL`", [where("tags", "NOT_LIST_CONTAINS_ALL", "STRING_LIST", ["tag7", "lantern"])], [], 200),
        ("`NOT_LIST_MEMBER_BEGINS_WITH`", [where("tags", "NOT_LIST_MEMBER_BEGINS_WITH", "STRING", "tag1")], [], 1),
        ("`LIST_MEMBER_BEGINS_WITH`", [where("tags", "LIST_MEMBER_BEGINS_WITH", "STRING", "tag1")], [], 200),
        ("`CONTAINS_ALL_TOKENS`", [where("details", "CONTAINS_ALL_TOKENS", "STRING", "lantern violin")], [], 1),
        ("`CONTAINS_ANY_TOKENS`", [where("details", "CONTAINS_ANY_TOKENS", "STRING", "lantern violin")], [], 1),
        ("words in any field", [{"comparator": "CONTAINS_ALL_TOKENS",
                                 "fieldValue": {"type": "STRING", "value": "lantern violin"}}], [], 1),
        ("oldest first", [], by("updatedAt"), 200),
        ("newest first", [], by("-updatedAt"), 200),
        ("by two, the first of two values", [], by("isCompleted", "-updatedAt"), 200),
        ("by two, the first of nine values, falling", [], by("-priority", "title"), 200),
        ("by three, of a part", [where("priority", "LESS_THAN", "INT64", 5)], by("-priority", "isCompleted", "-score"), 200),
        ("nearest first", [], [{"fieldName": "place", "ascending": True,
                               "relativeLocation": {"type": "LOCATION", "value": berlin}}], 200),
        ("by a list", [], by("tags"), 200),
        ("modified last first", [], by_system("modifiedTimestamp", False), 200),
        ("created since", [system("createdTimestamp", "GREATER_THAN", "TIMESTAMP", EPOCH)], [], 200),
        ("by one user", [system("createdUserRecordName", "NOT_EQUALS", "REFERENCE", {"recordName": "nobody"})], [], 200),
        ("by who modified it", [], by_system("modifiedUserRecordName", True), 200),
        ("by name, falling", [], by_system("recordName", False), 200),
        ("fifty by name", [system("recordName", "IN", "REFERENCE_LIST", names)], [], 50),
    ]  # fmt: skip


class CloudKit(bench_server.CloudKit):
    """cloudkit-server, whose store may have been filled by an earlier run."""

    def start_again(self, binary: str, folder: Path, postgres: str | None, tokens: list[str]) -> None:
        self.folder, self.postgres, self.tokens = folder, postgres, tokens
        options = ["--data", str(folder)] + (["--postgres", postgres] if postgres else [])
        self.process = subprocess.Popen([binary, "serve", "--port", str(self.port), *options], stdout=subprocess.DEVNULL)
        wait_for(self.port, self.process, self.name)


class Client:
    """One connection that is kept."""

    def __init__(self, contender: CloudKit) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", contender.port, timeout=120)
        self.tokens = contender.tokens[0]

    def ask(self, path: str, body: bytes) -> tuple[dict, float]:
        begin = time.perf_counter()
        self.connection.request("POST", f"{BASE}/{path}?{self.tokens}", body, {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        text = answer.read()
        passed = (time.perf_counter() - begin) * 1_000
        if answer.status != 200:
            raise Failure(f"{path} answers {answer.status}: {text.decode()[:300]}")
        return json.loads(text), passed


def fill(contender: CloudKit, seed: int) -> None:
    client = Client(contender)
    for start in range(0, RECORDS, BATCH):
        operations = [
            {"operationType": "forceReplace", "record": record(number, seed)} for number in range(start, start + BATCH)
        ]
        body = json.dumps({"zoneID": {"zoneName": ZONE}, "atomic": True, "operations": operations}).encode()
        client.ask("records/modify", body)
    if contender.stored() != RECORDS:
        raise Failure(f"{contender.name} holds {contender.stored()} records, not {RECORDS}.")


def body_of(filters: list[dict], sorts: list[dict]) -> bytes:
    query = {"recordType": TYPE, "filterBy": filters, "sortBy": sorts}
    return json.dumps({"zoneID": {"zoneName": ZONE}, "query": query}).encode()


def processor(contender: CloudKit) -> float:
    """Milliseconds of a processor that the server has used so far, and PostgreSQL for it."""
    processes = [str(contender.process.pid)]
    if contender.postgres:
        processes += psql(contender.postgres, "SELECT pid FROM pg_stat_activity").split()
    used = 0
    for process in processes:
        try:
            for thread in os.listdir(f"/proc/{process}/task"):
                used += int(Path(f"/proc/{process}/task/{thread}/schedstat").read_text().split()[0])
        except OSError:  # It has ended meanwhile.
            continue
    return used / 1_000_000


class Figures(NamedTuple):
    """What a kind of query took: milliseconds until the answer was there, those of a processor, and what came."""

    median: float
    longest: float
    processor: float
    found: int


def measure(contender: CloudKit, samples: int) -> dict[str, Figures]:
    client = Client(contender)
    results = {}
    for name, filters, sorts, least in kinds():
        body = body_of(filters, sorts)
        for _ in range(3):
            answer, _ = client.ask("records/query", body)
        found = len(answer["records"])
        if found < least:
            raise Failure(f"{contender.name}, {name}: {found} records on the first page instead of {least}")
        before = processor(contender)
        times = [client.ask("records/query", body)[1] for _ in range(samples)]
        used = (processor(contender) - before) / samples
        results[name] = Figures(statistics.median(times), max(times), used, found)
    return results


def table(results: dict[str, dict[str, Figures]]) -> tuple[list[str], list[str]]:
    names = list(results)
    lines = [
        "| query | records | " + " | ".join(f"{name}, ms | longest | processor" for name in names) + " |",
        "|---|---:|" + "---:|" * (3 * len(names)),
    ]
    wrong = []
    for kind, *_ in kinds():
        cells = []
        for name in names:
            figures = results[name][kind]
            found = figures.found
            cells.append(f"{figures.median:.1f} | {figures.longest:.1f} | {figures.processor:.1f}")
            if figures.median > LIMIT_MS:
                wrong.append(f"{name}: {kind} takes {figures.median:.1f} ms, more than {LIMIT_MS:.0f}")
        lines.append(f"| {kind} | {found} | " + " | ".join(cells) + " |")
    return lines, wrong


def arguments() -> argparse.Namespace:
    parser = measuring.parser("bench-queries")
    parser.add_argument("--samples", type=int, default=15)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--fill", action="store_true")
    parser.add_argument("--only", action="append", choices=["sqlite", "postgresql"])
    options = parser.parse_args()
    if options.samples < 9:
        parser.error("--samples must be 9 or more")
    return options


def open_store(contender: CloudKit, options: argparse.Namespace, folder: Path, postgres: str | None) -> bool:
    """Starts a server; whether its store is filled already."""
    folder.mkdir(exist_ok=True)
    kept = folder / "tokens"
    if kept.exists():
        contender.start_again(options.server, folder, postgres, kept.read_text().split("\n"))
        return True
    contender.start(options.server, folder, postgres, 1)
    fill(contender, options.seed)
    kept.write_text("\n".join(contender.tokens))
    return False


def main() -> int:
    options = arguments()
    own = None if options.folder else tempfile.TemporaryDirectory(prefix="cloudkit-queries.")
    folder = options.folder or Path(own.name)
    folder.mkdir(exist_ok=True)
    stores = {
        "sqlite": (CloudKit("SQLite", "cloudkit", free_port()), None),
        "postgresql": (CloudKit("PostgreSQL", "cloudkit", free_port()), options.postgres),
    }
    chosen = [stores[name] for name in options.only or stores]
    try:
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda pair: open_store(pair[0], options, folder / pair[0].name, pair[1]), chosen))
        if options.fill:
            return 0
        load = os.getloadavg()[0]
        results = {contender.name: measure(contender, options.samples) for contender, _ in chosen}
        lines, wrong = table(results)
        lines += ["", f"Medians of {options.samples} first pages of at most 200 of {RECORDS:,} records, the longest, and what each used of a",
                  "processor, in milliseconds, the server's threads and PostgreSQL's processes together;",
                  f"{os.cpu_count()} cores, load before the run {load:.1f}, seed {options.seed}."]  # fmt: skip
        return measuring.report(lines, wrong, options.markdown, "queries")
    finally:
        bench_server.end([contender for contender, _ in chosen])


if __name__ == "__main__":
    sys.exit(measuring.ended("bench-queries", main))
