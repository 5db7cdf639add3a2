"""Tests of the player: each opens a page in Chromium, does what a person does, and looks at what the page shows."""

import json
import os
import pathlib
import re
import subprocess
import sys
import traceback
import zipfile

import samples
from browser import Browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUTPUT = ROOT / ".build" / "player"
REPLAY = pathlib.Path(os.environ.get("REPLAY", ROOT / ".build" / "debug" / "replay"))

# Whether a test that cannot run here is a failure.
IS_STRICT = os.environ.get("STRICT") == "1"

LANES = ".lane-canvas"


class Skipped(Exception):
    """A test that cannot run here, with the reason."""


def near(value, expected, tolerance=0.0011):
    assert abs(value - expected) <= tolerance, f"{value} is not {expected}"


def equal(value, expected):
    assert value == expected, f"{value!r} is not {expected!r}"


def point(browser, time, lane_y, end=4.2, selector=LANES):
    """The position in the window of a time and a height in the lanes, when all of the time is shown."""
    left, top, width, _ = browser.box(selector)
    return left + width * time / end, top + lane_y


def swipes(browser):
    browser.open(samples.page([samples.swipes()]))


# Opening.

def test_opens_paused_at_the_start(browser):
    swipes(browser)
    near(browser.time(), 0)
    equal(browser.text("#play"), "Play")
    equal(browser.run("return document.title"), "Traces/swipes.evemu")
    equal(browser.texts(".facts dd"), ["Synaptics TM3289", "100 x 70 mm", "standard"])
    equal(len(browser.elements("#events-list li")), 9)


def test_forbids_everything_that_is_not_in_the_file(browser):
    swipes(browser)
    browser.driver.execute_async_script("""
        const done = arguments[0];
        const image = new Image(); image.onerror = () => done(); image.src = "https://example.org/x.png";""")
    browser.run("const script = document.createElement('script'); script.textContent = 'window.wasRun = 1'; document.body.append(script)")
    browser.run("document.body.setAttribute('onclick', 'window.wasRun = 1'); document.body.click()")
    equal(browser.run("return window.wasRun ?? 0"), 0)
    messages = " ".join(browser.errors())
    assert messages.count("Content Security Policy") >= 3, messages


def test_draws_what_it_unpacks(browser):
    swipes(browser)
    browser.press("n")
    near(browser.time(), 0.2)
    browser.press("Right", "Right", "Right")
    near(browser.time(), 0.2 + 3 / 120)
    assert "touch 1 at 73.5, 30.1 mm, width 0.295" in browser.text("#live"), browser.text("#live")


def test_shows_the_later_of_two_samples_of_one_time(browser):
    plot = samples.swipes()
    plot["stage"]["trails"] = [
        samples.trail("touch 1", 0, [0, 1, 1, 2], [10, 20, 30, 40], [10, 10, 10, 10]),
        samples.trail("touch 2", 1, [1, 1, 2], [50, 60, 70], [20, 20, 20])]
    plot["lanes"] = []
    browser.open(samples.page([plot]))
    browser.press("Right")
    near(browser.time(), 1)
    assert "touch 1 at 30.0, 10.0 mm; touch 2 at 60.0, 20.0 mm" in browser.text("#live"), browser.text("#live")


def test_takes_1_for_steps_and_orders_that_a_page_leaves_out(browser):
    plot = samples.swipes()
    trail = samples.trail("touch 1", 0, [0, 1, 2], [10, 20, 40], [5, 6, 7])
    del trail["is_palm"]
    for key in ("x", "y"):
        trail[key] = samples.packed([10, 20, 40], 1)
        del trail[key]["step"], trail[key]["order"]
    plot["stage"]["trails"] = [trail]
    plot["lanes"] = []
    browser.open(samples.page([plot]))
    browser.press("Right", "Right")
    assert "touch 1 at 40.0, 40.0 mm" in browser.text("#live"), browser.text("#live")


