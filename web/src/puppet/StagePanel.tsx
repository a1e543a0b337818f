import { RangeControl } from "../panels/RangeControl.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { USUAL_STAGE } from "./document.ts";

const SCHEMES = [
  [
    "printed",
    "Printed",
    "Exactly as the paper prints it, to study: what is dragged or falls soon flies apart.",
  ],
  ["mended", "Mended", "One after the other, with momentum conserved; the default."],
  ["newton", "Newton", "All at once, by Newton's method: the stiffest."],
] as const;

/** What is around the puppet, and how it is moved. */
export function StagePanel({ around: { theatre } }: PanelProps) {
  const { document, connection } = useStore(theatre.state);
  const disabled = connection.phase !== "open" || !document;
  const stage = document?.stage ?? USUAL_STAGE;
  return (
    <>
      <RangeControl
        name="iterations"
        label="Stiffness"
        unit="it."
        help="Iterations a step, at most: few let the puppet squash and stretch, many keep its rods."
        range={[1, 40]}
        step={1}
        curve={2}
        value={stage.iterations}
        disabled={disabled}
        marks={[
          [1, "rubber"],
          [7, "paper"],
          [40, "steel"],
        ]}
        onChange={(iterations) => theatre.send({ type: "stage", iterations })}
      />
      <RangeControl
        name="gravity"
        label="Gravity"
        unit="m/s²"
        help="How strongly everything falls; below 0 it falls upwards."
        range={[-10, 25]}
        step={0.01}
        value={-stage.gravity[2]}
        disabled={disabled}
        marks={[
          [-10, "up"],
          [0, "none"],
          [9.81, "earth"],
          [25, ""],
        ]}
        onChange={(value) =>
          theatre.send({ type: "stage", gravity: [stage.gravity[0], stage.gravity[1], -value] })
        }
      />
      <RangeControl
        name="bounce"
        label="Bounce"
        help="What share of its speed a point has when it comes back from a wall."
        range={[0, 1]}
        step={0.01}
        value={stage.bounce}
        disabled={disabled}
        onChange={(bounce) => theatre.send({ type: "stage", bounce })}
      />
      <RangeControl
        name="friction"
        label="Friction"
        help="The impulse that a wall gives a point along itself, of that across: what hits it hard or lies on it heavily is slowed the more."
        range={[0, 1]}
        step={0.01}
        value={stage.friction}
        disabled={disabled}
        onChange={(friction) => theatre.send({ type: "stage", friction })}
      />
      <RangeControl
        name="damping"
        label="Damping"
        unit="/s"
        help="How fast what is held or pinned somewhere loses its swing; what flies is not slowed."
        range={[0, 10]}
        step={0.1}
        curve={2}
        value={stage.damping}
        disabled={disabled}
        onChange={(damping) => theatre.send({ type: "stage", damping })}
      />
      <RangeControl
        name="steps"
        label="Steps"
        unit="a frame"
        help="How often a frame of 1/60 s is divided: more are calmer and stiffer, and cost more."
        range={[1, 16]}
        step={1}
        value={stage.steps}
        disabled={disabled}
        onChange={(steps) => theatre.send({ type: "stage", steps })}
      />
      <fieldset class="choices three" disabled={disabled}>
        <legend>Scheme</legend>
        {SCHEMES.map(([scheme, label, help]) => (
          <label key={scheme} title={help}>
            <input
              type="radio"
              name="scheme"
              data-testid={`scheme-${scheme}`}
              checked={stage.scheme === scheme}
              onChange={() => theatre.send({ type: "stage", scheme })}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {stage.scheme === "printed" && (
        <p class="note" role="note">
          As the paper prints it, to be studied: at play a puppet soon flies apart, and is put back
          to rest.
        </p>
      )}
    </>
  );
}
