"""What all pictures share: the table by the window, the camera, the crockery."""
import math

import bpy
import numpy as np
from mathutils import Vector

import materials
import shapes

OAT, TEAL, RUST = ("#efe6d6", "#8a5a36"), ("#2f6f73", "#6b3f22"), ("#b5532f", "#4b2415")


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def lamp(name, at, size, power, colour, to=(0, 0, 2)):
    light = bpy.data.lights.new(name, "AREA")
    light.shape, light.size, light.size_y = "RECTANGLE", *size
    light.energy, light.color = power, colour
    thing = bpy.data.objects.new(name, light)
    bpy.context.collection.objects.link(thing)
    thing.location = at
    thing.rotation_euler = (Vector(to) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    return thing


def camera(width=30.0, height=48.0, middle=(0, 0, 1.5), focus=None, blur=0.9, side=0.0):
    """Looks at `middle` from `height` degrees above the table; `width` cm of it fill the picture; `blur` is the radius of the lens."""
    view = bpy.data.cameras.new("camera")
    view.lens, view.sensor_width = 85, 36
    far = width / 2 / (18 / 85)
    up, turn = math.radians(height), math.radians(side)
    thing = bpy.data.objects.new("camera", view)
    bpy.context.collection.objects.link(thing)
    thing.location = Vector(middle) + far * Vector((math.sin(turn) * math.cos(up), -math.cos(turn) * math.cos(up), math.sin(up)))
    thing.rotation_euler = (Vector(middle) - thing.location).to_track_quat("-Z", "Y").to_euler()
    view.clip_end = 1000
    view.dof.use_dof = blur > 0
    view.dof.aperture_fstop = 0.085 / (2 * max(blur, 1e-3))
    sharp = Vector(focus or middle)
    direction = thing.rotation_euler.to_matrix() @ Vector((0, 0, -1))
    view.dof.focus_distance = (sharp - thing.location).dot(direction)
    bpy.context.scene.camera = thing


def table(cloth=True, turn=0.35, shift=(0, 0)):
    """Oak planks, a window at the back on the left, a pale wall far behind; a folded cloth under the dish."""
    size = 160
    shapes.mesh(
        "table", [(-size, -size, 0), (size, -size, 0), (size, 70, 0), (-size, 70, 0)], [(0, 1, 2, 3)], materials.wood("oak")
    ).rotation_euler = (0, 0, 0.12)
    shapes.mesh(
        "wall",
        [(-400, 170, -60), (400, 170, -60), (400, 170, 200), (-400, 170, 200)],
        [(0, 1, 2, 3)],
        materials.plain("wall", "#ecd3ab", 0.9),
    )
    lamp("window", (-85, 75, 95), (80, 85), 340000, (1, 0.95, 0.87))
    lamp("room", (90, -70, 80), (120, 120), 34000, (1, 0.93, 0.84))
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (1.0, 0.93, 0.84, 1)
    world.node_tree.nodes["Background"].inputs[1].default_value = 0.3
    if cloth:
        napkin(turn, shift)


def napkin(turn, shift):
    steps, half = 90, 15.0
    points = []
    for i in range(steps):
        for j in range(steps):
            x, y = (2 * i / (steps - 1) - 1) * half, (2 * j / (steps - 1) - 1) * half * 1.05
            z = 0.22 + 0.1 * math.sin(x * 0.5 + 0.3 * y) * math.cos(y * 0.33) + 0.06 * math.sin(x * 1.7 - y * 0.6)
            edge = 0.18 * math.sin(y * 0.7) * (abs(x) / half) ** 6, 0.18 * math.sin(x * 0.6 + 1) * (abs(y) / half) ** 6
            points.append((x + edge[0], y + edge[1], z))
    cloth = shapes.mesh("napkin", points, shapes.grid_faces(steps, steps, closed=False), materials.linen("linen"))
    thick = cloth.modifiers.new("thick", "SOLIDIFY")
    thick.thickness = 0.15
    cloth.rotation_euler, cloth.location = (0, 0, turn), (shift[0], shift[1], 0)


def plate(look=OAT, radius=12.0, lift=0.3, squash=1.0):
    """A coupe plate; returns the height of its floor at a distance from the middle."""
    glaze = materials.ceramic("plate", look[0], look[1], rim=2.15)
    r = radius
    shapes.turned(
        "plate",
        [
            (0, 0.55),
            (r * 0.35, 0.55),
            (r * 0.7, 0.62),
            (r * 0.86, 1.15),
            (r * 0.97, 2.15),
            (r, 2.3),
            (r * 1.005, 2.18),
            (r * 0.9, 1.0),
            (r * 0.72, 0.25),
            (r * 0.6, 0),
            (0, 0),
        ],
        glaze,
        wobble=0.004,
        at=(0, 0, lift),
        squash=squash,
    )
    return lambda x, y=0.0: lift + 0.58 + 1.6 * max(0.0, (math.hypot(x, y / squash) / r - 0.7) / 0.3) ** 2


def bowl(look=TEAL, radius=8.0, deep=6.0, lift=0.3):
    """A round bowl; returns the radius inside at a height above the table."""
    glaze = materials.ceramic("bowl", look[0], look[1], rim=deep - 0.25)
    r, d = radius, deep
    shapes.turned(
        "bowl",
        [
            (0, 0.7),
            (r * 0.4, 0.75),
            (r * 0.72, d * 0.36),
            (r * 0.9, d * 0.72),
            (r * 0.965, d * 0.97),
            (r * 0.985, d),
            (r, d * 0.97),
            (r * 0.94, d * 0.68),
            (r * 0.76, d * 0.27),
            (r * 0.5, 0.3),
            (r * 0.48, 0),
            (0, 0),
        ],
        glaze,
        wobble=0.004,
        at=(0, 0, lift),
    )
    return lambda z: r * min(0.965, 0.4 + 0.565 * max(0.0, (z - lift - 0.7) / (d - 0.7)) ** 0.55)


def cup(look=OAT, radius=4.4, deep=6.8, saucer=True, lift=0.3, at=(0, 0), turn=-0.5):
    """A cup with a handle on its saucer; returns the height of its foot."""
    r, d = radius, deep
    glaze = materials.ceramic("cup", look[0], look[1], rim=d - 0.2, thick=0.4)
    foot = lift
    if saucer:
        dish = materials.ceramic("saucer", look[0], look[1], rim=1.3, thick=0.4)
        s = r * 1.62
        shapes.turned(
            "saucer",
            [
                (0, 0.5),
                (s * 0.4, 0.5),
                (s * 0.5, 0.62),
                (s * 0.8, 0.9),
                (s * 0.98, 1.5),
                (s, 1.55),
                (s, 1.4),
                (s * 0.8, 0.6),
                (s * 0.5, 0),
                (0, 0),
            ],
            dish,
            at=(*at, lift),
        )
        foot += 0.55
    shapes.turned(
        "cup",
        [
            (0, 0.5),
            (r * 0.55, 0.55),
            (r * 0.8, d * 0.28),
            (r * 0.9, d * 0.62),
            (r * 0.955, d * 0.97),
            (r * 0.98, d),
            (r, d * 0.97),
            (r * 0.96, d * 0.62),
            (r * 0.86, d * 0.25),
            (r * 0.62, 0.2),
            (r * 0.58, 0),
            (0, 0),
        ],
        glaze,
        at=(*at, foot),
    )
    path = [(r * 0.93, d * 0.8), (r * 1.3, d * 0.86), (r * 1.55, d * 0.62), (r * 1.4, d * 0.34), (r * 0.88, d * 0.24)]
    handle = tube("handle", [(x, 0, z) for x, z in path], 0.42, glaze)
    handle.location, handle.rotation_euler = (*at, foot), (0, 0, turn)
    return foot


def tube(name, path, radius, material, around=14, taper=None):
    """A rod along a curve; `taper(t)` scales its radius from 0 to 1."""
    line = shapes.curve(path, 8)
    points = []
    for i, p in enumerate(line):
        ahead = line[min(i + 1, len(line) - 1)] - line[max(i - 1, 0)]
        ahead /= np.linalg.norm(ahead)
        side = np.cross(ahead, (0, 0, 1) if abs(ahead[2]) < 0.9 else (0, 1, 0))
        side /= np.linalg.norm(side)
        up = np.cross(side, ahead)
        size = radius * (taper(i / (len(line) - 1)) if taper else 1)
        points += [p + size * (math.cos(a) * side + math.sin(a) * up) for a in np.arange(around) * 2 * math.pi / around]
    last = (len(line) - 1) * around
    faces = shapes.grid_faces(len(line), around) + [tuple(range(around))[::-1], tuple(last + k for k in range(around))]
    return shapes.mesh(name, points, faces, material)