def test_shows_a_touch_at_the_time_of_its_event(browser):
    plot = samples.swipes()
    plot["events"][0]["time_s"] = 0.19996
    browser.open(samples.page([plot]))
    browser.press("n")
    colored = browser.run("""
        const stage = document.querySelector(".stage");
        const { data } = stage.getContext("2d").getImageData(0, 0, stage.width, stage.height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) count += data[at + 3] > 40 && data[at + 2] - data[at] > 40 ? 1 : 0;
        return count;""")
    assert colored > 50, f"{colored} pixels of the finger's blue"


# Time.

def test_plays_to_the_end_and_pauses(browser):
    swipes(browser)
    browser.run("const speed = document.getElementById('speed'); speed.value = '4'; speed.dispatchEvent(new Event('change'))")
    browser.press("Space")
    equal(browser.text("#play"), "Pause")
    browser.driver.set_script_timeout(20)
    browser.driver.execute_async_script("""
        const done = arguments[0];
        const look = () => document.getElementById("play").textContent === "Play" ? done() : requestAnimationFrame(look);
        look();""")
    near(browser.time(), 4.2)


def test_scrubs_with_the_slider_and_on_the_ruler(browser):
    swipes(browser)
    browser.run("const one = document.getElementById('position'); one.value = '1.5'; one.dispatchEvent(new Event('input'))")
    near(browser.time(), 1.5)
    left, top, width, height = browser.box(".ruler")
    browser.drag((left + width * 0.25, top + height / 2), (left + width * 0.5, top + height / 2))
    near(browser.time(), 2.1, 0.01)


def test_moves_the_time_to_a_click_on_the_lanes(browser):
    swipes(browser)
    x, y = point(browser, 3.0, 10)
    browser.drag((x, y), (x, y))
    near(browser.time(), 3.0, 0.01)
    assert "touch 4" in browser.run("return document.querySelector('#events-list [aria-current]').textContent")


def test_steps_to_the_samples_before_and_after(browser):
    swipes(browser)
    browser.press("Right")
    near(browser.time(), 0.2)
    browser.press("Right")
    near(browser.time(), 0.2 + 1 / 120)
    browser.press("Left")
    near(browser.time(), 0.2)
    browser.press("Left")
    near(browser.time(), 0)
    browser.press("End", "Left")
    near(browser.time(), 2.9 + 29 / 120)


def test_changes_the_speed_between_its_ends(browser):
    swipes(browser)
    browser.press(",", ",", ",", ",", ",")
    equal(browser.run("return document.getElementById('speed').value"), "0.1")
    browser.press(".", ".", ".", ".")
    equal(browser.run("return document.getElementById('speed').value"), "2")


# The visible span.

def spans(browser):
    """The times at the ends of the visible span, by where the selection of all of the time ends."""
    left, top, width, _ = browser.box(LANES)
    browser.press("Escape")
    browser.drag((left + width * 0.25, top + 10), (left + width * 0.75, top + 10))
    first, last = map(float, re.findall(r"[\d.]+(?= s to|(?= s, ))", browser.text("#selection-text"))[:2])
    browser.press("Escape", "Escape")
    return first, last


def test_zooms_moves_and_fits_with_keys(browser):
    swipes(browser)
    near(spans(browser)[0], 1.05, 0.02)
    browser.press("Home", "+", "+")
    near(spans(browser)[1], 4.2 / 4 * 0.75, 0.02)
    browser.press("Shift+Right")
    near(spans(browser)[0], 4.2 / 4 * 0.5, 0.02)
    browser.press("0")
    near(spans(browser)[1], 3.15, 0.02)


def test_zooms_with_the_wheel_around_the_pointer(browser):
    swipes(browser)
    x, y = point(browser, 2.1, 10)
    browser.wheel(x, y, -200, is_ctrl=True)
    first, last = spans(browser)
    near(first, 1.575, 0.02)
    near(last, 2.625, 0.02)


# The selection.

def test_loops_what_was_dragged(browser):
    swipes(browser)
    browser.drag(point(browser, 1.0, 10), point(browser, 1.4, 10))
    first, last = map(float, re.findall(r"\d+\.\d+(?= s)", browser.text("#selection-text"))[:2])
    near(first, 1.0, 0.01)
    near(last, 1.4, 0.01)
    browser.press("Space")
    times = [browser.time() for _ in range(60) if browser.frame() is None]
    browser.press("Space")
    assert all(first - 0.001 <= time <= last + 0.001 for time in times), times
    assert any(later < earlier for earlier, later in zip(times, times[1:])), "it did not start again"


