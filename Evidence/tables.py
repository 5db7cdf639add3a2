"""The tables of README.md and docs/Evidence.md that are measured on the files of Tools/evidence.

A table stands between `<!-- evidence NAME -->` and `<!-- end of evidence -->` in its document.
"""

import json
import math
import os
import re
import subprocess

START = "<!-- evidence {} -->"
END = "<!-- end of evidence -->"

# In seconds: the longest of the commands plays the corpus with 256 profiles.
TIMEOUT = 7200


class Missing(Exception):
    """A table that cannot be measured, and why."""


class Measurement:
    """Runs commands on the files of the evidence."""

    def __init__(self, root, folder, replay, missing):
        self.root = root
        self.folder = folder
        self.replay = replay
        self.missing = missing

    def need(self, prefix):
        """Throws if a file of the table is missing: a table of a part would be another table."""
        gone = [file for file in self.missing if file.startswith(prefix)]
        if gone:
            raise Missing(f"{len(gone)} missing files, such as {gone[0]}: {self.missing[gone[0]]}")

    def run(self, command):
        environment = dict(os.environ, TOUCHSTONE_SHARED=str(self.folder))
        try:
            result = subprocess.run(
                command, cwd=self.root, env=environment, capture_output=True, text=True,
                timeout=TIMEOUT, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Missing(str(error)) from None
        if result.returncode:
            lines = (result.stderr or result.stdout).strip().splitlines()
            raise Missing(f"{' '.join(command)}: {lines[-1] if lines else result.returncode}")
        return result.stdout

    def call(self, *words):
        """The output of the program, with `@` for the folder of the evidence."""
        return self.run(
            [self.replay] + [word.replace("@", str(self.folder) + "/") for word in words])

    def json(self, *words):
        return json.loads(self.call(*words))


def number(value):
    """A share with three decimals; 0 and 1 have none."""
    if value is None:
        return "-"
    return str(int(value)) if value in (0, 1) else f"{value:.3f}"


def interval(ends):
    return "-" if not ends else f"{number(ends[0])} to {number(ends[1])}"


def wilson(hits, trials):
    """The interval of a share with 95 % confidence (E. B. Wilson, 1927)."""
    if trials == 0:
        return None
    z = 1.959964
    share = hits / trials
    middle = share + z * z / (2 * trials)
    width = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0, (middle - width) / scale), min(1, (middle + width) / scale)


def table(head, rows):
    align = ["---"] + ["---:"] * (len(head) - 1)
    return ["| " + " | ".join(row) + " |" for row in [head] + [align] + rows]


NAMES = {
    "swipe": "swipe and pan", "tapAndDrag": "tap-and-drag", "longPress": "long press",
    "path": "drawn shape",
}


def classes(score):
    """The classes of a score by name, those with most gestures first."""
    rows = [dict(entry, **{"class": name}) for name, entry in score["classes"].items()]
    rows = [entry for entry in rows if entry["tp"] + entry["fn"] > 0]
    return sorted(rows, key=lambda entry: -(entry["tp"] + entry["fn"]))


def gestures(measure):
    measure.need("corpus/")
    score = measure.json("score", "--json", "@corpus/people.v2.jsonl")
    rows = [
        [
            NAMES.get(entry["class"], entry["class"]), str(entry["tp"] + entry["fn"]),
            number(entry.get("precision")), number(entry.get("recall")), number(entry.get("f1")),
            interval(entry.get("recall_interval")),
        ] for entry in classes(score)
    ]
    return table(["gesture", "in the recordings", "precision", "recall", "F1", "recall, 95 %"], rows)


def corpus(measure):
    measure.need("corpus/")
    rows = []
    for name, file in [("people", "people.v2.jsonl"), ("people and a robot", "labels.v2.jsonl")]:
        score = measure.json("score", "--json", "@corpus/" + file)
        rows.append([
            f"F1 of all gestures, {name}", number(score["micro"]["f1"]),
            interval(score["micro"].get("f1_interval"))])
    strict = measure.json("score", "--json", "--strict", "@corpus/labels.v2.jsonl")
    rows.append([
        "the same, swipes told from pans by duration", number(strict["micro"]["f1"]),
        interval(strict["micro"].get("f1_interval"))])
    devices = measure.json("score", "--json", "--group-by", "device", "@corpus/labels.v2.jsonl")
    groups = devices["groups"]
    rows.append([
        f"the mean of {len(groups['list'])} devices, each by itself", number(groups["mean_f1"]),
        interval(groups.get("mean_f1_interval"))])
    rows.append([
        f"recordings without errors, of {score['files']}", str(score["exact"]),
        interval(wilson(score["exact"], score["files"]))])
    none = score["none"]
    rows.append([
        f"palms without a gesture, of {none['files']}", str(none["clean"]),
        interval(none.get("clean_interval"))])
    return table(["in-sample", "measured", "95 %"], rows)


