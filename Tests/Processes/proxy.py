"""A network that is not to be relied on: it carries connections to a server, and gets in their way.

What goes wrong with a connection follows from the proxy's own random numbers. `heal` ends all connections once more, and
from then on carries everything.
"""

import random
import socket
import struct
import threading
import time
from contextlib import suppress

CHUNK = 16 * 1024
# Seconds for which something is held back at most, and after which something that was swallowed ends its connection.
LONGEST_DELAY = 0.4
LONGEST_SILENCE = 2.0
# Bytes of a message that come one by one.
TRICKLED = 200


class Proxy:
    def __init__(self, targets: list[int], seed: int):
        self.targets = targets
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        self.is_rough = False
        self.open: set[socket.socket] = set()
        # Those of them that end without a word.
        self.resetting: set[socket.socket] = set()
        self.count = {"carried": 0, "refused": 0, "delayed": 0, "cut": 0, "swallowed": 0, "reset": 0, "trickled": 0}
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(near,), daemon=True).start()

    def carry(self, near: socket.socket):
        if self.happens("refused", 12):
            near.close()
            return
        try:
            far = socket.create_connection(("127.0.0.1", self.chosen()), timeout=5)
        except OSError:
            near.close()
            return
        far.settimeout(None)
        with self.lock:
            self.open |= {near, far}
        self.note("carried")
        ends = [threading.Thread(target=self.pump, args=pair, daemon=True) for pair in ((near, far), (far, near))]
        for end in ends:
            end.start()
        for end in ends:
            end.join()
        with self.lock:
            self.open -= {near, far}
            self.resetting -= {near, far}
        near.close()
        far.close()

    def pump(self, source: socket.socket, sink: socket.socket):
        """Hands on what comes, until one side ends or something goes wrong."""
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if self.happens("delayed", 6):
                    time.sleep(self.drawn(LONGEST_DELAY))
                if self.happens("cut", 25):
                    # A part of it arrives: a message that ends in the middle.
                    sink.sendall(data[: int(self.drawn(len(data)))])
                    break
                if self.happens("reset", 40):
                    self.reset(source)
                    self.reset(sink)
                    break
                if self.happens("trickled", 30):
                    for byte in data[:TRICKLED]:
                        sink.sendall(bytes([byte]))
                        time.sleep(0.002)
                    data = data[TRICKLED:]
                if self.happens("swallowed", 50):
                    time.sleep(self.drawn(LONGEST_SILENCE))
                    break
                sink.sendall(data)
        self.cut(source)
        self.cut(sink)

    def happens(self, what: str, times: int) -> bool:
        with self.lock:
            if not self.is_rough or self.random.randrange(times) != 0:
                return False
            self.count[what] += 1
            return True

    def chosen(self) -> int:
        """One of the servers, of which any answers for all."""
        with self.lock:
            return self.random.choice(self.targets)

    def reset(self, end: socket.socket):
        """Both sides will hear that the connection is gone, and nothing else: RST in place of FIN, once it is closed."""
        with suppress(OSError):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        with self.lock:
            self.resetting.add(end)

    def note(self, what: str):
        with self.lock:
            self.count[what] += 1

    def drawn(self, most: float) -> float:
        with self.lock:
            return self.random.uniform(0, most)

    def cut(self, end: socket.socket):
        with self.lock:
            how = socket.SHUT_RD if end in self.resetting else socket.SHUT_RDWR
        with suppress(OSError):
            end.shutdown(how)

    def heal(self):
        """Carries everything from now on; what is open is cut, since a part of it may be missing."""
        with self.lock:
            self.is_rough = False
            ends = list(self.open)
        for end in ends:
            self.cut(end)

    def end(self):
        self.heal()
        self.cut(self.listener)
        self.listener.close()
