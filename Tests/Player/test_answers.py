"""The answer to a question: first on the page, at the decisive moment, with the limit that decided; colors of trails."""

import subprocess

import samples
from checks import LANES, OUTPUT, ROOT, Skipped, equal, near
from test_pages import REPLAY

WINDOWS = [(1280, 800), (400, 800)]


def test_shows_the_verdict_first_on_the_first_screen(browser):
    for width, height in WINDOWS:
        browser.size(width, height)
        for plot in (samples.answered(), samples.phone()):
            browser.open(samples.page([plot]))
            assert is_first(browser, height), f"{browser.box('#answer')} in a window of {width} x {height}"
            wide = browser.run("return document.documentElement.scrollWidth")
            assert wide <= width, f"{wide} wide in a window of {width}"
    browser.size(1280, 800)
    texts = browser.texts("#answer p")
    assert texts[0].startswith("No swipe of 1 finger to the left: the movement took 0.242 s"), texts
    assert texts[3].startswith("Lengths are guesses") and texts[4] == "It fails since the update.", texts


def is_first(browser, height):
    """Whether the answer is above everything else, and within the window."""
    _, top, _, tall = browser.box("#answer")
    others = [browser.box(selector)[1] for selector in ("h1", "#toolbar", "main")]
    return browser.is_visible("#answer") and top < 20 and top + tall <= min([*others, height])


def test_has_no_answer_without_a_question(browser):
    browser.open(samples.page([samples.swipes()]))
    assert not browser.is_visible("#answer")
    near(browser.time(), 0)


def test_opens_at_the_decisive_moment_with_whole_trails(browser):
    browser.open(samples.page([samples.answered()]))
    near(browser.time(), 3.034)
    equal(browser.text("#play"), "Play")
    # Trails that ended long before.
    for number, across in ((1, 0.2), (2, 1.1), (3, 0.4)):
        color = trail_color(browser, 50, 20 + 10 * number + across)
        assert color and contrast(color, (255, 255, 255)) >= 3, f"trail {number} is not drawn: {color}"


def test_marks_the_lane_of_the_expected_recognizer(browser):
    browser.open(samples.page([samples.answered()]))
    equal(browser.texts(".lane-title")[:2], ["▸ swipe left", "touches"])
    left, top, width, _ = browser.box(LANES)
    browser.hover(left + width * 2.95 / 4.2, top + 36)
    assert "swipe.maximumDuration" in browser.text("#tip"), browser.text("#tip")


def trail_color(browser, x, y):
    """The color of the stage within 3 pixels of a position in mm that differs most from its ground; None for the ground."""
    return browser.run("""
        const [x, y] = arguments;
        const canvas = document.querySelector(".stage");
        const { width, height } = canvas.getBoundingClientRect();
        const stage = JSON.parse(document.getElementById("plots").textContent).plots[0].stage;
        const ground = getComputedStyle(document.body).backgroundColor.match(/\d+/g)[1];
        const side = stage.scale_bar ? 10 : 28;
        const scale = Math.min((width - 2 * side) / stage.width, (height - 48) / stage.height);
        const left = (width - stage.width * scale) / 2 + x * scale;
        const top = 10 + (height - 48 - stage.height * scale) / 2 + y * scale;
        const copy = new OffscreenCanvas(7, 7).getContext("2d", { willReadFrequently: true });
        copy.drawImage(canvas, Math.round(3 - left), Math.round(3 - top));
        const { data } = copy.getImageData(0, 0, 7, 7);
        let best = null;
        for (let at = 0; at < data.length; at += 4) {
            const differs = Math.abs(data[at + 1] - ground);
            if (data[at + 3] > 250 && (!best || differs > Math.abs(best[1] - ground))) best = [...data.slice(at, at + 3)];
        }
        return best;""", x, y)


def luminance(color):
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_trails_have_contrast_at_all_times(browser):
    for scheme, ground in (("light", (255, 255, 255)), ("dark", (22, 24, 28))):
        browser.prefer(prefers_color_scheme=scheme)
        browser.open(samples.page([samples.swipes()]))
        for time in (0, 0.45, 0.8, 2.0):
            browser.run("const one = document.getElementById('position'); one.value = String(arguments[0]);"
                        "one.dispatchEvent(new Event('input'))", time)
            if time == 0:
                browser.press("w")
            color = trail_color(browser, 50, 30.2)
            assert color and contrast(color, ground) >= 3, f"{color} at {time} s on {scheme}"
    browser.prefer()


def test_gives_the_touch_area_the_width_that_there_is(browser):
    browser.open(samples.page([samples.phone()]))
    stage, lanes, events = (browser.box(one) for one in (".stage", ".lanes", "#events"))
    assert stage[2] >= 250 and stage[3] >= 480, stage
    assert lanes[0] >= stage[0] + stage[2] and events[0] >= stage[0] + stage[2]
    assert lanes[1] < 700, lanes
    browser.open(samples.page([samples.answered()]))
    assert browser.box(".stage")[2] >= 400, browser.box(".stage")


def test_names_every_limit_where_no_curve_is(browser):
    plot = samples.swipes()
    lane = plot["lanes"][2]
    lane["limits"] = [{"value": value, "start_s": 0, "end_s": 4.2, "text": f"limit {value}"} for value in (100, 104, 108, 200, 390)]
    browser.open(samples.page([plot]))
    found = browser.run("""
        const texts = [];
        const write = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, x, y) { texts.push([text, y]); return write.call(this, text, x, y); };
        document.getElementById("zoom-fit").click();
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
            CanvasRenderingContext2D.prototype.fillText = write;
            done(texts);
        })));""")
    names = [text for text, _ in found if text.startswith("limit ")]
    equal(sorted(names), sorted(one["text"] for one in lane["limits"]))


def test_opens_reports_of_the_command(browser):
    if not REPLAY.exists():
        raise Skipped("replay is not built")
    for trace, expected in (("pan", "swipe"), ("tap", "swipe"), ("double-tap-two-fingers", "tap,taps=3")):
        page = OUTPUT / f"report-{trace}.html"
        made = subprocess.run([REPLAY, "report", f"Traces/{trace}.evemu", "--expected", expected, "--note", "Why?", "-o", page],
                              cwd=ROOT, capture_output=True, check=False)
        assert made.returncode == 0, made.stderr.decode()
        for width, height in WINDOWS:
            browser.size(width, height)
            browser.open(page.read_text())
            assert is_first(browser, height), f"{trace}: {browser.box('#answer')} in a window of {width} x {height}"
            assert browser.time() > 0
            browser.screenshot(OUTPUT / f"report-{trace}-{width}.png")
    browser.size(1280, 800)
