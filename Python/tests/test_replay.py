"""Records of recordings: the same as those of the program, whatever the recordings come as."""

from __future__ import annotations

import errno
import io
import itertools
import json
import logging
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Replay

import touchstone
from touchstone import OptionError, Recording, RecordingError, binary

TAP = "Traces/tap.evemu"


def test_gestures_are_those_of_the_program(replay: Replay) -> None:
    assert list(touchstone.replay("Traces")) == replay("run", "Traces")
    assert list(touchstone.replay("Traces", events=True)) == replay("run", "--events", "Traces")


def test_touches_states_information_and_checks_are_those_of_the_program(replay: Replay) -> None:
    assert list(touchstone.touches("Traces")) == replay("run", "--touches", "Traces")
    states = [record for record in replay("explain", "Traces") if "phase" not in record]
    assert list(touchstone.explain("Traces")) == states
    assert list(touchstone.info("Traces")) == replay("info", "Traces")
    assert list(touchstone.check("Traces")) == replay("check", "Traces")


CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "recordings"


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real recordings is not here")
def test_gestures_of_real_hands_are_those_of_the_program(replay: Replay) -> None:
    expected = replay("run", CORPUS)
    assert len(expected) > 100
    assert list(touchstone.replay(CORPUS, errors="skip")) == expected
    files = sorted(path for path in CORPUS.rglob("*") if path.is_file())
    by_file = list(touchstone.replay(files, errors="skip", jobs=2))
    assert sorted(map(repr, by_file)) == sorted(map(repr, expected))


def test_explanations_are_of_one_gesture_or_one_moment() -> None:
    session = "Traces/phone-session.evemu"
    records: list[Any] = list(touchstone.explain(session, expected="tap,at=0.1"))
    verdict, *states = records
    assert verdict["verdict"] == "recognized"
    assert states
    assert {state["gesture"] for state in states} == {"tap"}
    moment = list(touchstone.explain(session, at_s=0.1))
    assert 0 < len(moment) < len(list(touchstone.explain(session)))


def test_a_verdict_names_the_setting_that_suffices_and_tables_leave_it_out() -> None:
    records: list[Any] = list(touchstone.explain("Traces/pan.evemu", expected="swipe,touches=1"))
    verdict = records[0]
    assert verdict["verdict"] == "not_recognized"
    [setting] = verdict["settings"]
    assert setting["parameter"] == verdict["unmet"][0]["parameter"] == "swipe.maximumDuration"
    assert verdict["text"].startswith("No swipe: the movement took 0.778 s")
    table = touchstone.to_arrow(records, "explain")
    assert table.num_rows == len(records) - 1


def test_profiles_shapes_sizes_and_times_are_options() -> None:
    assert [r["gesture"] for r in touchstone.replay("Traces/swipes.evemu", profile="textbook")]
    z = touchstone.script("fingers {\n finger 20,15 to 70,15 to 20,55 to 70,55 for 0.9s\n}")
    [path] = touchstone.replay(z, shapes="standard")
    assert (path["gesture"], path["name"]) == ("path", "z")
    [small] = touchstone.replay(TAP, size=(10, 6.5))
    [large] = touchstone.replay(TAP, size="100x65mm")
    assert small["location_mm"]["x"] * 10 == pytest.approx(large["location_mm"]["x"])
    assert not list(touchstone.replay(TAP, start_s=5, end_s=6))
    [turned] = touchstone.replay(TAP, rotate=180)
    assert turned["location_mm"]["y"] == pytest.approx(65 - large["location_mm"]["y"], abs=0.1)
    [moved] = touchstone.replay(TAP, matrix=[1, 0, 0, 0, 1, 0.1])
    assert moved["location_mm"]["y"] == pytest.approx(large["location_mm"]["y"] + 6.5, abs=0.1)


