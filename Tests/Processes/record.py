"""What persons were told, and what must come out of it in the end."""

from collections import Counter
from dataclasses import dataclass, field

from programs import Failure


@dataclass
class Idea:
    """What persons were told of an idea, and what they were not told since."""

    owner: int
    # Titles of which one must be there: the last that was acknowledged, and those after it that may have been.
    titles: list[str]
    every_title: set[str]
    is_done: bool = False
    # None where a command was killed that would have removed it.
    is_removed: bool | None = False
    # Whether both devices changed it: then one of all its titles must be there.
    is_contested: bool = False

    def judge(self, id: str, row: dict | None):
        """Compares it with what all devices have of it."""
        if row is None:
            if self.is_removed is False:
                raise Failure(f"{id} is lost: {self}")
            return
        if self.is_removed:
            raise Failure(f"{id} was removed and is there: {row}")
        if row["title"] not in (self.every_title if self.is_contested else self.titles):
            raise Failure(f"{id} has the title {row['title']!r}: {self}")
        if self.is_done and not self.is_contested and not row["isCompleted"]:
            raise Failure(f"{id} was completed and is not: {row}")


@dataclass
class Record:
    """What must come out in the end."""

    ideas: dict[str, Idea] = field(default_factory=dict)
    # Titles of ideas that pages showed, whose ids nobody was told: each must be there once.
    shown: set[str] = field(default_factory=set)
    # Titles of ideas whose making was cut short: each may be there once.
    perhaps: set[str] = field(default_factory=set)
    acknowledged: int = 0
    killed: Counter[str] = field(default_factory=lambda: Counter(server=0, watch=0, command=0))

    def judge(self, found: dict[str, dict]) -> int:
        """Compares all with what a device has that had nothing; answers how many ideas nobody was told of."""
        for id, idea in self.ideas.items():
            idea.judge(id, found.get(id))
        others = [row["title"] for id, row in found.items() if id not in self.ideas]
        if len(set(others)) != len(others) or not set(others) <= self.perhaps | self.shown:
            raise Failure(f"nobody made these, or not so often: {sorted(others)}")
        if missing := self.shown - set(others):
            raise Failure(f"pages showed these, and they are lost: {sorted(missing)}")
        return len(set(others) - self.shown)
