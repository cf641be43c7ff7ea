"""What the measuring commands of this folder have in common: their options, how they end, and where tables go."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

SEED = 20261121


class Failure(Exception):
    """What a run ends with, for people."""


def document(path: str) -> str:
    """The file that takes a table: who names none that is there hears of it before anything is measured."""
    if not Path(path).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {path}, into which the table could go")
    return path


def parser(script: str) -> argparse.ArgumentParser:
    """The options of each; the first two are the script's own, which builds and starts what is measured."""
    options = argparse.ArgumentParser(prog=f"Scripts/{script}")
    options.add_argument("--server", required=True, help=argparse.SUPPRESS)
    options.add_argument("--postgres", required=True, help=argparse.SUPPRESS)
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--markdown", type=document)
    return options


def report(lines: list[str], wrong: list[str], document: str | None, mark: str) -> int:
    """Prints a table, puts it into a document if one is named, and says what is wrong: the exit status."""
    print("\n".join(lines))
    if document:
        put(document, mark, lines)
    for problem in wrong:
        print(problem, file=sys.stderr)
    return 1 if wrong else 0


def put(path: str, mark: str, lines: list[str]) -> None:
    """Puts lines between the marks of a document, which must be there."""
    document = Path(path)
    begin, end = f"<!-- {mark}:begin -->", f"<!-- {mark}:end -->"
    text = document.read_text()
    if begin not in text or end not in text:
        raise Failure(f"{path} lacks the lines {begin} and {end}, between which the results belong.")
    head, tail = text.split(begin)[0], text.split(end)[1]
    document.write_text(head + begin + "\n" + "\n".join(lines) + "\n" + end + tail)


def ended(script: str, run: Callable[[], int]) -> int:
    """Runs something and returns the exit status; of a failure it says what it was."""
    try:
        return run()
    except Failure as failure:
        print(f"{script}: {failure}", file=sys.stderr)
        return 1