def test_drops_a_drag_that_the_browser_cancels(browser):
    swipes(browser)
    x, y = point(browser, 1.0, 10)
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y, buttons=1)
    browser.mouse("mouseMoved", x + 100, y, buttons=1)
    browser.frame()
    assert browser.is_visible(".selection")
    browser.run("document.querySelector('.lane-canvas').dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1 }))")
    assert not browser.is_visible(".selection")
    browser.mouse("mouseMoved", x + 200, y, buttons=1)
    browser.mouse("mouseReleased", x + 200, y)
    browser.frame()
    assert not browser.is_visible(".selection")
    near(browser.time(), 0)
    browser.drag(point(browser, 1.0, 10), point(browser, 1.4, 10))
    assert browser.is_visible(".selection")


def test_selects_with_keys_and_clears(browser):
    swipes(browser)
    browser.press("n", "n", "[", "n", "n", "]")
    equal(browser.text("#selection-text"), "0.442 s to 1.234 s, 0.792 s, played in a loop")
    browser.press("Escape", "Escape")
    assert "Drag on the lanes" in browser.text("#selection-text")


def test_exports_the_selection_as_command_lines(browser):
    swipes(browser)
    equal(browser.texts("#commands code"), [
        "replay convert --from 0.000 --to 4.200 Traces/swipes.evemu part.evemu",
        "replay explain --from 0.000 --to 4.200 Traces/swipes.evemu"])
    browser.press("n", "n", "[", "n", "n", "]")
    equal(browser.texts("#commands code")[0], "replay convert --from 0.442 --to 1.234 Traces/swipes.evemu part.evemu")
    browser.click("#commands button")
    assert browser.text("#live") in ("Copied", "Selected; press Ctrl+C to copy"), browser.text("#live")


def test_shows_no_command_lines_that_the_page_does_not_have(browser):
    plot = samples.swipes()
    del plot["source"]
    browser.open(samples.page([plot]))
    equal(browser.texts("#commands code"), [])


def test_quotes_arguments_for_the_shell(browser):
    paths = ["a b", "it's", "$(x)`y`", "./-x", "tab\tand\u202ebidi", "\\'", "ü", "*", "~", "a\nb", "#"]
    for path in paths:
        plot = samples.swipes()
        plot["source"] = samples.source(path)
        browser.open(samples.page([plot]))
        words = browser.texts("#commands code")[1].removeprefix("replay explain ")
        read = subprocess.run(["bash", "-c", f"printf '%s\\0' {words}"], capture_output=True, check=True).stdout.decode()
        equal(read.split("\0")[-2], path)


# Events, marks and thresholds.

def test_lists_events_and_marks_the_current_one(browser):
    swipes(browser)
    equal(browser.element("#events-list").tag_name, "ol")
    browser.press("n", "n", "n", "n")
    near(browser.time(), 1.234)
    assert "swipe left failed at 1.234 s" in browser.run("return document.querySelector('[aria-current=true]').textContent")
    browser.press("p")
    near(browser.time(), 1.1)


def test_moves_through_the_list_with_the_arrows(browser):
    swipes(browser)
    browser.run("document.querySelector('#events-list button[tabindex=\"0\"]').focus()")
    browser.press("Down", "Down")
    near(browser.time(), 1.1)
    assert "touch 2" in browser.run("return document.activeElement.textContent")
    browser.press("Up")
    near(browser.time(), 0.442)


def test_shows_at_most_a_few_hundred_rows(browser):
    browser.open(samples.page([samples.large(20, 10, 40, 2)]))
    equal(browser.text("#events-count"), "200")
    plot = samples.swipes()
    plot["events"] = [{"time_s": index / 1000, "kind": "note", "text": f"event {index}"} for index in range(4000)]
    browser.open(samples.page([plot]))
    equal(len(browser.elements("#events-list li")), 200)
    browser.press("End")
    equal(len(browser.elements("#events-list li")), 200)
    current = browser.element("#events-list [aria-current]")
    equal([current.get_attribute("aria-posinset"), current.get_attribute("aria-setsize")], ["4000", "4000"])
    equal(browser.text("#earlier"), "3800 earlier")
    browser.click("#earlier")
    equal(browser.element("#events-list li").get_attribute("aria-posinset"), "3601")


