import { shaderConstant } from "../../../shaderConstants.ts";

/** A fish's texels: its nodes from the origin of its body frame, that origin, then two a face. */
export const ORIGIN_TEXEL = shaderConstant("ORIGIN_TEXEL");
/** Beside nodes 1 to 12 stand the lengths of muscles, beside the next four the angles of fins, then looks. */
export const FIRST_FIN_TEXEL = shaderConstant("FIRST_FIN_TEXEL");
export const FIRST_FACE_TEXEL = shaderConstant("FIRST_FACE_TEXEL");
/** How many texels a fish with so many faces has; MOST_FACES keeps a row within 2048. */
export const poseTexels = (faces: number) => FIRST_FACE_TEXEL + 2 * faces;
