"""The examples of docs/Python.md and of the docstrings print what they say."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import touchstone

PAGE = Path(__file__).parents[2] / "docs" / "Python.md"


def blocks(language: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)


def run(test: doctest.DocTest) -> None:
    report: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    doctest.DocTestRunner(optionflags=flags).run(test, out=report.append)
    if report:
        pytest.fail("".join(report))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_sessions_of_the_page_print_what_they_say() -> None:
    text = "\n".join(blocks("pycon"))
    assert text.count(">>>") > 10
    test = doctest.DocTestParser().get_doctest(text, {}, "Python.md", str(PAGE), 0)
    run(test)


def test_the_programs_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    [program] = blocks("python")
    exec(compile(program, "Python.md", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out == "tap 2\n"
    assert "It prints `tap 2`" in PAGE.read_text()


MODULES = [module.name for module in pkgutil.iter_modules(touchstone.__path__)]


@pytest.mark.parametrize(
    "name", ["", *(name for name in MODULES if name not in ("spark", "__main__"))]
)
def test_the_examples_of_docstrings_print_what_they_say(name: str) -> None:
    module = importlib.import_module(f"touchstone.{name}" if name else "touchstone")
    for test in doctest.DocTestFinder().find(module):
        run(test)


def test_what_is_public_is_documented() -> None:
    page = PAGE.read_text()
    for name in touchstone.__all__:
        thing = getattr(touchstone, name)
        if callable(thing) and name != "Kind":
            assert thing.__doc__, name
    for name in ("replay", "touches", "explain", "info", "check", "script", "to_arrow", "Engine"):
        assert name in page
    members = [name for name in vars(touchstone.Engine) if not name.startswith("_")]
    missing = [name for name in members if f"`{name}" not in page]
    assert missing == ["size_mm", "is_closed", "close"]
