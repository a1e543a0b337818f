import { useStore } from "../shell/store.ts";
import type { Panorama } from "./panorama.ts";

/** On a window that only follows, while there is nobody whom it could follow. */
export function ChannelSign({ panorama }: { panorama: Panorama }) {
  const { any } = useStore(panorama.heard);
  if (any) return null;
  return (
    <div class="banner glass" role="status" data-testid="channel-waits">
      Nobody leads this panorama yet: open the same address with channel=centre.
    </div>
  );
}
