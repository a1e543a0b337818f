/** Two pictures in one, for red and cyan glasses. */
import ANAGLYPH_FRAGMENT from "shaders/ocean/anaglyph.frag.glsl";
import FULLSCREEN_VERTEX from "shaders/ocean/fullscreen.vert.glsl";
import * as THREE from "three";
import { fullscreenTriangle } from "../fullscreen.ts";

export class Anaglyph {
  private readonly left = { value: new THREE.FramebufferTexture(1, 1) };
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.Camera();
  private readonly pass: THREE.Mesh;
  private readonly size = new THREE.Vector2();

  constructor() {
    this.pass = fullscreenTriangle(
      new THREE.RawShaderMaterial({
        glslVersion: THREE.GLSL3,
        vertexShader: FULLSCREEN_VERTEX,
        fragmentShader: ANAGLYPH_FRAGMENT,
        uniforms: { left: this.left },
        depthTest: false,
        depthWrite: false,
        // Red is the left eye's; of what the right one sees green and blue stay.
        transparent: true,
        blending: THREE.CustomBlending,
        blendSrc: THREE.OneFactor,
        blendDst: THREE.ConstantColorFactor,
        blendColor: new THREE.Color(0, 1, 1),
      }),
    );
    this.scene.add(this.pass);
  }

  /** Keeps what is on the canvas: what the left eye sees. */
  keepLeft(renderer: THREE.WebGLRenderer): void {
    renderer.getDrawingBufferSize(this.size);
    const { width, height } = this.left.value.image;
    if (width !== this.size.x || height !== this.size.y) {
      this.left.value.dispose();
      this.left.value = new THREE.FramebufferTexture(this.size.x, this.size.y);
    }
    renderer.copyFramebufferToTexture(this.left.value);
  }

  /** Puts it over what the right eye sees, which is on the canvas now. */
  mix(renderer: THREE.WebGLRenderer): void {
    renderer.render(this.scene, this.camera);
  }

  dispose(): void {
    this.left.value.dispose();
    this.pass.geometry.dispose();
    (this.pass.material as THREE.Material).dispose();
  }
}
