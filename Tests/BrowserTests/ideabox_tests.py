"""IdeaBox in a browser: the stories of a person, by keyboard alone; two windows; other processes; a process that dies."""

import json
import unittest
import urllib.error
import urllib.request

from playwright.sync_api import expect

from ideabox import IdeaBoxTestCase, made
from ideabox_screens import Damaged
from looks import violations


class StoryTests(IdeaBoxTestCase):
    def test_an_idea_is_written_down_and_outlives_a_restart(self):
        page = self.page()
        page.get_by_role("heading", name="No ideas yet").wait_for()
        self.add(page, "Paper boat regatta", "on the river")
        expect(page.get_by_text("Paper boat regatta").first).to_be_visible()
        self.assertIn("Paper boat regatta", self.box.run("list"))
        self.box.kill()
        self.box.start()
        page = self.page()
        expect(page.get_by_text("on the river").first).to_be_visible()

    def test_one_idea_after_the_other_without_leaving_the_title(self):
        page = self.page()
        page.keyboard.press("Alt+n")
        dialog = page.get_by_role("dialog")
        title = dialog.get_by_label("Title")
        expect(title).to_be_focused()
        self.press(page, dialog.get_by_role("switch", name="Add another after this"), "Space")
        self.reach(page, title)
        for name in ["Kite", "Walnut shell"]:
            page.keyboard.type(name)
            page.keyboard.press("Enter")
            expect(title).to_have_value("")
            expect(title).to_be_focused()
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        self.assertEqual(self.box.run("list").count("[ ]"), 2)

    def test_the_check_button_is_named_by_its_state_and_can_be_undone(self):
        self.box.run("add", "Kite")
        page = self.page()
        check = page.get_by_role("button", name="Mark “Kite” as done")
        self.press(page, check, "Space")
        page.get_by_role("button", name="Mark “Kite” as open").wait_for()
        self.expect_said(page, "Completed: Kite")
        self.assertIn("[x]", self.box.run("list"))
        page.keyboard.press("Control+z")
        page.get_by_role("button", name="Mark “Kite” as done").wait_for()
        self.expect_said(page, "Undone")
        self.assertIn("[ ]", self.box.run("list"))

    def test_a_deleted_idea_comes_back_by_undo_and_from_the_trash(self):
        self.box.run("add", "Kite")
        page = self.page()
        delete = page.get_by_role("button", name="Delete “Kite”")
        self.press(page, delete)
        page.get_by_role("heading", name="No ideas yet").wait_for()
        self.expect_said(page, "Idea deleted: Kite")
        self.press(page, page.get_by_role("button", name="Undo"))
        self.expect_said(page, "Undone")
        self.press(page, delete)
        page.get_by_role("heading", name="No ideas yet").wait_for()
        self.open_trash(page)
        self.press(page, page.get_by_role("button", name="Restore: Kite"))
        page.get_by_role("heading", name="The trash is empty").wait_for()
        # Inside of the dialog, since readers hear nothing else.
        self.expect_said(page.get_by_role("dialog"), "Restored: Kite")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Mark “Kite” as done").wait_for()

    def open_trash(self, page):
        self.press(page, page.get_by_role("button", name="More").first)
        self.press(page, page.get_by_role("menuitem", name="Trash"))
        page.get_by_role("dialog").wait_for()

    def test_the_trash_is_emptied_for_good_after_a_question(self):
        self.box.run("rm", made(self.box, "Kite"))
        self.box.run("rm", made(self.box, "Walnut shell"))
        page = self.page()
        self.open_trash(page)
        empty = page.get_by_role("button", name="Empty Trash").first
        question = page.get_by_role("dialog", name="Remove 2 ideas for good?")
        self.press(page, empty)
        self.press(page, question.get_by_role("button", name="Cancel"))
        question.wait_for(state="detached")
        self.assertIn("Kite", self.box.run("list", "--trash"))
        self.press(page, empty)
        self.press(page, question.get_by_role("button", name="Empty Trash"))
        page.get_by_role("heading", name="The trash is empty").wait_for()
        self.expect_said(page.get_by_role("dialog"), "2 ideas removed for good")
        self.assertNotIn("Kite", self.box.run("list", "--trash"))

    def test_an_idea_is_edited_in_place(self):
        self.box.run("add", "Kite")
        page = self.page(self.window(viewport={"width": 1280, "height": 800}))
        page.keyboard.press("j")
        title = page.get_by_role("textbox", name="Title")
        title.wait_for()
        page.keyboard.press("e")
        expect(title).to_be_focused()
        page.keyboard.press("End")
        page.keyboard.type(" by the sea")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Mark “Kite by the sea” as done").first).to_be_visible()
        self.assertIn("Kite by the sea", self.box.run("list"))

    def test_an_edit_can_be_cancelled_by_a_click(self):
        self.box.run("add", "Kite")
        page = self.page()
        page.get_by_role("button", name="Kite, Open").click()
        title = page.get_by_role("textbox", name="Title")
        title.fill("Kite by the sea")
        expect(page.get_by_role("button", name="Back to All Ideas")).to_have_count(0)
        page.get_by_role("button", name="Cancel").click()
        expect(title).to_have_value("Kite")
        page.get_by_role("button", name="Back to All Ideas").click()
        page.get_by_role("button", name="Mark “Kite” as done").wait_for()
        self.assertNotIn("sea", self.box.run("list"))

    def test_a_finger_draws_a_row_to_the_side_to_delete_it(self):
        self.box.run("add", "Kite")
        context = self.window(has_touch=True, is_mobile=True)
        page = self.page(context)
        row = page.locator(".rows > .row")
        delete = page.get_by_role("button", name="Delete “Kite”")
        seen = lambda: page.locator(".row-actions").evaluate("actions => getComputedStyle(actions).opacity")
        self.assertEqual(seen(), "0")
        box = row.bounding_box()
        (right, middle) = (box["x"] + box["width"] - 40, box["y"] + box["height"] / 2)
        touch = context.new_cdp_session(page)
        # Like a finger, step by step, and at rest before it leaves: of what is flung Chromium swallows the next tap.
        way = [right - step for step in [*range(8, 88, 8), *[80] * 6]]
        for kind, x in [("touchStart", right), *[("touchMove", x) for x in way], ("touchEnd", None)]:
            page.wait_for_timeout(16)
            points = [] if x is None else [{"x": x, "y": middle}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        expect(page.locator(".row-actions")).to_have_css("opacity", "1")
        delete.tap()
        page.get_by_role("heading", name="No ideas yet").wait_for()
        page.get_by_role("button", name="Undo").tap()
        page.get_by_role("button", name="Mark “Kite” as done").wait_for()

    def test_what_comes_moves_in_where_movement_is_welcome(self):
        for motion, moves in [("no-preference", ["come"]), ("reduce", [])]:
            with self.subTest(motion=motion):
                self.box.run("add", "Kite")
                page = self.page(self.window(reduced_motion=motion))
                page.evaluate(
                    """() => {
                        window.moves = []
                        addEventListener("animationstart", (event) => moves.push(event.animationName))
                    }"""
                )
                page.get_by_role("button", name="Delete “Kite”").press("Enter")
                page.get_by_role("button", name="Undo").wait_for()
                frame = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
                page.evaluate(f"async () => {{ await {frame}; await {frame} }}")
                self.assertEqual(page.evaluate("moves.filter((name) => name === 'come')"), moves)

    def test_what_is_looked_for_is_found(self):
        self.box.run("add", "海邊的風箏")
        self.box.run("add", "Paper boat", "--details", "Crème brûlée")
        page = self.page()
        page.keyboard.press("/")
        field = page.get_by_role("searchbox")
        expect(field).to_be_focused()
        page.keyboard.type("風")
        page.get_by_role("button", name="Mark “海邊的風箏” as done").wait_for()
        field.fill("creme")
        page.get_by_role("button", name="Mark “Paper boat” as done").wait_for()
        field.fill("zzz")
        page.get_by_role("heading", name="No idea matches “zzz”").wait_for()

    def test_single_keys_are_silent_in_fields_and_can_be_switched_off(self):
        self.box.run("add", "Kite")
        page = self.page()
        page.keyboard.press("Alt+n")
        page.get_by_role("dialog").wait_for()
        page.keyboard.type("x?123")
        expect(page.get_by_role("dialog").get_by_label("Title")).to_have_value("x?123")
        dialog = page.get_by_role("dialog")
        self.press(page, dialog.get_by_role("button", name="Cancel"))
        dialog.wait_for(state="detached")
        page.keyboard.press("?")
        self.press(page, dialog.get_by_role("switch", name="Single keys"), "Space")
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        page.keyboard.press("2")
        expect(page.get_by_role("heading", level=1, name="All Ideas")).to_be_visible()
        # That is so on this device, and on no other of the machine.
        self.assertFalse(json.loads((self.box.data / "settings.json").read_text())["singleKeys"])


class KeyTests(IdeaBoxTestCase):
    def chosen(self):
        """A page with two ideas, the newer of them chosen beside the list."""
        self.box.run("add", "Walnut shell")
        self.box.run("add", "Kite", "--details", "red")
        page = self.page(self.window(viewport={"width": 1280, "height": 800}))
        page.keyboard.press("j")
        expect(page.get_by_role("textbox", name="Title")).to_have_value("Kite")
        return page

    def test_keys_that_edit_a_text_stay_in_its_field(self):
        page = self.chosen()
        page.keyboard.press("x")
        self.expect_said(page, "Completed: Kite")
        title = page.get_by_role("textbox", name="Title")
        page.keyboard.press("e")
        expect(title).to_be_focused()
        page.keyboard.press("Home")
        page.keyboard.press("Delete")
        expect(title).to_have_value("ite")
        page.keyboard.press("End")
        page.keyboard.press("Backspace")
        expect(title).to_have_value("it")
        page.keyboard.type("y")
        # What is taken back is what was written, not the last step.
        page.keyboard.press("Control+z")
        expect(title).not_to_have_value("ity")
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        expect(title).to_have_value("")
        details = page.get_by_role("textbox", name="Details")
        self.reach(page, details)
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        expect(details).to_have_value("")
        page.get_by_role("button", name="Cancel").click()
        expect(title).to_have_value("Kite")
        self.assertIn("[x] Kite", " ".join(self.box.run("list").split()))

    def test_keys_that_edit_a_text_stay_in_the_search(self):
        page = self.chosen()
        page.keyboard.press("/")
        field = page.get_by_role("searchbox")
        expect(field).to_be_focused()
        page.keyboard.type("Kite")
        page.keyboard.press("Home")
        page.keyboard.press("Delete")
        expect(field).to_have_value("ite")
        page.keyboard.press("Shift+End")
        page.keyboard.press("Delete")
        expect(field).to_have_value("")
        self.assertIn("Kite", self.box.run("list"))

    def test_single_keys_do_what_the_list_says(self):
        page = self.chosen()
        page.keyboard.press("x")
        self.expect_said(page, "Completed: Kite")
        page.keyboard.press("2")
        expect(page.get_by_role("heading", level=1, name="Completed")).to_be_visible()
        page.keyboard.press("1")
        expect(page.get_by_role("heading", level=1, name="All Ideas")).to_be_visible()
        page.keyboard.press("x")
        self.expect_said(page, "Open again: Kite")
        page.keyboard.press("Delete")
        self.expect_said(page, "Idea deleted: Kite")
        expect(page.get_by_role("textbox", name="Title")).to_have_value("Walnut shell")
        page.keyboard.press("Backspace")
        self.expect_said(page, "Idea deleted: Walnut shell")
        page.get_by_role("heading", name="No ideas yet").wait_for()
        page.keyboard.press("3")
        expect(page.get_by_role("heading", level=1, name="Search")).to_be_visible()

    def test_both_versions_can_be_chosen(self):
        page = self.chosen()
        idea = next(idea["id"] for idea in json.loads(self.box.run("list", "--json")) if idea["title"] == "Kite")
        title = page.get_by_role("textbox", name="Title")
        for words, answer, kept in [("Mine", "Keep Mine", "Mine"), ("Mine again", "Use Other", "Mine")]:
            page.keyboard.press("e")
            expect(title).to_be_focused()
            page.keyboard.press("Control+a")
            page.keyboard.type(words)
            page.get_by_role("button", name="Save").wait_for()
            self.box.run("edit", idea, "--details", f"before {words}")
            self.press(page, page.get_by_role("button", name=answer))
            expect(page.get_by_role("button", name=answer)).to_have_count(0)
            expect(title).to_have_value(kept)
            expect(page.get_by_role("button", name="Save")).to_have_count(0)
            self.assertIn(kept, self.box.run("list"))
            page.evaluate("document.activeElement.blur()")

    def test_completed_ideas_are_hidden(self):
        self.box.run("done", made(self.box, "Solar kettle"))
        page = self.chosen()
        row = page.get_by_role("button", name="Solar kettle, Completed")
        row.wait_for()
        for command, count in [("Hide completed", 0), ("Show completed", 1)]:
            self.press(page, page.get_by_role("button", name="More").first)
            self.press(page, page.get_by_role("menuitem", name=command))
            expect(row).to_have_count(count)

    def test_the_history_is_filtered(self):
        page = self.chosen()
        page.keyboard.press("x")
        self.expect_said(page, "Completed: Kite")
        self.press(page, page.get_by_role("button", name="More").first)
        self.press(page, page.get_by_role("menuitem", name="History"))
        dialog = page.get_by_role("dialog")
        lines = dialog.locator(".rows .nav-link, .rows a.row-main, .rows button.row-main")
        expect(lines).to_have_count(3)
        event = dialog.get_by_role("combobox", name="Event")
        self.reach(page, event)
        page.keyboard.type("Com")
        expect(lines).to_have_count(1)
        expect(lines).to_contain_text("Kite")
        period = dialog.get_by_role("combobox", name="Time")
        self.reach(page, period)
        page.keyboard.type("24")
        expect(lines).to_have_count(1)
        self.reach(page, event)
        page.keyboard.type("Del")
        dialog.get_by_role("heading", name="Nothing here").wait_for()

    def press_as(self, page, **event):
        """A key as a browser tells of it on another keyboard."""
        page.evaluate(
            """event => document.body.dispatchEvent(
                new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...event }))""",
            event,
        )

    def test_keys_are_heard_from_other_keyboards(self):
        page = self.chosen()
        # France: digits are written with Shift.
        self.press_as(page, key="2", code="Digit2", shiftKey=True)
        expect(page.get_by_role("heading", level=1, name="Completed")).to_be_visible()
        self.press_as(page, key="?", code="KeyM", shiftKey=True)
        dialog = page.get_by_role("dialog", name="Keyboard")
        dialog.wait_for()
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        page.keyboard.press("x")
        self.expect_said(page, "Completed: Kite")
        # Germany: Z and Y are exchanged.
        self.press_as(page, key="z", code="KeyY", ctrlKey=True)
        self.expect_said(page, "Undone")
        # Greece: letters are other ones, and their places count.
        self.press_as(page, key="ν", code="KeyN", altKey=True)
        page.get_by_role("dialog").get_by_label("Title").wait_for()


class LiveTests(IdeaBoxTestCase):
    def test_two_windows_and_the_command_see_each_other(self):
        first = self.page()
        second = self.page()
        self.add(first, "Kite")
        second.get_by_role("button", name="Mark “Kite” as done").wait_for()
        self.box.run("add", "From the command")
        for page in [first, second]:
            page.get_by_role("button", name="Mark “From the command” as done").wait_for()

    def test_what_is_typed_outlives_the_process(self):
        page = self.page()
        page.keyboard.press("Alt+n")
        title = page.get_by_role("dialog").get_by_label("Title")
        expect(title).to_be_focused()
        page.keyboard.type("half a thou")
        self.box.kill()
        page.keyboard.type("ght")
        self.box.start()
        page.locator("html.live").wait_for()
        expect(title).to_have_value("half a thought")
        expect(title).to_be_focused()
        page.keyboard.type("!")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Mark “half a thought!” as done").wait_for()

    def test_an_edit_outlives_the_process(self):
        self.box.run("add", "Kite")
        page = self.page(self.window(viewport={"width": 1280, "height": 800}))
        page.get_by_role("button", name="Kite, Open").click()
        title = page.get_by_role("textbox", name="Title")
        title.click()
        page.keyboard.press("End")
        page.keyboard.type(" by the")
        page.get_by_role("button", name="Save").wait_for()
        self.box.kill()
        page.keyboard.type(" sea")
        self.box.start()
        page.locator("html.live").wait_for()
        expect(title).to_have_value("Kite by the sea")
        page.get_by_role("button", name="Save").press("Enter")
        page.get_by_role("button", name="Mark “Kite by the sea” as done").first.wait_for()

    def test_what_was_saved_before_the_end_is_not_written_over_what_came_after_it(self):
        idea = made(self.box, "Kite")
        page = self.page(self.window(viewport={"width": 1280, "height": 800}))
        page.get_by_role("button", name="Kite, Open").click()
        title = page.get_by_role("textbox", name="Title")
        title.fill("Kite by the sea")
        page.get_by_role("button", name="Save").click()
        page.get_by_role("button", name="Mark “Kite by the sea” as done").first.wait_for()
        self.box.kill()
        self.box.run("edit", idea, "--title", "Dragon")
        self.box.start()
        self.wait_until_connected(page)
        expect(title).to_have_value("Dragon")
        expect(page.get_by_role("button", name="Save")).to_have_count(0)
        self.assertIn("Dragon", self.box.run("list"))

    def test_what_was_not_saved_before_the_end_is_a_question_where_others_wrote(self):
        idea = made(self.box, "Kite")
        page = self.page(self.window(viewport={"width": 1280, "height": 800}))
        page.get_by_role("button", name="Kite, Open").click()
        title = page.get_by_role("textbox", name="Title")
        title.fill("Kite by the sea")
        page.get_by_role("button", name="Save").wait_for()
        self.assertIn("by the sea", page.evaluate("sessionStorage.saved"))
        self.box.kill()
        self.box.run("edit", idea, "--title", "Dragon")
        self.box.start()
        page.locator("html.live").wait_for()
        self.reach(page, page.get_by_role("button", name="Keep Mine"))
        expect(title).to_have_value("Kite by the sea")
        expect(page.get_by_role("button", name="Save")).to_be_disabled()
        self.press(page, page.get_by_role("button", name="Use Other"))
        expect(title).to_have_value("Dragon")
        self.assertIn("Dragon", self.box.run("list"))

    def test_what_was_written_at_the_last_idea_outlives_its_deletion(self):
        idea = made(self.box, "Kite")
        page = self.page()
        page.get_by_role("button", name="Kite, Open").click()
        title = page.get_by_role("textbox", name="Title")
        title.fill("Kite by the sea")
        page.get_by_role("button", name="Save").wait_for()
        self.box.run("rm", idea)
        page.get_by_text("This idea was deleted somewhere else.").wait_for()
        expect(title).to_have_value("Kite by the sea")
        page.get_by_role("button", name="Restore").click()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("button", name="Save")).to_have_count(0)
        self.assertIn("Kite by the sea", self.box.run("list"))

    def test_an_idea_with_an_open_question_is_not_left(self):
        self.box.run("add", "Walnut shell")
        idea = made(self.box, "Kite")
        for size in [{"width": 1280, "height": 800}, {"width": 390, "height": 844}]:
            with self.subTest(size=size):
                page = self.page(self.window(viewport=size))
                page.get_by_role("button", name="Kite, Open").click()
                title = page.get_by_role("textbox", name="Title")
                title.fill("Mine")
                page.get_by_role("button", name="Save").wait_for()
                self.box.run("edit", idea, "--details", f"{size['width']}")
                page.get_by_role("button", name="Keep Mine").wait_for()
                if size["width"] > 1000:
                    page.get_by_role("button", name="Walnut shell, Open").click()
                else:
                    page.go_back()
                alert = page.get_by_role("alertdialog")
                expect(alert).to_contain_text("What you wrote at “Kite” is not saved yet.")
                self.press(page, alert.get_by_role("button", name="OK"))
                alert.wait_for(state="detached")
                expect(title).to_have_value("Mine")
                self.press(page, page.get_by_role("button", name="Use Other"))
                expect(title).to_have_value("Kite")
                if size["width"] < 1000:
                    page.go_back()
                    expect(title).to_have_count(0)

    def test_hostile_texts_are_texts(self):
        for text in ["</script><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\u202eevil\u202c", "😀" * 200]:
            self.box.run("add", text)
        page = self.page()
        dialogs = []
        page.on("dialog", lambda dialog: dialogs.append(dialog) or dialog.dismiss())
        expect(page.get_by_text('"><img src=x onerror=alert(1)>').first).to_be_visible()
        self.assertEqual(page.locator("img").count(), 0)
        self.assertEqual(dialogs, [])


