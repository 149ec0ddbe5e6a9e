"""The fried tilapia."""
import math

import bpy
import numpy as np

import shapes
import stage
from heap import Heap
from materials import Nodes, food
from pantry import bumpy, citrus
from shapes import disc, dome, pieces


def skin():
    """Fried scales, darker on the back, with three cuts to the flesh."""
    n = Nodes("fish")
    parts = n.add("SeparateXYZ", {0: n.add("TexCoord").outputs["Object"]})
    x, y = parts.outputs["X"], parts.outputs["Y"]
    back = n.between(n.math("ADD", y, n.math("MULTIPLY", n.math("SUBTRACT", n.noise(0.6), 0.5), 3.0)), -2.5, 3.6)
    colour = n.ramp(back, [(0, "#d39a4a"), (0.35, "#b56e28"), (0.7, "#854614"), (1, "#55290a")])
    colour = n.mix(n.between(n.noise(1.3), 0.52, 0.72), colour, "#7a4216")
    colour = n.mix(n.between(n.noise(2.1), 0.6, 0.74), colour, "#d99a48")
    scales = n.add("TexVoronoi", {"Vector": n.place((1, 1, 0.3)), "Scale": 2.3}, feature="F1").outputs["Distance"]
    colour = n.mix(n.math("MULTIPLY", n.between(scales, 0.4, 0.8), 0.3), colour, "#53280c")
    slant = n.math(
        "FRACT",
        n.math(
            "DIVIDE",
            n.math("ADD", n.math("ADD", n.math("ADD", x, n.math("MULTIPLY", y, 0.45)), n.math("MULTIPLY", n.noise(1.2), 0.7)), 31.2),
            3.0,
        ),
    )
    off = n.math("ABSOLUTE", n.math("SUBTRACT", slant, 0.5))
    within = n.math(
        "MULTIPLY",
        n.math("LESS_THAN", n.math("ABSOLUTE", n.math("SUBTRACT", x, -0.2)), 4.4),
        n.math("LESS_THAN", n.math("ABSOLUTE", y), 2.6),
    )
    flesh = n.math("MULTIPLY", n.math("LESS_THAN", off, 0.075), within)
    rim = n.math("MULTIPLY", n.between(off, 0.19, 0.12), within)
    colour = n.mix(n.math("MULTIPLY", rim, 0.9), colour, "#5a2b0c")
    colour = n.mix(n.math("MULTIPLY", flesh, n.between(n.noise(2.4), 0.3, 0.55)), colour, "#ecc98a")
    height = n.math("SUBTRACT", n.math("MULTIPLY", scales, -0.6), n.math("MULTIPLY", rim, 0.9))
    return n.finish(
        Base_Color=colour,
        Subsurface=0.1,
        Subsurface_Color=colour,
        Subsurface_Radius=(0.3, 0.2, 0.1),
        Roughness=0.3,
        Clearcoat=0.35,
        Normal=n.bump(n.math("ADD", height, n.math("MULTIPLY", n.noise(3), 0.5)), 0.7, 0.2),
    )


