import type { Surroundings } from "../shell/registry.ts";
import { addressOf, type Side } from "./channel.ts";

/** Makes this window the middle of a panorama, and opens those beside it. */
export function PanoramaControl({ around: { panorama } }: { around: Surroundings }) {
  const { channel } = panorama;
  if (!panorama.isOffered) return null;
  if (!channel) {
    return (
      <a
        class="button link"
        data-testid="panorama"
        href={addressOf("centre", window.location.href)}
        title="Three windows or machines as one picture: this one becomes the middle"
      >
        Panorama
      </a>
    );
  }
  const beside = (side: Side, text: string) => (
    <a
      class="button link"
      data-testid={`panorama-${side}`}
      href={addressOf(side, window.location.href)}
      target={`motorium-${side}`}
      rel="noopener"
      title="Opens in a window of its own; put it where it belongs"
    >
      {text}
    </a>
  );
  return (
    <>
      <p class="note" data-testid="panorama-note">
        This is the middle of a panorama: the windows beside it show what it shows, turned by{" "}
        {Math.round((channel.angle * 180) / Math.PI)}°.
      </p>
      <div class="buttons">
        {beside("left", "Left window")}
        {beside("right", "Right window")}
      </div>
    </>
  );
}
