import { FilePicker } from "../shell/FilePicker.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { PuppetDocument } from "../wire/puppetry.ts";
import { anglesOf, type Chosen, isFlat, placeOfPoint } from "./document.ts";
import { removed, renamePoint, replaced, restLength } from "./edits.ts";
import { SKIN_FILES } from "./files.ts";
import { bendOf, degrees, radians } from "./geometry.ts";
import { NumberField } from "./NumberField.tsx";
import { PartInspector } from "./PartInspector.tsx";
import { SpaceLimits } from "./SpaceLimits.tsx";
import type { Theatre } from "./theatre.ts";

export interface InspectorProps {
  theatre: Theatre;
  document: PuppetDocument;
  index: number;
}

/** What is chosen, and what can be said of it. */
export function InspectorPanel({ around: { theatre } }: PanelProps) {
  const { document, chosen, connection } = useStore(theatre.state);
  if (!document) return null;
  return (
    <div class="inspector" data-testid="inspector">
      {chosen ? (
        <>
          <About theatre={theatre} document={document} chosen={chosen} />
          <button
            type="button"
            class="button"
            data-testid="remove"
            title="Take it away (Delete)"
            onClick={() => {
              theatre.state.set({ chosen: null });
              theatre.build(removed(document, chosen));
            }}
          >
            Take away
          </button>
        </>
      ) : (
        <>
          <Text
            name="title"
            label="Title"
            value={document.puppet.title}
            onChange={(title) =>
              theatre.build({ ...document, puppet: { ...document.puppet, title } })
            }
          />
          <p class="note">Nothing is chosen. Click a point, a rod, an arc or a part.</p>
        </>
      )}
      <div class="buttons">
        <FilePicker
          name="import"
          label={isFlat(document) ? "Skin from SVG…" : "Skin from OBJ or GLB…"}
          help="Shapes of an SVG file, or meshes of an OBJ or GLB file, become parts"
          accept={SKIN_FILES}
          disabled={connection.phase !== "open"}
          onFile={(file) => theatre.takeFile(file)}
        />
      </div>
      {!isFlat(document) && <SpaceLimits theatre={theatre} document={document} />}
    </div>
  );
}

function About({ theatre, document, chosen }: Omit<InspectorProps, "index"> & { chosen: Chosen }) {
  const props = { theatre, document, index: chosen.index };
  switch (chosen.kind) {
    case "point":
      return <PointInspector {...props} />;
    case "rod":
      return <RodInspector {...props} />;
    case "joint":
      return <JointInspector {...props} />;
    case "part":
      return <PartInspector {...props} />;
    case "path":
      return <PathInspector {...props} />;
    default:
      return null;
  }
}

export function Text(props: {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <input
        type="text"
        data-testid={props.name}
        value={props.value}
        maxLength={40}
        onChange={(event) => {
          const text = event.currentTarget.value.trim();
          if (text && text !== props.value) props.onChange(text);
          else event.currentTarget.value = props.value;
        }}
        onKeyUp={(event) => event.key === "Enter" && event.currentTarget.blur()}
      />
    </label>
  );
}

function PointInspector({ theatre, document, index }: InspectorProps) {
  const point = document.point[index];
  if (!point) return null;
  return (
    <>
      <Text
        name="point-name"
        label="Point"
        value={point.name}
        onChange={(name) => theatre.build(renamePoint(document, index, name))}
      />
      <NumberField
        name="mass"
        label="Mass"
        unit="kg"
        value={point.mass}
        onChange={(mass) => theatre.build(replaced(document, "point", index, { mass }))}
      />
      <label class="field">
        <span>Pinned</span>
        <input
          type="checkbox"
          data-testid="pinned"
          checked={point.pinned}
          onChange={(event) =>
            theatre.build(
              replaced(document, "point", index, { pinned: event.currentTarget.checked }),
            )
          }
        />
      </label>
    </>
  );
}

function RodInspector({ theatre, document, index }: InspectorProps) {
  const rod = document.rod[index];
  if (!rod) return null;
  const rest = Math.round(restLength(document, rod) * 1e4) / 1e4;
  const [least, most] = rod.length ?? [rest, rest];
  const set = (length: [number, number] | null) =>
    theatre.build(replaced(document, "rod", index, { length }));
  return (
    <>
      <p class="what">
        Rod from <b>{rod.ends[0]}</b> to <b>{rod.ends[1]}</b>
      </p>
      <NumberField
        name="least-length"
        label="Least length"
        unit="m"
        value={least}
        onChange={(value) => set([value, most])}
      />
      <NumberField
        name="most-length"
        label="Most length"
        unit="m"
        value={most}
        onChange={(value) => set([least, value])}
      />
      <p class="note">At rest it is {rest.toFixed(3)} m long.</p>
      {rod.length && (
        <button type="button" class="button" data-testid="as-at-rest" onClick={() => set(null)}>
          As at rest
        </button>
      )}
    </>
  );
}

function JointInspector({ theatre, document, index }: InspectorProps) {
  const joint = document.joint[index];
  if (!joint) return null;
  const [least, most] = anglesOf(document, joint);
  const [before, hinge, behind] = joint.points.map((name) => placeOfPoint(document, name));
  const now =
    before && hinge && behind ? degrees(bendOf(before, hinge, behind, isFlat(document))) : 0;
  const set = (angle: [number, number]) =>
    theatre.build(replaced(document, "joint", index, { angle }));
  return (
    <>
      <p class="what">
        Joint at <b>{joint.points[1]}</b>, between <b>{joint.points[0]}</b> and{" "}
        <b>{joint.points[2]}</b>
      </p>
      <NumberField
        name="least-angle"
        label="Least bend"
        unit="°"
        step={1}
        value={degrees(least)}
        onChange={(value) => set([radians(value), most])}
      />
      <NumberField
        name="most-angle"
        label="Most bend"
        unit="°"
        step={1}
        value={degrees(most)}
        onChange={(value) => set([least, radians(value)])}
      />
      <p class="note">
        At rest it bends by {now}°; 0° is straight{isFlat(document) ? ", left turns count up" : ""}.
      </p>
    </>
  );
}

function PathInspector({ theatre, document, index }: InspectorProps) {
  const path = document.path[index];
  if (!path) return null;
  const seconds = path.keys.at(-1)?.[0] ?? 1;
  const stretch = (wanted: number) => {
    const share = Math.max(0.05, wanted) / seconds;
    const keys = path.keys.map(([time = 0, ...at]) => [
      Math.round(time * share * 1e4) / 1e4,
      ...at,
    ]);
    theatre.build(replaced(document, "path", index, { keys }));
  };
  return (
    <>
      <p class="what">
        The way of <b>{path.point}</b>, {path.loop ? "for ever" : "once"}
      </p>
      <NumberField
        name="path-seconds"
        label="Once around"
        unit="s"
        value={seconds}
        onChange={stretch}
      />
    </>
  );
}
