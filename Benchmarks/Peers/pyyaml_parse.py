"""Loads a libinput recording with PyYAML's C loader and prints the processor seconds that it took."""

import sys
import time

import yaml

start = time.process_time()
with open(sys.argv[1], "rb") as file:
    document = yaml.load(file, Loader=yaml.CSafeLoader)
seconds = time.process_time() - start
events = sum(len(entry["evdev"]) for entry in document["devices"][0]["events"])
print(f"{seconds:.6f} {events}")