class ManyTests(IdeaBoxTestCase):
    def let_it_settle(self, page):
        """Two answers of the process later all that the first picture asked for has come."""
        for state in ["open", "done"]:
            page.get_by_role("button", name="Mark “Idea number 10000” as").press("Space")
            page.get_by_role("button", name=f"Mark “Idea number 10000” as {state}").wait_for()

    def test_ten_thousand_ideas(self):
        file = self.box.folder / "many.md"
        file.write_text("".join(f"- [ ] Idea number {number}\n" for number in range(1, 10_001)))
        self.box.run("import", str(file))
        page = self.page()
        rows = page.locator(".rows > .row")
        expect(page.get_by_role("button", name="Mark “Idea number 10000” as done")).to_be_visible()
        expect(page.get_by_text("10,000 ideas · 10,000 open")).to_have_count(1)
        # A page of ideas, and the button for the next one. What is not there cannot be waited for, so that the page says
        # something else first.
        self.let_it_settle(page)
        self.assertEqual(rows.count(), 51)
        # Scrolling brings page after page.
        for count in [101, 151, 201]:
            rows.last.scroll_into_view_if_needed()
            expect(rows).to_have_count(count)
        # So do keys: to the end of what is shown, and on from there.
        self.reach(page, page.get_by_role("button", name="Idea number 10000, Open"))
        page.keyboard.press("End")
        more = page.get_by_role("button", name="Show more")
        expect(more).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Idea number 9751, Open")).to_be_attached()
        expect(more).to_be_focused()
        page.keyboard.press("/")
        expect(page.get_by_role("searchbox")).to_be_focused()
        page.keyboard.type("4321")
        page.get_by_role("button", name="Mark “Idea number 4321” as done").press("Space")
        page.get_by_role("button", name="Mark “Idea number 4321” as open").wait_for()
        page.keyboard.press("Control+z")
        page.get_by_role("button", name="Mark “Idea number 4321” as done").wait_for()


    # Goes to the end of what is there; answers a row that is seen there, and where.
    to_the_end = """() => {
      const scroller = document.querySelector(".rows").closest(".content");
      scroller.scrollTop = scroller.scrollHeight;
      const row = [...document.querySelectorAll(".rows > .row")].filter((row) => row.textContent.includes("Idea number")).at(-1);
      return [row.id, row.getBoundingClientRect().top];
    }"""
    to_the_beginning = "document.querySelector('.rows').closest('.content').scrollTop = 0"

    def test_rows_far_behind_leave_the_page_and_come_back(self):
        file = self.box.folder / "many.md"
        file.write_text("".join(f"- [ ] Idea number {number}\n" for number in range(501, 1_001)))
        self.box.run("import", str(file))
        page = self.page()
        rows = page.locator(".rows > .row")
        # By attribute: to look for a role among hundreds of rows takes longer than all the rest.
        idea = lambda number: page.locator(f"[aria-label='Idea number {number}, Open']")
        self.reach(page, idea(1_000))
        most = 0
        for number in range(950, 650, -50):
            row, top = page.evaluate(self.to_the_end)
            expect(idea(number)).to_be_attached()
            moved = page.locator(f"[id='{row}']").evaluate("row => row.getBoundingClientRect().top") - top
            self.assertLess(abs(moved), 2, "what is seen stays where it is")
            most = max(most, rows.count())
        # Two hundred rows; the one with the focus, two buttons for those between, and one for more.
        self.assertLessEqual(most, 204)
        expect(idea(980)).to_have_count(0)
        # The row with the focus is there, and readers know which of all each is.
        expect(idea(1_000)).to_be_focused()
        place = lambda number: rows.filter(has=idea(number)).get_attribute("aria-posinset")
        self.assertEqual([place(1_000), place(690)], ["1", "311"])
        self.assertEqual(violations(page), [])
        # Arrows bring the rows that come next, and go on.
        page.keyboard.press("ArrowDown")
        expect(idea(999)).to_be_focused()
        expect(idea(690)).to_have_count(0)
        expect(idea(999)).to_be_in_viewport()
        self.assertLessEqual(rows.count(), 204)
        # Who pulls the bar from far below to the beginning is there.
        for number in [701, 651]:
            page.evaluate(self.to_the_end)
            expect(idea(number)).to_be_attached()
        page.evaluate(self.to_the_beginning)
        expect(idea(1_000)).to_be_in_viewport()
        expect(idea(998)).to_be_in_viewport()
        expect(idea(999)).to_be_focused()


