"""Tests of touches in a browser: recordings are exported, played in Chromium, and read from what the page received."""

import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/Player"), str(ROOT / "Examples/Browsers"), str(ROOT / "Python/src")]

import play_cdp  # noqa: E402
import play_w3c  # noqa: E402
from browser import Browser  # noqa: E402

REPLAY = os.environ.get("REPLAY", str(ROOT / ".build/debug/replay"))
IS_STRICT = os.environ.get("STRICT") == "1"
RECORDER = (ROOT / "Examples/Browsers/record.js").read_text()
PAGE = f"<!doctype html><style>html {{ touch-action: none }}</style><script>{RECORDER}</script>"

# Recordings whose gestures a page cannot have, with the reason.
EXCEPTIONS = {
    "begins-in-press.evemu": "the recording begins in the middle of a touch, which the page takes for a whole one",
    "clicks-still.evemu": "the clickpad's button is pressed; a page has no such button, so that clicks are taps",
    "clicks.evemu": "the clickpad's button is pressed; a page has no such button, so that clicks are taps",
    "palm-flicker.evemu": "the rhythm that shows a palm is that of a touchpad; its first three touches are taps in a page",
    "swipe-semi-multitouch.evemu": "the touchpad locates two of three fingers, and a page has no others",
    "two-devices.yml": "two devices; the page has the touches of one",
}


class Skipped(Exception):
    """A test that cannot run here, with the reason."""


