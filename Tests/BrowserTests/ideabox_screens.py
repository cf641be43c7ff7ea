"""Every screen of IdeaBox: which device shows it, and what leads there. For the tests of looks, and for pictures."""

import json

from playwright.sync_api import expect

from ideabox import IdeaBox, made
from ideabox_sync import Endless, Forbidding, LostZone, Service, WrongClock, fill, with_conflict, with_held_deletions

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
        # What stands before it, if anything does.
        self.between = None
        self.box = self.make()

    def make(self):
        return IdeaBox()

    def stop(self):
        self.box.stop()
        if self.between:
            self.between.stop()
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
        self.between = WrongClock(self.service, 600)
        box = self.service.device(self.between.address)
        made(box, "Kite")
        box.run("sync")
        return box


class ZoneGone(World):
    """Signed in at a service from which the ideas were removed as a whole."""

    def make(self):
        self.service = Service().start()
        self.between = LostZone(self.service)
        box = self.service.device(self.between.address)
        made(box, "Kite")
        box.run("sync")
        self.between.is_lost = True
        return box


class Refused(World):
    """Signed in at a service that takes no changes of this account."""

    def make(self):
        self.service = Service().start()
        self.between = Forbidding(self.service)
        box = self.service.device(self.between.address)
        made(box, "Kite")
        return box


class SignedOut(World):
    """Somebody was signed in here."""

    def make(self):
        self.service = Service().start()
        box = self.service.device()
        made(box, "Kite")
        box.run("sync")
        box.run("account", "sign-out")
        return box


class Syncing(World):
    """Signed in, and a sync of many ideas is under way."""

    def make(self):
        self.service = Service().start()
        self.between = Endless(self.service)
        box = self.service.device(self.between.address)
        fill(box, 30)
        return box


class Done(World):
    """Everything is done, and what is done can be hidden."""

    def make(self):
        box = IdeaBox()
        box.run("done", made(box, "Solar kettle"))
        return box


class Damaged(World):
    """The store was damaged, and set aside when it was opened."""

    def make(self):
        box = IdeaBox()
        for title, _, _ in IDEAS:
            made(box, title)
        # More than the damage reaches: their rows can be recovered.
        fill(box, 400)
        store = next(file for file in box.data.rglob("*.sqlite"))
        with store.open("r+b") as file:
            file.seek(4096)
            file.write(bytes(range(256)) * 64)
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
    """Takes back what `changed_elsewhere` and `toast` did when they were opened before; answers the idea of the first."""
    ideas = {idea["title"].split()[0]: idea for idea in json.loads(box.run("list", "--json"))}
    box.run("edit", ideas["A"]["id"], "--details", "Start with the ones that the old town lost.")
    if ideas["Walnut"]["isCompleted"]:
        box.run("reopen", ideas["Walnut"]["id"])
    page.get_by_text("Start with the ones").first.wait_for()
    page.get_by_role("button", name="Mark “Walnut” as done").wait_for()
    # What another process changed is counted a moment later.
    page.get_by_text("7 ideas · 5 open").wait_for()
    return ideas["A"]["id"]


def changed_elsewhere(page, box):
    idea = as_at_first(page, box)
    page.get_by_role("button", name="A map of all the benches with a view, Open").click()
    page.get_by_role("textbox", name="Title").fill("A map of all the benches with a view of the sea")
    page.get_by_role("button", name="Save").wait_for()
    box.run("edit", idea, "--details", "The mayor has one already.")
    page.get_by_role("button", name="Use Other").wait_for()


def unsaved(page, box):
    """Nobody leaves an idea whose question is open."""
    changed_elsewhere(page, box)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("j")
    page.get_by_role("alertdialog").wait_for()


def gone_elsewhere(page, box):
    as_at_first(page, box)
    idea = made(box, "An idea of yesterday")
    page.get_by_text("8 ideas · 6 open").wait_for()
    page.get_by_role("button", name="An idea of yesterday, Open").click()
    page.get_by_role("textbox", name="Title").fill("An idea of tomorrow")
    page.get_by_role("button", name="Save").wait_for()
    box.run("rm", idea)
    page.get_by_text("This idea was deleted somewhere else.").wait_for()
    page.get_by_text("7 ideas · 5 open").wait_for(state="attached")


def toast(page, box):
    as_at_first(page, box)
    page.get_by_role("button", name="Mark “Walnut” as done").click()
    page.get_by_role("button", name="Mark “Walnut” as open").wait_for()
    page.get_by_role("button", name="Undo").wait_for()
    # It is said a moment after it is shown.
    page.locator("#_live [data-live=polite]", has_text="Completed: Walnut").wait_for(state="attached")


