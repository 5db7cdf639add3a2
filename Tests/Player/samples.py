"""Pages for the tests of the player, made as `replay plot` makes them: the same model, in the same form."""

import base64
import hashlib
import json
import math
import pathlib
import random

PLAYER = pathlib.Path(__file__).resolve().parents[2] / "Sources" / "Pictures" / "Player"

# The order in which the scripts are joined.
SCRIPTS = ["model", "compare", "commands", "theme", "stage", "lanes", "lane", "tip", "events", "view", "player", "pointer",
           "controls"]


def packed(values, step, order=1):
    """Numbers as differences of an order, in zigzag varints, in Base64."""
    numbers = [round(value / step) for value in values]
    for _ in range(order):
        numbers = [number - before for number, before in zip(numbers, [0] + numbers[:-1])]
    out = bytearray()
    for number in numbers:
        value = number * 2 if number >= 0 else -number * 2 - 1
        while value > 0x7F:
            out.append(value & 0x7F | 0x80)
            value >>= 7
        out.append(value)
    return {"step": step, "order": order, "data": base64.b64encode(out).decode()}


def page(plots, comparison=None):
    """The page, in one pass over the placeholders of player.html, since data may contain them."""
    data = {"version": 1, "generator": "replay 0.1.0", "plots": plots}
    if comparison:
        data["comparison"] = {"first": comparison[0], "second": comparison[1]}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    style = (PLAYER / "player.css").read_text()
    script = "".join((PLAYER / f"{name}.js").read_text() for name in SCRIPTS)
    values = {"STYLE": style, "SCRIPT": script, "PLOTS": text, "STYLE_HASH": digest(style), "SCRIPT_HASH": digest(script)}
    first, *parts = (PLAYER / "player.html").read_text().split("{{")
    pieces = [first]
    for part in parts:
        name, rest = part.split("}}", 1)
        pieces += [values[name], rest]
    return "".join(pieces)


