import { useEffect, useRef, useState } from "preact/hooks";
import { RangeControl } from "../panels/RangeControl.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { MOST_PAN, MOST_TILT, RETINA_HEIGHT, RETINA_WIDTH } from "../wire/eyes.ts";
import type { Gaze } from "./gaze.ts";
import {
  colourOf,
  KINDS,
  type Kind,
  nameOfThing,
  picture,
  RANGES,
  type RetinalImages,
} from "./images.ts";

const NAMES: Record<Kind, readonly [label: string, help: string]> = {
  rgb: ["Colours", "What its eyes see"],
  identity: ["Who", "Each fish in a colour of its own, things in quiet ones"],
  range: ["How far", "The farther, the darker"],
};
const TICKS = [RANGES.near, 0.4, 1.6, 6.4, RANGES.far];
const DEGREES = 180 / Math.PI;
/** A drag over one picture turns the eyes by this [rad]. */
const DRAGGED = 1.6;

/** The two pictures in the eyes of a fish, and where these look. */
export function EyesHud({ around }: PanelProps) {
  const { gaze, studio } = around;
  const state = useStore(gaze.state);
  const { hello } = useStore(studio.state);
  const [under, setUnder] = useState<{ side: number; x: number; y: number } | null>(null);
  const { on, id, kind, pan, tilt, images } = state;
  if (!on || hello?.comparison) return null;
  const speciesOf = (fish: number) => {
    const roster = around.studio.newestRoster;
    return hello?.species[roster?.species[roster.ids.indexOf(fish)] ?? -1]?.label.toLowerCase();
  };
  const kindOf = id === null ? undefined : speciesOf(id);
  const degrees = (angle: number) => Math.round(angle * DEGREES) + 0;
  return (
    <section class="eyes glass" aria-label="What a fish sees" data-testid="eyes">
      <header>
        <h2 data-testid="eyes-fish">
          {id === null
            ? "No fish to look out of"
            : `Eyes of fish ${id}${kindOf ? `, ${kindOf}` : ""}`}
        </h2>
        <button
          type="button"
          class="knob"
          aria-label="Close what the fish sees"
          title="Close (E)"
          data-testid="eyes-close"
          onClick={() => gaze.toggle(false)}
        >
          ×
        </button>
      </header>
      <fieldset class="choices three" data-testid="eyes-kinds">
        <legend class="unseen">What is shown of it</legend>
        {KINDS.map((one) => (
          <label key={one} title={NAMES[one][1]}>
            <input
              type="radio"
              name="eyes-kind"
              data-testid={`eyes-${one}`}
              checked={kind === one}
              aria-description={NAMES[one][1]}
              onClick={(event) => event.detail > 0 && event.currentTarget.blur()}
              onChange={() => gaze.state.set({ kind: one })}
            />
            <span>{NAMES[one][0]}</span>
          </label>
        ))}
      </fieldset>
      <div class="eyes-pictures">
        {["left", "right"].map((name, side) => (
          <Eye
            key={name}
            name={name}
            side={side}
            gaze={gaze}
            kind={kind}
            images={images}
            onPoint={(place) => setUnder(place && { side, ...place })}
          />
        ))}
      </div>
      {kind === "range" && <RangeScale />}
      <p class="eyes-line" data-testid="eyes-under">
        {images && under
          ? describe(images, under, speciesOf)
          : "Drag to turn the eyes; point to learn what is there."}
      </p>
      <label class="eyes-light">
        <span>Brightness</span>
        <meter
          min={0}
          max={1}
          value={images?.brightness ?? 0}
          aria-label="Mean brightness of both pictures"
        />
        <output data-testid="eyes-brightness">{images ? images.brightness.toFixed(2) : "–"}</output>
      </label>
      <div class="eyes-gaze">
        <RangeControl
          name="eyes-pan"
          label="Pan"
          unit="°"
          help="Turns both eyes to the left."
          range={[-degrees(MOST_PAN), degrees(MOST_PAN)]}
          step={5}
          value={degrees(pan)}
          disabled={false}
          onChange={(value) => gaze.look(value / DEGREES, gaze.state.value.tilt)}
        />
        <RangeControl
          name="eyes-tilt"
          label="Tilt"
          unit="°"
          help="Raises both eyes."
          range={[-degrees(MOST_TILT), degrees(MOST_TILT)]}
          step={5}
          value={degrees(tilt)}
          disabled={false}
          onChange={(value) => gaze.look(gaze.state.value.pan, value / DEGREES)}
        />
        <button
          type="button"
          class="button"
          data-testid="eyes-ahead"
          title="The way it swims"
          onClick={() => gaze.look(0, 0)}
        >
          Ahead
        </button>
      </div>
    </section>
  );
}

interface EyeProps {
  name: string;
  side: number;
  gaze: Gaze;
  kind: Kind;
  images: RetinalImages | null;
  onPoint: (place: { x: number; y: number } | null) => void;
}

function Eye({ name, side, gaze, kind, images, onPoint }: EyeProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<{ x: number; y: number; pan: number; tilt: number } | null>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext("2d");
    if (!pen) return;
    if (!images) {
      pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height);
      return;
    }
    const { width, height } = images;
    const both = new ImageData(picture(images, kind), 2 * width, height);
    pen.putImageData(both, -side * width, 0);
  }, [images, kind]);
  const shares = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
  };
  return (
    <figure>
      <canvas
        ref={canvas}
        width={images?.width ?? RETINA_WIDTH}
        height={images?.height ?? RETINA_HEIGHT}
        role="img"
        aria-label={`What its ${name} eye sees`}
        data-testid={`eyes-${name}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const { pan, tilt } = gaze.state.value;
          drag.current = { ...shares(event), pan, tilt };
        }}
        onPointerMove={(event) => {
          const { x, y } = shares(event);
          const from = drag.current;
          // As with a map: what one holds goes with the hand.
          if (from) {
            gaze.look(from.pan + DRAGGED * (x - from.x), from.tilt + DRAGGED * (y - from.y));
          } else onPoint({ x, y });
        }}
        onPointerUp={() => {
          drag.current = null;
        }}
        onPointerCancel={() => {
          drag.current = null;
        }}
        onPointerLeave={() => onPoint(null)}
      />
      <figcaption>{name}</figcaption>
    </figure>
  );
}

function RangeScale() {
  return (
    <p
      class="eyes-scale"
      role="img"
      aria-label={`White is ${TICKS[0]} m away, black ${RANGES.far} m`}
    >
      {TICKS.map((metres) => (
        <span key={metres}>{metres < 1 ? metres : Math.round(10 * metres) / 10} m</span>
      ))}
    </p>
  );
}

function describe(
  { width, height, identity, range }: RetinalImages,
  { side, x, y }: { side: number; x: number; y: number },
  speciesOf: (id: number) => string | undefined,
) {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x * width))) + side * width;
  const row = Math.min(height - 1, Math.max(0, Math.floor(y * height)));
  const at = row * 2 * width + column;
  const who = identity[at] ?? -1;
  const far = range[at] ?? Number.POSITIVE_INFINITY;
  const species = who < 0 ? undefined : speciesOf(who);
  const name = who < 0 ? nameOfThing(who) : `fish ${who}${species ? `, ${species}` : ""}`;
  return (
    <>
      <i style={{ background: colourOf(who) }} aria-hidden="true" />
      {name}
      {Number.isFinite(far) && ` · ${far.toFixed(2)} m away`}
    </>
  );
}
