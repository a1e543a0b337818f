/** Where a fish would rather go: six spokes, towards what it likes and away from what it does not. */
const REACH = 30;
const LEAST = 0.02;
/** In the order of the wire; forward lies away from whoever looks. */
const SPOKES = [
  { name: "left", x: -1, y: 0 },
  { name: "right", x: 1, y: 0 },
  { name: "forward", x: 0.62, y: -0.62 },
  { name: "backward", x: -0.62, y: 0.62 },
  { name: "ascend", x: 0, y: -1 },
  { name: "descend", x: 0, y: 1 },
] as const;

export function Rosette({ preferences }: { preferences: readonly number[] }) {
  const spokes = SPOKES.map((spoke, k) => ({ ...spoke, value: preferences[k] ?? 0 }));
  const said = spokes
    .filter(({ value }) => Math.abs(value) >= LEAST)
    .map(({ name, value }) => `${name} ${value.toFixed(2).replace("-", "−")}`);
  return (
    <svg
      class="rosette"
      viewBox="-46 -44 92 88"
      role="img"
      aria-label={`Preferences: ${said.join(", ") || "none"}`}
      data-testid="preferences"
    >
      <title>{`Preferences: ${said.join(", ") || "none"}`}</title>
      {spokes.map(({ name, x, y, value }) => {
        const long = REACH * Math.min(1, Math.abs(value));
        return (
          <g key={name}>
            <line class="spoke" x2={x * REACH} y2={y * REACH} />
            {Math.abs(value) >= LEAST && (
              <line class={value > 0 ? "towards" : "away"} x2={x * long} y2={y * long} />
            )}
            <text x={x * (REACH + 9)} y={y * (REACH + 8)}>
              {name[0]}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
