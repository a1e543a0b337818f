import type { Cone, PuppetDocument, Twist } from "../wire/puppetry.ts";
import { removed, replaced } from "./edits.ts";
import { degrees, radians } from "./geometry.ts";
import { NumberField } from "./NumberField.tsx";
import type { Theatre } from "./theatre.ts";

interface Props {
  theatre: Theatre;
  document: PuppetDocument;
}

/** Cones and twists of joints in space, as numbers. */
export function SpaceLimits({ theatre, document }: Props) {
  const { chosen } = theatre.state.value;
  const joint = chosen?.kind === "joint" ? document.joint[chosen.index] : undefined;
  return (
    <details class="space-limits" open={document.cone.length + document.twist.length < 4}>
      <summary>
        Cones {document.cone.length}, twists {document.twist.length}
      </summary>
      {document.cone.map((cone, index) => (
        <ConeField
          key={`${cone.at} ${cone.bone}`}
          cone={cone}
          index={index}
          theatre={theatre}
          document={document}
        />
      ))}
      {document.twist.map((twist, index) => (
        <TwistField
          key={`${twist.at} ${twist.bone} ${twist.side}`}
          twist={twist}
          index={index}
          theatre={theatre}
          document={document}
        />
      ))}
      {joint && (
        <button
          type="button"
          class="button"
          data-testid="add-cone"
          title="The bone behind the hinge stays within a cone about where it is at rest"
          onClick={() => addCone(theatre, document, joint.points)}
        >
          Cone for this joint
        </button>
      )}
    </details>
  );
}

function addCone(
  theatre: Theatre,
  document: PuppetDocument,
  points: [string, string, string],
): void {
  const [before, at, bone] = points;
  const other = document.point.find(({ name }) => ![before, at, bone].includes(name))?.name;
  if (other === undefined) {
    theatre.tell("A cone needs another point of the body that it is fixed to.");
    return;
  }
  const cone: Cone = { at, bone, body: [before, other], angle: 1, axis: null };
  theatre.build({ ...document, cone: [...document.cone, cone] });
}

function ConeField({ theatre, document, cone, index }: Props & { cone: Cone; index: number }) {
  return (
    <div class="limit">
      <NumberField
        name={`cone-${index}`}
        label={`Cone: ${cone.at} to ${cone.bone}`}
        unit="°"
        step={1}
        value={degrees(cone.angle)}
        onChange={(value) =>
          theatre.build(replaced(document, "cone", index, { angle: radians(value) }))
        }
      />
      <Away onClick={() => theatre.build(removed(document, { kind: "cone", index }))} />
    </div>
  );
}

function TwistField({ theatre, document, twist, index }: Props & { twist: Twist; index: number }) {
  const [least, most] = twist.angle;
  const set = (angle: [number, number]) =>
    theatre.build(replaced(document, "twist", index, { angle }));
  return (
    <div class="limit">
      <NumberField
        name={`twist-${index}-least`}
        label={`Twist: ${twist.at} to ${twist.bone}, least`}
        unit="°"
        step={1}
        value={degrees(least)}
        onChange={(value) => set([radians(value), most])}
      />
      <NumberField
        name={`twist-${index}-most`}
        label="most"
        unit="°"
        step={1}
        value={degrees(most)}
        onChange={(value) => set([least, radians(value)])}
      />
      <Away onClick={() => theatre.build(removed(document, { kind: "twist", index }))} />
    </div>
  );
}

function Away({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" class="away" aria-label="Take away" title="Take away" onClick={onClick}>
      ×
    </button>
  );
}
