"""Measures the player; run by Benchmarks/player."""

import collections
import json
import os
import pathlib
import statistics
import sys

import samples
from browser import Browser

RUNS = 5
PLAYED_S = 5

# In Chromium's trace: a frame that was presented, on time or late, and one that was dropped.
FRAME_EVENT = "PipelineReporter"


def main(arguments):
    text = pathlib.Path(arguments[0]).read_text() if arguments else samples.page([samples.large()])
    print(f"processors {os.cpu_count()}, load {os.getloadavg()[0]:.1f}")
    print(f"page {len(text.encode()):,} bytes")
    in_browser(Browser(), text, measure_opening)
    in_browser(Browser(), text, measure_zooming)
    # The driver hands out the trace of a browser only once.
    in_browser(Browser("cc,benchmark,viz"), text, measure_playing)


def in_browser(browser, text, measure):
    try:
        browser.size(1280, 800)
        browser.open(text)
        measure(browser, text)
    finally:
        browser.close()


def measure_opening(browser, text):
    """From navigation to the first frame after the script has drawn; and of that, the script."""
    openings, scripts = [], []
    for _ in range(RUNS):
        browser.open(text)
        paint, start, end = browser.driver.execute_async_script("""
            const done = arguments[0];
            const time = (name) => performance.getEntriesByName(name)[0]?.startTime;
            const look = () => {
                const times = ["first-contentful-paint", "player-start", "player-ready"].map(time);
                if (times.includes(undefined)) requestAnimationFrame(look);
                else done(times);
            };
            look();""")
        openings.append(max(paint, end))
        scripts.append(end - start)
    print(f"open to interactive picture {milliseconds(openings)}, of that the script {milliseconds(scripts)}")


def milliseconds(values):
    return f"{statistics.median(values):.0f} ms (of {len(values)}: {min(values):.0f} to {max(values):.0f})"


def measure_playing(browser, _):
    browser.driver.set_script_timeout(60)
    stamps, work = browser.driver.execute_async_script("""
        const [length, done] = arguments;
        const stamps = [];
        const work = [];
        const before = performance.now();
        document.getElementById("play").click();
        const look = (now) => {
            stamps.push(now);
            work.push(performance.now() - now);
            if (now - before < length * 1000) requestAnimationFrame(look);
            else { document.getElementById("play").click(); done([stamps, work]); }
        };
        requestAnimationFrame(look);""", PLAYED_S)
    frames = frame_report(trace_events(browser))
    gaps = sorted(later - earlier for earlier, later in zip(stamps, stamps[1:]))
    rate = 1000 * len(gaps) / (stamps[-1] - stamps[0])
    print(f"requestAnimationFrame: {rate:.1f} frames/s, 99 of 100 frames within {gaps[int(len(gaps) * 0.99)]:.1f} ms, longest {gaps[-1]:.1f} ms")
    print(f"script per frame: median {statistics.median(work):.2f} ms, largest {max(work):.2f} ms")
    print(frames)


def trace_events(browser):
    """The events of Chromium's trace."""
    messages = [json.loads(entry["message"])["message"] for entry in browser.driver.get_log("performance")]
    return [message["params"] for message in messages if message["method"] == "Tracing.dataCollected"]


def frame_report(events):
    """The frames of the last seconds that Chromium's compositor presented, and those that it dropped."""
    frames = [event for event in events if event.get("name") == FRAME_EVENT and event.get("ph") == "b"]
    if not frames:
        return f"trace: no frames among {len(events)} events"
    end = max(event["ts"] for event in frames)
    played = [event for event in frames if event["ts"] > end - PLAYED_S * 1e6]
    reports = [event["args"].get("frame_reporter", {}) for event in played]
    # A frame whose script is late has two reports: of what the compositor showed at once, and of the rest.
    presented = {one["frame_sequence"] for one in reports if frame_state(one).startswith("presented")}
    states = collections.Counter(frame_state(one) for one in reports)
    listed = ", ".join(f"{count} {state}" for state, count in sorted(states.items()))
    return f"trace: {len(presented) / PLAYED_S:.1f} frames/s presented (reports: {listed})"


def frame_state(report):
    return report.get("state", "unknown").removeprefix("STATE_").lower().replace("_", " ")


def measure_zooming(browser, _):
    """How long all lanes take to draw anew, as after each turn of the wheel."""
    times = browser.driver.execute_async_script("""
        const done = arguments[0];
        const times = [];
        const zoom = () => {
            document.getElementById(times.length % 2 ? "zoom-out" : "zoom-in").click();
            requestAnimationFrame((now) => {
                times.push(performance.now() - now);
                if (times.length < 20) zoom(); else done(times);
            });
        };
        zoom();""")
    print(f"zoom: median {statistics.median(times):.1f} ms, largest {max(times):.1f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
