"""Lets many devices wait at a cloudkit-server at once, each on a connection of its own, as apps do: a device asks for
an address to wait at, and waits there. Says what memory the server then has, and how long it takes to tell them all.

The devices are in this process and the server is another one, so its memory is its own alone.
"""

import asyncio
import json
import resource
import time
from dataclasses import dataclass

from measuring import Failure

# The bytes that one answer may have here; a notice has some hundreds.
ANSWER_BYTES = 65_536
# Devices that are on their way to their place at the same time.
AT_ONCE = 200
PATIENCE = 60


@dataclass
class Parked:
    """What was measured."""

    devices: int
    kilobytes: int
    before: int
    woken: float


async def answer_of(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """One answer of HTTP/1.1 with a length."""
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head.split(b" ", 2)[1])
    length = next(
        (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0
    )
    return status, await reader.readexactly(length)


def request(method: str, path: str, body: dict | None = None) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data


async def call(port: int, method: str, path: str, body: dict | None = None) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=ANSWER_BYTES)
    try:
        writer.write(request(method, path, body))
        status, data = await asyncio.wait_for(answer_of(reader), PATIENCE)
        if status != 200:
            raise Failure(f"{path.split('?')[0]} answers {status}: {data[:300]!r}")
        return data
    finally:
        writer.close()


async def wait_at(port: int, container: str, tokens: str, number: int, gate: asyncio.Semaphore) -> asyncio.Task:
    """One device: gets its address, and waits there; returns what will have its notice."""
    async with gate:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=ANSWER_BYTES)
        body = {"apnsEnvironment": "development", "clientId": f"device-{number}"}
        writer.write(request("POST", f"/device/1/{container}/development/tokens/create?{tokens}", body))
        status, data = await asyncio.wait_for(answer_of(reader), PATIENCE)
        if status != 200:
            raise Failure(f"tokens/create answers {status}: {data[:300]!r}")
        address = "/" + json.loads(data)["webcourierURL"].split("/", 3)[3]
        writer.write(request("GET", address))
        await writer.drain()

    async def notice() -> bytes:
        try:
            status, data = await answer_of(reader)
            if status != 200 or b'"met"' not in data:
                raise Failure(f"a device that waited got {status}: {data[:300]!r}")
            return data
        finally:
            writer.close()

    return asyncio.create_task(notice())


def memory(process: int, name: str = "VmRSS") -> int:
    with open(f"/proc/{process}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(name + ":"))


async def until_parked(port: int, count: int) -> None:
    wanted = f"cloudkit_parked_couriers {float(count)}"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if wanted in (await call(port, "GET", "/metrics")).decode().splitlines():
            return
        await asyncio.sleep(0.1)
    raise Failure(f"not all of the {count} devices wait after {PATIENCE} seconds.")


async def measure(port: int, process: int, container: str, base: str, accounts: list[str], devices: int) -> Parked:
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if files < devices + 100:
        raise Failure(f"this machine allows {files} open files, and {devices} devices need more.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    for tokens in accounts:
        subscription = {"subscriptionID": "all", "subscriptionType": "database"}
        body = {"operations": [{"operationType": "create", "subscription": subscription}]}
        await call(port, "POST", f"{base}/subscriptions/modify?{tokens}", body)
    before = memory(process)
    gate = asyncio.Semaphore(AT_ONCE)
    waiting = await asyncio.gather(
        *(wait_at(port, container, accounts[number % len(accounts)], number, gate) for number in range(devices))
    )
    await until_parked(port, devices)
    kilobytes = memory(process)
    start = time.monotonic()
    for tokens in accounts:
        record = {"recordName": "news", "recordType": "Idea", "fields": {"title": {"value": "news"}}}
        body = {"operations": [{"operationType": "create", "record": record}]}
        await call(port, "POST", f"{base}/records/modify?{tokens}", body)
    await asyncio.wait_for(asyncio.gather(*waiting), PATIENCE)
    return Parked(devices, kilobytes, before, time.monotonic() - start)
