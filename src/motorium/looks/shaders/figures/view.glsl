/** The camera's uniforms in vertex shaders. */
precision highp float;
precision highp int;
uniform mat4 projectionMatrix, viewMatrix;