def test_shows_the_sentence_and_the_numbers_of_a_failure(browser):
    swipes(browser)
    x, y = point(browser, 1.234, lane_top(browser, "swipe left") + 12)
    browser.hover(x, y)
    expects_failure(browser)


def lane_top(browser, title):
    """The top of a lane below the top of the lanes, by its label."""
    return browser.run("""
        const label = [...document.querySelectorAll(".lane-title")].find((one) => one.textContent.startsWith(arguments[0]));
        return parseFloat(label.style.top) - 4;""", title)


def expects_failure(browser):
    assert browser.is_visible("#tip"), "no tip"
    assert "swipe left failed at 1.234 s: 1.1 mm across, at most 0.8 mm" in browser.text("#tip"), browser.text("#tip")
    equal(browser.texts("#tip .number"), ["1.1 mm", "0.8 mm"])
    measured, limit = browser.box("#tip .measured")[2], browser.box("#tip .limit")[2]
    near(limit / measured, 0.8 / 1.1, 0.02)
    assert "set by the profile standard: swipe.maximumVariance = 0.8 mm" in browser.text("#tip")


def test_shows_failures_and_thresholds_by_keys(browser):
    swipes(browser)
    browser.press("f")
    expects_failure(browser)
    browser.press("f")
    near(browser.time(), 3.034)
    browser.press("F")
    near(browser.time(), 1.234)
    browser.press("l")
    assert "the profile standard: palm.pressure = 0.52" in browser.text("#tip"), browser.text("#tip")
    assert "palm.pressure" in browser.text("#live")
    browser.press("Escape")
    assert not browser.is_visible("#tip")


def test_shows_where_a_threshold_is_set(browser):
    swipes(browser)
    top = lane_top(browser, "pressure")
    browser.hover(*point(browser, 3.8, top + 4 + 70 * 0.48))
    assert "set by the profile standard: palm.pressure = 0.52" in browser.text("#tip"), browser.text("#tip")


def test_names_the_finger_under_the_pointer(browser):
    swipes(browser)
    browser.press("n", "Right")
    left, top, width, height = browser.box(".stage")
    found = [browser.text("#tip") for y in range(10, int(height), 6) for x in (int(width * 0.6), int(width * 0.62))
             if browser.mouse("mouseMoved", left + x, top + y) is None and browser.is_visible("#tip")]
    assert found and "touch 1" in found[0], found


# Filters.

def test_filters_events(browser):
    swipes(browser)
    browser.press("/")
    equal(browser.focused(), "filter-text")
    browser.press("f", "a", "i", "l", "e", "d")
    equal(browser.text("#events-count"), "2 of 9")
    near(browser.time(), 0)
    browser.run("const one = document.getElementById('filter-text'); one.value = 'no such'; one.dispatchEvent(new Event('input'))")
    assert browser.is_visible("#events-none")
    browser.run("const one = document.getElementById('filter-text'); one.value = ''; one.dispatchEvent(new Event('input'))")
    browser.run("const one = document.getElementById('filter-gesture'); one.value = 'swipe'; one.dispatchEvent(new Event('input'))")
    equal(browser.text("#events-count"), "4 of 9")


def test_hides_kinds_and_groups_of_lanes(browser):
    swipes(browser)
    browser.click(".choices summary")
    browser.click("#filter-kinds input[value=failed]")
    equal(browser.text("#events-count"), "7 of 9")
    equal(len(browser.elements(".lane-title")), 6)
    browser.click("#filter-groups input[value=recognizer]")
    equal(browser.texts(".lane-title"), ["touches", "pressure", "speed"])


# Several plots.

