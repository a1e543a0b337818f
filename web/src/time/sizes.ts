/** How large files are, for people. */

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Three digits at most, in thousands. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  const digits = unit > 0 && size < 9.95 ? 1 : 0;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
}
