"""The engine: the gestures of the program, and no value of Python that ends the process."""

from __future__ import annotations

import asyncio
import copy
import gc
import itertools
import math
import pickle
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import touchstone
from touchstone import Engine, EngineError, Error
from touchstone.engine import Axis, Contact, EventDevice, Gesture, Point


@pytest.fixture(name="engine")
def make_engine() -> Iterator[Engine]:
    with Engine(width_mm=100, height_mm=65) as engine:
        yield engine


def tap(engine: Engine, time_s: float = 0, x_mm: float = 50, y_mm: float = 30) -> None:
    engine.touch_down(time_s, 1, x_mm, y_mm)
    engine.frame()
    engine.touch_up(time_s + 0.08, 1)
    engine.frame()


def swipe(engine: Engine, time_s: float = 0) -> None:
    engine.touch_down(time_s, 0, 20, 30)
    engine.frame()
    for step in range(1, 11):
        engine.touch_motion(time_s + step * 0.01, 0, 20 + 3 * step, 30)
        engine.frame()
    engine.touch_up(time_s + 0.11, 0)
    engine.frame()


# Gestures


def test_a_tap_is_recognized_at_the_deadline(engine: Engine) -> None:
    tap(engine)
    assert list(engine.gestures()) == []
    assert engine.next_deadline == pytest.approx(0.38, abs=0.001)
    engine.advance(engine.next_deadline or 0)
    [gesture] = engine.gestures()
    assert (gesture.kind, gesture.state, gesture.taps, gesture.touches) == (
        "tap",
        "recognized",
        1,
        1,
    )
    assert isinstance(gesture.location_mm, Point)
    assert gesture.location_mm == pytest.approx((50, 30))
    assert gesture.start_s == 0
    assert gesture.duration_s == pytest.approx(0.08)
    assert (gesture.direction, gesture.axis, gesture.name, gesture.scale) == (None, None, None, 1)
    assert engine.next_deadline is None
    assert list(engine.gestures()) == []


def test_a_swipe_has_its_numbers_in_millimetres(engine: Engine) -> None:
    swipe(engine)
    engine.finish()
    [gesture] = engine.gestures()
    assert (gesture.kind, gesture.direction) == ("swipe", "right")
    assert gesture.translation_mm.x == pytest.approx(30, abs=0.5)
    assert gesture.velocity_mm_s.x > 100


def test_all_states_are_reported_on_demand() -> None:
    with Engine(width_mm=100, height_mm=65, events=True) as engine:
        swipe(engine)
        engine.finish()
        assert "began" in {gesture.state for gesture in engine.gestures()}


def test_profiles_are_names_or_files(tmp_path: Path) -> None:
    with Engine(width_mm=100, height_mm=65, profile="textbook") as engine:
        swipe(engine)
        engine.finish()
        # Its swipes repeat while the finger moves, and its pan has no axis.
        axes = {(gesture.kind, gesture.axis) for gesture in engine.gestures()}
        assert ("swipe", "horizontal") in axes
    profile = tmp_path / "slow.yaml"
    profile.write_text("base: standard\ntap:\n  maximumDuration: 0.05\n")
    for path in (profile, str(profile)):
        with Engine(width_mm=100, height_mm=65, profile=path) as engine:
            tap(engine)
            engine.finish()
            assert list(engine.gestures()) == []


def test_drawings_are_named_by_shapes() -> None:
    with Engine(width_mm=100, height_mm=65, shapes="standard") as engine:
        corners = [(20, 10), (70, 10), (20, 50), (70, 50)]
        points = [
            (x0 + (x1 - x0) * i / 20, y0 + (y1 - y0) * i / 20)
            for (x0, y0), (x1, y1) in itertools.pairwise(corners)
            for i in range(20)
        ]
        for index, (x, y) in enumerate(points):
            engine.push_frame(index * 0.015, [Contact(1, x, y)])
        engine.push_frame(1, [])
        engine.finish()
        names = [(gesture.kind, gesture.name) for gesture in engine.gestures()]
        assert names == [("path", "z")]