def test_contents_are_recordings_like_paths(replay: Replay) -> None:
    data = Path(TAP).read_bytes()
    [expected] = replay("run", TAP)
    without_file = {key: value for key, value in expected.items() if key != "file"}

    def check(source: Any, name: str) -> None:
        [record] = touchstone.replay(source)
        assert record == without_file | {"file": name}

    check(data, "bytes[0]")
    check(bytearray(data), "bytes[0]")
    check(memoryview(data), "bytes[0]")
    check(io.BytesIO(data), "file[0]")
    check(Recording(data, "a name: of any kind\n"), "a name: of any kind\n")
    check(Path(TAP), TAP)
    with open(TAP, "rb") as file:
        check(file, TAP)


def test_recordings_of_all_kinds_are_read_in_order() -> None:
    data = Path(TAP).read_bytes()
    sources: list[Any] = [TAP, data, Path(TAP), Recording(data, "b"), io.BytesIO(data)]
    files = [record["file"] for record in touchstone.replay(sources)]
    assert files == [TAP, "bytes[1]", TAP, "b", "file[4]"]


def test_files_whose_names_look_like_options_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = Path(TAP).read_bytes()
    monkeypatch.chdir(tmp_path)
    for name in ("-", "--json", "-q", "a b:1:2: expected x, found y"):
        Path(name).write_bytes(data)
        [record] = touchstone.replay(name)
        assert Path(record["file"]) == Path(name)


@pytest.mark.parametrize("name", ["ü 日本", "new\nline", 'quote"', "back\\slash", "a:1:2: b"])
def test_any_name_of_a_file_is_that_of_its_records_and_errors(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(Path(TAP).read_bytes())
    assert [record["file"] for record in touchstone.replay(path)] == [str(path)]
    path.write_bytes(b"nonsense\n")
    [error] = touchstone.replay(path, errors="record")
    assert error["file"] == str(path)


def test_a_name_that_is_not_utf_8_has_replacement_characters(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"\xff")
    folder.mkdir()
    (folder / "tap").write_bytes(Path(TAP).read_bytes())
    name = f"{tmp_path}/\ufffd"
    for source in (folder, folder / "tap"):
        files = [record["file"] for record in touchstone.replay([TAP, source])]
        assert files == [TAP, f"{name}/tap"]
    (folder / "tap").write_bytes(b"nonsense")
    [error] = touchstone.replay(folder / "tap", errors="record")
    assert error["file"] == f"{name}/tap"


@pytest.mark.parametrize("path", ["", "a\0b"])
def test_what_is_no_path_is_an_error(path: str) -> None:
    with pytest.raises(ValueError, match="is no path"):
        list(touchstone.replay(path))


@pytest.mark.parametrize("jobs", [1, 3])
def test_more_recordings_than_one_command_line_holds_are_read(jobs: int) -> None:
    count = 5000
    name = "./" * 200 + TAP
    records = touchstone.replay(itertools.repeat(name, count), jobs=jobs)
    assert sum(1 for _ in records) == count


def test_records_come_before_all_recordings_are_known() -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield TAP

    with touchstone.replay(endless()) as records:
        assert next(records)["gesture"] == "tap"
    assert taken < 10_000
    assert list(records) == []


def test_few_recordings_are_shared_by_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = []

    class Process(subprocess.Popen[bytes]):
        def __init__(self, arguments: list[Any], **options: Any) -> None:
            commands.append(arguments)
            super().__init__(arguments, **options)

    monkeypatch.setattr(subprocess, "Popen", Process)
    assert len(list(touchstone.replay([TAP] * 16, jobs=2))) == 16
    assert len(commands) == 8
    commands.clear()
    assert len(list(touchstone.replay([TAP] * 16))) == 16
    assert len(commands) == 1


def test_parallel_processes_yield_the_same_records(traces: list[str]) -> None:
    many = traces * 40
    assert list(touchstone.replay(many, jobs=4)) == list(touchstone.replay(many))


# Errors


def test_a_missing_file_is_an_error_with_its_name() -> None:
    with pytest.raises(RecordingError) as caught:
        list(touchstone.replay("Traces/nope"))
    assert str(caught.value) == "Traces/nope: No such file or directory"
    assert (caught.value.file, caught.value.line) == ("Traces/nope", None)
    assert caught.value.found == "No such file or directory"


def test_a_missing_file_is_an_error_of_the_system() -> None:
    with pytest.raises(FileNotFoundError) as caught:
        list(touchstone.replay(["Traces/nope", TAP]))
    assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, "Traces/nope")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(copy, touchstone.MissingRecordingError)
    assert (copy.errno, copy.file, str(copy)) == (errno.ENOENT, "Traces/nope", str(caught.value))


