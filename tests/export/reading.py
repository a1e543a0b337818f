"""Reads GLB files without any library of glTF, and says where everything is at a time.

It is written from the specification (Khronos, glTF 2.0), not from our writer: chunks, accessors,
nodes, morph targets, skins, and linear animation with spherical interpolation of turns.
"""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motorium.contracts.frames import Floats

TYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


@dataclass(frozen=True)
class Drawn:
    """places and unit normals (v, 3) in glTF's world, with triangles (t, 3), by a node's name."""

    places: Floats
    normals: Floats
    triangles: NDArray[np.int64]


class Reader:
    """A file as it plays."""

    def __init__(self, data: bytes) -> None:
        magic, version, length = struct.unpack_from("<4sII", data)
        assert (magic, version, length) == (b"glTF", 2, len(data))
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON"
        self.json: dict[str, Any] = json.loads(data[20 : 20 + size])
        _, kind = struct.unpack_from("<I4s", data, 20 + size)
        assert kind == b"BIN\0"
        self.blob = data[28 + size :]
        self.nodes = self.json["nodes"]
        self.parents = {child: n for n, one in enumerate(self.nodes) for child in children(one)}
        self.channels = [
            (one["target"]["node"], one["target"]["path"], *self._sampler(moves, one["sampler"]))
            for moves in self.json.get("animations", [])
            for one in moves["channels"]
        ]

    def _sampler(self, moves: dict[str, Any], number: int) -> tuple[Floats, Floats]:
        sampler = moves["samplers"][number]
        assert sampler.get("interpolation", "LINEAR") == "LINEAR"
        times = self.accessor(sampler["input"]).reshape(-1)
        return times, self.accessor(sampler["output"]).reshape(len(times), -1)

    @property
    def seconds(self) -> float:
        """How long it plays."""
        return max(float(times[-1]) for _, _, times, _ in self.channels)

    def accessor(self, number: int) -> Any:
        """Its rows."""
        one = self.json["accessors"][number]
        view = self.json["bufferViews"][one["bufferView"]]
        start = view.get("byteOffset", 0) + one.get("byteOffset", 0)
        width, kind = WIDTHS[one["type"]], TYPES[one["componentType"]]
        assert "byteStride" not in view
        found = np.frombuffer(self.blob, kind, one["count"] * width, start).reshape(-1, width)
        return found.astype(np.float64 if kind == "<f4" else np.int64)

    def state(self, time: float) -> list[dict[str, Floats]]:
        """Of all nodes what moves, at a time."""
        state = [
            {
                "translation": np.array(node.get("translation", [0.0, 0.0, 0.0])),
                "rotation": np.array(node.get("rotation", [0.0, 0.0, 0.0, 1.0])),
                "weights": np.array(self._mesh(node).get("weights", [])),
            }
            for node in self.nodes
        ]
        for node, path, times, values in self.channels:
            k = int(np.clip(np.searchsorted(times, time, "right") - 1, 0, len(times) - 2))
            share = float(np.clip((time - times[k]) / (times[k + 1] - times[k]), 0.0, 1.0))
            mix = slerp if path == "rotation" else lerp
            state[node][path] = mix(values[k], values[k + 1], share)
        return state

    def world(self, state: list[dict[str, Floats]]) -> Floats:
        """Matrices (nodes, 4, 4)."""
        found: dict[int, Floats] = {}

        def of(number: int) -> Floats:
            if number not in found:
                own = np.eye(4)
                own[:3, :3] = matrix(state[number]["rotation"])
                own[:3, 3] = state[number]["translation"]
                parent = self.parents.get(number)
                found[number] = own if parent is None else of(parent) @ own
            return found[number]

        return np.array([of(number) for number in range(len(self.nodes))])

    def places(self, time: float) -> dict[str, Floats]:
        """Where all nodes are, by name."""
        world = self.world(self.state(time))
        return {node["name"]: world[n, :3, 3] for n, node in enumerate(self.nodes)}

    def draw(self, time: float) -> dict[str, Drawn]:
        """All nodes that have a mesh, at a time."""
        state = self.state(time)
        world = self.world(state)
        return {
            node["name"]: self._drawn(number, state, world)
            for number, node in enumerate(self.nodes)
            if "mesh" in node
        }

    def _mesh(self, node: dict[str, Any]) -> dict[str, Any]:
        return self.json["meshes"][node["mesh"]] if "mesh" in node else {}

    def _drawn(self, number: int, state: list[dict[str, Floats]], world: Floats) -> Drawn:
        node = self.nodes[number]
        places, normals, triangles, first = [], [], [], 0
        for part in self._mesh(node)["primitives"]:
            at = self.accessor(part["attributes"]["POSITION"])
            out = self.accessor(part["attributes"]["NORMAL"])
            weights = state[number]["weights"]
            assert len(part.get("targets", [])) == len(weights)
            for weight, target in zip(weights, part.get("targets", []), strict=True):
                at = at + weight * self.accessor(target["POSITION"])
                out = out + weight * self.accessor(target["NORMAL"])
            moves = np.broadcast_to(world[number], (len(at), 4, 4))
            if "skin" in node:
                moves = self._skinned(part["attributes"], self.json["skins"][node["skin"]], world)
            places.append(np.einsum("vij,vj->vi", moves[:, :3, :3], at) + moves[:, :3, 3])
            out = np.einsum("vij,vj->vi", moves[:, :3, :3], out)
            normals.append(out / np.linalg.norm(out, axis=1, keepdims=True))
            triangles.append(self.accessor(part["indices"]).reshape(-1, 3) + first)
            first += len(at)
        return Drawn(np.concatenate(places), np.concatenate(normals), np.concatenate(triangles))

    def _skinned(self, attributes: dict[str, int], skin: dict[str, Any], world: Floats) -> Floats:
        inverse = self.accessor(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        joints = world[skin["joints"]] @ inverse
        moves: Floats = np.zeros((1, 4, 4))
        for number in range(4):
            if f"JOINTS_{number}" in attributes:
                whose = self.accessor(attributes[f"JOINTS_{number}"])
                weights = self.accessor(attributes[f"WEIGHTS_{number}"])
                moves = moves + np.einsum("vk,vkij->vij", weights, joints[whose])
        return moves


def children(node: dict[str, Any]) -> list[int]:
    found: list[int] = node.get("children", [])
    return found


def matrix(q: Floats) -> Floats:
    """Of a quaternion (x, y, z, w)."""
    x, y, z, w = q / np.linalg.norm(q)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + 2.0 * w * cross + 2.0 * cross @ cross)


def lerp(one: Floats, other: Floats, share: float) -> Floats:
    return np.asarray((1.0 - share) * one + share * other)


def slerp(one: Floats, other: Floats, share: float) -> Floats:
    """By the short way (appendix C.4)."""
    cosine = float(one @ other)
    angle = np.arccos(np.clip(abs(cosine), 0.0, 1.0))
    if angle < 1e-6:
        return lerp(one, np.copysign(1.0, cosine) * other, share)
    away = np.sin((1.0 - share) * angle) * one
    near = np.copysign(1.0, cosine) * np.sin(share * angle) * other
    return np.asarray((away + near) / np.sin(angle))
