#!/usr/bin/env python3
"""Prints the results of the measurements in the virtual machine.

Usage: judge.py TRACE OUTPUT
"""
import re
import statistics
import sys

trace, output = sys.argv[1:]
want = [float(line.split()[1]) for line in open(trace)
        if line.startswith('E:') and line.split()[2:4] == ['0000', '0000']]

# libinput reports touches of a touchscreen, too; gestures are recognized on top of them.
runs = {'libinput': [], 'touches': [], 'gestures': []}
frames = dict.fromkeys(runs, 0)
stamps, player = {}, None
for line in open(output, errors='replace'):
    line = line.strip()
    match = re.match(r'(libinput|touches|gestures): (\d+) frames, p50 (\d+) us, p99 (\d+) us, '
                     r'p99.9 (\d+) us, at most (\d+) us', line)
    if match:
        runs[match[1]].append([int(number) for number in match.groups()[2:]])
        frames[match[1]] += int(match[2])
    elif line.startswith('=== '):
        player = line[4:]
        stamps[player] = []
    elif player and re.fullmatch(r'\d+\.\d{6}', line):
        stamps[player].append(float(line))

print('latency, us        frames     p50     p99   p99.9     max   (median of %d runs in turn)' %
      len(runs['libinput']))
for name, numbers in runs.items():
    print('%-16s %8d' % (name, frames[name]), *('%7.0f' % statistics.median(column)
                                                 for column in zip(*numbers)))
print('deviation from the recorded time, us     frames      p50    p99.9      max')
worst = {}
for name in ('evemu', 'touchstone'):
    have = stamps[name][:len(want)]
    deviations = sorted(abs((b - have[0]) - (a - want[0])) * 1e6 for a, b in zip(want, have))
    worst[name] = deviations[min(len(deviations) - 1, int(0.999 * len(deviations)))]
    print('%-36s %10d %8.0f %8.0f %8.0f' % (name, len(deviations), statistics.median(deviations),
                                            worst[name], deviations[-1]))
slower = statistics.median(run[1] for run in runs['touches']) > statistics.median(
    run[1] for run in runs['libinput'])
if slower:
    print('missed: slower at p99')
if worst['touchstone'] > worst['evemu'] / 10:
    print('missed: more than a tenth of the deviation')
sys.exit(slower or worst['touchstone'] > worst['evemu'] / 10)
