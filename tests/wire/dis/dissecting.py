"""Lets Wireshark's tshark read packets of ours, and has its words for what is in them."""

from __future__ import annotations

import subprocess
from pathlib import Path

STATES = {
    "standing": "Upright, standing still",
    "walking": "Upright, walking",
    "running": "Upright, running",
    "kneeling": "Kneeling",
    "prone": "Prone",
    "crawling": "Crawling",
    "swimming": "Swimming",
    "sitting": "Sitting",
    "squatting": "Squatting",
    "crouching": "Crouching",
}


def read_by(tshark: Path, folder: Path, packets: list[bytes]) -> list[str]:
    """What it prints about each."""
    text = "\n".join(
        "\n".join(f"{at:06x} {data[at : at + 16].hex(' ')}" for at in range(0, len(data), 16))
        for data in packets
    )
    dump, capture = folder / "packets.txt", folder / "packets.pcap"
    dump.write_text(text + "\n")
    wrap = ["text2pcap", "-q", "-4", "127.0.0.1,127.0.0.1", "-u", "3000,3000"]
    subprocess.run([*wrap, str(dump), str(capture)], check=True, capture_output=True, timeout=300)
    shown = subprocess.run(
        [str(tshark), "-r", str(capture), "-V"],
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    ).stdout
    return shown.split("Distributed Interactive Simulation")[1:]
