"""`python -m motorium` is the command line."""

from motorium.cli import main

main()
