"""Which beat swims: tissue and muscle action for three frequencies, each candidate in a lane."""

from __future__ import annotations

from typing import Final

import numpy as np

from motorium.bodies.calibration import Calibration
from motorium.bodies.gaits import EASY, GAITS, Gait, GaitName, Gaits
from motorium.bodies.species import Shape, Species, build_species
from motorium.calibrate.search import Candidate, minimise
from motorium.contracts.frames import Floats
from motorium.measure.energy import energy_of_beats
from motorium.measure.swimming import swimming_figures
from motorium.measure.tank import RAMP, Tank, centre_of_mass, frames_of, heading
from motorium.motors.patterns import beat_muscles

__all__ = [
    "NoneSwims",
    "find_easy",
    "find_gait",
    "sharpest_kink",
    "stiffnesses",
    "try_tissue",
    "with_gaits",
]

LOW: Final = np.array([0.05, 0.05, 0.15, 0.0, 0.1])
HIGH: Final = np.array([0.42, 0.40, 0.50, 0.3, 0.5])
"""Depths of the three segments, lag of the posterior, lead of the anterior."""
SETTLE: Final = 6
MEASURED: Final = 3
"""Beats."""
STIFFNESSES: Final = (21.0, 29.0, 41.0)
"""Times the printed one for each 100 g of a body of 20 cm: limper ones pass no force on."""

GOOD_STRIDE: Final = 0.82
STROUHAL: Final = (0.228, 0.32)
TAIL: Final = (0.172, 0.215)
MOST_YAW: Final = {"slow": 7.2, "medium": 4.8, "fast": 5.0}
MOST_KINK: Final = {"slow": 26.0, "medium": 27.0, "fast": 27.0}
"""What the search aims at; the bars of `motorium measure` are a little wider."""

MADE: Final = 2e-4
LOST: Final = 9.5e-4
"""Shares of the muscles' work: a beat whose books miss more than that is rejected."""
SOFTER: Final = (1.0, 0.96, 0.92, 0.88, 0.84, 0.8)
"""Depths with which a beat is tried that loses energy: squeezed units do."""


class NoneSwims(ValueError):
    """A body with which nothing was found that swims."""


def stiffnesses(shape: Shape, draft: Calibration) -> list[float]:
    """Those worth trying: in proportion to the mass that they must move."""
    mass = build_species(shape, draft).body.mass
    return [round(share * mass / 100, 1) for share in STIFFNESSES]


def try_tissue(shape: Shape, draft: Calibration, stiffness: float, effort: float) -> float:
    """How badly a body so stiff swims, after a short search at the medium and the fast beat."""
    tissue = draft.tissue.model_copy(update={"stiffness": stiffness})
    species = build_species(shape, draft.model_copy(update={"tissue": tissue}))
    generations = max(3, round(25 * effort))
    costs = []
    for gait in ("medium", "fast"):
        found = search_gait(species, gait, generations, seed=1)
        costs.append(found[0].cost if found else 50.0)
    # A stiffer body is dearer to step and to bend.
    return costs[0] + 0.5 * costs[1] + 0.006 * stiffness * 100 / species.body.mass


def find_gait(shape: Shape, draft: Calibration, name: GaitName, effort: float) -> Gait:
    """The best beat at this frequency whose energy books close; its speed as measured."""
    species = build_species(shape, draft)
    generations = max(4, round(70 * effort))
    frequency = getattr(draft.gaits, name).beat
    for seed in (1, 2, 3):
        for candidate in search_gait(species, name, generations, seed)[:2]:
            for share in SOFTER:
                values = candidate.values * np.array([share, share, share, 1.0, 1.0])
                gait = _gait(values, frequency)
                speed = float(_swim(species, values[None], frequency, settle=10)["speed"][0])
                ledger, missing = energy_of_beats(species, gait)
                if speed <= 0 or missing > MADE * ledger.muscles:
                    break
                if missing > -LOST * ledger.muscles:
                    return gait.model_copy(update={"speed": round(speed, 3)})
    raise NoneSwims(
        f"{shape.name}: no beat of {frequency:g} Hz was found that swims and whose energy books "
        "close; is the body too limp, or are its stations too far apart?"
    )


def _gait(beat: Floats, frequency: float) -> Gait:
    values = [round(float(value), 3) for value in beat]
    return Gait(speed=1.0, beat=frequency, depths=values[:3], lag=values[3], lead=values[4])


