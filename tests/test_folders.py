"""Files that take long are made once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

MAKER = """
import sys
from pathlib import Path
from motorium.folders import one_at_a_time
made = Path(sys.argv[1])
with one_at_a_time(made):
    if not made.exists():
        print("makes", flush=True)
        sys.stdin.readline()
        made.write_text("made")
print("has", flush=True)
"""


def _maker(made: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", MAKER, str(made)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_two_programs_make_a_file_once(tmp_path: Path) -> None:
    made = tmp_path / "new" / "slow.bin"
    first = _maker(made)
    assert first.stdout is not None
    assert first.stdout.readline() == "makes\n"
    second = _maker(made)
    told, _ = first.communicate("go on\n", timeout=120)
    assert told == "has\n"
    assert second.communicate(timeout=120)[0] == "has\n"


def test_who_is_killed_holds_up_nobody(tmp_path: Path) -> None:
    made = tmp_path / "slow.bin"
    first = _maker(made)
    assert first.stdout is not None
    first.stdout.readline()
    first.kill()
    first.communicate()
    told, _ = _maker(made).communicate("go on\n", timeout=120)
    assert told == "makes\nhas\n"
