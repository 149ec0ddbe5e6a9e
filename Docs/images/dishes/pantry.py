"""What several dishes have in common: rice, herbs, sauces, lemon, cut vegetables."""
import math

import bpy
import numpy as np

import shapes
from materials import Nodes, food
from shapes import disc, pieces


def bumpy(height, amount=0.3, wave=1.1):
    """Those heights with a hand's unevenness."""
    a, b = shapes.random.uniform(0, 6.28, 2)
    return lambda x, y: height(x, y) + amount * (math.sin(x * wave + a) * math.cos(y * wave * 0.9 + b) + 0.5 * math.sin(x * wave * 2.1 + b))


def lumpy(thing, size, depth):
    """Dents and bulges of about `size` cm, up to `depth` deep."""
    texture = bpy.data.textures.new("lumps", "CLOUDS")
    texture.noise_scale, texture.noise_depth = size, 2
    modifier = thing.modifiers.new("lumps", "DISPLACE")
    modifier.texture, modifier.strength, modifier.texture_coords = texture, depth, "GLOBAL"
    return thing


def rice(colours, height, radius, count, at=(0, 0), squash=1.0, size=0.43, core=None):
    """A mound of loose grains on `height`; `radius` is of the mound's foot."""
    shapes.ground(
        "rice body",
        lambda x, y: height(x, y) - 0.1,
        food("rice body", [core or colours[0]], bump=None, glow=0),
        radius * 0.99,
        at,
        squash=squash,
    )
    places, spot = [], disc(radius * 1.02, at, squash)
    for _ in range(count):
        x, y = spot()
        e = 0.25
        normal = np.array([height(x - e, y) - height(x + e, y), height(x, y - e) - height(x, y + e), 2 * e])
        normal[:2] *= min(1, 2.5 / max(1e-6, np.linalg.norm(normal[:2]) / (2 * e)))
        lift = shapes.random.uniform(-0.12, 0.16)
        places.append(
            (
                np.array([x, y, height(x, y) + lift]),
                shapes.upright(normal, shapes.random.uniform(0, 6.28), 0.3),
                size * shapes.random.uniform(0.85, 1.12),
            )
        )
    return pieces("rice", shapes.grain(), places, food("rice", colours, rough=0.42, glow=0, bump=None))


def herbs(heap, count, where, size=0.95, colours=("#4a8a28", "#63a336", "#37701f"), lobes=3):
    """Leaves strewn over what is there."""
    green = food("herbs", list(colours), rough=0.5, glow=0.15, reach=0.1, bump=(9, 0.4, 0.04))
    places = heap.fill(count, where, lambda x, y: 99, size, 0.2, tilt=0.4, sink=-0.2, tries=1)
    return pieces("herbs", shapes.leaf(lobes), places, green, wobble=0.03)


def sprig(at, size=1.5, turn=0.0, lobes=2, colours=("#4b8f2c", "#66a83c", "#3a7a22")):
    """Five leaves around a point."""
    green = food("sprig", list(colours), rough=0.45, glow=0.15, reach=0.1, bump=(5, 0.5, 0.06))
    places = []
    for i, (way, rise, long) in enumerate([(0, 0.35, 1), (1.5, 0.4, 0.85), (-1.4, 0.3, 0.9), (2.7, 0.6, 0.7), (-2.6, 0.5, 0.75)]):
        spin = shapes.turn((0, 0, 1), way + turn) @ shapes.turn((0, 1, 0), -rise)
        places.append((np.array(at, float) + (0, 0, 0.04 * i), spin, size * long))
    return pieces("sprig", shapes.leaf(lobes, curl=0.35), places, green, wobble=0.03)


def sauce(name, colour, oil, deep, rough=0.16):
    """A wet surface with drops of oil."""
    return food(
        name,
        [colour],
        rough=rough,
        glow=0.3,
        reach=0.4,
        spots=[(1.2, 0.45, 0.75, deep), (7, 0.62, 0.66, oil)],
        bump=(1.3, 0.45, 0.2),
        coat=0.6,
    )


def citrus(radius, peel, flesh, thick=0.5, half=False):
    """A slice of lemon or lime as an object at the origin, its face up; `half` cuts it through the middle."""
    n = Nodes("citrus")
    parts = n.add("SeparateXYZ", {0: n.add("TexCoord").outputs["Object"]})
    far = n.math(
        "DIVIDE", n.math("SQRT", n.math("ADD", n.math("POWER", parts.outputs["X"], 2.0), n.math("POWER", parts.outputs["Y"], 2.0))), radius
    )
    angle = n.math("ARCTAN2", parts.outputs["Y"], parts.outputs["X"])
    wall = n.math("ABSOLUTE", n.math("SUBTRACT", n.math("FRACT", n.math("ADD", n.math("MULTIPLY", angle, 9 / (2 * math.pi)), 20.0)), 0.5))
    pith = n.between(wall, 0.44, 0.47)
    grainy = n.mix(n.between(n.noise(3.5, stretch=(1, 1, 0.2)), 0.35, 0.7), flesh, n.mix(0.5, flesh, "#ffffff"))
    colour = n.mix(n.math("MULTIPLY", pith, 0.75), grainy, "#fbf6dc")
    colour = n.mix(n.between(far, 0.8, 0.84), colour, "#fbf6dc")
    colour = n.mix(n.between(far, 0.91, 0.94), colour, peel)
    material = n.finish(
        Base_Color=colour,
        Subsurface=0.3,
        Subsurface_Color=colour,
        Subsurface_Radius=(0.3, 0.3, 0.1),
        Roughness=0.22,
        Clearcoat=0.3,
        Normal=n.bump(n.noise(4), 0.25, 0.05),
    )
    turns, points = 64, []
    reach = math.pi if half else 2 * math.pi
    rings = [(0, 0), (0.5, 0), (0.9, 0), (0.985, 0.06), (1, 0.2), (1, 0.8), (0.985, 0.94), (0.9, 1), (0.5, 1), (0, 1)]
    for r, z in rings:
        for j in range(turns):
            a = reach * j / (turns - 1 if half else turns)
            points.append((r * radius * math.cos(a), r * radius * math.sin(a), (z - 1) * thick))
    faces = shapes.grid_faces(len(rings), turns, closed=not half)
    if half:
        faces.append(tuple(i * turns for i in range(len(rings)))[::-1])
        faces.append(tuple(i * turns + turns - 1 for i in range(len(rings))))
    return shapes.mesh("citrus", points, faces, material)


def tomato_salad(heap, count, where, target):
    """Kachumbari: tomato, onion and coriander, cut small."""
    tomato = food(
        "tomato",
        ["#d6301c", "#e2452a", "#c4241a", "#ea5a36"],
        rough=0.22,
        glow=0.35,
        reach=0.3,
        spots=[(3, 0.62, 0.75, "#f08a5a")],
        bump=(5, 0.2, 0.04),
        coat=0.5,
    )
    onion = food("onion", ["#f3e3ea", "#d9a9c6", "#b8709c", "#f6ecef"], rough=0.3, glow=0.3, reach=0.3, bump=(6, 0.1, 0.03), coat=0.3)
    for _ in range(4):
        pieces("tomato", shapes.chunk(0.5), heap.fill(count // 4, where, target, 0.62, 1.0, tilt=0.9), tomato, wobble=0.1)
        pieces("onion", shapes.blade(1.0, 0.2, 0.8), heap.fill(count // 5, where, target, 1.5, 0.3, tilt=0.5, flat=0.4), onion)
        herbs(heap, count // 10, where, 0.7)
