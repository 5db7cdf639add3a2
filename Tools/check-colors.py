"""Differences and contrasts of the colors in player.css and Palette.swift; run by Tools/check-colors.

Differences are distances in CAM02-UCS (Luo, Cui and Li 2006), where 1 is about what a trained eye just sees. Color
blindness is simulated with Machado, Oliveira and Fernandes 2009 at severity 100: protanopia, deuteranopia, tritanopia.
Contrasts are those of WCAG 2.
"""

import itertools
import pathlib
import re
import sys

import numpy
from colorspacious import cspace_convert

SOURCES = pathlib.Path(__file__).resolve().parents[1] / "Sources"
STYLE = SOURCES / "Pictures" / "Player" / "player.css"
PALETTE = SOURCES / "VectorGraphics" / "Palette.swift"
SCHEMES = ["light", "dark"]
COUNT = 8
RAMP_COUNT = 9

# The least distance of any two line colors. Okabe and Ito's eight colors reach 11.0 in the same test.
LEAST_DIFFERENCE = 20

# WCAG 2.2, 1.4.11 for lines and 1.4.3 for text.
LEAST_LINE = 3.0
LEAST_TEXT = 4.5

OKABE_ITO = ["#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"]

# Text, and what it is on.
TEXTS = [(text, ground) for text in ("text", "muted", "difference", "limit") for ground in ("background", "surface")] + [
    ("text", "grid"), ("muted", "grid"), ("difference", "grid"), ("success", "background"), ("text", "attempt"),
    ("text", "changing"), ("text", "cancelled"), ("on-recognized", "recognized")]

# Colors of Palette.swift, by their names there, and their names in the style sheet.
SHARED = {"ink": "text", "mutedInk": "muted", "grid": "grid", "surface": "surface", "alert": "limit", "attempt": "attempt",
          "changing": "changing", "cancelled": "cancelled", "success": "recognized"}

# What texts of SVG and PNG pictures are on.
WHITE = "#ffffff"


def palette():
    """Each name of Palette.swift with its color, or its list of colors."""
    values = {}
    for name, text in re.findall(r"static let (\w+)(?:: \[Color\])? = (\[.*?\]|Color\(\w+\))", PALETTE.read_text(), re.DOTALL):
        found = [f"#{digits}" for digits in re.findall(r"Color\(0x([0-9a-f]{6})\)", text)]
        values[name] = found if text.startswith("[") else found[0]
    return values


def colors():
    """Each name of the style sheet with its colors in light and dark."""
    pattern = r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)"
    return {name: dict(zip(SCHEMES, pair)) for name, *pair in re.findall(pattern, STYLE.read_text())}


def channels(color):
    return numpy.array([int(color[index:index + 2], 16) / 255 for index in (1, 3, 5)])


def luminance(color):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(color)]
    return float(numpy.dot(linear, [0.2126, 0.7152, 0.0722]))


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def seen(color, blindness):
    """A color in CAM02-UCS, as a person with a kind of color blindness sees it."""
    rgb = channels(color)
    if blindness:
        space = {"name": "sRGB1+CVD", "cvd_type": blindness, "severity": 100}
        rgb = numpy.clip(cspace_convert(rgb, space, "sRGB1"), 0, 1)
    return cspace_convert(rgb, "sRGB1", "CAM02-UCS")


def least_difference(palette, blindness):
    """The two colors that differ least, by index, and their distance."""
    places = [seen(color, blindness) for color in palette]
    pairs = itertools.combinations(range(len(palette)), 2)
    return min((float(numpy.linalg.norm(places[a] - places[b])), a, b) for a, b in pairs)


def check(name, value, least, failures):
    verdict = "" if value >= least else f"   below {least}"
    if verdict:
        failures.append(name)
    print(f"  {name:44} {value:6.1f}{verdict}")


def check_scheme(scheme, values, failures):
    palette = [values[f"color-{index}"][scheme] for index in range(COUNT)]
    print(f"{scheme}: least difference of two line colors")
    for title, blindness in (("normal sight", None), ("protanopia", "protanomaly"), ("deuteranopia", "deuteranomaly"),
                             ("tritanopia", "tritanomaly")):
        distance, one, other = least_difference(palette, blindness)
        check(f"{title}: {one} and {other}", distance, LEAST_DIFFERENCE, failures)
        print(f"    Okabe and Ito's: {least_difference(OKABE_ITO, blindness)[0]:.1f}")
    print(f"{scheme}: contrast of lines with the background")
    for name in [f"color-{index}" for index in range(COUNT)] + ["border", "focus", "recognized", "limit"]:
        check(name, contrast(values[name][scheme], values["background"][scheme]), LEAST_LINE, failures)
    ramp = [contrast(values[f"ramp-{index}"][scheme], values["background"][scheme]) for index in range(RAMP_COUNT)]
    for index, value in enumerate(ramp):
        check(f"ramp-{index}", value, LEAST_LINE, failures)
    steps = [max(one, other) / min(one, other) for one, other in zip(ramp, ramp[1:])]
    check("ramp: step of contrast, times 10", 10 * min(steps) * (ramp in (sorted(ramp), sorted(ramp, reverse=True))), 11, failures)
    print(f"{scheme}: contrast of text")
    for text, ground in TEXTS:
        check(f"{text} on {ground}", contrast(values[text][scheme], values[ground][scheme]), LEAST_TEXT, failures)
    check("text on bands of the palette, at 30 %", least_band(values, scheme), LEAST_TEXT, failures)


def least_band(values, scheme):
    """The least contrast of text on a band: 30 % of a line color on the background."""
    ground = channels(values["background"][scheme])

    def mixed(index):
        mix = 0.3 * channels(values[f"color-{index}"][scheme]) + 0.7 * ground
        return "#" + "".join(f"{round(c * 255):02x}" for c in mix)

    return min(contrast(values["text"][scheme], mixed(index)) for index in range(COUNT))


def check_pictures(values, pictures, failures):
    """The colors of texts in SVG pictures, and whether the page has the colors of the pictures in light."""
    print("pictures: contrast of texts with white")
    for index, color in enumerate(pictures["texts"]):
        check(f"texts[{index}]", contrast(color, WHITE), LEAST_TEXT, failures)
    for name in ("ink", "mutedInk", "alert", "success"):
        check(name, contrast(pictures[name], WHITE), LEAST_TEXT, failures)
    check_list("lines", pictures["lines"], "color", values, failures)
    check_list("ramp", pictures["ramp"], "ramp", values, failures)
    for name, property_name in SHARED.items():
        check_equal(name, pictures[name], property_name, values, failures)


def check_list(name, list_of_colors, prefix, values, failures):
    count = len([one for one in values if re.fullmatch(rf"{prefix}-\d+", one)])
    if count != len(list_of_colors):
        failures.append(f"Palette.{name} has {len(list_of_colors)} colors, the style sheet {count}")
    for index, color in enumerate(list_of_colors[:count]):
        check_equal(f"{name}[{index}]", color, f"{prefix}-{index}", values, failures)


def check_equal(name, color, property_name, values, failures):
    light = values[property_name]["light"]
    if color != light:
        failures.append(f"Palette.{name} is {color}, --{property_name} is {light} in light")


def main():
    values, failures = colors(), []
    for scheme in SCHEMES:
        check_scheme(scheme, values, failures)
    check_pictures(values, palette(), failures)
    print(f"not within the limits: {', '.join(failures)}" if failures else "all within the limits")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
