/** The puppet stage, as the shell knows it. */

import { pressPuppetKey } from "../../puppet/keys.ts";
import { PuppetHelp } from "../../puppet/PuppetHelp.tsx";
import { PuppetOverlay } from "../../puppet/PuppetOverlay.tsx";
import type { Stage } from "../../shell/registry.ts";
import { PuppetStage } from "./stage.ts";

export const puppetStage: Stage = {
  id: "puppet",
  label: "Puppet",
  connect: ({ theatre }) => theatre.connect(window.location),
  title: ({ theatre }) => theatre.state.value.puppet?.document.puppet.title ?? null,
  pressKey: (event, { around, stage }) =>
    pressPuppetKey(
      event,
      around.theatre,
      stage.current instanceof PuppetStage ? stage.current : null,
    ),
  overlay: PuppetOverlay,
  help: PuppetHelp,
  mount: (host, around) => new PuppetStage(host, around),
};
