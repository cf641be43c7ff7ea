"""Opens AlarmClock in a browser, sees an alarm ring and fall silent, and presses Stop when it rings again.

Arguments: the link, the alarm's label. Says what is seen, a word on a line.
"""

import shutil
import sys

from playwright.sync_api import sync_playwright

link, label = sys.argv[1:]
with sync_playwright() as playwright:
    program = shutil.which("chromium") or shutil.which("chromium-browser") or "chromium"
    browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(link)
    page.locator("html.live").wait_for()
    print("open", flush=True)
    stop = page.get_by_role("alertdialog").get_by_role("button", name=f"Stop “{label}”")
    stop.wait_for(timeout=120_000)
    print("rings", flush=True)
    stop.wait_for(state="detached", timeout=60_000)
    print("snoozed", flush=True)
    stop.wait_for(timeout=120_000)
    stop.press("Enter")
    page.get_by_role("alertdialog").wait_for(state="detached")
    browser.close()
