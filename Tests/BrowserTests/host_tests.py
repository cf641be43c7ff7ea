"""The page's half of the host, in a real browser against a real process."""

import http.server
import shutil
import tempfile
import threading
import unittest

from playwright.sync_api import expect

from demo import BrowserTestCase
from pages import BROWSER

HOSTILE = [
    "</script><script>window.broken = 1</script>",
    "\"><img src=x onerror='window.broken = 1'>",
    "<b>bold</b> &amp; &lt;",
    "javascript:alert(1)",
    "\u202etfel ot thgir",
    "👩🏽‍🚀 日本語 \u0301\u0301",
    "{{7*7}} ${7*7} %s %n",
    "'; DROP TABLE notes; --",
    "x" * 10_000,
]


class LifeTests(BrowserTestCase):
    def test_text_is_kept_over_a_killed_server(self):
        page = self.page()
        field = page.get_by_label("What is to be done?")
        field.press_sequentially("Paper ")
        self.server.kill()
        field.press_sequentially("boat")
        expect(page.get_by_role("alert")).to_contain_text("Connection lost")
        expect(field).to_be_focused()
        field.press_sequentially("s")
        expect(field).to_have_value("Paper boats")
        self.server.start()
        self.wait_until_connected(page)
        field = page.get_by_label("What is to be done?")
        expect(field).to_have_value("Paper boats")
        expect(field).to_be_focused()
        expect(page.get_by_role("alert")).to_be_hidden()
        # The server has it too.
        field.press("Enter")
        expect(page.get_by_role("button", name="Paper boats", exact=True)).to_be_visible()

    def test_a_lost_connection_goes_on_where_it_was(self):
        page = self.page()
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("heading", level=1, name="Settings").wait_for()
        page.evaluate("window.same = true")
        page.context.set_offline(True)
        page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
        page.context.set_offline(False)
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        self.wait_until_connected(page)
        page.get_by_label("Green").click(force=True)
        self.assertTrue(page.evaluate("window.same"), "the page was not loaded anew")
        expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()

    def test_a_page_that_is_not_seen_does_not_look_for_its_server(self):
        def prepare(page):
            page.clock.install()
            page.add_init_script(
                """let isHidden = false
                Object.defineProperty(document, "hidden", { get: () => isHidden })
                window.hide = (hides) => { isHidden = hides; document.dispatchEvent(new Event("visibilitychange")) }"""
            )
            page.on("websocket", lambda socket: sockets.append(socket.url))

        sockets = []
        page = self.page(prepare=prepare)
        self.assertEqual(len(sockets), 1)
        page.evaluate("hide(true)")
        self.server.kill()
        page.locator("html:not(.live)").wait_for()
        page.clock.fast_forward("05:00")
        self.assertEqual(len(sockets), 1)
        # Seen again it looks at once, and again after that. When the browser reports a refused connection is its own affair, so
        # the clock may have gone ahead before the page knows of it: what is awaited is the connection, not a count.
        with page.expect_websocket():
            page.evaluate("hide(false)")
        expect(page.get_by_role("alert")).to_contain_text("Connection lost")
        with page.expect_websocket():
            page.clock.fast_forward("00:10")
        expect(page.get_by_role("alert")).to_contain_text("Connection lost")
        self.server.start()
        page.clock.fast_forward("00:10")
        self.wait_until_connected(page)

    def test_the_page_can_be_installed(self):
        folder = tempfile.mkdtemp(prefix="browser-")
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        # A window of a test counts as a private one, in which nothing can be installed.
        context = self.playwright.chromium.launch_persistent_context(
            folder, executable_path=BROWSER, args=["--no-sandbox"]
        )
        self.addCleanup(context.close)
        page = self.open(self.server.link, context)
        browser = context.new_cdp_session(page)
        browser.send("Page.enable")
        self.assertEqual(browser.send("Page.getInstallabilityErrors")["installabilityErrors"], [])
        self.assertEqual(browser.send("Page.getAppManifest")["errors"], [])

    def test_reload_keeps_place_and_draft(self):
        page = self.page()
        page.get_by_role("button", name="Settings").click()
        field = page.get_by_label("Shouted")
        field.press_sequentially("abc")
        expect(field).to_have_value("ABC")
        page.reload()
        self.wait_until_connected(page)
        expect(page.get_by_role("heading", level=1, name="Settings")).to_be_visible()

    def test_the_page_reads_without_scripts(self):
        context = self.window()
        self.page(context)
        cookies = context.cookies()
        plain = self.window(java_script_enabled=False)
        plain.add_cookies(cookies)
        page = plain.new_page()
        page.goto(f"http://127.0.0.1:{self.server.port}/")
        expect(page.get_by_role("heading", level=1, name="Notes")).to_be_visible()
        expect(page.get_by_role("button", name="Solar kettle", exact=True)).to_be_visible()

    def test_back_of_the_browser(self):
        page = self.page()
        page.get_by_role("button", name="Solar kettle", exact=True).click()
        heading = page.get_by_role("heading", level=1, name="Solar kettle")
        expect(heading).to_be_focused()
        page.go_back()
        expect(page.get_by_role("heading", level=1, name="Notes")).to_be_visible()
        page.get_by_role("button", name="Paper boat regatta", exact=True).click()
        page.get_by_role("button", name="Notes").first.click()
        expect(page.get_by_role("heading", level=1, name="Notes")).to_be_visible()
        page.get_by_role("button", name="Solar kettle", exact=True).click()
        expect(heading).to_be_visible()
        page.go_back()
        expect(page.get_by_role("heading", level=1, name="Notes")).to_be_visible()

    def test_two_tabs(self):
        context = self.window()
        first, second = self.page(context), self.page(context)
        field = second.get_by_label("What is to be done?")
        field.press_sequentially("Half a wo")
        first.get_by_label("What is to be done?").fill("Kite")
        first.get_by_role("button", name="Add").click()
        expect(second.get_by_role("button", name="Kite", exact=True)).to_be_visible()
        expect(field).to_have_value("Half a wo")
        expect(field).to_be_focused()
        first.get_by_role("checkbox").first.check()
        expect(second.get_by_role("checkbox").first).to_be_checked()

    def test_twelve_tabs(self):
        context = self.window()
        pages = [self.page(context) for _ in range(12)]
        pages[0].get_by_role("button", name="Delete Solar kettle").click()
        for page in pages:
            expect(page.get_by_role("button", name="Solar kettle", exact=True)).to_have_count(0)