def libinput(measure):
    measure.need("corpus/")
    ours = measure.json("score", "--json", "@corpus/people.v2.jsonl")
    peer = measure.json("score", "--json", "--recognizer", "libinput", "@corpus/people.v2.jsonl")
    theirs = peer["classes"]
    rows = []
    for entry in classes(ours):
        other = theirs.get(entry["class"], {})
        rows.append([
            NAMES.get(entry["class"], entry["class"]), str(entry["tp"] + entry["fn"]),
            f"{number(entry.get('f1'))} ({interval(entry.get('f1_interval'))})",
            f"{number(other.get('f1'))} ({interval(other.get('f1_interval'))})"])
    rows.append([
        "all", str(ours["total"]["tp"] + ours["total"]["fn"]),
        f"{number(ours['micro']['f1'])} ({interval(ours['micro'].get('f1_interval'))})",
        f"{number(peer['micro'].get('f1'))} ({interval(peer['micro'].get('f1_interval'))})"])
    return table(["gesture", "in the recordings", "F1", "F1 of libinput"], rows)


PHONE = ["--labels", "@data/accel/shakes/labels.csv", "@data/accel/shakes/sensor.csv"]
REMOTE = ["--labels", "@data/accel/wii/labels.csv", "--class", "2", "@data/accel/wii/sensor.csv"]


def shakes(measure):
    rows = []
    for name, words, prefix in [
        ("phone", PHONE, "data/accel/shakes"), ("remote control", REMOTE, "data/accel/wii")]:
        measure.need(prefix)
        text = measure.call("shake", *words)
        found, labels, missed, false = map(int, re.search(
            r"(\d+) of (\d+) labels found, (\d+) missed, (\d+) false", text).groups())
        shares = re.search(r"precision (\S+) \((\S+)\), recall (\S+) \((\S+)\)\nF1 (\S+) \((\S+)\)", text)
        cells = [f"{a} ({b.replace('-', ' to ')})" for a, b in zip(*[iter(shares.groups())] * 2)]
        rows.append([name, f"{found} of {labels}", str(false)] + cells)
    return table(["recording", "found", "false", "precision", "recall", "F1"], rows)


def sensitivity(measure):
    columns = []
    for words, prefix in [(PHONE, "data/accel/shakes"), (REMOTE, "data/accel/wii")]:
        measure.need(prefix)
        text = measure.call("shake", "--tune", *words)
        columns.append(re.findall(
            r"^\s*(\d\.\d\d)\s+(\d+)\s+\d+\s+(\d+)\s+(\d\.\d+)", text, re.MULTILINE))
    measure.need("data/accel/st")
    measure.need("data/accel/digits")
    rows = []
    for phone, remote in zip(*columns):
        value = phone[0]
        alarms = sum(
            len(measure.call("shake", "--json", "--sensitivity", value, "@" + file).splitlines())
            for file in other_logs(measure))
        rows.append([f"{float(value):g}", *phone[1:], *remote[1:], str(alarms)])
    return table([
        "sensitivity", "phone: found of 82", "false", "F1", "remote control: found of 30", "false",
        "F1", "false in 48 minutes of other movements"], rows)


def other_logs(measure):
    """The logs of movements that are no shakes."""
    folder = measure.folder / "data/accel"
    names = sorted(folder.glob("st/*.csv")) + sorted(folder.glob("digits/*.csv"))
    return [str(path.relative_to(measure.folder)) for path in names if "__shake" not in path.name]


KINDS = [
    ("at rest, handled", ["stationary", "motion"]), ("walking", ["walk"]), ("cycling", ["cycling"]),
    ("running, jogging", ["running", "jogging"]),
]