def test_compares_two_plots_on_one_clock(browser):
    second = samples.swipes("my.profile", 1.2)
    second["events"][1]["time_s"] += 0.02
    browser.open(samples.page([samples.swipes(), second], (0, 1)))
    equal(len(browser.elements(".plot")), 2)
    notes = browser.texts(".event-difference")
    equal(notes, ["0.020 s later in the second", "only in the first", "only in the second",
                  "in the second: swipe left failed at 3.034 s: 3.2 mm across, at most 1.2 mm allowed (swipe.maximumVariance)"])
    browser.click("#differences")
    equal(browser.text("#events-count"), "4 of 10")
    browser.press("n")
    transforms = browser.run("return [...document.querySelectorAll('.cursor')].map((one) => one.style.transform)")
    assert transforms[0] == transforms[1] and transforms[0] != "translateX(0.00px)", transforms
    equal(browser.texts("#commands code")[2], "replay explain --from 0.000 --to 4.200 --profile my.profile Traces/swipes.evemu")


def test_puts_lanes_of_one_name_beside_each_other(browser):
    second = samples.swipes("my.profile", 1.2)
    second["lanes"][4]["bands"].append({"start_s": 0.2, "end_s": 0.25, "kind": "failed", "color": 7, "text": "failed"})
    second["lanes"] = second["lanes"][:3] + second["lanes"][:2:-1] + [{"title": "pinch", "height": 1, "group": "recognizer"}]
    browser.open(samples.page([samples.swipes(), second], (0, 1)))
    tops = browser.run("""return [...document.querySelectorAll(".labels")].map((labels) => Object.fromEntries(
        [...labels.querySelectorAll(".lane-title")].map((one) => [one.textContent, one.style.top])))""")
    for title, top in tops[0].items():
        equal(tops[1][title], top)
    equal(set(tops[1]) - set(tops[0]), {"pinch"})


def test_chooses_among_several_plots(browser):
    browser.open(samples.page([samples.swipes(), samples.track()]))
    equal(browser.texts("#chooser option"), ["Traces/swipes.evemu", "Examples/Samples/walk.gpx"])
    browser.run("const one = document.getElementById('chooser'); one.value = '1'; one.dispatchEvent(new Event('change'))")
    equal(browser.text("#title"), "Examples/Samples/walk.gpx")
    equal(browser.texts(".lane-title"), ["speed"])
    browser.press("End")
    near(browser.time(), 299.5)
    equal(browser.texts("#commands code"), [])


# People.

def test_works_with_the_keyboard_alone(browser):
    swipes(browser)
    browser.press("?")
    assert browser.run("return document.getElementById('help').open")
    assert len(browser.elements("#help-keys tr")) >= 14
    browser.press("Escape")
    seen = []
    for _ in range(20):
        browser.press("Tab")
        outline = browser.run("return getComputedStyle(document.activeElement).outlineStyle")
        seen.append(browser.focused())
        assert outline != "none", f"the focus of {seen[-1]} is invisible"
    for expected in ("play", "position", "speed", "filter-text", "scroller", "CODE"):
        assert expected in seen, f"{expected} is not reached: {seen}"


def test_leaves_keys_to_the_controls_that_use_them(browser):
    swipes(browser)
    browser.run("document.getElementById('next-frame').focus()")
    browser.press("Space")
    near(browser.time(), 0.2)
    equal(browser.text("#play"), "Play")
    browser.run("document.getElementById('filter-text').focus()")
    browser.press("n", "Space", "0")
    near(browser.time(), 0.2)


def test_announces_steps_politely(browser):
    swipes(browser)
    equal(browser.element("#live").get_attribute("aria-live"), "polite")
    browser.press("n")
    assert browser.text("#live").startswith("0.200 s: touch 1 began"), browser.text("#live")


def test_moves_nothing_by_itself(browser):
    browser.prefer(prefers_reduced_motion="reduce")
    swipes(browser)
    browser.frame()
    near(browser.time(), 0)
    animated = browser.run("""return [...document.querySelectorAll("*")].filter((one) => {
        const style = getComputedStyle(one);
        return style.animationName !== "none" || style.scrollBehavior === "smooth" || parseFloat(style.transitionDuration) > 0;
    }).length""")
    equal(animated, 0)
    browser.prefer()


