"""The example notebook runs, and its stored outputs are those that it has.

`UPDATE_NOTEBOOK=1 Tools/test-python WHEEL -k notebook` stores them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[1] / "examples" / "gestures.ipynb"


def texts(notebook: Any) -> list[str]:
    """The source of each cell, and below it what it prints."""
    found = []
    for cell in notebook.cells:
        found.append(cell.source)
        # What a cell prints may arrive in several outputs.
        outputs = cell.get("outputs", [])
        found.append("".join(o.get("text") or o.get("data", {})["text/plain"] for o in outputs))
    return found


# The kernel's libraries warn of each other.
@pytest.mark.filterwarnings("ignore")
def test_the_notebook_prints_what_is_stored() -> None:
    stored = nbformat.read(NOTEBOOK, as_version=4)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    folder = {"metadata": {"path": str(NOTEBOOK.parent)}}
    NotebookClient(notebook, timeout=300, resources=folder).execute()
    for cell in notebook.cells:
        # Times and the version of Python differ from run to run.
        cell.metadata = {}
    notebook.metadata.language_info = {"name": "python"}
    if os.environ.get("UPDATE_NOTEBOOK"):
        nbformat.write(notebook, NOTEBOOK)
        stored = notebook
    assert texts(notebook) == texts(stored)
    assert len(texts(stored)) > 15