def problem(page, box):
    """Nothing that is wrong can be kept: the title's count says why, and there is no Save."""
    detail(page, box)
    page.get_by_role("textbox", name="Title").fill("Paper boat " * 30)
    page.get_by_text("329/256").wait_for()
    expect(page.get_by_role("button", name="Save")).to_be_disabled()


def import_preview(page, box):
    panel(page, "Import and Export")
    page.get_by_role("button", name="Choose File…").click()
    rows = b"- [ ] Kite\n- [x] A kettle that sings\nnot a row\n- [ ] \n"
    file = {"name": "ideas.md", "mimeType": "text/markdown", "buffer": rows}
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_text("2 ideas are new").wait_for()
    page.get_by_text("2 rows are refused").click()
    page.get_by_text("line 3 refused").wait_for()


def import_failure(page, box):
    panel(page, "Import and Export")
    page.get_by_role("button", name="Choose File…").click()
    file = {"name": "ideas.exe", "mimeType": "text/plain", "buffer": b"- [ ] Kite"}
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_text("The name must end in").wait_for()


def idea_history(page, box):
    detail(page, box)
    page.get_by_role("button", name="History of this idea").click()
    page.get_by_role("dialog").get_by_role("combobox", name="Event").wait_for()


def empty_history(page, box):
    panel(page, "History")
    page.get_by_role("combobox", name="Event").select_option("Sync failed")
    page.get_by_role("heading", name="Nothing here").wait_for()


def wrong_sign_in(page, box):
    panel(page, "Sync")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Server").focus()
    for words in ["http://127.0.0.1:99999", "anna", "paper-boat", "token"]:
        page.keyboard.type(words)
        page.keyboard.press("Tab")
    dialog.get_by_role("button", name="Sign In").click()
    dialog.get_by_text("is no address of a service").wait_for()


def add(page, box):
    page.get_by_role("button", name="New Idea").first.click()
    page.get_by_role("dialog").get_by_role("textbox", name="Title").wait_for()


def in_panel(name):
    def opens(page, box):
        panel(page, name)

    opens.__name__ = name.lower().replace(" ", "_")
    return opens


def keyboard(page, box):
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()


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
    page.get_by_role("button", name="Keep All").wait_for()


def accepting_deletions(page, box):
    held_panel(page, box)
    page.get_by_role("button", name="Delete Here Too").click()
    page.get_by_role("heading", name="Delete 24 ideas on this device?").wait_for()


def offline(page, box):
    page.get_by_role("button", name="Retry").wait_for()


def wrong_clock(page, box):
    page.get_by_text("The clock of this device is").first.wait_for()


def signing_out(page, box):
    in_sync(page, box)
    page.get_by_role("button", name="Sign Out").click()
    page.get_by_role("heading", name="Sign out?").wait_for()


def zone_gone(page, box):
    page.get_by_role("button", name="Review").wait_for()


def zone_gone_panel(page, box):
    zone_gone(page, box)
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Send them again").wait_for()


def starting_empty(page, box):
    zone_gone_panel(page, box)
    page.get_by_role("button", name="Remove them here, too").click()
    page.get_by_role("heading", name="Remove all ideas from this device?").wait_for()


def needs_attention(page, box):
    page.get_by_text("The account may not do this").first.wait_for()
    page.get_by_role("button", name="Retry").wait_for()


def signed_out(page, box):
    page.get_by_text("Signed out. Your ideas stay on this device").wait_for()


def syncing(page, box):
    page.get_by_text("Syncing 0 of 30").first.wait_for()


def everything_done(page, box):
    heading = page.get_by_role("heading", name="Everything is done")
    # What was chosen once stays.
    if not heading.is_visible():
        menu(page)
        page.get_by_role("menuitem", name="Hide completed").click()
    heading.wait_for()


def damaged(page, box):
    page.get_by_role("button", name="Recover What It Holds").wait_for()


SCREENS = {
    Usual: [
        all_ideas, completed, search, found, nothing_found, detail, menu, add,
        in_panel("Trash"), emptying_trash, in_panel("History"), empty_history, idea_history, in_panel("Sync"), wrong_sign_in,
        in_panel("Import and Export"), import_failure, keyboard,
    ],
    Changing: [toast, changed_elsewhere, unsaved, gone_elsewhere, problem, import_preview],
    Empty: [first_launch, nothing_completed, empty_trash],
    Conflict: [in_sync, versions, signing_out],
    Held: [held, held_panel, accepting_deletions],
    Offline: [offline],
    Slow: [wrong_clock],
    ZoneGone: [zone_gone, zone_gone_panel, starting_empty],
    Refused: [needs_attention],
    SignedOut: [signed_out],
    Syncing: [syncing],
    Done: [everything_done],
    Damaged: [damaged],
}
