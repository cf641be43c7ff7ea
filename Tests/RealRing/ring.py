"""One real alarm, through a real player, a notification service that is watched, and a tab of a browser.

Started by check-alarm-rings, which says what is needed. Prints what was measured; ends badly where something is missing.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

program = sys.argv[1]
root = pathlib.Path(__file__).resolve().parents[2]
home = pathlib.Path(tempfile.mkdtemp(prefix="alarm-ring-"))
played = home / "played.wav"
log_file = home / "data/device/operations.jsonl"
patience = 75  # seconds: a full minute, and what a busy machine needs
processes = []


def fail(text):
    print(f"FAILED: {text}")
    raise SystemExit(1)


def wait_for(what, check, seconds=patience):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = check()
        if value:
            return value
        time.sleep(0.02)
    fail(f"{what} did not come in {seconds} s")


def start(arguments, **options):
    process = subprocess.Popen(arguments, env=environment, text=True, **options)
    processes.append(process)
    return process


def run(*arguments):
    done = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, timeout=60)
    print(f"$ alarmclock {' '.join(arguments)}\n{done.stdout}{done.stderr}", end="")
    return done


def log(name):
    if not log_file.exists():
        return []
    return [entry for entry in map(json.loads, log_file.read_text().splitlines()) if entry["event"] == name]


def notifications():
    return re.findall(r'^([\d.]+) Notify "AlarmClock" .*"(\d\d:\d\d)" "kettle"', mock_log.read_text(), re.M)


def sounds():
    """Whether the player has played something since the file was taken away."""
    return played.exists() and played.stat().st_size > 10_000


def rings(number):
    """Waits until the alarm is seen and heard; answers when it was heard, and takes the file away."""
    heard = []

    def happens():
        if not heard and sounds():
            heard.append(time.time())
        return heard and len(notifications()) >= number

    wait_for(f"ring {number}, seen and heard", happens)
    played.unlink()
    return heard[0]


def is_silent(seconds):
    """The player, which has nothing to wait for here, would begin again after as long as a tone takes."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if sounds():
            fail("it sounds although it was stopped")
        time.sleep(0.05)


environment = {
    "PATH": "/usr/bin:/bin",
    "HOME": str(home),
    "ALARMCLOCK_HOME": str(home / "data"),
    "XDG_CACHE_HOME": str(home / "cache"),
    "LC_ALL": "C.UTF-8",
}
try:
    # The player's samples go into a file instead of a loudspeaker.
    sink = f'pcm.!default {{ type file file "{played}" format wav slave {{ pcm null }} }}\n'
    (home / ".asoundrc").write_text("pcm.null { type null }\n" + sink)
    bus = start(["dbus-daemon", "--session", "--print-address", "--nofork"], stdout=subprocess.PIPE)
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
    mock_log = home / "notifications.log"
    can = json.dumps({"capabilities": "body actions persistence"})
    template = ["--template", "notification_daemon", "--parameters", can, "--logfile", str(mock_log)]
    start(["/usr/bin/python3", "-m", "dbusmock", *template], stdin=subprocess.DEVNULL)
    name = "org.freedesktop.Notifications"
    path = "/org/freedesktop/Notifications"
    ask = ["gdbus", "call", "--session", "-d", name, "-o", path, "-m"]
    capabilities = [*ask, f"{name}.GetCapabilities"]
    wait_for(
        "the notification service",
        lambda: subprocess.run(capabilities, env=environment, capture_output=True).returncode == 0,
        20,
    )

    if run("test-sound").returncode != 0:
        fail("the player's exit code")
    if played.stat().st_size < 100_000:
        fail("the player played nothing")
    played.unlink()

    daemon = start([program, "run", "--port", "0"], stdout=subprocess.PIPE)
    print(daemon.stdout.readline(), end="")
    link = daemon.stdout.readline().split()[-1]
    tab = start(
        [str(root / "Tests/BrowserTests/.venv/bin/python"), "-B", str(root / "Tests/RealRing/tab.py"), link, "kettle"],
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
    )
    if tab.stdout.readline() != "open\n":
        fail("the tab")
    if "with buttons" not in run("doctor").stdout:
        fail("the buttons were not seen")

    # The next minute that begins in three seconds or later.
    due = (int(time.time() + 3) // 60 + 1) * 60
    time_text = time.strftime("%H:%M", time.gmtime(due))
    if run("add", time_text, "--label", "kettle", "--snooze", "1", "--sound", "beep", "--zone", "Etc/UTC").returncode != 0:
        fail("the alarm was not added")
    heard = rings(1) - due
    late = float(notifications()[0][0]) - due
    bell = log("rang")[0]["seconds"]
    print(f"notification {late:.3f} s after the minute; the sound {heard:.3f} s; the bell {bell:.3f} s")
    if not all(0 <= seconds < 1 for seconds in (late, heard, bell)):
        fail("it was not on time")
    if tab.stdout.readline() != "rings\n":
        fail("the dialog in the tab")

    # The person presses Snooze.
    number = wait_for(
        "the number of the notification",
        lambda: re.findall(r"^[\d.]+ Notify ", mock_log.read_text(), re.M) and 1,
        5,
    )
    press = [*ask, "org.freedesktop.DBus.Mock.EmitSignal", name, "ActionInvoked", "us", f"[<uint32 {number}>, <'snooze'>]"]
    pressed_at = time.time()
    done = subprocess.run(press, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"the press: {done.stderr}")
    # The next sound is that of the second ring.
    time.sleep(1)
    played.unlink(missing_ok=True)
    again = rings(2) - pressed_at
    seen = float(notifications()[1][0]) - pressed_at
    print(f"seen again {seen:.3f} s after Snooze, heard {again:.3f} s")
    if not all(60 <= seconds < 61.5 for seconds in (seen, again)):
        fail("the snooze was not honoured")

    # The tab has shown the second ring, too; there the person presses Stop.
    if tab.stdout.read() != "snoozed\n" or tab.wait(60) != 0:
        fail("the press in the tab")
    played.unlink(missing_ok=True)
    is_silent(25)
    if '"isEnabled":false' not in run("list", "--json").stdout:
        fail("the alarm did not turn itself off")
    if log("bellFailed") or log("saveFailed"):
        fail(f"the log: {log('bellFailed')} {log('saveFailed')}")
    daemon.send_signal(signal.SIGTERM)
    if daemon.wait(10) != 0:
        fail(f"the daemon ended with {daemon.returncode}")
    print("passed")
finally:
    for process in reversed(processes):
        if process.poll() is None:
            process.terminate()
            process.wait(10)
    shutil.rmtree(home, ignore_errors=True)