class EntryTests(BrowserTestCase):
    def test_newer_keystrokes_are_never_overwritten(self):
        late = []

        def prepare(page):
            def route(socket):
                server = socket.connect_to_server()
                server.on_message(lambda message: late.append((socket, message)))
                socket.on_message(server.send)

            page.route_web_socket("**/live*", route)

        def deliver():
            while late:
                socket, message = late.pop(0)
                socket.send(message)

        context = self.window()
        page = context.new_page()
        prepare(page)
        page.goto(self.server.link)
        for _ in range(100):
            page.wait_for_timeout(20)
            deliver()
            if page.locator("html.live").count():
                break
        page.get_by_role("button", name="Settings").click()
        field = page.get_by_label("Shouted")
        for _ in range(100):
            page.wait_for_timeout(20)
            deliver()
            if field.count():
                break
        # Each answer (the capital letter) arrives when the next letter has been written.
        word = "kaleidoscope"
        for place, letter in enumerate(word):
            field.press_sequentially(letter)
            before = field.input_value()
            self.assertEqual(before.lower(), word[: place + 1], "nothing is lost, nothing comes twice")
            if place % 3 == 2:
                field.press_sequentially("")
                deliver()
                self.assertEqual(field.input_value().lower(), word[: place + 1])
        for _ in range(100):
            page.wait_for_timeout(20)
            deliver()
            if field.input_value() == word.upper():
                break
        expect(field).to_have_value(word.upper())

    def test_a_word_is_composed_in_peace(self):
        page = self.page()
        page.get_by_role("button", name="Settings").click()
        field = page.get_by_label("Shouted")
        field.focus()
        keys = page.context.new_cdp_session(page)
        for text in ["n", "ni", "nih"]:
            keys.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
            expect(field).to_have_value(text)
        page.wait_for_timeout(200)
        expect(field).to_have_value("nih")
        keys.send("Input.insertText", {"text": "ñh"})
        expect(field).to_have_value("ÑH")

    def test_a_field_is_cleared_while_it_has_the_focus(self):
        page = self.page()
        field = page.get_by_label("What is to be done?")
        for word in ["One more", "And another"]:
            field.press_sequentially(word)
            field.press("Enter")
            expect(field).to_have_value("")
            expect(field).to_be_focused()
            expect(page.get_by_role("button", name=word, exact=True)).to_be_visible()

    def test_what_is_refused_goes_back(self):
        page = self.page()
        page.get_by_role("button", name="Settings").click()
        switch = page.get_by_role("switch", name="Stays off")
        switch.click()
        expect(page.locator("#_live [data-live=polite]")).to_have_text("This switch stays off.")
        expect(switch).not_to_be_checked()

    def test_choices(self):
        context = self.window()
        page, other = self.page(context), self.page(context)
        for one in (page, other):
            one.get_by_role("button", name="Settings").click()
        page.get_by_label("Size").select_option("large")
        expect(other.get_by_label("Size")).to_have_value("large")
        page.get_by_label("Blue").check(force=True)
        expect(other.get_by_label("Blue")).to_be_checked()
        expect(other.get_by_label("Green")).not_to_be_checked()
        other.get_by_label("Size").select_option("small")
        expect(page.get_by_label("Size")).to_have_value("small")

    def test_hostile_words_are_words(self):
        page = self.page()
        page.on("dialog", lambda dialog: self.faults.append(dialog.message))
        field = page.get_by_label("What is to be done?")
        for word in HOSTILE:
            field.fill(word)
            field.press("Enter")
            expect(field).to_have_value("")
        for _ in range(2):
            shown = page.locator(".rows .row-main").all_text_contents()
            self.assertEqual(shown[3:], HOSTILE)
            self.assertFalse(page.evaluate("'broken' in window"))
            page.reload()
            self.wait_until_connected(page)

    def test_a_text_that_is_too_long_stays_and_the_person_is_told(self):
        page = self.page()
        field, notice = page.get_by_label("What is to be done?"), page.locator("#_unsent")
        length = lambda: field.evaluate("element => element.value.length")
        page.evaluate("window.same = true")
        # As many bytes as fit, in a form that needs twice as many; more bytes than characters; more of both.
        for character, count in [('"', 190_000), ("é", 200_000), ("x", 300_000)]:
            field.fill(character * count)
            expect(notice).to_be_visible()
            expect(notice).to_contain_text("too long")
            self.expect_said(page, "too long", "assertive")
            # What comes from the server meanwhile leaves the text alone.
            page.get_by_role("checkbox").first.click()
            page.locator("#_root:not([aria-busy])").wait_for()
            self.assertEqual(length(), count)
            field.fill("Kite")
            expect(notice).to_be_hidden()
        field.fill("x" * 300_000)
        expect(notice).to_be_visible()
        field.press("Enter")
        page.keyboard.press("Alt+n")
        expect(page.get_by_role("dialog", name="New note")).to_be_visible()
        expect(notice).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("button", name="Kite", exact=True)).to_have_count(0)
        self.assertTrue(page.evaluate("window.same"), "the page was not loaded anew")
        # Nor is it sent, or lost, when the page is.
        self.server.kill()
        page.locator("html:not(.live)").wait_for()
        self.server.start()
        self.wait_until_connected(page)
        expect(notice).to_be_visible()
        self.assertEqual(length(), 300_000)
        field.fill("Kite")
        expect(notice).to_be_hidden()
        field.press("Enter")
        expect(page.get_by_role("button", name="Kite", exact=True)).to_be_visible()

    def test_what_a_scene_keeps_is_left_out_where_no_message_holds_it(self):
        page = self.page()
        warnings = []
        page.on("console", lambda message: warnings.append(message.text) if message.type == "warning" else None)
        for kept in ["'x'.repeat(300000)", "'\\\\'.repeat(190000)"]:
            page.evaluate(f"sessionStorage.setItem('saved', {kept})")
            page.reload()
            self.wait_until_connected(page)
            expect(page.get_by_role("heading", level=1, name="Notes")).to_be_visible()
            self.assertEqual(page.evaluate("sessionStorage.getItem('saved')"), "notes")
            self.assertIsNone(page.evaluate("sessionStorage.getItem('reloads')"), "it was not loaded again and again")
        self.assertEqual(len([words for words in warnings if "left out" in words]), 2)

    def test_a_file(self):
        page = self.page()
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("File").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"x" * 1000})
        expect(page.get_by_text("a.txt: 1000 bytes")).to_be_visible()


