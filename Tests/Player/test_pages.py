"""The page for people, in print and in small windows; hostile contents; pages of the command; pictures to look at."""

import os
import pathlib
import subprocess
import zipfile

import samples
from checks import LANES, OUTPUT, ROOT, Skipped, equal, near, swipes


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
        for plots, comparison in (([samples.answered()], None), ([samples.swipes(), samples.swipes("b", 1.2)], (0, 1))):
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
    empty = {"data": ""}
    plot = samples.swipes()
    plot["stage"]["trails"] = [{"name": "", "color": 0, "is_palm": False, "times": empty, "x": empty, "y": empty, "begin": "down", "end": "up"}]
    plot["lanes"] = [{"title": "empty", "height": 2, "low": 0, "high": 0, "group": "", "series": [{"name": "", "color": 0, "times": empty, "values": empty}]}]
    browser.open(samples.page([plot]))
    browser.press("Right", "n", "Space", "Space")


# The command's own pages.

REPLAY = pathlib.Path(os.environ.get("REPLAY", ROOT / ".build" / "debug" / "replay"))


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
        "track": ([samples.track()], None), "answered": ([samples.answered()], None), "phone": ([samples.phone()], None), "large": ([samples.large(20)], None), "hostile": ([samples.hostile(), samples.track()], None),
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