def alarms(measure):
    measure.need("data/accel/st")
    measure.need("data/accel/digits")
    rows = []
    logs = other_logs(measure)
    groups = [
        (name, [log for log in logs if any(word in log for word in words)]) for name, words in KINDS]
    digits = [log for log in logs if "/digits/" in log]
    groups.append((f"{len(digits)} logs of digits drawn in the air", digits))
    for name, files in groups:
        seconds = 0.0
        count = 0
        for file in files:
            text = measure.run([
                "sh", "-c", '"$0" shake "$1" 2>&1', measure.replay, str(measure.folder / file)])
            total = re.search(r"samples in (\S+) s, (\d+) shake", text)
            seconds += float(total.group(1))
            count += int(total.group(2))
        rows.append([name, f"{seconds / 60:.1f}", str(count)])
    return table(["log", "minutes", "shakes reported"], rows)


def drive(measure):
    measure.need("data/drive")
    text = measure.run([
        "sh", "-c", '"$0" locate --smooth --truth "$1" "$2" 2>&1', measure.replay,
        str(measure.folder / "data/drive/truth.nmea"),
        str(measure.folder / "data/drive/receiver.nmea")])
    lines = [line.split() for line in text.splitlines()]
    rows = [line for line in lines if line[:1] in (["50"], ["95"], ["largest"])]
    rows = [[" ".join(line[:-4])] + [" ".join(line[-4:-2]), " ".join(line[-2:])] for line in rows]
    if not rows:
        raise Missing("replay locate printed no errors")
    return table(["error", "raw", "smoothed"], rows)


def tests(names):
    """What the tests of a suite print, as text."""
    def measured(measure):
        measure.need("data/accel" if "Shake" in names else "data/strokes/unistrokes")
        text = measure.run([
            "swift", "test", "--disable-xctest", "--traits", "Live,Library", "--filter", names])
        lines = [line for line in text.splitlines() if line.startswith(("F1 ", "|"))]
        if not lines:
            raise Missing("the tests were skipped")
        return ["```text"] + lines + ["```"]
    return measured


def shapes(measure):
    measure.need("data/strokes")
    measure.run(["make", "shapes"])
    head, *rows = (measure.root / "docs/data/shapes.csv").read_text().splitlines()
    return table(head.split(","), [row.split(",") for row in rows])


# The name of each table, its command, and what measures it.
TABLES = {
    "gestures": ("replay score FOLDER/corpus/people.v2.jsonl", gestures),
    "corpus": (
        "replay score FOLDER/corpus/labels.v2.jsonl, with --strict and --group-by device", corpus),
    "libinput": ("replay score --recognizer libinput FOLDER/corpus/people.v2.jsonl", libinput),
    "shakes": ("replay shake --labels FOLDER/data/accel/…", shakes),
    "sensitivity": ("replay shake --tune --labels FOLDER/data/accel/…", sensitivity),
    "alarms": ("replay shake FOLDER/data/accel/st", alarms),
    "drive": ("replay locate --smooth --truth FOLDER/data/drive/…", drive),
    "left-out": ("swift test --filter ShakeLeaveOutTests", tests("ShakeLeaveOutTests")),
    "checkmarks": ("swift test --filter CheckmarkLeftOutTests", tests("CheckmarkLeftOutTests")),
    "shapes": ("make shapes", shapes),
}
DOCUMENTS = ["README.md", "docs/Evidence.md"]
# Those that build and test take minutes, and are measured where they are named.
USUAL = [name for name in TABLES if name not in ("left-out", "checkmarks", "shapes")]


def update(root, name, lines):
    """Writes a table between its marks; returns whether a document has it, and whether it changed."""
    for path in DOCUMENTS:
        text = (root / path).read_text()
        start = text.find(START.format(name))
        if start < 0:
            continue
        start += len(START.format(name))
        end = text.index(END, start)
        new = text[:start] + "\n\n" + "\n".join(lines) + "\n\n" + text[end:]
        return path, new, new != text
    return None, None, False


def run(root, folder, replay, names, writes, missing):
    """Prints the tables; the exit code is 1 where one cannot be measured."""
    measure = Measurement(root, folder, replay, missing)
    unknown = [name for name in names or [] if name not in TABLES]
    if unknown:
        print(f"evidence: no table {unknown[0]}: one of {', '.join(TABLES)}")
        return 64
    failed = []
    for name in names or USUAL:
        command, function = TABLES[name]
        print(f"\n{name}: {command}")
        try:
            lines = function(measure)
        except Missing as reason:
            print(f"not measured: {reason}")
            failed.append(name)
            continue
        print("\n".join(lines))
        path, new, changed = update(root, name, lines)
        if path and changed:
            if writes:
                (root / path).write_text(new)
            print(f"{'written into' if writes else 'differs from'} {path}")
    if failed:
        print(f"\nnot measured: {', '.join(failed)}")
    return 1 if failed else 0
