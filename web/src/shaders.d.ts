declare module "shaders/*.glsl" {
  const text: string;
  export default text;
}
