"""The screens of AlarmClock, and how a person comes to each; beside them the dresses in which they are looked at."""

DRESSES = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "200 % text": {"text": 2},
    "320 px": {"viewport": {"width": 320, "height": 640}},
    "wide": {"viewport": {"width": 1280, "height": 800}},
    "wide and dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
    "forced colours": {"forced_colors": "active"},
}


def alarms(page):
    page.get_by_role("switch").first.wait_for()


def templates(page):
    page.get_by_role("button", name="Templates", exact=True).first.click()
    page.get_by_role("heading", level=1, name="Templates").wait_for()
    page.get_by_text("Health").first.wait_for()


def scenario(page):
    templates(page)
    page.get_by_text("Health").first.click()
    page.get_by_role("heading", level=1, name="Health").wait_for()


def template(page):
    scenario(page)
    page.get_by_role("button", name="Morning run").first.click()
    page.get_by_role("dialog").wait_for()


def new_alarm(page):
    page.get_by_role("button", name="New Alarm").first.click()
    page.get_by_role("dialog").wait_for()


def edit(page):
    page.get_by_role("button", name="Early shift, Monday to Friday").first.click()
    page.get_by_role("dialog").wait_for()


def failure(page):
    new_alarm(page)
    page.get_by_role("dialog").get_by_label("Label").fill("x" * 300)
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    page.get_by_text("at most 256").first.wait_for()


def status(page):
    page.get_by_role("button", name="Status", exact=True).first.click()
    page.get_by_role("heading", level=1, name="Status").wait_for()
    page.get_by_text("Notifications").first.wait_for()


def toast(page):
    page.get_by_role("switch").first.click()
    page.get_by_role("button", name="Undo").wait_for()
    page.keyboard.press("Control+z")
    page.get_by_text("Undone").first.wait_for()


SCREENS = [alarms, new_alarm, edit, failure, templates, scenario, template, status, toast]


def fill(clock):
    """What a person may have after some weeks."""
    clock.run("add", "06:30", "--days", "weekdays", "--label", "Early shift")
    clock.run("add", "08:00", "--days", "weekends", "--label", "")
    clock.run("add", "21:15", "--label", "海邊的風箏 and a label that goes on for a while", "--zone", "Europe/Berlin")
    clock.run("template", "apply", "Health")
    text = clock.run("list", "--json")
    import json

    for alarm in json.loads(text):
        if alarm["label"] == "Drink water again":
            clock.run("off", alarm["id"])
        if alarm["label"] == "Morning run":
            clock.run("skip", alarm["id"])
