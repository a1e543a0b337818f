const SHAPES = {
  play: "M5 3.2v9.6l8-4.8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  stepOn: "M3 3.2v9.6l6.6-4.8zM10.5 3H13v10h-2.5z",
  stepBack: "M13 3.2v9.6L6.4 8zM3 3h2.5v10H3z",
  again: "M8 2.5a5.5 5.5 0 1 1-5.2 3.7l1.6.6A3.8 3.8 0 1 0 8 4.2v2.1L4.6 3.4 8 .6z",
} as const;

/** A sign on a button, in the colour of its text. */
export function Icon({ name }: { name: keyof typeof SHAPES }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={SHAPES[name]} fill="currentColor" />
    </svg>
  );
}
