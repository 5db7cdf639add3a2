"""Plays touches in Chromium, which takes them for those of a touchscreen.

    replay export Traces/pinch-out.evemu --to cdp -o pinch.jsonl
    python3 play_cdp.py pinch.jsonl https://example.org

Needs Selenium and Chromium's driver.
"""

import json
import sys
import time


def play(driver, lines):
    """Play the lines of an export in the page of a Chromium that Selenium drives."""
    start = time.time()
    for line in map(json.loads, lines):
        time.sleep(max(0, start + line["time_s"] - time.time()))
        # Chromium takes positions for those of the zoomed page; fingers are on the screen.
        scale = driver.execute_cdp_cmd("Runtime.evaluate", {"expression": "visualViewport.scale"})["result"]["value"]
        params = line["params"]
        points = [{**point, "x": point["x"] / scale, "y": point["y"] / scale} for point in params["touchPoints"]]
        # The page sees the recorded time, even if the call is late.
        times = {"timestamp": start + line["time_s"]}
        driver.execute_cdp_cmd(line["method"], {**params, "touchPoints": points, **times})


if __name__ == "__main__":
    from selenium import webdriver

    browser = webdriver.Chrome()
    browser.get(sys.argv[2])
    with open(sys.argv[1], encoding="utf-8") as file:
        play(browser, file)
