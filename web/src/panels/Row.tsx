import type { ComponentChildren } from "preact";

/** A line of a read-out. */
export function Row(props: { label: string; help: string; children: ComponentChildren }) {
  return (
    <div title={props.help}>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
