"""`python -m touchstone` is the command `replay`."""

from ._command import main

main()
