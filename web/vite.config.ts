import { defineConfig } from "vite";
import { shaders } from "./glsl.ts";

const STUDIO = "127.0.0.1:8460";

export default defineConfig({
  base: "./",
  plugins: [shaders()],
  build: {
    target: "es2023",
    outDir: "../src/motorium/studio/page",
    emptyOutDir: true,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { input: ["index.html", "audience.html"] },
  },
  worker: { format: "es", plugins: () => [shaders()] },
  server: {
    proxy: {
      "/socket": { target: `ws://${STUDIO}`, ws: true },
      "/puppet": { target: `ws://${STUDIO}`, ws: true },
      "/figures": { target: `http://${STUDIO}`, ws: true },
      "/performance": { target: `ws://${STUDIO}`, ws: true },
      // Not the page that is called so.
      "^/audience(\\?|$)": { target: `ws://${STUDIO}`, ws: true },
      "/stages": { target: `http://${STUDIO}` },
    },
  },
});
