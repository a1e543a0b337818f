"""Pictures without a page: the sea drawn off-screen, by the shaders that the page draws it with.

    renderer = Renderer()
    pixels = renderer.picture(moment, camera, (1280, 720))        # (720, 1280, 3), uint8
    codes, ranges = renderer.sight(moment, camera, (256, 256))    # what each pixel shows, how far

A `Moment` is all that there is to be drawn, as plain arrays; a `Camera` (contracts.viewing) says
from where. The same moment and camera give the same bytes, whatever was drawn before. One renderer
draws any number of pictures, of any size and world; it belongs to the thread that made it.

What is drawn is the business of drawers (`scene.Drawer`). They are asked in the order of the list
in `scene.drawers`, pass by pass (`passes.Pass`):

    prepare(moment, view)   before a picture: upload what has changed, draw what others look up
    draw(view, pass_)       in each pass; most belong to one or two and do nothing in the others

A drawer makes its programs and buffers with an `Easel`, which holds the graphics context and the
uniforms that all shaders share (`Easel.shared`: light, camera, time, noise), by the names that the
shaders have for them. Places inside are the page's: x, y up, z towards who looks north; `pages.py`
turns the world's into them. Colours are those of the page to within a rounding, see
docs/concepts/retina.md.
"""
