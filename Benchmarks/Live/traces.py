#!/usr/bin/env python3
"""Writes the traces that are played in the virtual machine.

Usage: traces.py FOLDER
screen.evemu: ten seconds of two fingers on a touchscreen, 250 frames per second.
minute.evemu: a minute of the same, 125 frames per second.
"""
import math
import os
import sys

HEAD = """# EVEMU 1.3
N: %s
I: 0006 0000 0000 0000
P: 02 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 04 00 00 00 00 00 00
B: 03 03 00 00 00 00 80 60 02
A: 00 0 2399 0 0 20
A: 01 0 1399 0 0 20
A: 2f 0 9 0 0 0
A: 35 0 2399 0 0 20
A: 36 0 1399 0 0 20
A: 39 0 65535 0 0 0
"""


def write(path, seconds, rate):
    with open(path, 'w') as file:
        file.write(HEAD % 'Benchmark screen')
        for frame in range(seconds * rate + 1):
            stamp = 'E: %.6f' % (frame / rate)
            isLast = frame == seconds * rate
            for finger in range(2):
                angle = frame * 0.02 + finger * math.pi
                file.write('%s 0003 002f %d\n' % (stamp, finger))
                if frame == 0 or isLast:
                    file.write('%s 0003 0039 %d\n' % (stamp, -1 if isLast else finger + 1))
                if isLast:
                    continue
                file.write('%s 0003 0035 %d\n' % (stamp, 1200 + 500 * math.cos(angle)))
                file.write('%s 0003 0036 %d\n' % (stamp, 700 + 500 * math.sin(angle)))
            if frame == 0 or isLast:
                file.write('%s 0001 014a %d\n' % (stamp, not isLast))
            file.write('%s 0000 0000 0\n' % stamp)


write(os.path.join(sys.argv[1], 'screen.evemu'), 10, 250)
write(os.path.join(sys.argv[1], 'minute.evemu'), 60, 125)
