import { RangeControl } from "../panels/RangeControl.tsx";
import type { Surroundings } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { APART, STEREO_KINDS, type StereoKind, ZERO } from "./stereo.ts";

const KINDS: Record<StereoKind, readonly [label: string, help: string]> = {
  off: ["Off", "One picture for both eyes."],
  parallel: [
    "Side by side",
    "Left picture for the left eye: look through the screen, as if at something behind it.",
  ],
  crossed: ["Crossed", "Left picture for the right eye: cross your eyes until two become one."],
  anaglyph: ["Red-cyan", "For glasses with a red glass before the left eye."],
};

/** A picture for each eye. */
export function StereoChoice({ around: { stereo } }: { around: Surroundings }) {
  const { kind, apart, zero } = useStore(stereo.state);
  return (
    <>
      <fieldset class="choices two" data-testid="stereo">
        <legend>Stereo</legend>
        {STEREO_KINDS.map((one) => (
          <label key={one} title={KINDS[one][1]}>
            <input
              type="radio"
              name="stereo"
              data-testid={`stereo-${one}`}
              checked={kind === one}
              aria-description={KINDS[one][1]}
              // After a click keys belong to the stage again; who came by keys stays.
              onClick={(event) => event.detail > 0 && event.currentTarget.blur()}
              onChange={() => stereo.state.set({ kind: one })}
            />
            <span>{KINDS[one][0]}</span>
          </label>
        ))}
      </fieldset>
      {kind !== "off" && (
        <>
          <p class="note" data-testid="stereo-help">
            {KINDS[kind][1]}
          </p>
          <RangeControl
            name="stereo-apart"
            label="Eyes apart"
            unit="m"
            help="More makes depth deeper, and eyes tired; nothing makes it flat."
            range={APART}
            step={0.01}
            curve={2}
            value={apart}
            disabled={false}
            onChange={(value) => stereo.state.set({ apart: value })}
          />
          <RangeControl
            name="stereo-zero"
            label="In the screen"
            unit="m"
            help="What is so far away seems to lie in the screen; what is nearer comes out of it."
            range={ZERO}
            step={0.1}
            curve={2}
            value={zero}
            disabled={false}
            onChange={(value) => stereo.state.set({ zero: value })}
          />
        </>
      )}
    </>
  );
}
