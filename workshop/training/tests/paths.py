"""Lets the tests import the tools: `import paths` first."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
for folder in ("tools/lib", "tools/checks", "workshop/lab/lib", "workshop/training/lib"):
    sys.path.insert(0, str(ROOT / folder))