def test_frames_have_contacts_tools_and_buttons() -> None:
    with Engine(width_mm=100, height_mm=65, device_type="touchpad") as engine:
        engine.push_frame(0, [Contact(1, 40, 30, 0.3, 8, 7), Contact(2, 60, 30, tool="finger")])
        engine.push_frame(0.05, [Contact(1, 40, 30), Contact(2, 60, 30)])
        engine.push_frame(0.1, [], extra_fingers=0)
        engine.finish()
        assert [(g.kind, g.touches) for g in engine.gestures()] == [("tap", 2)]
        engine.push_frame(0, [Contact(1, 40, 30)])
        engine.push_frame(0.05, [], cancelled=[1])
        engine.finish()
        assert list(engine.gestures()) == []
        engine.push_frame(0, [Contact(1, 40, 30)], buttons=["left", "middle"])


def test_cancelled_and_interrupted_touches_are_no_gestures(engine: Engine) -> None:
    engine.touch_down(0, 1, 10, 10)
    engine.frame()
    engine.touch_cancel(0.05, 1)
    engine.frame()
    engine.touch_down(0.1, 1, 10, 10)
    engine.frame()
    engine.touch_cancel(0.15)
    engine.frame()
    engine.interrupt(1)
    tap(engine, 2)
    engine.advance(3)
    assert list(engine.gestures()) == []
    engine.resume()
    tap(engine, 4)
    engine.advance(5)
    assert [gesture.kind for gesture in engine.gestures()] == ["tap"]


@pytest.mark.parametrize("end", [Engine.finish, Engine.reset])
def test_an_interruption_lasts_until_it_is_resumed(
    engine: Engine, end: Callable[[Engine], None]
) -> None:
    engine.interrupt(1)
    end(engine)
    tap(engine, 2)
    engine.finish()
    assert list(engine.gestures()) == []
    engine.resume()
    tap(engine, 3)
    engine.finish()
    assert [gesture.kind for gesture in engine.gestures()] == ["tap"]


def test_a_reset_forgets_everything(engine: Engine) -> None:
    tap(engine, 100)
    engine.advance(101)
    engine.reset()
    assert list(engine.gestures()) == []
    # Any time is possible again.
    tap(engine, 0)
    engine.finish()
    [gesture] = engine.gestures()
    assert gesture.start_s == 0


def test_failures_say_why() -> None:
    with Engine(width_mm=100, height_mm=65, keep_failures=True) as engine:
        assert engine.last_failure() is None
        tap(engine)
        engine.finish()
        failures = {failure.kind: failure for failure in engine.failures()}
        assert failures["longPress"].parameter == "longPress.minimumDuration"
        assert failures["longPress"].unit == "s"
        assert failures["longPress"].measured == pytest.approx(0.08)
        assert failures["longPress"].limit == pytest.approx(0.5)
        assert "lasted" in failures["longPress"].sentence
        assert engine.last_failure("longPress") == failures["longPress"]
        assert engine.last_failure("pinch") is not None
        assert engine.last_failure("tap") is None
        with pytest.raises(ValueError, match="expected one of tap, longPress"):
            engine.last_failure("tapp")


def test_more_gestures_than_wait_are_counted(engine: Engine) -> None:
    for index in range(1100):
        tap(engine, index, 10 + 80 * (index % 2))
    engine.finish()
    assert len(list(engine.gestures())) == 1024
    assert engine.lost_gestures == 1100 - 1024


def test_the_size_is_that_of_the_options(engine: Engine) -> None:
    assert engine.size_mm == (100, 65)


