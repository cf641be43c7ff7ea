"""A service behind proxies, devices and their persons; everything is killed again and again, and compared in the end."""

import json
import random
import sqlite3
import time
import uuid
from pathlib import Path

from device import Device, Person
from programs import MOST_SECONDS, Failure
from proxy import Proxy
from record import Idea, Record
from service import Service

# Syncs of each device after which all must be at rest.
MOST_SYNCS = 6
# Seconds by which clocks are wrong, some of them longer than anything is kept.
CLOCKS = [0, 0, 90, -90, 3_600, -3_600, 40 * 86_400, -40 * 86_400, 365 * 86_400]


def differences(first: dict, second: dict) -> list[tuple]:
    """The first few keys' values in both, where they differ."""
    keys = sorted({*first, *second})
    return [(first.get(key), second.get(key)) for key in keys if first.get(key) != second.get(key)][:3]


class Scene:
    """Everything that runs, from one seed."""

    def __init__(self, folder: Path, seed: int, service: Service, ideabox: str, devices: int = 2, clock: Path | None = None):
        self.random = random.Random(seed)
        self.folder, self.ideabox, self.clock, self.record = folder, ideabox, clock, Record()
        self.service = service
        self.service.start()
        self.service.wait()
        self.proxies = [Proxy(service.ports, self.random.getrandbits(32)) for _ in range(devices)]
        self.devices = [
            Device(folder, number, ideabox, proxy.port, clock) for number, proxy in enumerate(self.proxies)
        ]
        self.persons = [Person(device, self.record, self.random) for device in self.devices]
        for device in self.devices:
            device.sign_in(service.token)
        # The window that is open on the first device, if any: it takes the place of the watch there.
        self.window = None
        self.rounds = 0

    def begin(self):
        """From now on the network is not to be relied on."""
        for proxy in self.proxies:
            proxy.is_rough = True

    def run_device(self, device: Device):
        """Starts what keeps a device in sync, if it does not run."""
        if self.window and device is self.devices[0]:
            device.serve()
        else:
            device.watch()

    def round(self):
        """Each process is killed once, in an order and at moments of chance, between what persons do."""
        self.service.wait()
        for device in self.devices:
            self.run_device(device)
        numbers = range(len(self.devices))
        steps = [f"server {number}" for number in range(len(self.service.servers))]
        if self.service.database and self.random.randrange(4) == 0:
            steps.append("database 0")
        steps += [f"watch {number}" for number in numbers] + [f"person {number}" for number in numbers] * 2
        if self.window:
            steps += ["window 0"] * 3
        if self.clock:
            steps.append(f"clock {self.random.choice(numbers)}")
        self.random.shuffle(steps)
        for place, step in enumerate(steps):
            time.sleep(self.random.uniform(0, 0.15))
            self.perform(step, f"idea {self.rounds}.{place}")
        self.rounds += 1
        if self.random.randrange(3) == 0:
            # Who is left alone for a moment gets something done.
            for device in self.devices:
                self.run_device(device)
            time.sleep(self.random.uniform(0, 2))

    def perform(self, step: str, title: str):
        who, _, which = step.partition(" ")
        number = int(which)
        if who == "person":
            self.persons[number].act(title)
        elif who == "window":
            self.window.add(title)
        elif who == "clock":
            self.devices[number].set_clock(self.random.choice(CLOCKS))
        elif who == "database":
            self.record.killed["database"] += 1
            self.service.database.kill()
            time.sleep(self.random.uniform(0, 1))
            self.service.database.start()
        elif who == "server":
            self.record.killed["server"] += 1
            self.service.servers[number].kill()
            self.service.servers[number].start()
        else:
            self.record.killed["watch"] += 1
            self.devices[number].kill_watch()
            self.devices[number].kill_serve()

    # The end

    def mend(self):
        """The network is well; the devices come to the same by themselves, and once more by a sync of each."""
        for device in self.devices:
            self.run_device(device)
        for proxy in self.proxies:
            proxy.heal()
        self.service.wait()
        self.rest()
        for device in self.devices:
            device.kill_watch()
            device.kill_serve()
        for _ in range(MOST_SYNCS):
            for device in self.devices:
                device.run("sync")
            if self.agree() and not any(device.status()["pending"] for device in self.devices):
                return
        raise Failure(f"the devices do not come to rest: {[device.status() for device in self.devices]}")

    def agree(self) -> bool:
        first = self.devices[0].live()
        return all(device.live() == first for device in self.devices[1:])

    def rest(self):
        """The watches bring all devices to the same by themselves, with nobody asking for a sync."""
        end = time.monotonic() + MOST_SECONDS
        while time.monotonic() < end:
            if self.agree() and all(device.is_at_rest for device in self.devices):
                return
            time.sleep(0.1)
        raise Failure(f"the watches do not bring the devices to rest: {[device.status() for device in self.devices]}")

    def outage(self, number: int, seconds: float) -> tuple[float, float]:
        """How long the service was gone, and how long the devices needed after it to agree."""
        for device in self.devices:
            device.watch()
        self.rest()
        self.service.kill()
        titles = {f"outage {number} of device {device.number}" for device in self.devices}
        for device, title in zip(self.devices, sorted(titles)):
            id = json.loads(device.run("add", title, "--json"))["id"]
            self.record.ideas[id] = Idea(device.number, [title], {title})
        time.sleep(seconds)
        self.service.start()
        self.service.wait()
        begin = time.monotonic()
        while time.monotonic() < begin + MOST_SECONDS:
            if all(titles <= {row["title"] for row in device.live().values()} for device in self.devices):
                return seconds, time.monotonic() - begin
            time.sleep(0.05)
        raise Failure(f"the devices do not agree after an outage of {seconds:.1f} s")

    def judge(self) -> tuple[int, int]:
        """Compares all devices with one that had nothing, and with what persons were told."""
        fresh = Device(self.folder, len(self.devices), self.ideabox, self.service.ports[0])
        fresh.sign_in(self.service.token)
        fresh.run("sync")
        found = fresh.live()
        for device in self.devices:
            self.judge_device(device, found)
        self.judge_service(found)
        return len(found), self.record.judge(found)

    def judge_service(self, found: dict[str, dict]):
        """Reads the service's store by its own commands, without the feed."""
        self.service.administrate("verify")
        titles = self.service.titles()
        expected = {id: row["title"] for id, row in found.items()}
        if titles != expected:
            raise Failure(f"the store of the service does not have what it sends: {differences(titles, expected)}")

    def judge_device(self, device: Device, found: dict[str, dict]):
        mine = device.ideas()
        live = {id: row for id, row in mine.items() if not row.get("deletedAt")}
        if live != found:
            raise Failure(f"device {device.number} does not have what the service has: {differences(live, found)}")
        status = device.status()
        if status["state"] != "upToDate" or status["pending"] != 0:
            raise Failure(f"device {device.number} says {status}")
        # Nothing was in the trash for thirty days, whatever its clock said.
        removed = {id for id, idea in self.record.ideas.items() if idea.is_removed and idea.owner == device.number}
        if gone := removed - set(mine):
            raise Failure(f"device {device.number} has these no more in its trash: {sorted(gone)}")
        self.judge_store(device, mine)

    @staticmethod
    def judge_store(device: Device, ideas: dict[str, dict]):
        """Reads the store by SQLite alone, without the code that wrote it."""
        [store] = device.home.rglob("IdeaBox.sqlite")
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
            if (answer := database.execute("PRAGMA integrity_check").fetchall()) != [("ok",)]:
                raise Failure(f"{store} is damaged: {answer[:3]}")
            columns = ["title", "details", "isCompleted", "version", "deviceId"]
            sql = f"SELECT id, {', '.join(columns)}, deletedAt IS NOT NULL FROM Idea"
            rows = {str(uuid.UUID(bytes=id)): values for id, *values in database.execute(sql)}
        exported = {
            id: [*(row[name] for name in columns), bool(row.get("deletedAt"))] for id, row in ideas.items()
        }
        if rows != exported:
            wrong = differences(rows, exported)
            raise Failure(f"the rows of {store} are not what device {device.number} exports: {wrong}")

    def end(self):
        if self.window:
            self.window.end()
        for device in self.devices:
            device.kill_watch()
            device.kill_serve()
        self.service.kill()
        for proxy in self.proxies:
            proxy.end()

    @property
    def words(self) -> str:
        killed = ", ".join(f"{what} {times}" for what, times in self.record.killed.items())
        network = {what: sum(proxy.count[what] for proxy in self.proxies) for what in self.proxies[0].count}
        by_page = f", {len(self.record.shown)} of them by a page" if self.window else ""
        return (
            f"killed {killed}; connections {', '.join(f'{what} {times}' for what, times in network.items())}; "
            f"{self.record.acknowledged} changes were acknowledged{by_page}"
        )