def search_gait(species: Species, name: str, generations: int, seed: int) -> list[Candidate]:
    """Candidates by cost, best first."""
    gait: Gait = getattr(species.gaits, name)

    def costs(candidates: Floats) -> Floats:
        return _costs(_swim(species, candidates, gait.beat, SETTLE), name)

    start = np.array([*gait.depths, gait.lag, gait.lead])
    return minimise(
        costs, start, LOW, HIGH, generations=generations, population=32, seed=seed, spread=0.25
    )


def _swim(species: Species, candidates: Floats, frequency: float, settle: int) -> dict[str, Floats]:
    """Figures of steady beats, each candidate (n, 5) in a lane; without speed if it breaks."""
    tank = Tank(species, len(candidates))
    beat = Gait(speed=1.0, beat=frequency, depths=[0.1, 0.1, 0.1], lag=0.0, lead=0.0)

    def muscles(time: float) -> Floats:
        done = time * frequency
        return beat_muscles(candidates, np.full(len(candidates), done), min(1.0, done / RAMP))

    tank.run(frames_of(beat, settle), muscles, forgiving=True)
    path = tank.run(frames_of(beat, MEASURED), muscles, forgiving=True)
    whole = tank.whole() & np.isfinite(path).all(axis=(0, 2, 3))
    path[:, ~whole] = species.body.nodes
    figures = swimming_figures(species.body, path, frequency)
    way = centre_of_mass(species.body, path[-1]) - centre_of_mass(species.body, path[0])
    figures["climb"] = np.degrees(np.arctan2(way[:, 2], np.hypot(way[:, 0], way[:, 1])))
    turned = np.unwrap(heading(path), axis=0)
    figures["drift"] = np.degrees(turned[-1] - turned[0]) / MEASURED
    figures["kink"] = sharpest_kink(path)
    figures["speed"] = np.where(whole, figures["speed"], 0.0)
    return figures


def sharpest_kink(path: Floats) -> Floats:
    """The largest angle between neighbouring stretches of the spine [degrees], (fishes,)."""
    quads = path[..., 1:21, :].reshape(*path.shape[:-2], 5, 4, 3).mean(axis=-2)
    tail = path[..., 21:23, :].mean(axis=-2, keepdims=True)
    axes = np.diff(np.concatenate([path[..., :1, :], quads, tail], axis=-2), axis=-2)
    axes /= np.linalg.norm(axes, axis=-1, keepdims=True)
    cosine = np.clip((axes[..., 1:, :] * axes[..., :-1, :]).sum(axis=-1), -1, 1)
    kink: Floats = np.degrees(np.arccos(cosine)).max(axis=(0, -1))
    return kink


def _costs(figures: dict[str, Floats], name: str) -> Floats:
    """Low for a long stride; more for what no real fish does."""
    cost = -np.minimum(figures["stride"], GOOD_STRIDE)
    cost = cost + 25 * _outside(figures["strouhal"], *STROUHAL)
    cost = cost + 30 * _outside(figures["tail_amplitude"], *TAIL)
    cost = cost + 0.12 * _outside(figures["head_yaw"], 0.0, MOST_YAW[name])
    cost = cost + 0.03 * _outside(figures["kink"], 0.0, MOST_KINK[name])
    cost = cost + 0.05 * np.abs(figures["climb"]) + 0.02 * np.abs(figures["drift"])
    costs: Floats = np.where(figures["speed"] > 0, cost, np.inf)
    return costs


def _outside(values: Floats, low: float, high: float) -> Floats:
    beyond: Floats = np.maximum(low - values, 0) + np.maximum(values - high, 0)
    return beyond


def find_easy(shape: Shape, draft: Calibration, slow: Gait) -> list[float]:
    """Speeds [L/s] with shares of the slow beat's depths."""
    species = build_species(shape, draft)
    beat = np.array([*slow.depths, slow.lag, slow.lead])
    shares = np.ones((len(EASY), 5))
    shares[:, :3] = np.array(EASY)[:, None]
    speeds = _swim(species, beat * shares, slow.beat, settle=14)["speed"]
    # Of two that are alike the lower one counts.
    for row in range(len(EASY) - 1, -1, -1):
        above = speeds[row + 1] if row + 1 < len(EASY) else slow.speed
        speeds[row] = min(speeds[row], 0.95 * above)
    return [round(float(speed), 4) for speed in np.maximum(speeds, 1e-3)]


def with_gaits(draft: Calibration, found: dict[GaitName, Gait], easy: list[float]) -> Calibration:
    """A draft with these beats."""
    gaits = Gaits(**{name: found[name] for name in GAITS}, easy=easy)
    return draft.model_copy(update={"gaits": gaits})