def described(lines: list[str]) -> EventDevice:
    """The device of an evemu recording, as libevdev would describe it."""
    axes: dict[int, Axis] = {}
    properties: list[int] = []
    keys: list[int] = []
    identity = [0, 0, 0, 0]
    offset = {"P": 0, "01": 0}
    for line in lines:
        label, _, rest = line.partition(": ")
        words = rest.split()
        if label == "I":
            identity = [int(word, 16) for word in words]
        elif label == "A":
            code = int(words[0], 16)
            low, high, fuzz, flat, resolution = (int(word) for word in words[1:6])
            axes[code] = Axis(low, high, resolution, 0, fuzz, flat)
        elif label == "P" or (label == "B" and words[0] == "01"):
            key = "P" if label == "P" else "01"
            for word in words if label == "P" else words[1:]:
                bits = [offset[key] + bit for bit in range(8) if int(word, 16) >> bit & 1]
                (properties if label == "P" else keys).extend(bits)
                offset[key] += 8
    return EventDevice(axes, properties, keys, *identity)


def rounded(gesture: Gesture) -> dict[str, Any]:
    """The keys that a record of any kind has."""
    return {
        "gesture": gesture.kind,
        "state": gesture.state,
        "time_s": round(gesture.time_s, 6),
        "start_s": round(gesture.start_s, 6),
        "location_mm": {
            "x": pytest.approx(gesture.location_mm.x, abs=0.006),
            "y": pytest.approx(gesture.location_mm.y, abs=0.006),
        },
    } | ({"direction": gesture.direction} if gesture.direction else {})


TRACES = Path(__file__).parents[2] / "Traces"


@pytest.mark.parametrize("name", sorted(path.name for path in TRACES.glob("*.evemu")))
def test_events_of_a_recording_are_the_gestures_of_the_program(name: str) -> None:
    path = TRACES / name
    lines = path.read_text().splitlines()
    events = [line.split()[1:5] for line in lines if line.startswith("E:")]
    first = float(events[0][0])
    with Engine(device=described(lines)) as engine:
        for time, kind, code, value in events:
            engine.push_event(float(time) - first, int(kind, 16), int(code, 16), int(value))
        engine.finish()
        found = [rounded(gesture) for gesture in engine.gestures()]
    records: list[Any] = list(touchstone.replay(path))
    assert [{k: r[k] for k in f} for r, f in zip(records, found, strict=True)] == found


def test_devices_of_the_package_evdev_are_described() -> None:
    info = SimpleNamespace(value=0, min=0, max=4095, fuzz=0, flat=0, resolution=40)
    device = SimpleNamespace(
        capabilities=lambda absinfo: {1: [330], 3: [(0x35, info), (0x36, info), (0x2F, info)]},
        input_props=lambda: [1],
        info=SimpleNamespace(bustype=3, vendor=1, product=2, version=4),
    )
    described = EventDevice.from_evdev(device)
    assert described.axes[0x35] == Axis(0, 4095, 40)
    assert (described.properties, described.keys, described.vendor) == ((1,), (330,), 1)
    with Engine(device=described) as engine:
        assert engine.size_mm == pytest.approx((102.4, 102.4), abs=0.1)


# Callbacks


def test_a_callback_receives_gestures_as_they_are_recognized() -> None:
    received: list[Gesture] = []
    with Engine(width_mm=100, height_mm=65, on_gesture=received.append) as engine:
        tap(engine)
        engine.advance(1)
        assert [gesture.kind for gesture in received] == ["tap"]
        assert list(engine.gestures()) == []
        engine.on_gesture(None)
        tap(engine, 2)
        engine.advance(3)
        assert len(received) == 1
        assert [gesture.kind for gesture in engine.gestures()] == ["tap"]
        with pytest.raises(TypeError, match="expected a function"):
            engine.on_gesture(3)  # type: ignore[arg-type]


def test_what_a_callback_raises_is_raised_by_the_call() -> None:
    def fail(gesture: Gesture) -> None:
        raise KeyError(gesture.kind)

    with Engine(width_mm=100, height_mm=65, on_gesture=fail) as engine:
        tap(engine)
        with pytest.raises(KeyError, match="tap"):
            engine.advance(1)
        engine.advance(2)
        tap(engine, 3)
        with pytest.raises(KeyError, match="tap"):
            engine.finish()


