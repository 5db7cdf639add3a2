"""Tests of a page by touches, with pytest: pip install pytest playwright touchstone-gestures."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright

import touchstone

GALLERY = """
<!doctype html><meta name=viewport content="width=device-width">
<style>html { touch-action: none } #photo { width: 200px; height: 150px; background: teal }</style>
<output id=number>1</output><div id=photo></div>
<script>
  let first = null;
  addEventListener('pointerdown', (event) => { if (event.isPrimary) first = event; });
  addEventListener('pointerup', (event) => {
    if (!event.isPrimary) return;
    const distance = event.clientX - first.clientX;
    const speed = Math.abs(distance) / (event.timeStamp - first.timeStamp);
    if (Math.abs(distance) > 60 && speed > 0.2) number.value -= Math.sign(distance);
  });
</script>
"""


@pytest.fixture
def gallery() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
        page.set_content(GALLERY)
        yield page
        browser.close()


@pytest.mark.parametrize("hand", ["slow", "human seed 1", "shaky seed 2", "person 17"])
def test_a_swipe_shows_the_next_photo(gallery: Page, hand: str) -> None:
    touchstone.play(gallery, "swipe left", hand=hand)
    assert gallery.locator("#number").text_content() == "2"
    touchstone.play(gallery, "swipe right", hand=hand)
    assert gallery.locator("#number").text_content() == "1"


def test_a_press_shows_no_other_photo(gallery: Page) -> None:
    touchstone.play(gallery, "long-press for 0.6")
    assert gallery.locator("#number").text_content() == "1"


def test_a_recorded_swipe_shows_the_previous_photo(gallery: Page) -> None:
    recording = touchstone.script("hand human seed 5\nswipe right")
    touchstone.play(gallery, recording)
    assert gallery.locator("#number").text_content() == "0"
