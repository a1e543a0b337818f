/** Whether WebGL is computed by the processor, where multisampling costs more than it is worth. */
export function isSoftwareRendered(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  const names = gl?.getExtension("WEBGL_debug_renderer_info");
  const renderer = names ? String(gl?.getParameter(names.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software/i.test(renderer);
}
