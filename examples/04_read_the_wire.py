"""Read the wire: start a studio, connect as a page would, and decode what it sends."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from websockets.sync.client import connect

from motorium.wire.snapshot import Snapshot, unpack

SNAPSHOTS = 60
PATIENCE = 300
"""Seconds; the very first start compiles kernels."""


def main(folder: Path) -> None:
    """Watch 60 snapshots, check them against the roster, and draw the last to `folder`."""
    command = [sys.executable, "-m", "motorium", "studio", "--port", "0", "--no-browser"]
    studio = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    deadline = threading.Timer(PATIENCE, studio.kill)
    deadline.start()
    try:
        assert studio.stdout is not None
        line = studio.stdout.readline()
        assert "http://" in line, f"the studio did not say where it is: {line!r}"
        address = line.split()[-1].replace("http://", "ws://") + "socket"
        told, snapshots = watch(address)
    finally:
        deadline.cancel()
        studio.terminate()
        studio.wait()

    roster, hello = told["roster"], told["hello"]
    last = snapshots[-1]
    print(f"{hello['scenario']}: {len(roster['ids'])} fishes, tick {last.tick}")
    assert len(last.positions) == len(roster["ids"]) == len(last.nodes)
    assert last.roster == roster["revision"]
    assert all(a.tick < b.tick for a, b in itertools.pairwise(snapshots))
    np.testing.assert_allclose(np.linalg.norm(last.orientations, axis=1), 1.0, atol=1e-6)
    kinds = np.array([kind["length"] for kind in hello["species"]])
    lengths = kinds[roster["species"]] * np.array(roster["sizes"])
    nodes = last.world_nodes(lengths)
    origins = (nodes[:, 5] + nodes[:, 7]) / 2
    # Node blocks are finer than records: they put a body's origin within half a record's step.
    assert np.abs(origins - last.positions).max() < last.extent / 2**21 + lengths.max() / 16384

    draw(nodes, hello["scenario"], folder / "04_read_the_wire.png")


def watch(address: str) -> tuple[dict[str, Any], list[Snapshot]]:
    """The newest message of each type, and snapshots that belong to the newest roster."""
    told: dict[str, Any] = {}
    snapshots: list[Snapshot] = []
    with connect(address, max_size=None) as socket:
        while len(snapshots) < SNAPSHOTS:
            received = socket.recv(timeout=PATIENCE)
            if isinstance(received, bytes):
                snapshots.append(unpack(received))
            else:
                message = json.loads(received)
                told[message["type"]] = message
        socket.send(json.dumps({"type": "speed", "value": 5}))
        while "refusal" not in told:
            received = socket.recv(timeout=PATIENCE)
            if isinstance(received, str):
                message = json.loads(received)
                told[message["type"]] = message
    print(f"asked for too much and was told: {told['refusal']['message']}")
    return told, snapshots


def draw(nodes: np.ndarray, title: str, file: Path) -> None:
    """`nodes` [m] in the world, shape (fishes, 23, 3)."""
    plt.style.use("dark_background")
    figure, axes = plt.subplots(figsize=(6, 5.6), layout="constrained", facecolor="#061b29")
    axes.set_facecolor("#061b29")
    ring = [0, 1, 5, 9, 13, 17, 21, 18, 14, 10, 6, 2]
    for fish in nodes:
        axes.fill(*fish[ring, :2].T, facecolor="#0e3a54", edgecolor="#4fd0d6", linewidth=0.8)
    axes.set_aspect("equal")
    axes.set(xlabel="x [m]", ylabel="y [m]", title=f"{title}, as a page receives it")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=90)
    plt.close(figure)


if __name__ == "__main__":
    main(Path("out"))
