import { liveryOf } from "./livery.ts";

/** Number and colour of a submarine. */
export function BoatBadge({ number }: { number: number }) {
  const { name, paint, ink } = liveryOf(number);
  return (
    <span
      class="boat-badge"
      role="img"
      aria-label={`submarine ${number}, ${name}`}
      title={`Submarine ${number}, ${name}`}
      style={{ background: paint, color: ink }}
    >
      {number}
    </span>
  );
}