class ExchangeTests(IdeaBoxTestCase):
    def open_exchange(self, page):
        self.press(page, page.get_by_role("button", name="More").first)
        self.press(page, page.get_by_role("menuitem", name="Import and Export"))
        page.get_by_role("dialog").wait_for()

    def test_a_file_is_looked_at_before_it_is_taken_in(self):
        file = self.box.folder / "ideas.md"
        file.write_text("- [ ] Kite\n- [x] Solar kettle\nnot a row\n")
        page = self.page()
        self.open_exchange(page)
        self.press(page, page.get_by_role("button", name="Choose File…"))
        page.locator("input[type=file]").set_input_files(file)
        expect(page.get_by_text("2 ideas are new")).to_be_visible()
        self.assertNotIn("Kite", self.box.run("list"))
        self.press(page, page.get_by_role("button", name="Import", exact=True))
        page.get_by_role("button", name="Mark “Kite” as done").wait_for(state="attached")
        self.assertIn("Kite", self.box.run("list"))

    def test_the_links_lead_to_files(self):
        self.box.run("add", "Kite")
        page = self.page()
        self.open_exchange(page)
        for name, part in [("JSON", '"Kite"'), ("CSV", "Kite"), ("Markdown", "- [ ] Kite"), ("todo.txt", "Kite")]:
            link = page.get_by_role("link", name=name)
            answer = page.request.get(link.get_attribute("href"))
            self.assertEqual(answer.status, 200)
            self.assertIn(part, answer.text())


