#!/usr/bin/env python3
"""Compares what a virtual machine recognized live with what `replay run` finds in the same traces.

Usage: Tests/VM/compare.py REPLAY TRACES OUTPUT
Words and counts have to be equal. Times may be off by what the guest's scheduler does to them, and so
may what is computed from times.
"""
import json
import os
import subprocess
import sys

replay, folder, output = sys.argv[1:]
TIME = 0.01  # s
SPEED = 0.15  # of the value, since frames 8 ms apart may come 9 ms apart
UNPLAYABLE = {
    # Their SYN_DROPPED is the kernel's to say: what is written to uinput goes in without it.
    'lost-events.evemu', 'lost-lift.evemu', 'lost-touch.evemu',
    # They end while a finger is down, which is broken off there; who plays them lifts it.
    'ends-in-pan.raw', 'ends-in-tap.evemu',
}


def expected(trace):
    text = subprocess.run([replay, 'run', '--json', os.path.join(folder, trace)], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return [json.loads(line) for line in text.splitlines()]


def alike(key, one, other):
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(key, one[k], other[k]) for k in one)
    if key in ('time', 'start', 'duration'):
        return abs(one - other) <= TIME
    if key == 'velocity':
        return abs(one - other) <= SPEED * max(abs(one), abs(other), 100)
    if isinstance(one, float) or isinstance(other, float):
        return abs(one - other) <= 0.1
    return one == other


def difference(one, other, hasOneDevice):
    skipped = {'file', 'device'} | (set() if hasOneDevice else {'time', 'start'})
    keys = (one.keys() | other.keys()) - skipped
    return [key for key in sorted(keys)
            if key not in one or key not in other or not alike(key, one[key], other[key])]


found, trace, failures = {}, None, 0
for line in open(output, errors='replace'):
    line = line.rstrip('\r\n')
    if line.startswith('=== '):
        trace = None if line == '=== end' else line[4:].split()[0]
        if trace:
            found[trace] = ([], line.split()[-1] == '1')
    elif trace and line.startswith('{'):
        found[trace][0].append(json.loads(line))

traces = sorted(name for name in os.listdir(folder) if not name.endswith(('.md', '.jsonl')))
gestures = 0
for trace in traces:
    if trace in UNPLAYABLE:
        continue
    want = expected(trace)
    have, hasOneDevice = found.get(trace, ([], True))
    gestures += len(want)
    if not hasOneDevice:
        want.sort(key=lambda record: (record['gesture'], record['start']))
        have.sort(key=lambda record: (record['gesture'], record['start']))
    problems = [difference(*pair, hasOneDevice) for pair in zip(want, have)]
    if trace not in found or len(want) != len(have) or any(problems):
        failures += 1
        print('FAILED %s: other gestures than in the trace' % trace)
        for record in want:
            print('  - ' + json.dumps(record))
        for record, problem in zip(have, problems + [[]] * len(have)):
            print('  + %s %s' % (json.dumps(record), problem))
print('%d traces injected, %d as in their files, %d gestures' %
      (len(traces) - len(UNPLAYABLE), len(traces) - len(UNPLAYABLE) - failures, gestures))
sys.exit(failures > 0)
