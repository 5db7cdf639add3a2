#!/usr/bin/env python3
"""Runs the examples on the touchscreen that Tests/Mock/run simulates, and checks what they print.

Usage: Tests/Mock/run Tests/C/live.py FOLDER-OF-PROGRAMS
"""
import atexit
import os
import re
import signal
import struct
import subprocess
import sys
import time

NODE = '/dev/input/event29'  # 120 x 200 mm, 10 units a millimetre; what it shows is turned by a quarter
SYN, KEY, ABS = 0, 1, 3
SLOT, X, Y, TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
DROPPED = 3


class Screen:
    """The node as a FIFO, into which whole touches are written, however busy the machine is: their times are those
    of fingers that have just lifted."""

    def __init__(self, clock):
        self.clock = clock
        self.path = os.environ['UMOCKDEV_DIR'] + NODE
        if os.path.lexists(self.path):
            os.unlink(self.path)
        os.mkfifo(self.path)
        self.file = os.open(self.path, os.O_RDWR)
        self.id = 0
        self.latest = 0

    def close(self):
        os.close(self.file)

    def now(self):
        return time.clock_gettime_ns(self.clock) // 1000

    def write(self, *frames, interval=10_000):
        """Writes frames, an interval in microseconds apart, of which the last one is now or later than all before."""
        first = max(self.now() - (len(frames) - 1) * interval, self.latest + 20_000)
        self.latest = first + (len(frames) - 1) * interval
        time.sleep(max(0, self.latest - self.now()) / 1e6)
        os.write(self.file, b''.join(
            struct.pack('qqHHi', stamp // 1_000_000, stamp % 1_000_000, *event)
            for stamp, frame in zip(range(first, self.latest + 1, interval), frames)
            for event in frame + [(SYN, 0, 0)]))

    def down(self, points):
        events = [(KEY, 0x14A, 1)]
        for slot, (x, y) in enumerate(points):
            self.id += 1
            events += [(ABS, SLOT, slot), (ABS, TRACKING_ID, self.id), (ABS, X, x * 10), (ABS, Y, y * 10)]
        return events

    def move(self, points):
        return [event for slot, (x, y) in enumerate(points)
                for event in ((ABS, SLOT, slot), (ABS, X, round(x * 10)), (ABS, Y, round(y * 10)))]

    def up(self, count):
        return [event for slot in range(count)
                for event in ((ABS, SLOT, slot), (ABS, TRACKING_ID, -1))] + [(KEY, 0x14A, 0)]

    def tap(self, points):
        self.write(self.down(points), self.up(len(points)), interval=50_000)

    def draw(self, start, end, seconds):
        """Moves fingers from points to others, a frame every 10 ms."""
        steps = round(seconds * 100)
        moves = [self.move([(x + (u - x) * step / steps, y + (v - y) * step / steps)
                            for (x, y), (u, v) in zip(start, end)]) for step in range(1, steps + 1)]
        self.write(self.down(start), *moves, self.up(len(start)))


class Program:
    """A program whose lines are awaited."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.lines = []
        # Not left behind by a failed check; it does nothing to one that has ended.
        atexit.register(self.process.kill)

    def expect(self, pattern, seconds=10):
        """Reads lines up to one that has a pattern."""
        signal.alarm(seconds)
        try:
            for line in self.process.stdout:
                self.lines.append(line.rstrip('\n'))
                if re.search(pattern, line):
                    signal.alarm(0)
                    return
        except TimeoutError:
            pass
        fail(f'no line has "{pattern}"', self.lines)

    def end(self, code=0):
        """The lines that are left, after the program has ended."""
        signal.alarm(10)
        rest = self.process.stdout.read().splitlines()
        if self.process.wait() != code:
            fail(f'exit code {self.process.returncode}', self.lines + rest)
        signal.alarm(0)
        return rest


def fail(what, lines):
    print(f'FAILED: {what}\n  ' + '\n  '.join(lines))
    sys.exit(1)


def on_alarm(_, __):
    raise TimeoutError('a program did not answer in time')


def evdev(folder):
    """Gestures, why others were not recognized, lost events, and the end of the device."""
    # The mocked device has only this clock.
    screen = Screen(time.CLOCK_REALTIME)
    program = Program(folder + '/evdev', '-w', NODE)
    # Nothing follows the tap: it is recognized at the engine's deadline.
    screen.tap([(40, 100), (60, 100)])
    program.expect(r'^tap recognized, 2 fingers, at 50\.0, 100\.0 mm')
    screen.draw([(100, 100)], [(50, 100)], 0.1)
    program.expect(r'^swipe recognized left, 1 fingers, at 100\.0, 100\.0 mm, moved -\d\d\.\d, 0\.0 mm')
    screen.draw([(60, 60)], [(60, 75)], 1.5)
    program.expect(r'^tap failed: .*\(tap\.\w+\)')
    program.expect(r'^pan ended down')
    # Events are lost while a finger is down, and then none is: the state of the mocked device.
    screen.write(screen.down([(60, 60)]), [(SYN, DROPPED, 0)], interval=50_000)
    program.expect(r'^tap recognized, 1 fingers, at 60\.0, 60\.0 mm')
    screen.close()
    program.end()


def compositor(folder):
    """Actions of a compositor, and none while it is paused."""
    screen = Screen(time.CLOCK_MONOTONIC)
    program = Program(folder + '/compositor')
    program.expect(r'^event29: 120 x 200 mm')
    # As seen on the turned screen: down the device is to the left, to its left is up.
    row = [(20, 100), (40, 100), (60, 100)]
    column = [(x, y + 60) for x, y in row]
    screen.draw(row, column, 0.15)
    program.expect('^event29: next workspace')
    screen.draw(column, row, 0.15)
    program.expect('^event29: previous workspace')
    screen.draw([(20, 50), (100, 150)], [(50, 90), (70, 110)], 0.5)
    program.expect('^event29: overview')
    screen.tap([(20, 100), (40, 100), (60, 100), (80, 100)])
    program.expect('^event29: open terminal')
    program.process.send_signal(signal.SIGUSR1)
    program.expect('^paused')
    screen.draw(row, column, 0.15)
    # Nothing is printed that could be awaited; the program would have to be slower than this to hide an action.
    time.sleep(0.3)
    program.process.send_signal(signal.SIGUSR2)
    program.expect('^resumed')
    screen.draw(row, column, 0.15)
    program.expect('^event29: next workspace')
    if [line for line in program.lines if 'workspace' in line][2:] != ['event29: next workspace']:
        fail('an action during a pause', program.lines)
    program.process.send_signal(signal.SIGTERM)
    program.end()
    screen.close()


signal.signal(signal.SIGALRM, on_alarm)
for example in (evdev, compositor):
    example(sys.argv[1])
    print(f'ok: {example.__name__}: {example.__doc__}')
