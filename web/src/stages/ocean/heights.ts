import { shaderConstant } from "../../shaderConstants.ts";

/** Heights in open water, in page coordinates [m]. */
export const SURFACE_HEIGHT = 4;
export const SEABED_HEIGHT = shaderConstant("SEABED_HEIGHT");
