"""Compiling on a real Ray cluster of two nodes, in network namespaces that nobody else reaches."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from motorium.bodies.species import load_species
from motorium.motion.digest import repertoire_digest
from motorium.motion.store import read_repertoire, repertoire_bytes

pytestmark = pytest.mark.slow

SPECIES = ("clownfish", "herring", "sardine")
HEAD = "10.86.0.1"
WORKER = "10.86.0.2"
ADDRESS = f"{HEAD}:6379"
MOTORIUM = f"{sys.executable} -m motorium"

# Whatever runs in these namespaces dies with the first process in them, and they with it.
PRIVATE = "unshare --user --map-root-user --net --mount --pid --fork --kill-child --mount-proc"

NETWORK = f"""
set -e
mount -t tmpfs -o size=600m tmpfs /dev/shm
ip link set lo up
unshare --net sleep 1000 &
worker=$!
until [ "$(readlink /proc/$worker/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.05; done
ip link add inner type veth peer name outer
ip link set outer netns $worker
ip address add {HEAD}/24 dev inner
ip link set inner up
on_worker() {{ nsenter --target $worker --net "$@"; }}
on_worker ip link set lo up
on_worker ip address add {WORKER}/24 dev outer
on_worker ip link set outer up
"""

CLUSTER = f"""
ray() {{ "$@" --num-cpus=1 --object-store-memory=100000000 --disable-usage-stats; }}
ray {sys.executable} -m ray.scripts.scripts start --head --node-ip-address={HEAD} --port=6379 \
    --include-dashboard=false --temp-dir="$SESSION" >&2
ray on_worker {sys.executable} -m ray.scripts.scripts start --address={ADDRESS} \
    --node-ip-address={WORKER} >&2
"""


def private(script: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a script in namespaces of its own; whatever happens, none of its processes is left."""
    running = subprocess.Popen(
        [*PRIVATE.split(), "bash", "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
        start_new_session=True,
    )
    try:
        said, complaints = running.communicate(timeout=1800)
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()
    return subprocess.CompletedProcess(script, running.returncode, said, complaints)


@pytest.fixture(scope="module")
def cluster() -> Iterator[dict[str, str]]:
    """What a script needs to start one; skips where there can be none."""
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed; pip install 'motorium[cluster]'")
    for tool in ("unshare", "nsenter", "ip", "bash", "mount"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is missing, without which there are no private networks")
    tried = private(NETWORK)
    if tried.returncode:
        pytest.skip(f"private networks are not permitted here: {tried.stderr.strip()}")
    # Sockets lie within, and their paths must be short.
    with tempfile.TemporaryDirectory(prefix="ray-") as session:
        yield {
            "SESSION": session,
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_USAGE_STATS_ENABLED": "0",
        }


def test_a_cluster_compiles_what_a_process_pool_compiles(
    cluster: dict[str, str], tmp_path: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    wish = f"compile {' '.join(SPECIES)} --no-points"
    local = subprocess.run(
        [*MOTORIUM.split(), *wish.split(), f"--out={here}"],
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert local.returncode == 0, local.stderr
    remote = private(
        f"{NETWORK}{CLUSTER}{MOTORIUM} {wish} --out={there} --ray={ADDRESS}", **cluster
    )
    assert remote.returncode == 0, remote.stderr + remote.stdout
    nodes = re.findall(r"node ([0-9a-f]{8})", remote.stdout)
    assert len(nodes) == len(SPECIES), remote.stdout
    assert len(set(nodes)) == 2, remote.stdout
    for name in SPECIES:
        mine, theirs = (
            read_repertoire(folder / f"{name}.safetensors", name) for folder in (here, there)
        )
        assert theirs.digest == repertoire_digest(load_species(name))
        assert repertoire_bytes(replace(mine, provenance={})) == repertoire_bytes(
            replace(theirs, provenance={})
        )


def test_who_has_not_the_token_is_told_so(cluster: dict[str, str], tmp_path: Path) -> None:
    outsider = f"RAY_AUTH_TOKEN={secrets.token_hex(32)} {MOTORIUM} compile herring --fresh"
    result = private(
        f"{NETWORK}{CLUSTER}{outsider} --out={tmp_path} --ray={ADDRESS}",
        **cluster,
    )
    assert result.returncode == 2
    assert f"motorium: cannot join the Ray cluster at {ADDRESS}" in result.stderr
    assert "has this machine its token (RAY_AUTH_MODE=token" in result.stderr
    assert "Traceback" not in result.stderr
    assert not list(tmp_path.iterdir())