def test_a_file_that_may_not_be_read_is_an_error_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="symbolic links") as caught:
        list(touchstone.replay(tmp_path / "loop"))
    assert isinstance(caught.value, touchstone.RecordingAccessError)
    assert caught.value.errno == errno.ELOOP


def test_type_checkers_tell_gestures_from_errors() -> None:
    kinds: list[str] = []
    for record in touchstone.replay([TAP, "Traces/nope"], errors="record"):
        # mypy takes the key of each type, and would refuse one of the other.
        kinds.append(record["error"]["found"] if "error" in record else record["gesture"])
    assert kinds == ["tap", "No such file or directory"]


def test_a_broken_recording_is_an_error_with_its_position() -> None:
    broken = Path(TAP).read_bytes() + b"E: nonsense\n"
    with pytest.raises(RecordingError) as caught:
        list(touchstone.replay(Recording(broken, "broken: 2")))
    error = caught.value
    assert error.file == "broken: 2"
    assert error.line == broken.count(b"\n")
    assert error.column is not None
    assert error.message.startswith(f"broken: 2:{error.line}:")
    assert error.expected
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.file, copy.line, str(copy)) == (error.file, error.line, str(error))


def test_a_binary_recording_has_the_position_in_bytes() -> None:
    data = Path("Traces/swipe-left.raw").read_bytes()
    with pytest.raises(RecordingError) as caught:
        list(touchstone.replay(data[:48] + b"\xff" * 4800))
    assert caught.value.byte is not None


def test_errors_are_rows_or_left_out(caplog: pytest.LogCaptureFixture) -> None:
    sources: list[Any] = ["Traces/nope", TAP, b"nonsense", "README.md"]
    records: list[Any] = list(touchstone.replay(sources, errors="record"))
    assert records[0]["file"] == TAP
    errors = {record["file"]: record["error"] for record in records if "error" in record}
    assert list(errors) == ["Traces/nope", "bytes[2]", "README.md"]
    assert errors["Traces/nope"]["found"] == "No such file or directory"
    assert (errors["bytes[2]"]["line"], errors["bytes[2]"]["column"]) == (1, 1)
    with caplog.at_level(logging.WARNING, "touchstone"):
        assert [r["file"] for r in touchstone.replay(sources, errors="skip")] == [TAP]
    assert "skipped: Traces/nope: No such file or directory" in caplog.messages


def test_the_first_error_says_how_many_follow() -> None:
    with pytest.raises(RecordingError) as caught:
        list(touchstone.replay(["Traces/a", "Traces/b", "Traces/c"]))
    assert caught.value.file == "Traces/a"
    assert caught.value.__notes__ == ["2 more recordings cannot be read"]