def fish(at, turn):
    """Lies on its side, its head towards -x."""
    brown = skin()
    line = shapes.curve([(-10, 0.25), (-9, 1.5), (-7, 2.8), (-4, 4.0), (-0.5, 4.2), (3, 3.2), (6, 1.9), (8, 1.25), (9, 1.2)], 8)
    points, around = [], 40
    for x, h in line:
        thick = 1.75 * math.sin(math.pi * min(1, (x + 10.4) / 21)) ** 0.6
        for a in np.arange(around) * 2 * math.pi / around:
            points.append((x, h * math.cos(a) - 0.25 + 0.02 * x, thick * abs(math.sin(a)) ** 0.8 * (1 if math.sin(a) > 0 else -1)))
    parts = [shapes.mesh("body", points, shapes.grid_faces(len(line), around), brown)]
    fin = food("fin", ["#94531c"], rough=0.4, glow=0.1, spots=[(1.5, 0.5, 0.7, "#5f300e")], bump=(5, 0.5, 0.1), coat=0.2)

    def fan(name, base, rays, steps=5):
        """A fin between the points of `base` and those of `rays`, ribbed."""
        rows = []
        for t in np.linspace(0, 1, steps):
            for i, (b, r) in enumerate(zip(base, rays)):
                p = np.array(b) * (1 - t) + np.array(r) * t
                rows.append((p[0], p[1], p[2] + 0.14 * (i % 2) * t + 0.1 * math.sin(i)))
        sheet = shapes.mesh(name, rows, shapes.grid_faces(steps, len(base), closed=False), fin)
        thick = sheet.modifiers.new("thick", "SOLIDIFY")
        thick.thickness = 0.14
        parts.append(sheet)

    ys = np.linspace(-1.1, 1.2, 15)
    fan("tail", [(8.6, y, 0) for y in ys], [(12.6 - 0.9 * math.cos(y * 1.35) + 0.2 * (i % 2), y * 3.1, 0.5) for i, y in enumerate(ys)])
    xs = np.linspace(-4.5, 6.6, 25)
    edge = np.interp(xs, line[:, 0], line[:, 1])
    fan(
        "back fin",
        [(x, e - 0.7, 0.2) for x, e in zip(xs, edge)],
        [(x + 1.0, e + 1.3 - 0.35 * (i % 2) + 0.5 * math.sin(i / 24 * 3.1), 0.3) for i, (x, e) in enumerate(zip(xs, edge))],
    )
    xs = np.linspace(2.6, 6.4, 11)
    edge = np.interp(xs, line[:, 0], line[:, 1])
    fan(
        "belly fin",
        [(x, -e + 0.1, 0.1) for x, e in zip(xs, edge)],
        [(x + 1.4, -e - 1.5 + 0.25 * (i % 2), 0.2) for i, (x, e) in enumerate(zip(xs, edge))],
    )
    fan(
        "side fin",
        [(-4.4, -0.9 + 0.1 * i, 1.7) for i in range(9)],
        [(-1.8 + 0.1 * i - 0.05 * i * i * 0.2, -2.0 + 0.26 * i, 2.3) for i in range(9)],
    )
    gill = food("gill", ["#6b3814"], rough=0.5, glow=0)
    parts.append(stage.tube("gill", [(-5.3, 2.2, 1.15), (-4.7, 0.8, 1.62), (-4.8, -0.9, 1.6), (-5.6, -2.3, 1.05)], 0.13, gill))
    parts.append(stage.tube("mouth", [(-9.95, 0.0, 0.3), (-9.4, -0.25, 0.7), (-8.9, -0.62, 0.92)], 0.09, gill))
    eye = food("eye", ["#f3ead2"], rough=0.15, glow=0.1, bump=None, coat=0.5)
    pupil = food("pupil", ["#17100c"], rough=0.1, glow=0, bump=None, coat=0.5)
    for name, size, lift, material in (("eye", 0.48, 1.2, eye), ("pupil", 0.27, 1.47, pupil)):
        ball = shapes.mesh(name, shapes.ball(10, 16)[0] * (size, size, size * 0.7), shapes.ball(10, 16)[1], material)
        ball.location = (-7.6, 0.75, lift)
        parts.append(ball)
    whole = bpy.data.objects.new("fish", None)
    bpy.context.collection.objects.link(whole)
    for part in parts:
        part.parent = whole
    whole.location, whole.rotation_euler = at, (0.22, 0.0, turn)


def tilapia():
    stage.table(turn=0.7)
    floor = stage.plate(stage.TEAL, 13.6)
    stage.camera(29.4, 50, (0, -0.2, 1.4), (0, -4, 2.4))
    fish((-0.5, -4.5, 2.7), 0.1)
    meal = food(
        "ugali",
        ["#f8efd8"],
        rough=0.6,
        glow=0.1,
        reach=0.2,
        spots=[(1.2, 0.5, 0.8, "#eddfbd"), (7, 0.6, 0.7, "#fffaf0")],
        bump=(2.6, 0.9, 0.25),
    )
    shapes.ground("ugali", bumpy(dome(5.4, 4.2, (-5.0, 5.4), 0.75, power=0.45), 0.16, 0.9), meal, 5.39, (-5.0, 5.4), steps=140, rough=0.02)
    heap = Heap(floor, 14)
    greens = food(
        "sukuma", ["#2a5f1e", "#3a7a2a", "#214f17", "#4e8c36", "#1a4412"], rough=0.32, glow=0.15, reach=0.1, bump=(4, 0.5, 0.1), coat=0.35
    )
    onion = food("onion", ["#f6ecd0", "#ecd9a8"], rough=0.3, glow=0.3, coat=0.3)
    tomato = food("tomato", ["#d6301c", "#e2452a"], rough=0.2, glow=0.3, coat=0.5)
    spot, target = disc(4.9, (5.4, 4.6), 0.85), dome(5.6, 4.0, (5.4, 4.6), 0.9, squash=0.9)
    for _ in range(6):
        pieces(
            "sukuma",
            shapes.blade(3.6, 0.85, 1.3, ends=0.35, thick=0.1),
            heap.fill(120, spot, target, 0.6, 0.34, tilt=0.7, flat=0.6, tries=3),
            greens,
            wobble=0.22,
        )
        pieces("onion", shapes.blade(2.6, 0.4, 1.2, thick=0.15), heap.fill(5, spot, target, 0.6, 0.25, tilt=0.5, flat=0.5), onion)
        pieces("tomato", shapes.chunk(0.5), heap.fill(3, spot, target, 0.42, 0.6, tilt=0.8), tomato, wobble=0.12)
    for x, y, z, turn in ((1.2, 8.2, 2.4, 0.2), (-0.3, 4.6, 2.4, -0.5)):
        wedge = citrus(2.3, "#8fb82e", "#d6e68a", 0.8, half=True)
        wedge.location, wedge.rotation_euler = (x, y, z), (0.85, 0, turn)


DISHES = {"tilapia": tilapia}