def replay(*arguments):
    return subprocess.run([REPLAY, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def export(path, target, *options):
    return replay("export", path, "--to", target, *options, "-o", "-", "-q")


def gestures(path):
    return [json.loads(line) for line in replay("run", "--json", "-q", path).splitlines()]


def kinds(records):
    """What a recording and the page's have in common: which gestures, in which order."""
    keys = ("gesture", "state", "touches", "taps", "direction")
    return [tuple(record.get(key) for key in keys) for record in records]


def received(browser, folder, name="page"):
    """The file that the page has recorded."""
    path = pathlib.Path(folder) / f"{name}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in browser.run("return touches")))
    return path


def play_at_once(browser, text):
    """Plays without waiting: the page sees the recorded times all the same."""
    sleep, time.sleep = time.sleep, lambda _: None
    try:
        play_cdp.play(browser.driver, text.splitlines())
    finally:
        time.sleep = sleep
    browser.frame()


def traces():
    endings = (".gestures.jsonl", ".md")
    return sorted(path for path in (ROOT / "Traces").iterdir() if not path.name.endswith(endings))


def test_every_recording_has_the_same_gestures_in_a_page(browser, folder):
    wrong = []
    for path in traces():
        browser.open(PAGE)
        play_at_once(browser, export(path, "cdp"))
        expected, found = kinds(gestures(path)), kinds(gestures(received(browser, folder)))
        is_exception = path.name in EXCEPTIONS
        if (expected == found) == is_exception:
            wrong.append(path.name)
            print(f"  {path.name}:\n    recording {expected}\n    page      {found}")
    assert not wrong, f"{len(wrong)} of {len(traces())}: {' '.join(wrong)}"
    print(f"  {len(traces()) - len(EXCEPTIONS)} of {len(traces())} recordings have the same gestures")


ZOOM = """<!doctype html><style>html { touch-action: none } #box { width: 100px; height: 100px; background: teal }</style>
<div id=box></div><script>
const down = new Map();
let [scale, first] = [1, 0];
function distance() {
  const points = [...down.values()], mean = (key) => points.reduce((sum, point) => sum + point[key], 0) / points.length;
  const [x, y] = [mean('clientX'), mean('clientY')];
  return points.reduce((sum, point) => sum + Math.hypot(point.clientX - x, point.clientY - y), 0) / points.length;
}
addEventListener('pointerdown', (event) => { down.set(event.pointerId, event); first = distance(); });
addEventListener('pointerup', (event) => down.delete(event.pointerId));
addEventListener('pointermove', (event) => {
  down.set(event.pointerId, event);
  if (down.size < 2) return;
  scale = distance() / first;
  box.style.transform = `scale(${scale})`;
});
</script>"""


def test_a_pinch_scales_a_page_by_the_reported_scale(browser, folder):
    for name in ("pinch-out.evemu", "pinch-in.raw", "pinch-in-three-fingers.evtest", "pinch-out-five-fingers.evemu"):
        browser.open(ZOOM)
        play_at_once(browser, export(ROOT / "Traces" / name, "cdp", "--viewport", "390x844px"))
        [gesture] = gestures(ROOT / "Traces" / name)
        width = browser.box("#box")[2] / 100
        assert math.isclose(width, gesture["scale"], rel_tol=0.02), f"{name}: {width}, reported {gesture['scale']}"
        print(f"  {name}: scaled by {width:.3f}, reported {gesture['scale']}")


# Chromium's own zoom for the pinch of 2.88 in a page of 390 pixels, which docs/Browsers.md explains.
ZOOMED = 1.58


def test_players_zoom_a_page_as_fingers_on_the_screen_do(browser, folder):
    os.environ["TOUCHSTONE_REPLAY"] = REPLAY
    import touchstone
    path = ROOT / "Traces/pinch-out.evemu"
    text = export(path, "cdp", "--viewport", "390x844px")
    players = {"play_cdp.py": lambda: play_at_once(browser, text),
               "touchstone.play": lambda: touchstone.play(browser.driver, path)}
    try:
        browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                       {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True})
        for name, play in players.items():
            browser.open('<!doctype html><meta name=viewport content="width=device-width">')
            play()
            time.sleep(0.2)
            scale = browser.run("return visualViewport.scale")
            assert math.isclose(scale, ZOOMED, abs_tol=0.02), f"{name}: {scale}"
    finally:
        browser.size(2600, 1800)


SOME = ("swipe-left.raw", "pinch-out.evemu", "rotate-clockwise.yml", "double-tap.getevent", "long-press-two-fingers.evtest",
        "swipe-up-three-fingers.evemu", "ends-in-pan.raw")


def test_the_player_for_devtools_keeps_the_time(browser, folder):
    browser.open(PAGE)
    text = export(ROOT / "Traces/double-tap.getevent", "cdp")
    start = time.monotonic()
    play_cdp.play(browser.driver, text.splitlines())
    recorded = json.loads(text.splitlines()[-1])["time_s"]
    assert recorded <= time.monotonic() - start < recorded + 2
    assert kinds(gestures(received(browser, folder))) == kinds(gestures(ROOT / "Traces/double-tap.getevent"))


def test_webdriver_plays_the_same_gestures(browser, folder):
    for name in SOME:
        if name == "ends-in-pan.raw":
            continue  # Chromium's driver does not cancel pointers.
        browser.open(PAGE)
        play_w3c.play(browser.driver, json.loads(export(ROOT / "Traces" / name, "w3c")))
        expected, found = kinds(gestures(ROOT / "Traces" / name)), kinds(gestures(received(browser, folder)))
        assert expected == found, f"{name}: {found}, recorded {expected}"


def test_a_touch_after_a_cancelled_one_is_played_by_webdriver(browser, folder):
    for name in ("interrupted-pan.evemu", "lost-touch.evemu"):
        browser.open(PAGE)
        play_w3c.play(browser.driver, json.loads(export(ROOT / "Traces" / name, "w3c")))
        # Chromium's driver lifts pointers instead of cancelling them.
        expected = [("ended" if key == "cancelled" else key for key in kind) for kind in kinds(gestures(ROOT / "Traces" / name))]
        found = kinds(gestures(received(browser, folder)))
        assert list(map(tuple, expected)) == found, f"{name}: {found}"


def playwright_driver():
    try:
        import playwright
    except ImportError:
        raise Skipped("Playwright is not installed") from None
    return pathlib.Path(playwright.__file__).parent / "driver"


def test_playwright_plays_the_same_gestures(browser, folder):
    driver = playwright_driver()
    touches = "{ touches.push({ type: 'pointer' + type, pointerId: touch.identifier, timeStamp: Date.now(), ...point(touch) }) }"
    script = f"""
import {{ chromium }} from {json.dumps(str(driver / "package/index.mjs"))};
import {{ readFileSync, writeFileSync }} from 'node:fs';
import {{ play }} from {json.dumps(str(ROOT / "Examples/Browsers/play_playwright.mjs"))};
const [page, legacy] = [{json.dumps(PAGE)}, `<!doctype html><body style="height: 100vh"><script>
  const touches = [], kinds = {{ touchstart: 'down', touchmove: 'move', touchend: 'up', touchcancel: 'cancel' }};
  const point = ({{ clientX, clientY }}) => ({{ clientX, clientY }});
  for (const [name, type] of Object.entries(kinds)) addEventListener(name, (event) => {{
    for (const touch of event.changedTouches) {touches}
  }});
</script>`];
const browser = await chromium.launch({{ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] }});
for (const name of process.argv.slice(2)) {{
  for (const trusted of [true, false]) {{
    const tab = await browser.newPage({{ viewport: {{ width: 2600, height: 1800 }} }});
    await tab.setContent(trusted ? page : legacy);
    await play(tab, readFileSync(name, 'utf8'), trusted ? undefined : {{ trusted }});
    const touches = await tab.evaluate('touches');
    writeFileSync(`${{name}}.${{trusted}}.jsonl`, touches.map((line) => JSON.stringify(line) + '\\n').join(''));
    await tab.close();
  }}
}}
const phone = await browser.newPage({{ viewport: {{ width: 390, height: 844 }}, isMobile: true, hasTouch: true }});
await phone.setContent('<!doctype html><meta name=viewport content="width=device-width">');
await play(phone, readFileSync('phone.touches', 'utf8'));
await phone.waitForTimeout(200);
writeFileSync('phone.scale', String(await phone.evaluate('visualViewport.scale')));
await browser.close();
"""
    (pathlib.Path(folder) / "play.mjs").write_text(script)
    files = {name: pathlib.Path(folder) / f"{name}.touches" for name in SOME}
    for name, path in files.items():
        path.write_text(export(ROOT / "Traces" / name, "playwright"))
    phone = export(ROOT / "Traces/pinch-out.evemu", "playwright", "--viewport", "390x844px")
    (pathlib.Path(folder) / "phone.touches").write_text(phone)
    subprocess.run([driver / "node", "play.mjs", *files.values()], check=True, cwd=folder)
    for name, path in files.items():
        expected = kinds(gestures(ROOT / "Traces" / name))
        for trusted in ("true", "false"):
            found = kinds(gestures(f"{path}.{trusted}.jsonl"))
            assert expected == found, f"{name}, trusted {trusted}: {found}, recorded {expected}"
    scale = float((pathlib.Path(folder) / "phone.scale").read_text())
    assert math.isclose(scale, ZOOMED, abs_tol=0.02), f"zoomed by {scale}"


def test_python_plays_scripts_by_selenium(browser, folder):
    os.environ["TOUCHSTONE_REPLAY"] = REPLAY
    import touchstone
    for script, hand, expected in (("swipe left", "slow", ("swipe", "recognized", 1, None, "left")),
                                   ("tap fingers 2", "perfect", ("tap", "recognized", 2, 1, None))):
        browser.open(PAGE)
        touchstone.play(browser.driver, script, hand=hand)
        found = kinds(gestures(received(browser, folder)))
        assert found == [expected], f"{script} {hand}: {found}"


def test_the_example_with_pytest_and_playwright(browser, folder):
    playwright_driver()
    paths = {"TOUCHSTONE_REPLAY": REPLAY, "PYTHONPATH": str(ROOT / "Python/src"), "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "Python/examples/test_page.py"],
                         cwd=ROOT, env={**os.environ, **paths}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


TESTS = {name.removeprefix("test_"): value for name, value in list(globals().items()) if name.startswith("test_")}


def main(names):
    chosen = {name: test for name, test in TESTS.items() if not names or any(part in name for part in names)}
    browser = Browser()
    browser.size(2600, 1800)
    results = []
    try:
        for name, test in chosen.items():
            title, result = name.replace("_", " "), "passed"
            try:
                with tempfile.TemporaryDirectory() as folder:
                    test(browser, folder)
            except Skipped as reason:
                title, result = f"{title}: {reason}", "skipped"
            except Exception as error:  # pylint: disable=broad-except
                line = traceback.extract_tb(error.__traceback__)[-1].lineno
                title, result = f"{title}: {error} (line {line})", "FAILED"
            print(f"{result:8} {title}", flush=True)
            results.append(result)
    finally:
        browser.close()
    return 1 if "FAILED" in results or (IS_STRICT and "skipped" in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