def test_what_a_replaced_callback_raises_is_raised_by_the_call() -> None:
    received: list[Gesture] = []

    def fail(gesture: Gesture) -> None:
        engine.on_gesture(received.append)
        raise KeyError(gesture.kind)

    with Engine(width_mm=100, height_mm=65, on_gesture=fail) as engine:
        tap(engine)
        with pytest.raises(KeyError, match="tap"):
            engine.advance(1)
        assert received == []
        tap(engine, 2)
        engine.advance(3)
        assert [gesture.kind for gesture in received] == ["tap"]


def test_after_a_callback_raised_the_next_ones_of_the_call_still_read_the_engine() -> None:
    received: list[tuple[str, str]] = []

    def receive(gesture: Gesture) -> None:
        assert engine.size_mm == (100, 65)
        received.append((gesture.kind, gesture.state))
        if gesture.kind == "rotation":
            raise KeyError(gesture.kind)

    with Engine(width_mm=100, height_mm=65, events=True, on_gesture=receive) as engine:
        engine.push_frame(0, [Contact(1, 30, 30), Contact(2, 50, 30)])
        with pytest.raises(KeyError, match="rotation"):
            engine.push_frame(0.02, [Contact(1, 36, 24), Contact(2, 44, 46)])
        assert received == [("rotation", "began"), ("pan", "began")]
        assert engine.size_mm == (100, 65)


def test_a_callback_may_read_the_engine_and_not_change_it() -> None:
    results: list[object] = []

    def use(gesture: Gesture) -> None:
        results.append(engine.size_mm)
        results.append(engine.next_deadline)
        actions: list[Callable[[], object]] = [
            lambda: engine.advance(9),
            lambda: engine.touch_down(9, 1, 1, 1),
            lambda: engine.push_frame(9, []),
            lambda: engine.finish(),
            lambda: engine.reset(),
            lambda: engine.close(),
            lambda: engine.on_gesture(None),
            lambda: Engine.__init__(engine, width_mm=1, height_mm=1),
        ]
        for action in actions:
            try:
                action()
            except EngineError as error:
                results.append(error.status)

    with Engine(width_mm=100, height_mm=65, on_gesture=use) as engine:
        tap(engine)
        engine.advance(1)
        assert results[:2] == [(100, 65), None]
        assert set(results[2:]) == {-4}
        assert not engine.is_closed
        tap(engine, 2)
        engine.advance(3)


def test_a_callback_that_is_dropped_with_its_engine_is_freed() -> None:
    class Program:
        def __init__(self) -> None:
            self.engine = Engine(width_mm=100, height_mm=65, on_gesture=self.receive)

        def receive(self, gesture: Gesture) -> None: ...

    program = Program()
    reference = weakref.ref(program)
    tap(program.engine)
    del program
    gc.collect()
    assert reference() is None


# Errors


def test_an_unknown_size_is_assumed() -> None:
    with Engine() as engine:
        assert engine.size_mm == (120, 67.5)


@pytest.mark.parametrize(
    "options",
    [
        {"width_mm": 100},
        {"width_mm": -1, "height_mm": 10},
        {"width_mm": 1e9, "height_mm": 10},
        {"width_mm": math.nan, "height_mm": 10},
        {"width_mm": math.inf, "height_mm": 10},
        {"width_mm": 9, "height_mm": 9, "profile": "standart"},
        {"width_mm": 9, "height_mm": 9, "profile": ""},
        {"width_mm": 9, "height_mm": 9, "shapes": "triangles"},
        {"device": EventDevice({i: Axis(0, 9) for i in range(65)})},
        {"device": EventDevice({}, range(33))},
        {"device": EventDevice({}, (), range(769))},
    ],
)
def test_options_out_of_range_are_errors(options: dict[str, Any]) -> None:
    with pytest.raises(EngineError) as caught:
        Engine(**options)
    assert str(caught.value)
    assert caught.value.status < 0


