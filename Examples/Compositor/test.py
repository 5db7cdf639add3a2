"""Tests the compositor headless: recordings are played into its touch device, and its state, what a client receives and
a screenshot are checked. Usage: test.py BUILD [SCREENSHOT]; REPLAY is the program `replay`."""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

BUILD = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
REPLAY = os.environ.get("REPLAY", str(ROOT / ".build/debug/replay"))
WIDTH, HEIGHT = 1280, 800
# Pixels per mm of the compositor's output, which does not know its size.
SCALE = 163 / 25.4


class Session:
    """A compositor with a client, whose window is at 100, 80 and has 400 x 300 pixels."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        environment = {**os.environ, "XDG_RUNTIME_DIR": self.folder.name, "WLR_RENDERER": "pixman"}
        self.compositor = subprocess.Popen([BUILD / "compositor", "--test"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           text=True, env=environment)
        name, display = self.compositor.stdout.readline().strip().split("=")
        self.client = subprocess.Popen([BUILD / "client"], stdout=subprocess.PIPE, text=True,
                                       env={**environment, name: display})
        assert self.client.stdout.readline() == "mapped\n"
        self.time = 1000
        return self

    def __exit__(self, *_):
        self.compositor.kill()
        self.client.kill()
        self.folder.cleanup()

    def send(self, line):
        self.compositor.stdin.write(line + "\n")
        self.compositor.stdin.flush()

    def state(self):
        self.send("state")
        return json.loads(self.compositor.stdout.readline())

    def screenshot(self, picture=None):
        """The pixels, as a function of x and y; also written as PNG if a name is given."""
        path = pathlib.Path(self.folder.name) / "screen.ppm"
        self.send(f"screenshot {path}")
        assert self.compositor.stdout.readline() == "saved\n"
        pixels = path.read_bytes().split(b"255\n", 1)[1]
        if picture:
            rows = b"".join(b"\0" + pixels[row * WIDTH * 3:][:WIDTH * 3] for row in range(HEIGHT))
            chunks = [(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows, 9)),
                      (b"IEND", b"")]
            pathlib.Path(picture).write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
                struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
                for name, data in chunks))
        return lambda x, y: tuple(pixels[(y * WIDTH + x) * 3:][:3])

    def play(self, *arguments, until=None):
        """Plays an export of `replay` up to a time in seconds from its first touch, and the second after its end."""
        lines = subprocess.run([REPLAY, "export", *arguments, "--to", "playwright", "-o", "-", "-q"], check=True,
                               capture_output=True, text=True).stdout.splitlines()
        for event in map(json.loads, lines):
            if until is not None and event["time_s"] > until:
                return
            time = self.time + round(event["time_s"] * 1000)
            word = {"touchstart": "down", "touchmove": "motion"}.get(event["type"], "up")
            for touch in event["changedTouches"]:
                place = "" if word == "up" else f" {touch['clientX']} {touch['clientY']}"
                self.send(f"{time} {word} {touch['identifier']}{place}")
            self.send(f"{time} frame")
        self.time = time + 1000
        self.send(f"{self.time} frame")

    def script(self, text, until=None):
        path = pathlib.Path(self.folder.name) / "gesture.touch"
        path.write_text(f"size {WIDTH / SCALE:.2f}x{HEIGHT / SCALE:.2f}mm\ndevice touchscreen\nhand perfect\n{text}\n")
        self.play(path, "--px-per-mm", str(SCALE), until=until)

    def received(self):
        """The words of what the client has received, in order and without repetition."""
        self.send("quit")
        self.compositor.wait(10)
        words = [line.split()[0] for line in self.client.communicate(timeout=10)[0].splitlines()]
        words = [word for word in words if word != "frame"]
        return [word for word, last in zip(words, [None, *words]) if word != last]


def test_a_pan_of_three_fingers_follows_them_and_switches_the_workspace():
    with Session() as session:
        session.script("pan from 150,60 to 40,60 for 1s fingers 3", until=0.6)
        state = session.state()
        assert state["claimed"] and -1280 < state["offset"] < -100, state
    with Session() as session:
        session.script("pan from 150,60 to 40,60 for 1s fingers 3")
        state = session.state()
        assert not state["claimed"] and state["workspace"] == 1 and state["offset"] == -1280, state


def test_recorded_swipes_of_three_fingers_switch_back_and_forth():
    # Left, right, up and down, a second apart.
    with Session() as session:
        trace = ROOT / "Traces/swipes-three-fingers.evemu"
        session.play(trace, "--viewport", f"{WIDTH}x{HEIGHT}px", "--to", "0.9")
        assert session.state()["workspace"] == 1
        session.play(trace, "--viewport", f"{WIDTH}x{HEIGHT}px", "--from", "0.9")
        assert session.state()["workspace"] == 0


def test_a_pan_from_the_left_edge_opens_the_panel():
    with Session() as session:
        session.script("edge-pan left")
        assert session.state()["panel"] == 0
        pixel = session.screenshot(*sys.argv[2:3])
        assert min(pixel(120, 400)) > 200, "the panel is not on the screen"
        assert pixel(700, 700) == pixel(1000, 400), "the workspace is not beside it"
        red, green, blue = pixel(300, 200)
        assert red > 180 and blue < 80, "the window is not on the screen"


def test_a_long_press_drags_the_window_whose_client_receives_a_cancel():
    with Session() as session:
        session.script("fingers {\nfinger 30,30 rest 0.8 to 60,50 for 0.5\n}")
        [[x, y]] = session.state()["windows"]
        assert abs(x - 100 - 30 * SCALE) < 4 and abs(y - 80 - 20 * SCALE) < 4, (x, y)
        assert session.received() == ["down", "cancel"]


def test_a_second_finger_does_not_move_the_window_that_the_first_one_drags():
    with Session() as session:
        session.script("fingers {\nfinger 30,30 rest 0.8 to 60,50 for 0.5 rest 0.5\n"
                       "finger 120,90 after 1.4 to 130,95 for 0.3\n}")
        [[x, y]] = session.state()["windows"]
        assert abs(x - 100 - 30 * SCALE) < 4 and abs(y - 80 - 20 * SCALE) < 4, (x, y)


def test_other_touches_are_the_clients_without_a_cancel():
    for gesture in ("tap 30,30", "tap 30,30 fingers 2", "pan from 30,30 to 60,40 for 0.5", "pinch 40,30 from 12 to 24"):
        with Session() as session:
            session.script(gesture)
            assert session.state()["windows"] == [[100, 80]]
            received = session.received()
            assert received[0] == "down" and received[-1] == "up" and "cancel" not in received, (gesture, received)


def test_a_client_receives_nothing_of_a_gesture_after_the_cancel():
    with Session() as session:
        session.script("pan from 60,30 to 20,30 for 1s fingers 3\nwait 1s\npan from 30,30 to 150,30 for 1s fingers 3\nwait 1s\ntap 30,30")
        received = session.received()
        assert received == ["down", "motion", "cancel"] * 2 + ["down", "up"], received


def test_an_output_may_be_unplugged_and_another_one_take_its_place():
    with Session() as session:
        session.script("pan from 150,60 to 40,60 for 1s fingers 3")
        session.send("unplug")
        session.script("tap 30,30")
        assert session.state()["workspace"] == 1
        session.send("plug 1000 700")
        assert session.state()["offset"] == -1000
        session.script("pan from 30,60 to 140,60 for 1s fingers 3")
        state = session.state()
        assert state["workspace"] == 0 and not state["claimed"], state


def test_an_inactive_session_has_no_gestures():
    with Session() as session:
        session.script("pan from 150,60 to 40,60 for 1s fingers 3", until=0.6)
        session.send("inactive")
        assert session.state()["workspace"] == 0 and session.state()["offset"] == 0, session.state()
        for finger in range(3):
            session.send(f"{session.time + 700} up {finger}")
        session.time += 2000
        session.script("pan from 150,60 to 40,60 for 1s fingers 3")
        assert session.state()["workspace"] == 0
        session.send("active")
        session.script("pan from 150,60 to 40,60 for 1s fingers 3")
        assert session.state()["workspace"] == 1


def main():
    failed = 0
    for name, test in list(globals().items()):
        if not name.startswith("test_"):
            continue
        try:
            test()
            print(f"passed   {name.removeprefix('test_').replace('_', ' ')}")
        except (AssertionError, ValueError, subprocess.SubprocessError) as error:
            failed += 1
            print(f"FAILED   {name.removeprefix('test_').replace('_', ' ')}: {error!r}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
