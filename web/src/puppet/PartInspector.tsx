import { useStore } from "../shell/store.ts";
import { replaced, scalePart, toggleFollowed } from "./edits.ts";
import { type InspectorProps, Text } from "./InspectorPanel.tsx";
import { NumberField } from "./NumberField.tsx";

export function PartInspector({ theatre, document, index }: InspectorProps) {
  const { following } = useStore(theatre.state);
  const part = document.part[index];
  if (!part) return null;
  const set = (change: Partial<typeof part>) =>
    theatre.build(replaced(document, "part", index, change));
  return (
    <>
      <Text name="part-name" label="Part" value={part.name} onChange={(name) => set({ name })} />
      <label class="field">
        <span>Colour</span>
        <input
          type="color"
          data-testid="color"
          value={part.color}
          onChange={(event) => set({ color: event.currentTarget.value })}
        />
      </label>
      <NumberField
        name="blend"
        label="Blends within"
        unit="m"
        value={part.blend}
        onChange={(blend) => set({ blend })}
      />
      <NumberField
        name="scale"
        label="Scale by"
        unit="×"
        value={1}
        onChange={(factor) => factor > 0 && theatre.build(scalePart(document, index, factor))}
      />
      <div class="order">
        <span>Order</span>
        <Shift label="Behind" way={-1} theatre={theatre} document={document} index={index} />
        <Shift label="Before" way={1} theatre={theatre} document={document} index={index} />
      </div>
      <p class="what">Follows</p>
      <ul class="follows" data-testid="follows">
        {document.point.map(({ name }) => (
          <li key={name}>
            <button
              type="button"
              class="chip"
              aria-pressed={part.follows.includes(name)}
              onClick={() => theatre.build(toggleFollowed(document, index, name))}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <div class="buttons first">
        <button
          type="button"
          class="button wide"
          data-testid="following"
          aria-pressed={following}
          title="Then clicks on points and rods say what this part follows (or hold Shift)"
          onClick={() => theatre.state.set({ following: !following, tool: "select" })}
        >
          Click bones
        </button>
      </div>
    </>
  );
}

/** Parts that come later lie before others. */
function Shift({
  label,
  way,
  theatre,
  document,
  index,
}: InspectorProps & { label: string; way: 1 | -1 }) {
  const to = index + way;
  return (
    <button
      type="button"
      class="button"
      disabled={to < 0 || to >= document.part.length}
      onClick={() => {
        const part = [...document.part];
        const [moved] = part.splice(index, 1);
        if (!moved) return;
        part.splice(to, 0, moved);
        theatre.build({ ...document, part });
        theatre.state.set({ chosen: { kind: "part", index: to } });
      }}
    >
      {label}
    </button>
  );
}
