/** The page of a recording that is one file. */
import { defineConfig } from "vite";
import { shaders } from "./glsl.ts";
import { inlined } from "./inlined.ts";

export default defineConfig({
  base: "./",
  plugins: [shaders(), inlined()],
  build: {
    target: "es2023",
    outDir: "../src/motorium/export/page",
    emptyOutDir: true,
    chunkSizeWarningLimit: 2000,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    modulePreload: false,
    rolldownOptions: { input: "recording.html" },
  },
  worker: { format: "es", plugins: () => [shaders()] },
});