def test_is_dark_where_people_ask_for_it(browser):
    browser.prefer(prefers_color_scheme="dark")
    swipes(browser)
    equal(browser.run("return getComputedStyle(document.body).backgroundColor"), "rgb(22, 24, 28)")
    dark = stage_colors(browser)
    browser.prefer(prefers_color_scheme="light")
    browser.frame()
    assert stage_colors(browser) != dark, "the stage was not redrawn"
    browser.prefer()


def stage_colors(browser):
    return browser.run("return document.querySelector('.stage').toDataURL().slice(0, 4000)")


def test_prints_without_controls(browser):
    swipes(browser)
    browser.run("window.dispatchEvent(new Event('beforeprint'))")
    browser.print_media(True)
    assert not browser.is_visible("#toolbar")
    assert browser.is_visible(".stage")
    browser.print_media(False)
    browser.run("window.dispatchEvent(new Event('afterprint'))")
    assert browser.is_visible("#toolbar")
    document = browser.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    assert len(document["data"]) > 10_000


def test_fits_into_narrow_windows(browser):
    for width in (800, 480):
        browser.size(width, 800)
        for plots, comparison in (([samples.swipes()], None), ([samples.swipes(), samples.swipes("b", 1.2)], (0, 1))):
            browser.open(samples.page(plots, comparison))
            wide = browser.run("return document.documentElement.scrollWidth")
            assert wide <= width, f"{wide} wide in a window of {width}"
    browser.size(1280, 800)


def test_draws_anew_when_the_window_changes(browser):
    swipes(browser)
    wide = browser.box(LANES)[2]
    browser.size(900, 800)
    browser.frame()
    narrow = browser.box(LANES)[2]
    assert narrow < wide
    equal(browser.run("return document.querySelector('.lane-canvas').width"), round(narrow))
    browser.size(1280, 800)


def test_passes_axe(browser):
    wheels = sorted((OUTPUT / "wheels").glob("axe_playwright_python-*.whl"))
    if not wheels:
        raise Skipped("axe-core could not be downloaded")
    archive = zipfile.ZipFile(wheels[-1])
    source = archive.read(next(name for name in archive.namelist() if name.endswith("axe.min.js"))).decode()
    for scheme in ("light", "dark"):
        browser.prefer(prefers_color_scheme=scheme)
        for plots, comparison in (([samples.swipes()], None), ([samples.swipes(), samples.swipes("b", 1.2)], (0, 1))):
            browser.open(samples.page(plots, comparison))
            browser.press("f")
            browser.run(source)
            found = browser.driver.execute_async_script("const done = arguments[0]; axe.run().then(done)")
            broken = [f"{one['id']}: {one['nodes'][0]['html'][:100]} {one['nodes'][0]['failureSummary']}" for one in found["violations"]]
            assert not broken, f"{scheme}: " + "; ".join(broken)
            assert len(found["passes"]) > 20
    browser.prefer()


# Hostile contents.

def test_keeps_hostile_texts_text(browser):
    browser.open(samples.page([samples.hostile(), samples.hostile()], (0, 1)))
    look_at_everything(browser)
    browser.open(samples.page([samples.hostile(), samples.track()]))
    look_at_everything(browser)
    equal(browser.text("#title"), samples.HOSTILE[0])
    equal(browser.run("return document.images.length + document.querySelectorAll('svg, main script').length"), 0)
    assert "a\\u{202e}gnp.exe\\u{2066}b" in browser.texts(".facts dd"), browser.texts(".facts dd")
    assert "\u202e" not in browser.run("return document.body.innerText")
    assert browser.run("return document.documentElement.scrollWidth") <= 1280
    assert "$'" in browser.texts("#commands code")[0], browser.texts("#commands code")


def look_at_everything(browser):
    browser.press("n", "n", "f", "f", "l", "w", "+", "[", "End", "]", "Space", "Space", "?")
    browser.press("Escape")
    left, top, width, height = browser.box(LANES)
    for part in range(1, 10):
        browser.hover(left + width * part / 10, top + height * part / 10)


