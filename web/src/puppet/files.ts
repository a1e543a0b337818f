/** Files in and out: TOML as it is; SVG, OBJ and GLB become parts of the skin. */
import type { PuppetDocument } from "../wire/puppetry.ts";

/** What the file picker offers. */
export const PUPPET_FILES = ".toml";
export const SKIN_FILES = ".svg,.obj,.glb";

const MOST_FILE_BYTES = 20_000_000;
/** A document's message, and so a file of one, may be so long. */
const MOST_TOML_BYTES = 1_900_000;

/** Why a file cannot be used, in a sentence. */
export class FileError extends Error {}

export interface Opened {
  /** A puppet's file. */
  text?: string;
  /** The document with what the file adds. */
  document?: PuppetDocument;
}

export async function openFile(file: File, document: PuppetDocument | null): Promise<Opened> {
  const kind = file.name.toLowerCase().split(".").pop() ?? "";
  if (file.size > (kind === "toml" ? MOST_TOML_BYTES : MOST_FILE_BYTES)) {
    throw new FileError(
      `${file.name} has ${megabytes(file.size)}; at most ` +
        `${megabytes(kind === "toml" ? MOST_TOML_BYTES : MOST_FILE_BYTES)} are read.`,
    );
  }
  if (kind === "toml") return { text: await file.text() };
  if (!document) throw new FileError("There is no puppet yet to put this on.");
  if (kind === "svg") {
    const { withSvg } = await import("./svg.ts");
    return { document: withSvg(document, await file.text(), file.name) };
  }
  if (kind === "obj" || kind === "glb") {
    const { withMesh } = await import("./meshes.ts");
    return { document: await withMesh(document, await file.arrayBuffer(), file.name) };
  }
  throw new FileError(`${file.name} is none of .toml, .svg, .obj and .glb.`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