def test_checks_have_errors_as_records() -> None:
    [record] = touchstone.check("Traces/nope")
    assert record["outcome"] == "unreadable"
    assert record["error"]["found"] == "No such file or directory"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"profile": "standart"}, "did you mean standard"),
        ({"profile": 3}, "profile is a int"),
        ({"profile": ""}, "profile is ''"),
        ({"profile": "a\0b"}, "profile is"),
        ({"shapes": "Traces/nope"}, "No such file"),
        ({"device": "Traces/nope"}, "No such file"),
        ({"size": "10"}, "width x height"),
        ({"size": (10,)}, "width, height"),
        ({"size": (10, "6")}, "expected a number"),
        ({"size": (10, float("nan"))}, "width x height"),
        ({"rotate": 45}, "--rotate"),
        ({"rotate": None, "rate": True}, "rate is True"),
        ({"matrix": [1, 2]}, "six numbers"),
        ({"matrix": "123456"}, "six numbers"),
        ({"format": "evtst"}, "following: evemu, libinput"),
        ({"jobs": 0}, "from 1"),
        ({"jobs": 1.5}, "from 1"),
        ({"errors": "ignore"}, "raise, record, skip"),
    ],
)
def test_an_option_that_cannot_be_used_is_an_error(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        list(touchstone.replay(TAP, **options))


def test_a_misspelled_option_has_a_hint() -> None:
    with pytest.raises(TypeError, match="did you mean profile"):
        touchstone.replay(TAP, profil="standard")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="there are format, device"):
        touchstone.info(TAP, shapes="standard")  # type: ignore[call-overload]


@pytest.mark.parametrize(
    "source", [None, 3, 2.5, object(), [None], [3], [["Traces"]], {"a": 1}.items()]
)
def test_what_is_no_recording_is_a_type_error(source: Any) -> None:
    with pytest.raises(TypeError, match="expected"):
        list(touchstone.replay(source))


def test_text_files_have_to_be_binary() -> None:
    with open(TAP) as file, pytest.raises(TypeError, match="'rb'"):
        list(touchstone.replay(file))


def test_scripts_are_recordings_and_their_mistakes_have_a_position() -> None:
    [tap] = touchstone.replay(touchstone.script("tap count 3", "three taps"))
    assert (tap["file"], tap["gesture"], tap["taps"]) == ("three taps", "tap", 3)
    with pytest.raises(touchstone.Error, match=r"-:2:1: expected one of .*did you mean tap"):
        touchstone.script("tap\ntapp")
    with pytest.raises(TypeError, match="found bytes"):
        touchstone.script(b"tap")  # type: ignore[arg-type]


def test_no_recordings_are_no_records() -> None:
    assert list(touchstone.replay([])) == []


def test_a_folder_without_recordings_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="no recordings found"):
        list(touchstone.replay(tmp_path))


def test_warnings_and_notes_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "touchstone"):
        list(touchstone.replay("Traces/hovering.evemu"))
    [warning] = [r for r in caplog.records if r.levelno == logging.WARNING]
    assert "no touch events" in warning.message


def test_a_recording_without_gestures_is_no_warning(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "touchstone"):
        assert list(touchstone.replay("Traces/palm.evemu")) == []
    assert [r.levelname for r in caplog.records if "no gesture" in r.message] == ["INFO"]