def test_a_profile_with_a_mistake_is_an_error_with_its_position(tmp_path: Path) -> None:
    profile = tmp_path / "profile.yaml"
    profile.write_text("tap:\n  maximumDuratio: 1\n")
    with pytest.raises(EngineError, match="2"):
        Engine(width_mm=9, height_mm=9, profile=profile)
    with pytest.raises(Error, match="cannot be read"):
        Engine(width_mm=9, height_mm=9, profile=tmp_path / "none.yaml")
    profile.write_bytes(b"\xff\xfe")
    with pytest.raises(Error, match="cannot be read"):
        Engine(width_mm=9, height_mm=9, profile=profile)


VALUES: list[Any] = [
    None,
    math.nan,
    math.inf,
    -math.inf,
    -1,
    0,
    1e308,
    2**31,
    2**63,
    -(2**63) - 1,
    10**400,
    True,
    "1",
    b"1",
    1j,
    [],
    {},
    object(),
    lambda: 1,
    "a\0b",
    "\udcff",
]

CALLS: dict[str, tuple[Callable[..., object], int]] = {
    "touch_down": (lambda e, *a: e.touch_down(*a), 4),
    "touch_motion": (lambda e, *a: e.touch_motion(*a), 4),
    "touch_up": (lambda e, *a: e.touch_up(*a), 2),
    "touch_cancel": (lambda e, *a: e.touch_cancel(*a), 2),
    "push_event": (lambda e, *a: e.push_event(*a), 4),
    "advance": (lambda e, *a: e.advance(*a), 1),
    "interrupt": (lambda e, *a: e.interrupt(*a), 1),
    "last_failure": (lambda e, *a: e.last_failure(*a), 1),
    "push_frame": (lambda e, *a: e.push_frame(*a), 2),
    "cancelled": (lambda e, a: e.push_frame(1, [], cancelled=a), 1),
    "cancelled_id": (lambda e, a: e.push_frame(1, [], cancelled=[a]), 1),
    "buttons": (lambda e, a: e.push_frame(1, [], buttons=a), 1),
    "extra_fingers": (lambda e, a: e.push_frame(1, [], extra_fingers=a), 1),
    "contact": (lambda e, *a: e.push_frame(1, [Contact(*a)]), 7),
    "contacts": (lambda e, a: e.push_frame(1, [a]), 1),
    "size": (lambda e, *a: Engine(width_mm=a[0], height_mm=a[1]).close(), 2),
    "device_type": (lambda e, a: Engine(width_mm=9, height_mm=9, device_type=a).close(), 1),
    "profile": (lambda e, a: Engine(width_mm=9, height_mm=9, profile=a).close(), 1),
    "shapes": (lambda e, a: Engine(width_mm=9, height_mm=9, shapes=a).close(), 1),
    "events": (lambda e, a: Engine(width_mm=9, height_mm=9, events=a).close(), 1),
    "device": (lambda e, a: Engine(device=a).close(), 1),
    "axes": (lambda e, *a: Engine(device=EventDevice({0: Axis(*a), 1: Axis(*a)})).close(), 6),
    "axis": (lambda e, *a: Engine(device=EventDevice({a[0]: a[1]})).close(), 2),
    "properties": (lambda e, a: Engine(device=EventDevice({}, [a])).close(), 1),
    "keys": (lambda e, a: Engine(device=EventDevice({}, (), [a])).close(), 1),
    "vendor": (lambda e, a: Engine(device=EventDevice({}, vendor=a)).close(), 1),
    "on_gesture": (lambda e, a: e.on_gesture(a), 1),
}


