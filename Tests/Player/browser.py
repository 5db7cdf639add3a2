"""A headless Chromium that looks at one page, and what the tests ask of it."""

import logging
import pathlib
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

logging.getLogger("selenium").setLevel(logging.ERROR)

KEYS = {"Space": Keys.SPACE, "Left": Keys.ARROW_LEFT, "Right": Keys.ARROW_RIGHT, "Up": Keys.ARROW_UP, "Down": Keys.ARROW_DOWN,
        "Escape": Keys.ESCAPE, "Home": Keys.HOME, "End": Keys.END, "Tab": Keys.TAB, "Enter": Keys.ENTER}


class Browser:
    """Debian's Chromium and its driver. The sandbox is off because root, as in a container, cannot have it."""

    def __init__(self, trace_categories=None):
        """With categories, the performance log has the events of Chromium's trace."""
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        if trace_categories:
            options.add_experimental_option("perfLoggingPrefs", {"traceCategories": trace_categories})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.folder = tempfile.TemporaryDirectory()

    def close(self):
        self.driver.quit()
        self.folder.cleanup()

    def size(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def prefer(self, **features):
        """Media features, as in prefers_color_scheme="dark"."""
        pairs = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": pairs})

    def print_media(self, is_on):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print" if is_on else ""})

    def open(self, text):
        path = pathlib.Path(self.folder.name) / "page.html"
        path.write_text(text)
        self.driver.get(path.as_uri())
        self.frame()

    def frame(self):
        """Waits until what was asked for has been drawn: two frames."""
        self.driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def element(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def elements(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)", selector)

    def is_visible(self, selector):
        return self.element(selector).is_displayed()

    def click(self, selector):
        self.element(selector).click()
        self.frame()

    def press(self, *names):
        """Keys, sent to what has the focus; "Shift+Left" holds a key."""
        actions = ActionChains(self.driver)
        for name in names:
            held, _, key = name.rpartition("Shift+") if name.startswith("Shift+") else ("", "", name)
            actions = actions.key_down(Keys.SHIFT) if name.startswith("Shift+") else actions
            actions = actions.send_keys(KEYS.get(key, key))
            actions = actions.key_up(Keys.SHIFT) if name.startswith("Shift+") else actions
        actions.perform()
        self.frame()

    def mouse(self, kind, x, y, buttons=0, **more):
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left" if buttons or kind == "mouseReleased" else "none", "buttons": buttons,
            "clickCount": 1 if kind in ("mousePressed", "mouseReleased") else 0, **more})

    def drag(self, begin, end):
        self.mouse("mouseMoved", *begin)
        self.mouse("mousePressed", *begin, buttons=1)
        for part in (0.5, 1):
            self.mouse("mouseMoved", begin[0] + (end[0] - begin[0]) * part, begin[1] + (end[1] - begin[1]) * part, buttons=1)
        self.mouse("mouseReleased", *end)
        self.frame()

    def hover(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.frame()

    def wheel(self, x, y, delta, is_ctrl=False):
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=delta, modifiers=2 if is_ctrl else 0)
        self.frame()
        self.frame()

    def box(self, selector):
        """Left, top, width and height in the window."""
        return self.run("const box = document.querySelector(arguments[0]).getBoundingClientRect();"
                        "return [box.x, box.y, box.width, box.height]", selector)

    def time(self):
        """The time that the page shows, in seconds."""
        return float(self.text("#time").split(" s")[0])

    def errors(self):
        """What the console has said since the last call: errors of scripts, violations of the content security policy."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def focused(self):
        return self.run("return document.activeElement.id || document.activeElement.className || document.activeElement.tagName")

    def screenshot(self, path):
        self.frame()
        self.driver.save_screenshot(str(path))
