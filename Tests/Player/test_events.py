"""Events, thresholds, filters, and pages of several plots."""

import samples
from checks import equal, near, point, swipes


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
    browser.hover(*point(browser, 3.8, top + 18 + 70 * 0.48))
    assert "set by the profile standard: palm.pressure = 0.52" in browser.text("#tip"), browser.text("#tip")


def test_names_the_finger_under_the_pointer(browser):
    swipes(browser)
    browser.press("n", "Right")
    left, top, width, height = browser.box(".stage")
    found = [browser.text("#tip") for y in range(10, int(height), 6) for x in (int(width * 0.72), int(width * 0.74))
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
