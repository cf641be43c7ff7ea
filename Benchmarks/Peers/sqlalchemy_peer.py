"""SQLAlchemy's part of the store benchmarks.

    sqlalchemy_peer.py serve SEED        answers requests of store-benchmarks on standard input, one JSON object a line
    sqlalchemy_peer.py cold-start STORE  reads the first page of a store, for the row that times a whole process

A request is {"prepare": {...}}, {"sample": HANDLE} or {"release": HANDLE}. A task's function does its untimed part,
then returns (answer, take): what it read, for comparison with the other contenders, and a function that takes one
sample in the unit of the row (milliseconds of processor time unless the function says otherwise).
"""

import gc
import json
import os
import random
import sys
import time
import tracemalloc
import uuid

from sqlalchemy import Float, ForeignKey, Integer, LargeBinary, String, create_engine, event, func, select
from sqlalchemy import __version__ as sqlalchemy_version
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, load_only, mapped_column, relationship, selectinload

WORDS = "harbour paper lantern river copper window garden signal thread meadow orchard bridge kettle marble".split()


class Base(DeclarativeBase):
    pass


class Idea(Base):
    __tablename__ = "BenchIdea"
    pk: Mapped[int] = mapped_column(Integer, primary_key=True)
    id: Mapped[bytes] = mapped_column(LargeBinary)
    title: Mapped[str] = mapped_column(String)
    details: Mapped[str] = mapped_column(String)
    isCompleted: Mapped[int] = mapped_column(Integer)
    createdAt: Mapped[float] = mapped_column(Float)
    updatedAt: Mapped[float] = mapped_column(Float)
    deviceId: Mapped[str] = mapped_column(String)
    version: Mapped[int] = mapped_column(Integer)
    lastSyncedAt: Mapped[float | None] = mapped_column(Float)


class Alarm(Base):
    __tablename__ = "BenchAlarm"
    pk: Mapped[int] = mapped_column(Integer, primary_key=True)
    label: Mapped[str] = mapped_column(String)
    hour: Mapped[int] = mapped_column(Integer)
    minute: Mapped[int] = mapped_column(Integer)
    days: Mapped[list["AlarmDay"]] = relationship(back_populates="owner")


class AlarmDay(Base):
    __tablename__ = "BenchAlarmDay"
    pk: Mapped[int] = mapped_column(Integer, primary_key=True)
    weekday: Mapped[int] = mapped_column(Integer)
    alarm: Mapped[int | None] = mapped_column(ForeignKey("BenchAlarm.pk"))
    owner: Mapped[Alarm | None] = relationship(back_populates="days")


def open_store(path, full=False):
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def configure(connection, _record):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {'FULL' if full else 'NORMAL'}")

    return engine


def timed(body, iterations=1):
    start = time.process_time_ns()
    for _ in range(iterations):
        body()
    return (time.process_time_ns() - start) / 1e6 / iterations


def make_ideas(count, seed):
    source = random.Random(seed)
    ideas = []
    for _ in range(count):
        created = source.randrange(700_000_000_000, 780_000_000_000) / 1000
        ideas.append(
            dict(
                id=uuid.UUID(int=source.getrandbits(128), version=4).bytes,
                title=" ".join(source.choices(WORDS, k=4)),
                details=" ".join(source.choices(WORDS, k=16)),
                isCompleted=source.randrange(2),
                createdAt=created,
                updatedAt=created + source.randrange(40_000_000),
                deviceId=str(uuid.UUID(int=seed % 4)),
                version=source.randrange(50),
                lastSyncedAt=created if source.random() < 0.5 else None,
            )
        )
    return ideas