@pytest.mark.parametrize("name", CALLS)
def test_no_value_ends_the_process(name: str) -> None:
    call, count = CALLS[name]
    fitting: list[Any] = [1, 1, 1, 1, 1, 1, "finger"][:count]
    for position, value in itertools.product(range(count), VALUES):
        arguments = [*fitting[:position], value, *fitting[position + 1 :]]
        with Engine(width_mm=100, height_mm=65) as engine:
            with suppress(Error, TypeError, ValueError, AttributeError):
                call(engine, *arguments)
            # The engine is in order.
            engine.on_gesture(None)
            engine.resume()
            engine.reset()
            tap(engine)
            engine.finish()
            assert [gesture.kind for gesture in engine.gestures()] == ["tap"]


def test_events_need_a_device(engine: Engine) -> None:
    with pytest.raises(EngineError, match="device") as caught:
        engine.push_event(0, 0, 0, 0)
    assert caught.value.status == -5


def test_a_closed_engine_raises_and_closes_again() -> None:
    engine = Engine(width_mm=100, height_mm=65)
    generator = engine.gestures()
    engine.close()
    engine.close()
    assert engine.is_closed
    for action in (
        lambda: engine.frame(),
        lambda: tap(engine),
        lambda: engine.next_deadline,
        lambda: engine.lost_gestures,
        lambda: engine.size_mm,
        lambda: list(engine.gestures()),
        lambda: next(generator),
        lambda: engine.last_failure(),
        lambda: engine.on_gesture(print),
    ):
        with pytest.raises(EngineError, match="closed"):
            action()


def test_an_engine_that_was_not_initialized_is_closed() -> None:
    engine = Engine.__new__(Engine)
    with pytest.raises(EngineError, match="closed"):
        engine.frame()
    engine.close()


def test_initializing_again_makes_another_engine() -> None:
    engine = Engine(width_mm=100, height_mm=65)
    tap(engine)
    Engine.__init__(engine, width_mm=10, height_mm=20)
    assert engine.size_mm == (10, 20)
    assert engine.next_deadline is None
    engine.close()


@pytest.mark.parametrize("action", [copy.copy, copy.deepcopy, pickle.dumps])
def test_an_engine_cannot_be_copied(action: Callable[[object], object], engine: Engine) -> None:
    with pytest.raises(TypeError, match="cannot be copied"):
        action(engine)


def test_threads_that_share_an_engine_take_turns() -> None:
    errors: list[Exception] = []
    with Engine(width_mm=100, height_mm=65, on_gesture=lambda _: None) as engine:

        def work(id: int) -> None:
            for index in range(2000):
                try:
                    engine.touch_down(index * 0.01, id, 10, 10)
                    engine.frame()
                    engine.touch_up(index * 0.01, id)
                    engine.frame()
                except EngineError as error:
                    # A callback of another thread may be in progress.
                    if error.status != -4:
                        errors.append(error)

        threads = [threading.Thread(target=work, args=(id,)) for id in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert errors == []


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from touchstone import _c

    not_a_library = tmp_path / "libtouchstone.so"
    not_a_library.write_bytes(b"text")
    for path in (tmp_path / "none.so", not_a_library):
        monkeypatch.setenv("TOUCHSTONE_LIBRARY", str(path))
        _c.load.cache_clear()
        _c._function.cache_clear()
        with pytest.raises(Error, match=path.name):
            Engine(width_mm=1, height_mm=1)
    monkeypatch.undo()
    _c.load.cache_clear()
    _c._function.cache_clear()


# Event loops


def test_an_event_loop_wakes_at_the_deadlines() -> None:
    async def run() -> list[str]:
        loop = asyncio.get_running_loop()
        recognized: asyncio.Queue[str] = asyncio.Queue()
        timer: asyncio.TimerHandle | None = None

        def wake() -> None:
            nonlocal timer
            engine.advance(loop.time())
            if timer:
                timer.cancel()
            if (deadline := engine.next_deadline) is not None:
                timer = loop.call_at(deadline, wake)

        with Engine(
            width_mm=100, height_mm=65, on_gesture=lambda g: recognized.put_nowait(g.kind)
        ) as engine:
            tap(engine, loop.time())
            wake()
            return [await asyncio.wait_for(recognized.get(), 60)]

    assert asyncio.run(run()) == ["tap"]
