"""Copies the rows of a library until it has a number of recordings: LIBRARY RECORDINGS."""

import random
import sqlite3
import sys

DEVICES = 200
TAGGED = 100
BATCH = 10_000


class Table:
    """A table whose rows are copied with other keys."""

    def __init__(self, database, name, key, replaced):
        cursor = database.execute(f"SELECT * FROM {name}")
        self.columns = [column[0] for column in cursor.description]
        self.replaced = [self.columns.index(column) for column in replaced]
        self.rows = {}
        position = self.columns.index(key)
        for row in cursor:
            self.rows.setdefault(row[position], []).append(row)
        marks = ", ".join("?" * len(self.columns))
        self.insert = f"INSERT INTO {name} ({', '.join(self.columns)}) VALUES ({marks})"
        self.pending = []

    def copy(self, key, *values):
        for row in self.rows.get(key, []):
            new = list(row)
            for position, value in zip(self.replaced, values, strict=True):
                new[position] = value
            self.pending.append(new)

    def write(self, database):
        database.executemany(self.insert, self.pending)
        self.pending.clear()


def grow(path, count):
    database = sqlite3.connect(path)
    generator = random.Random(20)
    files = database.execute(
        "SELECT f.id, f.recording_id, a.id FROM file f JOIN answer a USING (recording_id)"
        " WHERE f.error IS NULL AND a.is_current ORDER BY f.path"
    ).fetchall()
    first = 1 + max(
        database.execute(f"SELECT max(id) FROM {table}").fetchone()[0]
        for table in ("file", "recording", "answer", "device")
    )
    database.executemany(
        "INSERT INTO device (id, name, bus, vendor, product, version) VALUES (?, ?, 24, 1739, ?, 0)",
        [(first + i, f"Synaptics TM{3000 + i}", i) for i in range(DEVICES)],
    )
    tables = {
        "recording": Table(database, "recording", "id", ["id", "hash"]),
        "recording_device": Table(
            database, "recording_device", "recording_id", ["recording_id", "device_id"]
        ),
        "file": Table(database, "file", "id", ["id", "path", "hash", "recording_id"]),
        "label": Table(database, "label", "file_id", ["file_id"]),
        "answer": Table(database, "answer", "id", ["id", "recording_id"]),
        "gesture": Table(database, "gesture", "answer_id", ["answer_id"]),
        "failure": Table(database, "failure", "answer_id", ["answer_id"]),
        "score": Table(database, "score", "file_id", ["file_id", "answer_id"]),
        "missed": Table(database, "missed", "file_id", ["file_id", "answer_id"]),
    }
    known = database.execute("SELECT count(*) FROM file").fetchone()[0]
    hashes = []
    for index in range(count - known):
        file, recording, answer = generator.choice(files)
        new = first + index
        digest = f"{generator.getrandbits(256):064x}"
        hashes.append(digest)
        name = f"/recordings/{generator.randrange(100):02}/{index:06}.evemu"
        tables["recording"].copy(recording, new, digest)
        tables["recording_device"].copy(recording, new, first + generator.randrange(DEVICES))
        tables["file"].copy(file, new, name, digest, new)
        tables["label"].copy(file, new)
        tables["answer"].copy(answer, new, new)
        tables["gesture"].copy(answer, new)
        tables["failure"].copy(answer, new)
        tables["score"].copy(file, new, new)
        tables["missed"].copy(file, new, new)
        if index % BATCH == BATCH - 1:
            for table in tables.values():
                table.write(database)
            database.commit()
    for table in tables.values():
        table.write(database)
    database.executemany(
        "INSERT INTO tag (hash, name) VALUES (?, 'reviewed')",
        [(digest,) for digest in generator.sample(hashes, min(TAGGED, len(hashes)))],
    )
    database.commit()
    # As at the end of each 'library add'.
    database.execute("PRAGMA optimize")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


if __name__ == "__main__":
    grow(sys.argv[1], int(sys.argv[2]))