# Processes


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in the place of replay, which prints a record with its process id and waits."""
    program = tmp_path / "replay"
    program.write_text('#!/bin/sh\nprintf \'{"v":2,"file":"a","pid":%d}\\n\' $$\nexec sleep 600\n')
    program.chmod(0o755)
    monkeypatch.setenv("TOUCHSTONE_REPLAY", str(program))
    return program


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.usefixtures("slow")
def test_closing_or_dropping_records_ends_the_process() -> None:
    records: Any = touchstone.replay(TAP)
    pid = next(records)["pid"]
    assert is_running(pid)
    records.close()
    assert not is_running(pid)
    records = touchstone.replay(TAP)
    pid = next(records)["pid"]
    del records
    assert not is_running(pid)


@pytest.mark.usefixtures("slow")
def test_an_interrupt_ends_the_process() -> None:
    script = (
        "import touchstone\n"
        "for record in touchstone.replay('Traces/tap.evemu'):\n"
        "    print(record['pid'], flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        pid = int(program.stdout.readline())
        # As the terminal does on Ctrl-C: to all processes in the foreground.
        os.killpg(program.pid, signal.SIGINT)
        _, errors = program.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors
    assert program.returncode == -signal.SIGINT
    assert not is_running(pid)


@pytest.mark.usefixtures("slow")
def test_a_killed_process_is_an_error() -> None:
    records: Any = touchstone.replay(TAP)
    os.kill(next(records)["pid"], signal.SIGKILL)
    with pytest.raises(touchstone.Error, match="SIGKILL"):
        next(records)


def test_a_program_that_fails_without_a_word_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "replay"
    program.write_text("#!/bin/sh\nexit 70\n")
    program.chmod(0o755)
    monkeypatch.setenv("TOUCHSTONE_REPLAY", str(program))
    for records in (touchstone.replay(TAP), touchstone.check(TAP)):
        with pytest.raises(touchstone.Error, match="exit code 70"):
            list(records)


def test_temporary_files_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    data = Path(TAP).read_bytes()
    assert len(list(touchstone.replay([data] * 3))) == 3
    records = touchstone.replay(itertools.repeat(data))
    next(records)
    records.close()
    with pytest.raises(TypeError):
        list(touchstone.replay([data, None]))  # type: ignore[list-item]
    assert list(tmp_path.iterdir()) == []


def test_the_variable_for_the_program_has_to_name_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOUCHSTONE_REPLAY", "Traces/nope")
    with pytest.raises(touchstone.Error, match="TOUCHSTONE_REPLAY names Traces/nope"):
        list(touchstone.replay(TAP))


def test_the_command_replay_is_the_program() -> None:
    command = Path(sys.executable).parent / "replay"
    output = subprocess.run([command, "run", "--json", TAP], capture_output=True, text=True)
    assert '"gesture":"tap"' in output.stdout
    assert subprocess.run([command, "run", "nope"], capture_output=True).returncode == 66
    module = [sys.executable, "-m", "touchstone", "run", "--json", TAP]
    assert subprocess.run(module, capture_output=True, text=True).stdout == output.stdout


# Scores


def test_a_score_is_the_command_lines() -> None:
    found = touchstone.score("Examples/Samples", strict=True, profile="textbook", jobs=1)
    words = ["score", "--json", "--quiet", "--strict", "--profile", "textbook"]
    process = subprocess.run(
        [binary(), *words, "Examples/Samples"], capture_output=True, check=True
    )
    assert found == json.loads(process.stdout)
    assert found["strict"] is True


def test_recordings_of_a_score_may_be_elsewhere(tmp_path: Path) -> None:
    labels = next(Path("Examples/Samples").glob("labels*.jsonl"))
    copy = tmp_path / labels.name
    copy.write_bytes(labels.read_bytes())
    assert touchstone.score(copy, recordings="Examples/Samples")["files"] == 9


def test_missing_labels_and_profiles_of_a_score_are_errors() -> None:
    with pytest.raises(FileNotFoundError):
        touchstone.score("Traces/nope")
    with pytest.raises(OptionError, match="no such profile"):
        touchstone.score("Examples/Samples", profile="nope")
    with pytest.raises(TypeError, match="unexpected option"):
        touchstone.score("Examples/Samples", profil="uikit")  # type: ignore[call-arg]


def has_libinput() -> bool:
    return subprocess.run([binary(), "libinput", "--version"], capture_output=True).returncode == 0


@pytest.mark.skipif(not has_libinput(), reason="libinput is not installed (Debian's libinput10)")
def test_answers_of_libinput_are_those_of_the_program(replay: Replay) -> None:
    assert list(touchstone.libinput("Traces")) == replay("libinput", "Traces")
    events = list(touchstone.libinput("Traces/scroll.yml", each_event=True))
    assert events == replay("libinput", "--verbose", "Traces/scroll.yml")
    taps = [r for r in touchstone.libinput(TAP, desktop="gnome") if r.get("event") == "tap"]
    assert taps == []
    with pytest.raises(OptionError):
        list(touchstone.libinput(TAP, desktop="cde"))  # type: ignore[arg-type]
