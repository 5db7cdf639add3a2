"""Plays touches in a browser that WebDriver drives.

    replay export Traces/pinch-out.evemu --to w3c -o pinch.json
    python3 play_w3c.py pinch.json https://example.org [Firefox]

Needs Selenium and a browser with its driver; only Chromium was tried. Drivers dispatch the actions of a tick one after
another, so that fingers that move together are some milliseconds apart.
"""

import json
import sys

from selenium import webdriver
from selenium.webdriver.remote.command import Command


def play(driver, actions):
    """Perform the actions of an export, and lift what is still down."""
    driver.execute(Command.W3C_ACTIONS, actions)
    driver.execute(Command.W3C_CLEAR_ACTIONS)


if __name__ == "__main__":
    browser = getattr(webdriver, (sys.argv[3:] or ["Chrome"])[0])()
    browser.get(sys.argv[2])
    with open(sys.argv[1], encoding="utf-8") as file:
        play(browser, json.load(file))
