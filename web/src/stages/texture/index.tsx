/** The stage for fishes of one's own, as the shell knows it. */
import { render } from "preact";
import { watchDrops } from "../../shell/drops.ts";
import type { MountedStage, Stage, Surroundings } from "../../shell/registry.ts";
import { useStore } from "../../shell/store.ts";
import { WaitOverlay } from "../../shell/WaitOverlay.tsx";
import { pressTextureKey } from "../../texture/keys.ts";
import { TextureHelp } from "../../texture/TextureHelp.tsx";
import { Workbench } from "../../texture/Workbench.tsx";

export const textureStage: Stage = {
  id: "texture",
  label: "Your fish",
  connect: ({ maker }) => maker.connect(window.location),
  title: () => "Your fish",
  pressKey: (event, { around }) => pressTextureKey(event, around.maker),
  overlay: TextureOverlay,
  help: TextureHelp,
  needsControls: true,
  mount: (host, { maker }): MountedStage => {
    const room = document.createElement("div");
    room.className = "texture-room";
    host.append(room);
    render(<Workbench maker={maker} />, room);
    const endDrops = watchDrops(host, maker);
    return {
      resetView: () => {},
      holdKey: () => false,
      releaseKeys: () => {},
      unmount: () => {
        endDrops();
        render(null, room);
        room.remove();
      },
    };
  },
};

function TextureOverlay({ around: { maker } }: { around: Surroundings }) {
  const { connection, templates } = useStore(maker.state);
  const waits = templates.length === 0;
  return <WaitOverlay {...{ connection, waits }} progress={null} greeting="Clearing the desk …" />;
}
