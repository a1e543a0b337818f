/** Of a telephone [pixels]: there controls are at the foot. */
const NARROW = 720;

/** What the controls cover of a stage, at its right or at its foot [pixels]. */
export function covered(host: HTMLElement): readonly [number, number] {
  const panels = document.getElementById("panels");
  if (!panels || panels.hidden) return [0, 0];
  const { width, height } = panels.getBoundingClientRect();
  return host.clientWidth > NARROW ? [width, 0] : [0, height];
}