class LanguageTests(IdeaBoxTestCase):
    def test_the_browser_s_language_is_spoken(self):
        self.box.run("add", "Kite")
        for locale, title, hint in [
            ("zh-TW", "所有靈感", "點擊以切換完成狀態"),
            ("zh-CN", "所有灵感", "点击以切换完成状态"),
            ("de-DE", "All Ideas", "Switches between open and completed"),
        ]:
            with self.subTest(locale=locale):
                page = self.page(self.window(locale=locale))
                expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
                self.assertIn(hint, page.content())


class RecoveryTests(IdeaBoxTestCase):
    def test_what_a_damaged_store_holds_comes_back(self):
        world = Damaged()
        self.addCleanup(world.stop)
        page = self.page(box=world.box)
        self.press(page, page.get_by_role("button", name="Recover What It Holds"))
        self.expect_said(page, "recovered")
        expect(page.locator(".rows > .row").first).to_be_visible()
        expect(page.get_by_role("button", name="Recover What It Holds")).to_have_count(0)


class RouteTests(IdeaBoxTestCase):
    def ask(self, path, body=None, secret=True, **headers):
        request = urllib.request.Request(self.box.origin + path, data=body, headers=headers)
        if secret:
            request.add_header("Authorization", f"Bearer {self.box.secret}")
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def test_plain_paths_want_the_secret(self):
        page = self.page()
        self.assertEqual(self.ask("/healthz", secret=False), (200, '{"status":"ok"}\n'))
        for path, body in [("/export.json", None), ("/capture", b"Kite"), ("/import?format=md", b"- [ ] Kite")]:
            self.assertIn(self.ask(path, body, secret=False)[0], [401, 403])
        status, text = self.ask("/capture", "海邊的風箏".encode(), **{"Content-Type": "text/plain"})
        self.assertEqual((status, json.loads(text)["title"]), (201, "海邊的風箏"))
        page.get_by_role("button", name="Mark “海邊的風箏” as done").wait_for()
        status, text = self.ask("/export.json")
        self.assertEqual([idea["title"] for idea in json.loads(text)], ["海邊的風箏"])
        for header, value in [("Host", "evil.example"), ("Origin", "http://evil.example")]:
            self.assertEqual(self.ask("/export.json", **{header: value})[0], 403)


if __name__ == "__main__":
    unittest.main()
