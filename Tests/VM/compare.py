#!/usr/bin/env python3
"""Compares gestures recognized live in a virtual machine with those of `replay run` on the same traces.

Usage: Tests/VM/compare.py REPLAY TRACES OUTPUT
Strings and counts must be equal. Times may differ by the guest's scheduling delays, and so may numbers
computed from times.
"""
import json
import os
import subprocess
import sys

replay, folder, output = sys.argv[1:]
TIME = 0.01  # s
SPEED = 0.15  # of the value, since frames 8 ms apart may come 9 ms apart
# Traces whose device sends other events than the file has; compared with `replay run` of the injected
# events (see `injected`).
CHANGED = {
    # Its finger is lost by a SYN_DROPPED, which only the kernel can send: uinput rejects it, and nothing
    # else lifts the finger.
    'lost-touch.evemu',
    # A finger is down at the end; the player lifts it before it removes the device.
    'ends-in-pan.raw', 'ends-in-tap.evemu',
}


def output_of(*command, **options):
    return subprocess.run([replay, *command], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, **options).stdout


def injected(trace):
    """The trace as evemu, without SYN_DROPPED, and with a last frame that releases what is down.

    libevdev ignores a new id in a slot that is touched: the touch continues.
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
    # The current slot first: a recording that never names a slot need not mean slot 0.
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
    if key in ('time_s', 'start_s', 'duration_s'):
        return abs(one - other) <= TIME
    if key == 'velocity_mm_s':
        return abs(one - other) <= SPEED * max(abs(one), abs(other), 16)
    if isinstance(one, float) or isinstance(other, float):
        return abs(one - other) <= 0.02
    return one == other


def difference(one, other, hasOneDevice):
    skipped = {'file', 'device'} | (set() if hasOneDevice else {'time_s', 'start_s'})
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
        want.sort(key=lambda record: (record['gesture'], record['start_s']))
        have.sort(key=lambda record: (record['gesture'], record['start_s']))
    problems = [difference(*pair, hasOneDevice) for pair in zip(want, have)]
    if trace not in found or len(want) != len(have) or any(problems):
        failures += 1
        print('FAILED %s: gestures differ from the trace' % trace)
        for record in want:
            print('  - ' + json.dumps(record))
        for record, problem in zip(have, problems + [[]] * len(have)):
            print('  + %s %s' % (json.dumps(record), problem))
print('%d traces injected, %d recognized as replayed (%d without their SYN_DROPPED, or with fingers lifted at the end), '
      '%d gestures' % (len(traces), len(traces) - failures, len(CHANGED), gestures))
sys.exit(failures > 0)
