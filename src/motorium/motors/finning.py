"""Pectoral fins of replayed fishes, as they are drawn: nothing else depends on them."""

from __future__ import annotations

from motorium.compiled import inlined
from motorium.motors.following import SLUGGISH
from motorium.motors.pectorals import DRAWN_SECONDS, FLAP_RATE, OAR_REACH, STEEPEST_FIN
from motorium.motors.rows import Ask, State
from motorium.motors.tables import Trait
from motorium.physics.fish_kernel import Array
from motorium.physics.simd import Lanes, choose, lane_count, load, maximum, minimum, store
from motorium.physics.vector_math import (
    calm,
    clipped,
    magnitude,
    number,
    sine_cosine,
    wrapped,
)

__all__ = ["draw_fins"]


@inlined
def draw_fins(lanes: Lanes, traits: Array, trait: int, ask: Array, at: int, state: Array) -> None:
    """Pectorals as they are seen: they flap, lift, brake and row (Tu 1999, section 5.5); one
    forward and one backward where they turn a body that hardly moves, or one that is flat (B.2).

    ask: as `follow` has left it; trait, at: as there. What was not drawn of late is at once where
    it is to be: nobody knows where it was.
    """
    width = lane_count(lanes)
    zero, one = number(lanes, 0.0), number(lanes, 1.0)
    backing = load(lanes, ask, Ask.BACKING * width)
    steep, lean = load(lanes, ask, Ask.STEEP * width), load(lanes, ask, Ask.LEAN * width)
    brake = load(lanes, state, at + State.BRAKE * width)
    sluggish = number(lanes, SLUGGISH) * load(lanes, traits, trait + Trait.MEDIUM_SPEED * width)
    speed = magnitude(lanes, load(lanes, state, at + State.SPEED * width))
    still = sluggish - speed
    swivel = load(lanes, state, at + State.TURNING * width)
    tightest = load(lanes, traits, trait + Trait.TIGHTEST * width) * maximum(speed, sluggish)
    turns = load(lanes, traits, trait + Trait.FLAT * width) * clipped(lanes, swivel / tightest, one)
    swivel = choose(still, choose(backing, zero, swivel), zero)
    backing = backing + minimum(magnitude(lanes, swivel), number(lanes, 0.5))
    own_dt = load(lanes, state, at + State.OWN_DT * width)
    share = own_dt / (own_dt + number(lanes, DRAWN_SECONDS))
    share = maximum(share, load(lanes, ask, Ask.STALE * width))
    rowing = load(lanes, state, at + State.ROWING * width)
    rowing = backing + calm(lanes, (rowing - backing) * (one - share))
    manned = minimum(rowing * number(lanes, 5.0), one)
    lifts = minimum(magnitude(lanes, steep) + magnitude(lanes, lean), one) * (one - manned)
    flap = load(lanes, state, at + State.FLAP * width)
    flap = wrapped(lanes, flap + number(lanes, FLAP_RATE) * (one + lifts) * own_dt)
    stroke = load(lanes, state, at + State.STROKE * width)
    strokes = maximum(rowing, number(lanes, 0.3)) * number(lanes, 2.0 / OAR_REACH)
    stroke = choose(manned, wrapped(lanes, stroke + strokes * own_dt), zero)
    flapping, flapped = sine_cosine(lanes, flap)
    sine, cosine = sine_cosine(lanes, stroke)
    out = number(lanes, 0.25) * lifts + number(lanes, 0.9) * brake
    out = out + (number(lanes, 0.1) + number(lanes, 0.15) * lifts) * flapping
    store(state, at + State.ROWING * width, rowing)
    store(state, at + State.FLAP * width, flap)
    store(state, at + State.STROKE * width, stroke)
    turning = magnitude(lanes, turns) * (one - manned) * (one - brake)
    for side in range(2):
        leaning = lean if side == 0 else zero - lean
        # The fin on the outer side of a swivel pushes the body forward, half a stroke later.
        outer = zero - swivel if side == 0 else swivel
        half = choose(outer, number(lanes, -1.0), one)
        swung = out + manned * (number(lanes, 0.5) - number(lanes, 0.6) * cosine * half)
        raised = clipped(lanes, steep + leaning, number(lanes, STEEPEST_FIN)) * (one - brake)
        raised = raised + manned * (number(lanes, 0.6) * sine - raised)
        inner = turns if side == 0 else zero - turns
        half = choose(inner, one, number(lanes, -1.0))
        swung = swung + turning * (number(lanes, 0.5) - number(lanes, 0.6) * flapped * half)
        raised = raised + turning * (number(lanes, 0.6) * flapping * half - raised)
        raised = raised - number(lanes, 1.1) * brake
        for k, goal in enumerate((swung, raised)):
            p = at + (State.FIN + 2 * side + k) * width
            off = (load(lanes, state, p) - goal) * (one - share)
            store(state, p, goal + calm(lanes, off))