class FocusTests(BrowserTestCase):
    def test_the_next_row_gets_the_focus(self):
        page = self.page(self.window(viewport={"width": 390, "height": 844}))
        page.get_by_role("button", name="Delete Solar kettle").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("checkbox", name="Mark Letter to the harbour master as done")).to_be_focused()
        page.get_by_role("button", name="Delete Letter to the harbour master").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("checkbox", name="Mark Paper boat regatta as done")).to_be_focused()
        page.get_by_role("button", name="Delete Paper boat regatta").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_be_focused()

    def test_rows_are_walked_by_arrows(self):
        page = self.page()
        page.get_by_role("button", name="Paper boat regatta", exact=True).focus()
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("button", name="Solar kettle", exact=True)).to_be_focused()
        page.keyboard.press("End")
        expect(page.get_by_role("button", name="Letter to the harbour master", exact=True)).to_be_focused()

    def test_rows_are_moved_by_keys_and_by_dragging(self):
        page = self.page()
        titles = lambda: page.locator(".rows .row-main").all_text_contents()
        page.get_by_role("button", name="Paper boat regatta", exact=True).focus()
        page.keyboard.press("Alt+ArrowDown")
        expect(page.locator(".rows .row-main").first).to_have_text("Solar kettle")
        expect(page.get_by_role("button", name="Paper boat regatta", exact=True)).to_be_focused()
        expect(page.locator("#_live [data-live=polite]")).to_have_text("Moved to place 2 of 3.")
        rows = page.locator(".rows > li")
        rows.nth(2).drag_to(rows.nth(0), target_position={"x": 150, "y": 4})
        expect(page.locator(".rows .row-main").first).to_have_text("Letter to the harbour master")
        self.assertEqual(titles(), ["Letter to the harbour master", "Solar kettle", "Paper boat regatta"])

    def test_shortcuts(self):
        page = self.page()
        page.keyboard.press("Alt+n")
        expect(page.get_by_role("dialog", name="New note")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.keyboard.press("/")
        field = page.get_by_label("What is to be done?")
        expect(field).to_be_focused()
        page.keyboard.press("/")
        expect(field).to_have_value("/")

    def test_a_key_is_what_the_keyboard_writes(self):
        page = self.page()
        field = page.get_by_label("What is to be done?")
        # Where "/" is: in Germany, France and the United States.
        for code, shifted in [("Digit7", True), ("Period", True), ("Slash", False)]:
            page.evaluate(
                """([code, shiftKey]) => document.body.dispatchEvent(
                    new KeyboardEvent("keydown", { key: "/", code, shiftKey, bubbles: true, cancelable: true }))""",
                [code, shifted],
            )
            expect(field).to_be_focused()
            field.blur()

    def test_what_is_said_in_one_moment_is_all_said(self):
        def prepare(page):
            page.add_init_script(
                """const Real = WebSocket
                WebSocket = class extends Real { constructor(...all) { super(...all); window.lastSocket = this } }"""
            )

        page = self.page(prepare=prepare)
        page.evaluate(
            """for (const m of ["Moved.", "Saved."])
                lastSocket.onmessage({ data: JSON.stringify({ ack: 0, say: [{ m }, { m: `Beware: ${m}`, p: "assertive" }] }) })"""
        )
        expect(page.locator("#_live [data-live=polite]")).to_have_text("Moved. Saved.")
        expect(page.locator("#_live [data-live=assertive]")).to_have_text("Beware: Moved. Beware: Saved.")

    def test_a_dialog_keeps_the_focus_and_gives_it_back(self):
        page = self.page()
        button = page.get_by_role("button", name="New note")
        button.focus()
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog", name="New note")
        expect(dialog).to_be_visible()
        for _ in range(8):
            page.keyboard.press("Tab")
            inside = page.evaluate("!!document.activeElement.closest('dialog') || document.activeElement === document.body")
            self.assertTrue(inside)
        page.get_by_label("Title").fill("From the sheet")
        page.get_by_label("Title").press("Enter")
        expect(dialog).to_have_count(0)
        expect(button).to_be_focused()
        expect(page.get_by_role("button", name="From the sheet", exact=True)).to_be_visible()

    def test_a_menu_by_keys(self):
        page = self.page()
        button = page.get_by_role("button", name="More")
        button.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("menuitem", name="Delete all…")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("menu")).to_have_count(0)
        expect(button).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("menuitem", name="Delete all…")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("alertdialog", name="Delete all notes?")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("alertdialog")).to_have_count(0)

    def test_what_the_tree_says(self):
        page = self.page()
        expect(page.locator("body")).to_match_aria_snapshot(
            """
            - main:
              - heading "Notes" [level=1]
              - button "More"
              - button "New note"
              - textbox "What is to be done?"
              - button "Add" [disabled]
              - region "3 open":
                - heading "3 open" [level=2]
                - list:
                  - listitem:
                    - checkbox "Mark Paper boat regatta as done"
                    - button "Paper boat regatta"
                    - button "Delete Paper boat regatta"
            - navigation "Tabs":
              - button "Notes"
              - button "Settings"
            """
        )


