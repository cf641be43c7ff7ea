"""IdeaBox in a browser: the stories of a person, by keyboard alone; two windows; other processes; a process that dies."""

import json
import unittest
import urllib.error
import urllib.request

from playwright.sync_api import expect

from ideabox import IdeaBoxTestCase, made


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
        expect(rows.nth(260)).to_be_attached()
        expect(more).to_be_focused()
        page.keyboard.press("/")
        expect(page.get_by_role("searchbox")).to_be_focused()
        page.keyboard.type("4321")
        page.get_by_role("button", name="Mark “Idea number 4321” as done").press("Space")
        page.get_by_role("button", name="Mark “Idea number 4321” as open").wait_for()
        page.keyboard.press("Control+z")
        page.get_by_role("button", name="Mark “Idea number 4321” as done").wait_for()


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
