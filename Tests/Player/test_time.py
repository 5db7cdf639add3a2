"""Opening, time, the visible span and the selection."""

import re
import subprocess

import samples
from checks import LANES, equal, near, point, swipes


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
