"""Compares answers on standard input with PyPI's geographiclib; argument: the file of pairs.

Prints the largest differences. The azimuths of close points depend on the last digits of the
coordinates, so their differences are measured as the displacement of an end.
"""
import math
import sys

from geographiclib.geodesic import Geodesic

worst = {"distance": (0, ""), "azimuth": (0, "")}
count = 0
with open(sys.argv[1]) as pairs:
    for pair, answer in zip(pairs, sys.stdin):
        expected = Geodesic.WGS84.Inverse(*map(float, pair.split()))
        distance, azimuth1, azimuth2 = map(float, answer.split())
        count += 1
        off = abs(distance - expected["s12"])
        worst["distance"] = max(worst["distance"], (off, pair.strip()))
        turn = abs(math.remainder(azimuth1 - expected["azi1"], 360))
        # The reduced length times the angle is the displacement.
        shift = math.radians(turn) * abs(Geodesic.WGS84.Inverse(
            *map(float, pair.split()), Geodesic.REDUCEDLENGTH)["m12"])
        if expected["s12"] > 0:
            worst["azimuth"] = max(worst["azimuth"], (shift, pair.strip()))
print(count, "pairs")
for what, (value, pair) in worst.items():
    print(f"{what}: at most {value * 1e9:.1f} nm, at {pair}")
sys.exit(worst["distance"][0] > 15e-9 * 2)
