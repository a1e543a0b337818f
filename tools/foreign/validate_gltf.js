// Prints what Khronos' validator says of a file, as JSON: node validate_gltf.js FILE.glb
import { readFileSync } from "node:fs";
import validator from "gltf-validator";

const report = await validator.validateBytes(new Uint8Array(readFileSync(process.argv[2])), {
  maxIssues: 0,
});
console.log(JSON.stringify(report));
