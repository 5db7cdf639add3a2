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
# What comes out of the device is not what the file says, and is compared with `replay run` of what was
# injected (see `injected`).
CHANGED = {
    # Its finger is lost by a SYN_DROPPED, which is the kernel's to say: uinput lets none in, and
    # nothing else lifts it.
    'lost-touch.evemu',
    # A finger is down at the end, which breaks it off; who plays it lifts it before the device goes.
    'ends-in-pan.raw', 'ends-in-tap.evemu',
}


def output_of(*command, **options):
    return subprocess.run([replay, *command], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, **options).stdout


def injected(trace):
    """The trace as evemu, without SYN_DROPPED, and with a last frame that lifts what is down.

    Of a slot that is touched libevdev takes no other id: the touch goes on.
    """
    text = output_of('convert', os.path.join(folder, trace), '-', '--to-format', 'evemu').decode()
    lines, slots, keys, slot, time = [], set(), set(), 0, None
    for line in text.splitlines():
        if line.startswith('E:'):
            _, time, kind, code, value = line.split()[:5]
            if (kind, code) == ('0000', '0003'):
                continue
            if (kind, code) == ('0003', '002f'):
                slot = int(value)
            elif (kind, code) == ('0003', '0039'):
                if int(value) >= 0 and slot in slots:
                    continue
                (slots.discard if int(value) < 0 else slots.add)(slot)
            elif kind == '0001':
                (keys.discard if int(value) == 0 else keys.add)(code)
        lines.append(line)
    # The current one first: a recording that never names a slot need not mean the first.
    for touched in sorted(slots, key=lambda touched: touched != slot):
        if touched != slot:
            lines.append('E: %s 0003 002f %d' % (time, touched))
        lines.append('E: %s 0003 0039 -1' % time)
    lines += ['E: %s 0001 %s 0' % (time, code) for code in sorted(keys)]
    lines += ['E: %s 0000 0000 0' % time]
    return '\n'.join(lines) + '\n'


def expected(trace):
    if trace in CHANGED:
        text = output_of('run', '--json', '-', input=injected(trace).encode())
    else:
        text = output_of('run', '--json', os.path.join(folder, trace))
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
print('%d traces injected, %d recognized as replayed (%d without their SYN_DROPPED, or lifted at the end), '
      '%d gestures' % (len(traces), len(traces) - failures, len(CHANGED), gestures))
sys.exit(failures > 0)
