"""Every screen of IdeaBox, in every dress: no violation that axe knows of, nothing wider than the window, and what a screen
reader is told as it was recorded in Golden/. REGENERATE_GOLDEN=1 records anew."""

import ideabox_screens as screens
from ideabox import IdeaBoxTestCase
from looks import WINDOWS, Looks


class ScreenTests(Looks):
    """The screens of one device; a class for each device below, so that they can run beside each other."""

    world = None
    # Screens whose words change by themselves while they are looked at.
    restless = {"offline"}
    passing = [
        (r"just now|yesterday|\d+ (?:second|minute|hour|day|week|month)s? ago", "some time ago"),
        (r"\b[0-9a-f]{8}\b", "DEVICE"),
        (r"127\.0\.0\.1:\d+", "127.0.0.1:PORT"),
        # A sync that begins with the process ends before a page is shown, or after it, and is said then.
        (r"- text: Sync failed\. .*\n", ""),
    ]

    def test_every_screen_in_every_dress(self):
        world = self.world()
        self.addCleanup(world.stop)
        for window, (options, dresses) in WINDOWS.items():
            context = self.window(**options)
            for screen in screens.SCREENS[self.world]:
                page = self.page(context, world.box)
                screen(page, world.box)
                if window != "320 px" and screen.__name__ not in self.restless:
                    with self.subTest(screen=screen.__name__, window=window, what="what is read"):
                        self.check_words(page, f"{screen.__name__}-{window}")
                self.check_dresses(page, dresses, screen=screen.__name__, window=window)
                page.close()


class UsualScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Usual


class ChangingScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Changing


class EmptyScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Empty


class ConflictScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Conflict


class HeldScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Held


class OfflineScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Offline


class WrongClockScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Slow


class ZoneGoneScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.ZoneGone


class RefusedScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Refused


class SignedOutScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.SignedOut


class SyncingScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Syncing


class DoneScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Done


class DamagedScreenTests(ScreenTests, IdeaBoxTestCase):
    world = screens.Damaged
