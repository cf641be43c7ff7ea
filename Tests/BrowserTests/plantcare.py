"""Starts the sample app and a browser, for the tests of an app that was written for a phone."""

import os
from pathlib import Path

from pages import PageTestCase, Program


class PlantCare(Program):
    """The sample app, with a data folder of its own."""

    # Built beside the demonstration of the host.
    path = os.environ.get("PLANTCARE") or str(Path(os.environ["WEBHOST_DEMO"]).parent / "PlantCareExample")
    name = "plantcare"

    @property
    def environment(self):
        return {"HOME": str(self.folder), "PATH": os.environ["PATH"], "XDG_DATA_HOME": str(self.folder / "data")}


class PlantCareTestCase(PageTestCase):
    """One app for each test."""

    def setUp(self):
        super().setUp()
        self.app = PlantCare()
        self.addCleanup(self.app.stop)
        self.app.serve()

    def page(self, **options):
        return self.open(self.app.link, self.window(**options))

    def tab(self, page, name):
        page.get_by_role("navigation").get_by_role("button", name=name).click()
        page.get_by_role("heading", level=1, name=name).wait_for()

    def add_room(self, page, name):
        self.tab(page, "Rooms")
        page.get_by_role("main").get_by_role("button", name="Add Room").click()
        dialog = page.get_by_role("alertdialog")
        dialog.get_by_label("Name").fill(name)
        dialog.get_by_role("button", name="Add").click()
        dialog.wait_for(state="detached")

    def add_plant(self, page, name, species="", room=None):
        self.tab(page, "Plants")
        page.get_by_role("main").get_by_role("button", name="Add Plant").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Name").fill(name)
        dialog.get_by_label("Species").fill(species)
        if room:
            dialog.get_by_label("Room").select_option(label=room)
        dialog.get_by_label("Light").select_option(label="Bright, indirect")
        dialog.get_by_role("button", name="Save").click()
        dialog.wait_for(state="detached")
