"""What the checks over real processes stand on: programs that are run to their end, and killed."""

import signal
import subprocess

# Seconds that one command may take, on a machine that is busy with something else.
MOST_SECONDS = 180


class Failure(Exception):
    """What must not be."""


def said(command: list[str], environment: dict[str, str], text: str = "") -> str:
    """What a command wrote that ended well."""
    done = subprocess.run(
        command, env={"PATH": "/usr/bin:/bin", **environment}, input=text, capture_output=True, text=True, check=False,
        timeout=MOST_SECONDS,
    )
    if done.returncode != 0:
        raise Failure(f"{' '.join(command[1:3])} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def kill(process: subprocess.Popen):
    process.send_signal(signal.SIGKILL)
    process.wait()
