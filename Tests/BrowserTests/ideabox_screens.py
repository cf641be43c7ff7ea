"""Every screen of IdeaBox: which device shows it, and what leads there. For the tests of looks, and for pictures."""

import json

from ideabox import IdeaBox
from ideabox_sync import Service, WrongClock, made, with_conflict, with_held_deletions

IDEAS = [
    ("Paper boat regatta", "On the river behind the school. Ask the bakery for wax paper, and the ferryman for a rope.", False),
    ("海邊的風箏", "帶上紅色的線軸，等風向轉南。", False),
    ("Walnut", "", False),
    ("Letter to the harbour master", "Berth 4 is free from May on.", True),
    ("Solar kettle", "", True),
    ("A map of all the benches with a view", "Start with the ones that the old town lost.", False),
    ("Kite", "Red, with a tail of paper stars", False),
]


class World:
    """A device in some state, with the service that belongs to it."""

    def __init__(self):
        self.service = None
        self.clock = None
        self.box = self.make()

    def make(self):
        return IdeaBox()

    def stop(self):
        self.box.stop()
        if self.clock:
            self.clock.stop()
        if self.service:
            self.service.stop()


class Usual(World):
    """Ideas, some done, one in the trash; nobody has signed in."""

    def make(self):
        box = IdeaBox()
        for title, details, is_done in IDEAS:
            idea = made(box, title, "--details", details)
            if is_done:
                box.run("done", idea)
        box.run("rm", made(box, "An umbrella for the cat"))
        return box


class Changing(Usual):
    """The same ideas, for screens that come about by a change: the history of the usual ones knows nothing of them."""


class Empty(World):
    """The first launch."""


class Conflict(World):
    """Signed in and up to date; one version of an idea gave way to that of another device."""

    def make(self):
        self.service = Service().start()
        return with_conflict(self.service)


class Held(World):
    """Another device deleted everything, and this one asks."""

    def make(self):
        self.service = Service().start()
        return with_held_deletions(self.service)


class Offline(World):
    """Signed in, and the service is gone."""

    def make(self):
        self.service = Service().start()
        box = self.service.device()
        self.service.kill()
        made(box, "Kite")
        return box


class Slow(World):
    """Signed in at a service whose clock is ten minutes ahead of this device's."""

    def make(self):
        self.service = Service().start()
        self.clock = WrongClock(self.service, 600)
        box = self.service.device(self.clock.address)
        made(box, "Kite")
        box.run("sync")
        return box


def tab(page, name):
    page.get_by_role("navigation").get_by_role("button", name=name).click()
    page.get_by_role("heading", level=1, name=name).wait_for()


def menu(page, box=None):
    page.get_by_role("button", name="More").first.click()
    page.get_by_role("menu").wait_for()


def panel(page, name):
    menu(page)
    page.get_by_role("menuitem", name=name).click()
    page.get_by_role("dialog").wait_for()


def all_ideas(page, box):
    page.get_by_role("button", name="Mark “Kite” as done").wait_for()


def completed(page, box):
    tab(page, "Completed")
    page.get_by_role("button", name="Mark “Solar kettle” as open").wait_for()


def search(page, box):
    tab(page, "Search")
    page.get_by_role("searchbox").wait_for()


def found(page, box):
    search(page, box)
    page.get_by_role("searchbox").fill("paper")
    page.get_by_role("button", name="Mark “Paper boat regatta” as done").wait_for()


def nothing_found(page, box):
    search(page, box)
    page.get_by_role("searchbox").fill("zeppelin")
    page.get_by_role("heading", name="No idea matches “zeppelin”").wait_for()


def detail(page, box):
    page.get_by_role("button", name="Paper boat regatta, Open").click()
    page.get_by_role("textbox", name="Title").wait_for()


def as_at_first(page, box):
    """Takes the other device's change back, where `changed_elsewhere` was opened before; answers the idea."""
    idea = next(i["id"] for i in json.loads(box.run("list", "--json")) if i["title"].startswith("A map"))
    box.run("edit", idea, "--details", "Start with the ones that the old town lost.")
    page.get_by_text("Start with the ones").first.wait_for()
    return idea


def changed_elsewhere(page, box):
    idea = as_at_first(page, box)
    page.get_by_role("button", name="A map of all the benches with a view, Open").click()
    page.get_by_role("textbox", name="Title").fill("A map of all the benches with a view of the sea")
    page.get_by_role("button", name="Save").wait_for()
    box.run("edit", idea, "--details", "The mayor has one already.")
    page.get_by_role("button", name="Take the other").wait_for()


def toast(page, box):
    as_at_first(page, box)
    page.get_by_role("button", name="Mark “Walnut” as done").click()
    page.get_by_role("button", name="Undo").wait_for()
    box.run("reopen", next(i["id"] for i in json.loads(box.run("list", "--json")) if i["title"] == "Walnut"))
    page.get_by_role("button", name="Mark “Walnut” as done").wait_for()


def add(page, box):
    page.get_by_role("button", name="New Idea").first.click()
    page.get_by_role("dialog").get_by_role("textbox", name="Title").wait_for()


def in_panel(name):
    def opens(page, box):
        panel(page, name)

    opens.__name__ = name.lower().replace(" ", "_")
    return opens


def emptying_trash(page, box):
    panel(page, "Trash")
    page.get_by_role("button", name="Empty Trash").click()
    page.get_by_role("heading", name="Remove 1 idea for good?").wait_for()


def first_launch(page, box):
    page.get_by_role("heading", name="No ideas yet").wait_for()


def nothing_completed(page, box):
    tab(page, "Completed")
    page.get_by_role("heading", name="Nothing completed yet").wait_for()


def empty_trash(page, box):
    panel(page, "Trash")
    page.get_by_role("heading", name="The trash is empty").wait_for()


def in_sync(page, box):
    panel(page, "Sync")
    page.get_by_text("Up to date").first.wait_for()


def versions(page, box):
    panel(page, "History")
    page.get_by_role("button", name="Changed on two devices").first.click()
    page.get_by_role("button", name="Take this version back").wait_for()


def held(page, box):
    page.get_by_role("button", name="Review").wait_for()


def held_panel(page, box):
    held(page, box)
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Keep them everywhere").wait_for()


def accepting_deletions(page, box):
    held_panel(page, box)
    page.get_by_role("button", name="Delete them here, too").click()
    page.get_by_role("heading", name="Delete 24 ideas on this device?").wait_for()


def offline(page, box):
    page.get_by_role("button", name="Retry").wait_for()


def wrong_clock(page, box):
    page.get_by_text("The clock of this device is").first.wait_for()


SCREENS = {
    Usual: [
        all_ideas, completed, search, found, nothing_found, detail, menu, add,
        in_panel("Trash"), emptying_trash, in_panel("History"), in_panel("Sync"), in_panel("Import and Export"),
        in_panel("Keyboard"),
    ],
    Changing: [toast, changed_elsewhere],
    Empty: [first_launch, nothing_completed, empty_trash],
    Conflict: [in_sync, versions],
    Held: [held, held_panel, accepting_deletions],
    Offline: [offline],
    Slow: [wrong_clock],
}