class SafetyTests(BrowserTestCase):
    def test_forged_names_are_refused(self):
        host = f"127.0.0.1:{self.server.port}"
        for forged in ["evil.example", "127.0.0.1", f"{host}.evil.example", f"evil.example:{self.server.port}"]:
            self.assertIn("403", self.server.ask(f"GET / HTTP/1.1\r\nHost: {forged}\r\n\r\n"))
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
        for origin in ["http://evil.example", "null", f"http://localhost:{self.server.port}"]:
            request = f"GET /live?s=x HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n{upgrade}\r\n"
            self.assertIn("403", self.server.ask(request))

    def test_another_site_cannot_reach_in(self):
        context = self.window()
        self.page(context)

        class Quiet(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!DOCTYPE html><title>other</title>")

            def log_message(self, *_):
                pass

        other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
        threading.Thread(target=other.serve_forever, daemon=True).start()
        self.addCleanup(other.server_close)
        self.addCleanup(other.shutdown)
        page = context.new_page()
        page.goto(f"http://localhost:{other.server_port}/")
        target = f"127.0.0.1:{self.server.port}"
        opened = page.evaluate(
            """target => new Promise(done => {
                const socket = new WebSocket(`ws://${target}/live?s=x`);
                socket.onopen = () => done(true);
                socket.onerror = () => done(false);
            })""",
            target,
        )
        self.assertFalse(opened)
        read = page.evaluate("target => fetch(`http://${target}/`, { credentials: 'include' }).then(() => true, () => false)", target)
        self.assertFalse(read)
        framed = page.evaluate(
            """target => new Promise(done => {
                const frame = document.createElement('iframe');
                frame.src = `http://${target}/`;
                frame.onload = () => { try { done(frame.contentDocument !== null); } catch { done(false); } };
                document.body.append(frame);
            })""",
            target,
        )
        self.assertFalse(framed)

    def test_without_the_link(self):
        page = self.window().new_page()
        page.goto(f"http://127.0.0.1:{self.server.port}/")
        expect(page.get_by_text("Open this page with the link")).to_be_visible()

    def test_the_secret_does_not_stay_in_the_address(self):
        page = self.page()
        self.assertNotIn("t=", page.url)
        self.assertEqual(page.evaluate("document.cookie"), "", "scripts cannot read the cookie")


if __name__ == "__main__":
    unittest.main()