def test_plays_what_is_empty(browser):
    browser.open(samples.page([{"title": "nothing", "start_s": 0, "end_s": 0}]))
    browser.press("Space", "Right", "Left", "n", "f", "l", "[", "]", "+", "0", "End")
    empty = {"count": 0, "step": 1, "order": 1, "data": ""}
    plot = samples.swipes()
    plot["stage"]["trails"] = [{"name": "", "color": 0, "is_palm": False, "times": empty, "x": empty, "y": empty, "begin": "down", "end": "up"}]
    plot["lanes"] = [{"title": "empty", "height": 2, "low": 0, "high": 0, "group": "", "series": [{"name": "", "color": 0, "times": empty, "values": empty}]}]
    browser.open(samples.page([plot]))
    browser.press("Right", "n", "Space", "Space")


# The command's own pages.

def test_opens_pages_of_the_command(browser):
    if not REPLAY.exists():
        raise Skipped("replay is not built")
    for name, words in {
        "swipes": ["Traces/swipes.evemu"], "palm": ["Traces/palm.evemu"], "phone": ["Traces/phone-session.evemu"],
        "compared": ["--compare-profile", "textbook", "Traces/swipes.evemu"],
    }.items():
        opens_page(browser, name, words)


def opens_page(browser, name, words):
    page = OUTPUT / f"replay-{name}.html"
    made = subprocess.run([REPLAY, "plot", *words, "-o", page], cwd=ROOT, capture_output=True, check=False)
    assert made.returncode == 0, f"exit code {made.returncode}: {made.stderr.decode()}"
    browser.open(page.read_text())
    assert browser.elements("#events-list li")
    assert browser.elements(".lane-title")
    assert browser.texts("#commands code")[0].startswith("replay convert --from 0.000 --to ")
    browser.screenshot(OUTPUT / f"replay-{name}-start.png")
    browser.press("f", "n", "n")
    assert browser.time() > 0
    browser.screenshot(OUTPUT / f"replay-{name}.png")


# Pictures to look at.

def test_leaves_pictures(browser):
    pages = {
        "swipes": ([samples.swipes()], None), "compare": ([samples.swipes(), samples.swipes("my.profile", 1.2)], (0, 1)),
        "track": ([samples.track()], None), "large": ([samples.large(20)], None), "hostile": ([samples.hostile(), samples.track()], None),
    }
    for name, (plots, comparison) in pages.items():
        text = samples.page(plots, comparison)
        for scheme in ("light", "dark"):
            browser.prefer(prefers_color_scheme=scheme)
            for width, height in ((800, 900), (1280, 900), (1920, 1080)):
                browser.size(width, height)
                browser.open(text)
                browser.press("f", "Left") if name == "large" else browser.press("f")
                browser.screenshot(OUTPUT / f"{name}-{width}-{scheme}.png")
    browser.prefer()
    browser.size(1280, 800)


# The runner.

MAY_COMPLAIN = {"forbids_everything_that_is_not_in_the_file"}


def run(browser, name, test):
    """"passed", "failed" or "skipped"; the console has to stay empty."""
    try:
        test(browser)
        messages = browser.errors()
        assert name in MAY_COMPLAIN or not messages, f"the console says {json.dumps(messages)}"
    except Skipped as reason:
        print(f"skipped  {name.replace('_', ' ')}: {reason}")
        return "skipped"
    except Exception as error:  # pylint: disable=broad-except
        line = traceback.extract_tb(error.__traceback__)[1:2] or traceback.extract_tb(error.__traceback__)[:1]
        print(f"FAILED   {name.replace('_', ' ')}: {error} (line {line[0].lineno})")
        return "failed"
    print(f"passed   {name.replace('_', ' ')}")
    return "passed"


def main(names):
    OUTPUT.mkdir(parents=True, exist_ok=True)
    tests = {name.removeprefix("test_"): value for name, value in globals().items() if name.startswith("test_")}
    chosen = {name: test for name, test in tests.items() if not names or any(part in name for part in names)}
    if not chosen:
        print(f"no test has a name with {' or '.join(names)}")
        return 64
    browser = Browser()
    browser.size(1280, 800)
    try:
        results = []
        for name, test in chosen.items():
            results.append(run(browser, name, test))
            browser.errors()
    finally:
        browser.close()
    counts = [f"{results.count(kind)} {kind}" for kind in ("passed", "failed", "skipped")]
    print(f"player: {', '.join(counts)}")
    return 1 if "failed" in results or (IS_STRICT and "skipped" in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