class Tasks:
    """One method for each kind of row."""

    def __init__(self, seed):
        self.seed = seed

    def insert(self, request):
        """Inserts `size` ideas in one transaction into a copy of the empty store."""
        values = make_ideas(request["size"], self.seed)

        def take():
            engine, path = self.empty_copy(request)

            def body():
                with Session(engine) as session:
                    session.add_all([Idea(**value) for value in values])
                    session.commit()

            figure = timed(body)
            self.remove(engine, path)
            return figure

        return None, take

    def insert_singly(self, request):
        """A transaction for each of `size` ideas, in one session that keeps them all; the figure is that of one."""
        values = make_ideas(request["size"], self.seed)

        def take():
            engine, path = self.empty_copy(request)

            def body():
                with Session(engine, expire_on_commit=False) as session:
                    for value in values:
                        session.add(Idea(**value))
                        session.commit()

            figure = timed(body) / (len(values) if request["iterations"] > 1 else 1)
            self.remove(engine, path)
            return figure

        return None, take

    def fetch_all(self, request):
        return self.reading(request, lambda session: len(session.scalars(select(Idea)).all()))

    def fetch_all_kept(self, request):
        session = Session(open_store(request["store"]))
        kept = session.scalars(select(Idea)).all()
        return len(kept), lambda: timed(lambda: session.scalars(select(Idea)).all(), request["iterations"])

    def first_page(self, request):
        page = select(Idea).order_by(Idea.updatedAt.desc()).limit(50)
        return self.reading(request, lambda session: len(session.scalars(page).all()))

    def cold_open(self, request):
        def body():
            engine = open_store(request["store"])
            with Session(engine) as session:
                session.scalars(select(Idea).order_by(Idea.updatedAt.desc()).limit(50)).all()
            engine.dispose()

        return None, lambda: timed(body, request["iterations"])

    def update(self, request):
        """Changes `size` scattered ideas (three columns) of all, which the session holds, and commits."""
        session = Session(open_store(request["store"]), expire_on_commit=False)
        kept = session.scalars(select(Idea).order_by(Idea.pk)).all()
        source = random.Random(self.seed)

        def change(count):
            for idea in source.sample(kept, count):
                idea.title = " ".join(source.choices(WORDS, k=4))
                idea.updatedAt = source.randrange(780_000_000_000, 820_000_000_000) / 1000
                idea.version += 1
            session.commit()

        return None, lambda: timed(lambda: change(request["size"]), request["iterations"])

    def count(self, request):
        return self.reading(request, lambda session: session.scalar(select(func.count()).select_from(Idea)))

    def count_open(self, request):
        count = select(func.count()).select_from(Idea).where(Idea.isCompleted == 0, Idea.version < 25)
        return self.reading(request, lambda session: session.scalar(count))

    def containing(self, request):
        found = select(Idea).where(Idea.isCompleted == 0, func.instr(Idea.title, request["word"]) > 0)
        return self.reading(request, lambda session: len(session.scalars(found).all()))

    def containing_localized(self, request):
        found = select(Idea).where(Idea.isCompleted == 0, Idea.title.icontains(request["word"]))
        return self.reading(request, lambda session: len(session.scalars(found).all()))

    def faults(self, request):
        """Objects with their key alone, in order."""
        found = select(Idea).options(load_only(Idea.pk)).order_by(Idea.updatedAt.desc())
        return self.reading(request, lambda session: len(session.scalars(found).all()))

    def alarms(self, request):
        found = select(Alarm).options(selectinload(Alarm.days))

        def body(session):
            return sum(day.weekday for alarm in session.scalars(found).all() for day in alarm.days)

        return self.reading(request, body)

    def alarm_statements(self, request):
        """How many statements the prefetch takes."""
        engine = open_store(request["store"])
        statements = []
        event.listen(engine, "before_cursor_execute", lambda *arguments: statements.append(arguments[2]))

        def take():
            statements.clear()
            with Session(engine) as session:
                session.scalars(select(Alarm).options(selectinload(Alarm.days))).all()
            return float(len(statements))

        return None, take

    def memory(self, request):
        """Bytes of Python memory for each object that a session holds."""
        engine = open_store(request["store"])

        def take():
            gc.collect()
            tracemalloc.start()
            with Session(engine) as session:
                before = tracemalloc.get_traced_memory()[0]
                kept = session.scalars(select(Idea)).all()
                figure = (tracemalloc.get_traced_memory()[0] - before) / len(kept)
            tracemalloc.stop()
            return figure

        return None, take

    def translate(self, request):
        """Builds a query of a known shape and turns it into SQL."""
        engine = open_store(request["store"])
        number = iter(range(1 << 62))

        def body():
            query = select(Idea).where(Idea.isCompleted == 0, Idea.version < next(number), Idea.title == "x")
            str(query.compile(engine))

        return None, lambda: timed(body, request["iterations"])

    def reading(self, request, body):
        """A row that reads with a new session each time."""
        engine = open_store(request["store"])

        def once():
            with Session(engine) as session:
                return body(session)

        return once(), lambda: timed(once, request["iterations"])

    def empty_copy(self, request):
        path = f"{request['store']}-python"
        self.remove(None, path)
        with open(request["store"], "rb") as source, open(path, "wb") as target:
            target.write(source.read())
        engine = open_store(path, request["full"])
        engine.connect().close()
        return engine, path

    @staticmethod
    def remove(engine, path):
        if engine:
            engine.dispose()
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(path + suffix):
                os.remove(path + suffix)


def serve(seed):
    tasks = Tasks(seed)
    prepared = {}
    answer({"version": sqlalchemy_version})
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer(handle(request, tasks, prepared))
        except Exception as error:  # the row is shown without a figure and with this reason
            answer({"error": f"{type(error).__name__}: {error}"})


def handle(request, tasks, prepared):
    if "prepare" in request:
        task = request["prepare"]
        result, take = getattr(tasks, task["task"])(task)
        number = len(prepared)
        prepared[number] = take
        return {"handle": number, "answer": result}
    if "sample" in request:
        return {"figure": prepared[request["sample"]]()}
    prepared[request["release"]] = None
    gc.collect()
    return {"released": request["release"]}


def answer(reply):
    print(json.dumps(reply), flush=True)


def cold_start(path):
    with Session(open_store(path)) as session:
        page = session.scalars(select(Idea).order_by(Idea.updatedAt.desc()).limit(50)).all()
        print(sum(len(idea.title) for idea in page))


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(int(sys.argv[2]))
    elif sys.argv[1:2] == ["cold-start"]:
        cold_start(sys.argv[2])
    else:
        sys.exit(__doc__)
