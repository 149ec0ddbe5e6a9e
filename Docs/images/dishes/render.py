"""Renders the dishes of the demo menu; README.md tells how."""
import argparse
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import bpy  # noqa: E402
import numpy as np  # noqa: E402

import breakfast  # noqa: E402
import cups  # noqa: E402
import denoise  # noqa: E402
import glasses  # noqa: E402
import mains  # noqa: E402
import plates  # noqa: E402
import samosas  # noqa: E402
import shapes  # noqa: E402
import snacks  # noqa: E402
import stage  # noqa: E402

DISHES = {**breakfast.DISHES, **mains.DISHES, **plates.DISHES, **samosas.DISHES, **snacks.DISHES, **cups.DISHES, **glasses.DISHES}
PICTURES = HERE.parents[2] / "Sources/Apps/CafeteriaApp/Resources/demo/pictures"
SIDE, LARGEST = 960, 90_000


def settings(size, samples):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.resolution_x = scene.render.resolution_y = size
    scene.render.threads_mode, scene.render.threads = "FIXED", 2
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.use_denoising = "CPU", samples, False
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.02
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 12, 2, 3, 12
    cycles.transparent_max_bounces = 12
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.blur_glossy = 3, 1
    scene.view_settings.view_transform, scene.view_settings.look = "Filmic", "High Contrast"
    scene.view_settings.exposure = 0.75
    scene.render.image_settings.file_format, scene.render.image_settings.color_mode = "JPEG", "RGB"
    scene.view_layers[0].use_pass_diffuse_color = scene.view_layers[0].use_pass_normal = True


def passes(folder):
    """Has the compositor write what the denoiser needs, each to a file of its own."""
    scene = bpy.context.scene
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers, files = tree.nodes.new("CompositorNodeRLayers"), tree.nodes.new("CompositorNodeOutputFile")
    files.base_path, files.format.file_format, files.format.color_depth = str(folder), "OPEN_EXR", "32"
    files.file_slots.clear()
    for slot, output in (("image", "Image"), ("albedo", "DiffCol"), ("normal", "Normal")):
        files.file_slots.new(slot)
        tree.links.new(layers.outputs[output], files.inputs[slot])


def half(folder, seed):
    """Renders once; the three passes as arrays, the top row first."""
    scene = bpy.context.scene
    scene.cycles.seed = seed
    bpy.ops.render.render()
    arrays = []
    for slot in ("image", "albedo", "normal"):
        image = bpy.data.images.load(str(folder / f"{slot}{scene.frame_current:04}.exr"))
        image.colorspace_settings.name = "Raw"
        pixels = np.empty(len(image.pixels), np.float32)
        image.pixels.foreach_get(pixels)
        arrays.append(pixels.reshape(image.size[1], image.size[0], 4)[..., :3])
        bpy.data.images.remove(image)
    return arrays


def picture(name, size, samples, folder):
    started = time.time()
    stage.clear()
    shapes.random = np.random.default_rng(sum(map(ord, name)))
    DISHES[name]()
    settings(size, max(1, samples // 2))
    with tempfile.TemporaryDirectory() as place:
        passes(pathlib.Path(place))
        one, other = half(pathlib.Path(place), 1), half(pathlib.Path(place), 2)
    rendered = time.time()
    clean = denoise.smooth(one, other)
    result = bpy.data.images.new(name, size, size, float_buffer=True)
    result.pixels.foreach_set(np.dstack([clean, np.ones((size, size, 1), np.float32)]).astype(np.float32).ravel())
    result.scale(SIDE, SIDE)
    path = folder / f"{name}.jpg"
    for quality in range(92, 40, -4):
        bpy.context.scene.render.image_settings.quality = quality
        result.save_render(str(path))
        if path.stat().st_size <= LARGEST:
            break
    print(
        f"{name}: {rendered - started:.0f} s + {time.time() - rendered:.0f} s, quality {quality}, {path.stat().st_size} bytes", flush=True
    )


def main():
    words = argparse.ArgumentParser()
    words.add_argument("dishes", nargs="*")
    words.add_argument("--size", type=int, default=960)
    words.add_argument("--samples", type=int, default=64)
    words.add_argument("--to", type=pathlib.Path, default=PICTURES)
    asked = words.parse_args(sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else [])
    asked.to.mkdir(parents=True, exist_ok=True)
    for name in asked.dishes or DISHES:
        picture(name, asked.size, asked.samples, asked.to)


main()