def digest(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def trail(name, color, times, xs, ys, widths=None, **more):
    result = {
        "name": name, "color": color, "is_palm": False,
        "times": packed(times, 0.0001, 2), "x": packed(xs, 0.01), "y": packed(ys, 0.01),
        "begin": "down", "end": "up",
    }
    if widths:
        result["width"] = packed(widths, 0.005)
    return {**result, **more}


def series(name, color, times, values, is_palm=False, high=5):
    """`times` is the number of a trail; values are a 500th of the lane's height apart."""
    return {"name": name, "color": color, "is_palm": is_palm, "times": times, "values": packed(values, high / 500)}


def source(path, *options):
    """The command lines of a recording of touches, with places for the ends of the selection."""
    part = ["--from", "{from}", "--to", "{to}"]
    return {"commands": [["replay", "convert", *part, path, "part.evemu"], ["replay", "explain", *part, *options, path]]}


def swipes(profile="standard", most_across=0.8, title="Traces/swipes.evemu"):
    """Four strokes of a finger and a palm: two swipes, two failures."""
    times_of = [[begin + index / 120 for index in range(30)] for begin in (0.2, 1.1, 2.0, 2.9)]
    across = [0.2, 1.1, 0.4, 3.2]
    trails, touches, possible, marks, events = [], [], [], [], []
    pressures, speeds = [], []
    for number, (times, most) in enumerate(zip(times_of, across), 1):
        part = [(time - times[0]) / (times[-1] - times[0]) for time in times]
        xs = [75 - 50 * (3 * p * p - 2 * p * p * p) for p in part]
        ys = [20 + 10 * number + most * math.sin(p * math.pi) for p in part]
        widths = [0.2 + 0.3 * math.sin(p * math.pi) for p in part]
        name = f"touch {number}"
        trails.append(trail(name, number - 1, times, xs, ys, widths))
        pressures.append(series(name, number - 1, number - 1, widths))
        speeds.append(series(name, number - 1, number - 1, [0] + [abs(b - a) * 120 for a, b in zip(xs, xs[1:])]))
        begin, end = times[0], times[-1]
        touches.append({"start_s": begin, "end_s": end, "kind": "touch", "color": number - 1, "text": name})
        decided = begin + 0.134
        events.append({"time_s": begin, "kind": "touch", "text": f"{name} began at {xs[0]:.1f}, {ys[0]:.1f} mm", "lane": 0})
        if most <= most_across:
            text = f"swipe left was recognized at {end:.3f} s"
            possible += [
                {"start_s": begin, "end_s": end, "kind": "possible", "color": number - 1, "text": "possible"},
                {"start_s": end, "end_s": end + 0.18, "kind": "recognized", "color": number - 1, "text": "swipe left", "detail": text},
            ]
            marks.append({"time_s": end, "kind": "recognized", "text": text})
            events.append({"time_s": end, "kind": "recognized", "gesture": "swipe", "text": text, "lane": 3})
        else:
            text = (f"swipe left failed at {decided:.3f} s: {most} mm across, at most {most_across} mm allowed "
                    "(swipe.maximumVariance)")
            possible.append({"start_s": begin, "end_s": decided, "kind": "failed", "color": number - 1, "text": "failed", "detail": text})
            marks.append({"time_s": decided, "kind": "failed", "text": text, "measured": most, "limit": most_across, "unit": "mm",
                          "parameter": "swipe.maximumVariance", "origin": f"the profile {profile}: swipe.maximumVariance = {most_across} mm"})
            events.append({"time_s": decided, "kind": "failed", "gesture": "swipe", "text": text, "lane": 3})
    palm = [2.2 + index / 120 for index in range(100)]
    trails.append(trail("touch 5", 4, palm, [92] * 100, [58 + index / 100 for index in range(100)], [0.9] * 100, is_palm=True))
    touches.append({"start_s": palm[0], "end_s": palm[-1], "kind": "palm", "color": 4, "text": "touch 5: palm"})
    pressures.append(series("touch 5", 4, 4, [0.9] * 100, True))
    events.append({"time_s": palm[0], "kind": "palm", "text": "touch 5 is a palm: pressure 0.9, at least 0.52", "lane": 0})
    return {
        "title": title,
        "facts": [["device", "Synaptics TM3289"], ["touch area", "100 x 70 mm"], ["profile", profile]],
        "notes": ["thinned: every 4th frame is drawn"],
        "start_s": 0, "end_s": 4.2,
        "source": source("Traces/swipes.evemu", *([] if profile == "standard" else ["--profile", profile])),
        "stage": {"kind": "touchpad", "unit": "mm", "x": 0, "y": 0, "width": 100, "height": 70,
                  "scale_bar": {"length": 10, "text": "10 mm"}, "trails": trails},
        "lanes": [
            {"title": "touches", "height": 1, "group": "touch", "bands": touches},
            {"title": "pressure", "unit": "", "height": 3, "low": 0, "high": 1, "group": "touch", "series": pressures,
             "limits": [{"value": 0.52, "start_s": 0, "end_s": 4.2, "text": "palm.pressure 0.52", "parameter": "palm.pressure",
                         "origin": f"the profile {profile}: palm.pressure = 0.52"}]},
            {"title": "speed", "unit": "mm/s", "height": 3, "low": 0, "high": 400, "group": "touch", "series": speeds,
             "limits": [{"value": 120, "start_s": begin, "end_s": begin + 0.4, "text": "swipe.minimumSpeed 120 mm/s",
                         "parameter": "swipe.minimumSpeed", "origin": f"the profile {profile}"} for begin in (0.2, 1.1)]},
            {"title": "swipe left", "height": 1, "group": "recognizer", "bands": possible, "marks": marks},
            {"title": "tap", "height": 1, "group": "recognizer", "bands": [
                {"start_s": 0.2, "end_s": 0.26, "kind": "failed", "color": 7, "text": "failed"},
                {"start_s": 1.1, "end_s": 1.3, "kind": "cancelled", "color": 7, "text": "cancelled"}]},
            {"title": "pan", "height": 1, "group": "recognizer", "bands": [
                {"start_s": 2.9, "end_s": 3.05, "kind": "changing", "color": 7, "text": "changing"}]},
        ],
        "events": events,
    }


def answered():
    """A swipe that took too long: the verdict, its lane first with the limit, and the reporter's note."""
    plot = swipes()
    lane = plot["lanes"].pop(3)
    lane["is_expected"] = True
    lane["height"] = 2.8
    lane["bands"] += [
        {"start_s": 2.9, "end_s": 3.0, "kind": "limit", "text": "at most 0.100 s", "detail": "swipe.maximumDuration"},
        {"start_s": 2.9, "end_s": 3.1417, "kind": "measured", "text": "0.242 s", "detail": "swipe.maximumDuration"}]
    plot["lanes"].insert(0, lane)
    for event in plot["events"]:
        event["lane"] = {0: 1, 3: 0}[event["lane"]]
    plot["stage"]["regions"] = [{"x": [75, 25, 25], "y": [60, 40, 80], "text": "swipe.maximumDeviation 0.4"}]
    plot["answer"] = {
        "is_recognized": False, "time_s": 3.034,
        "sentences": ["No swipe of 1 finger to the left: the movement took 0.242 s, at most 0.100 s allowed (swipe.maximumDuration).",
                      "It was reported as a pan to the left.",
                      "It is recognized with a limit of 0.25 s, or when made 2.5 times as fast."],
        "warnings": ["Lengths are guesses: the recording has no size of the touch area. Give --size or --device, or record with "
                     "`libinput record` or `evemu-describe`."],
        "note": "It fails since the update.",
    }
    return plot


def phone():
    """The swipes on a tall touchscreen, with the verdict."""
    plot = answered()
    plot["stage"].update(kind="touchscreen", width=68, height=136)
    return plot


def track():
    """A walk on a map, colored by speed."""
    count = 600
    times = [index * 0.5 for index in range(count)]
    xs = [200 + 150 * math.cos(time / 40) + time / 4 for time in times]
    ys = [150 - 120 * math.sin(time / 33) for time in times]
    speed = [0.5 + 0.5 * math.sin(time / 20) for time in times]
    walk = trail("walk.gpx", 0, times, xs, ys, value=packed(speed, 0.01), begin="start", end="end")
    return {
        "title": "Examples/Samples/walk.gpx", "facts": [["fixes", "600"]], "notes": [], "start_s": 0, "end_s": times[-1],
        "stage": {"kind": "map", "unit": "m", "x": 0, "y": 0, "width": 450, "height": 300, "north": True, "shows_all": True,
                  "scale_bar": {"length": 100, "text": "100 m"}, "trails": [walk],
                  "circles": [{"time_s": times[i], "x": xs[i], "y": ys[i], "radius": 8 + i % 11, "color": 7} for i in range(0, count, 10)],
                  "marks": [{"time_s": 0, "x": xs[0], "y": ys[0], "kind": "start", "text": "start"},
                            {"time_s": 100, "x": xs[200] + 20, "y": ys[200], "kind": "dropped", "text": "dropped: 300 m/s"},
                            {"time_s": times[-1], "x": xs[-1], "y": ys[-1], "kind": "end", "text": "end"}],
                  "legend": {"text": "speed", "unit": "m/s", "low": 0, "high": 3.2}},
        "lanes": [{"title": "speed", "unit": "m/s", "height": 3, "low": 0, "high": 3.2, "group": "sensor",
                   "series": [series("speed", 0, 0, [value * 3.2 for value in speed])]}],
        "events": [{"time_s": 100, "kind": "note", "text": "dropped a fix: 300 m/s", "lane": 0}],
    }


HOSTILE = [
    "</script><img src=x onerror=alert(1)>", "\"'`><svg/onload=alert(2)>", "a\u202egnp.exe\u2066b", "nul \u0000 bell \u0007",
    "{{SCRIPT}}{{PLOTS}}<!--", "line\u2028two\u2029three", "&lt;b&gt;", "x" * 10_000, "$(reboot) `reboot` ; reboot",
]


def hostile():
    """Every text of the model is one that would do harm as markup, or 10,000 characters long."""
    plot = swipes()
    texts = iter(HOSTILE * 1000)

    def spoiled(value, key=None):
        if isinstance(value, dict):
            return {k: v if k in ("data", "kind", "begin", "end") else spoiled(v, k) for k, v in value.items()}
        if isinstance(value, list):
            return [spoiled(one, key) for one in value]
        return next(texts) if isinstance(value, str) else value

    stage_kind = plot["stage"]["kind"]
    plot = spoiled(plot)
    plot["stage"]["kind"] = stage_kind
    plot["source"] = source("./-x'; \u202e\u0007 \"$(reboot)\".evemu")
    plot["events"][0]["kind"] = HOSTILE[0]
    return plot


def large(length_s=60, fingers=10, rate=120, touch_s=6):
    """Ten fingers that move for a minute, each touching down every six seconds, with three lanes of their values."""
    random.seed(1)
    titles = [("pressure", "", 1), ("speed", "mm/s", 400), ("distance", "mm", 60)]
    trails, touches, lanes, events = [], [], [[], [], []], []
    for begin in range(0, length_s, touch_s):
        for finger in range(fingers):
            count = touch_s * rate - 12
            times = [begin + finger * 0.003 + index / rate for index in range(count)]
            xs, ys, widths = noisy_movement(finger, begin, count)
            number = len(trails)
            name = f"touch {number + 1}"
            trails.append(trail(name, finger, times, xs, ys, widths))
            speed = [0] + [math.hypot(b - a, d - c) * rate for a, b, c, d in zip(xs, xs[1:], ys, ys[1:])]
            distance = [math.hypot(x - xs[0], y - ys[0]) for x, y in zip(xs, ys)]
            for lane, (_, _, high), values in zip(lanes, titles, (widths, speed, distance)):
                lane.append(series(name, finger, number, values, high=high))
            touches.append({"start_s": times[0], "end_s": times[-1], "kind": "touch", "color": finger, "text": name})
            events.append({"time_s": times[0], "kind": "touch", "text": f"{name} began at {xs[0]:.1f}, {ys[0]:.1f} mm", "lane": 0})
            events.append({"time_s": times[40], "kind": "failed", "gesture": "tap", "lane": 4,
                           "text": f"tap failed at {times[40]:.3f} s: {distance[40]:.1f} mm moved, at most 3 mm allowed"})
    marks = [{"time_s": event["time_s"], "kind": "failed", "text": event["text"], "measured": 4, "limit": 3, "unit": "mm"}
             for event in events if event["kind"] == "failed"]
    return {
        "title": "a minute of ten fingers", "facts": [["touch area", "160 x 100 mm"]], "notes": [], "start_s": 0, "end_s": length_s,
        "source": source("large.evemu"),
        "stage": {"kind": "touchpad", "unit": "mm", "x": 0, "y": 0, "width": 160, "height": 100, "trails": trails},
        "lanes": [{"title": "touches", "height": 1, "group": "touch", "bands": touches}]
        + [{"title": title, "unit": unit, "height": 3, "low": 0, "high": high, "group": "touch", "series": values}
           for (title, unit, high), values in zip(titles, lanes)]
        + [{"title": "tap", "height": 1, "group": "recognizer", "bands": [], "marks": sorted(marks, key=lambda mark: mark["time_s"])}],
        "events": events,
    }


def noisy_movement(finger, begin, count):
    """Positions with the noise of a sensor, on its grid of 0.02 mm."""
    phase = finger + begin
    xs = [15 + 14 * finger + 6 * math.sin(phase + index / 25) + random.gauss(0, 0.02) for index in range(count)]
    ys = [50 + 30 * math.sin(phase * 2 + index / 40) + random.gauss(0, 0.02) for index in range(count)]
    widths = [0.4 + 0.2 * math.sin(phase + index / 60) + random.gauss(0, 0.01) for index in range(count)]
    return xs, ys, widths
