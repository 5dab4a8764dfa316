"""Generates the operations before the build. A source distribution has them already, and no openapi.json beside it."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).resolve().parent))
from generate import DOCUMENT, write_module  # noqa: E402

if DOCUMENT.exists():
    write_module()
setup()
