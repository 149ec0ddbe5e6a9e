"""Banana bread and fruit."""
import math

import numpy as np

import materials
import shapes
import stage
from heap import Heap
from materials import Nodes, food
from pantry import lumpy, sprig
from shapes import chunk, disc, pieces


def slice_of_bread(crumb, crust, thick):
    """Stands in the plane of x and z, its face to -y; a loaf's outline with a split top."""
    turns, outline = 110, []
    for j in range(turns):
        a = 2 * math.pi * j / turns
        c, s = math.cos(a), math.sin(a)
        x, z = 5.0 * math.copysign(abs(c) ** 0.42, c), 4.3 * math.copysign(abs(s) ** (0.42 if s < 0 else 0.8), s)
        x *= 1 + 0.07 * (z / 4.3)
        z += 0.35 * math.exp(-(((x - 1.2) / 0.5) ** 2)) * -1 * (s > 0) + (0.25 * math.sin(x * 1.3) if s > 0 else 0)
        outline.append((x, z))
    outline = np.array(outline)
    rings = (
        [(-1, t) for t in (0.02, 0.25, 0.5, 0.7, 0.82, 0.9, 0.945, 0.965)]
        + [(-0.97, 0.985), (-0.9, 1.0), (0.9, 1.0), (0.97, 0.985)]
        + [(1, t) for t in (0.95, 0.5, 0.02)]
    )
    points = [(x * t, side * thick / 2, z * t) for side, t in rings for x, z in outline]
    thing = shapes.mesh("bread", points, shapes.grid_faces(len(rings), turns), crumb)
    thing.data.materials.append(crust)
    for face in thing.data.polygons:
        ring = face.index // turns
        face.material_index = 1 if 6 <= ring <= 11 else 0
    return thing


def banana_bread():
    stage.table(turn=0.6)
    floor = stage.plate(stage.TEAL, 10.2)
    stage.camera(22.5, 42, (0, 0, 3.2), (0, -3.5, 2.8))
    n = Nodes("crumb")
    holes = n.add("TexVoronoi", {"Vector": n.place(), "Scale": 2.3}, feature="F1").outputs["Distance"]
    small = n.add("TexVoronoi", {"Vector": n.place(), "Scale": 5.0}, feature="F1").outputs["Distance"]
    colour = n.ramp(n.noise(0.7, detail=5), [(0.35, "#cf9850"), (0.65, "#e8bd78")])
    pore = n.math(
        "MAXIMUM",
        n.between(n.math("ADD", holes, n.math("MULTIPLY", n.noise(1.5), 0.6)), 0.56, 0.4),
        n.math("MULTIPLY", n.between(small, 0.3, 0.12), 0.8),
    )
    colour = n.mix(n.math("MULTIPLY", pore, 0.62), colour, "#8f5c28")
    colour = n.mix(n.between(n.noise(3.0, detail=2), 0.65, 0.7), colour, "#4d2a14")
    depth = n.math("ADD", n.math("MULTIPLY", pore, -1), n.math("MULTIPLY", n.noise(6), 0.5))
    crumb = n.finish(
        Base_Color=colour,
        Subsurface=0.25,
        Subsurface_Color=colour,
        Subsurface_Radius=(0.4, 0.25, 0.1),
        Roughness=0.75,
        Normal=n.bump(depth, 1.0, 0.4),
    )
    crust = food(
        "crust",
        ["#7c4318"],
        rough=0.5,
        glow=0.1,
        spots=[(0.6, 0.4, 0.7, "#5a2c0e"), (1.6, 0.56, 0.7, "#a4642a")],
        bump=(2.2, 0.8, 0.2),
        coat=0.1,
    )
    front = slice_of_bread(crumb, crust, 2.5)
    lumpy(front, 1.5, 0.2)
    front.location, front.rotation_euler = (-0.6, -2.6, 2.55), (-1.15, 0.0, 0.12)
    loaf = slice_of_bread(crumb, crust, 6.5)
    lumpy(loaf, 1.5, 0.25)
    loaf.location, loaf.rotation_euler = (0.5, 4.6, 5.1), (0, 0, 0.22)
    n = Nodes("banana")
    parts = n.add("SeparateXYZ", {0: n.add("TexCoord").outputs["Object"]})
    far = n.math("SQRT", n.math("ADD", n.math("POWER", parts.outputs["X"], 2.0), n.math("POWER", parts.outputs["Y"], 2.0)))
    colour = n.ramp(
        n.between(n.math("ADD", far, n.math("MULTIPLY", n.noise(2.5), 0.3)), 0, 1.7),
        [(0.1, "#e8d08a"), (0.3, "#f7e8b4"), (0.42, "#efd990"), (0.9, "#fdf2c8")],
    )
    angle = n.math("ARCTAN2", parts.outputs["Y"], parts.outputs["X"])
    star = n.math("ABSOLUTE", n.math("SINE", n.math("MULTIPLY", angle, 4.5)))
    seed = n.math(
        "MULTIPLY", n.math("GREATER_THAN", star, 0.88), n.math("MULTIPLY", n.math("GREATER_THAN", far, 0.3), n.math("LESS_THAN", far, 0.52))
    )
    colour = n.mix(n.math("MULTIPLY", seed, 0.8), colour, "#7d5a2c")
    fruit = n.finish(
        Base_Color=colour, Subsurface=0.4, Subsurface_Color=colour, Subsurface_Radius=(0.4, 0.35, 0.15), Roughness=0.3, Clearcoat=0.2
    )
    for x, y, z, lean in ((5.6, -3.8, 1.0, 0.0), (4.4, -6.0, 1.05, 0.1), (6.6, -1.9, 1.25, -0.25), (5.3, -4.9, 1.5, 0.35)):
        coin = shapes.turned(
            "banana", [(0, 0.55), (1.2, 0.55), (1.5, 0.5), (1.55, 0.27), (1.5, 0.04), (0, 0)], fruit, turns=48, smooth_curve=False
        )
        coin.location, coin.rotation_euler = (x, y, z), (lean, lean * 0.6, x)
    crumbs = food("crumbs", ["#e2b06a", "#a4642a", "#c98f4c"], rough=0.8, glow=0.1)
    heap = Heap(floor, 9)
    pieces(
        "crumbs", chunk(0.8), heap.fill(40, disc(7.5, (0, -3)), lambda x, y: 1.1, 0.16, 0.2, tilt=1, sink=0, tries=1), crumbs, wobble=0.25
    )


def fruit_cup():
    stage.table(turn=-0.2, shift=(0, 1))
    stage.camera(18.2, 34, (0, 0, 5.7), (0, -3, 6.5))
    wall = [(3.3, 1.05), (4.2, 2.2), (5.2, 5.0), (5.75, 7.9)]
    shapes.turned(
        "glass",
        [(0, 1.0), *wall, (5.85, 8.0), (5.95, 7.9), (5.4, 4.9), (4.45, 1.9), (3.4, 0.5), (3.3, 0.2), (0, 0.2)],
        materials.pane("glass"),
        at=(0, 0, 0.3),
    )
    mango = food(
        "mango",
        ["#fba414", "#fdb52a", "#f5930c"],
        rough=0.2,
        glow=0.5,
        reach=0.5,
        spots=[(1.5, 0.5, 0.8, "#fdc64a")],
        bump=(2.5, 0.3, 0.08),
        coat=0.4,
    )
    pine = food(
        "pineapple",
        ["#fcdc4a", "#fde87c", "#f6d03c"],
        rough=0.25,
        glow=0.5,
        reach=0.4,
        spots=[(4, 0.55, 0.7, "#eec23a")],
        bump=(4, 0.6, 0.1),
        coat=0.3,
    )
    papaya = food(
        "papaya",
        ["#f4622e", "#f8743c", "#ea5326"],
        rough=0.22,
        glow=0.5,
        reach=0.5,
        spots=[(1.2, 0.5, 0.8, "#fb8e52")],
        bump=(2.5, 0.3, 0.08),
        coat=0.4,
    )
    fruits = [(mango, 0.3), (papaya, 0.35), (pine, 0.25)]
    places = [[], [], []]
    for layer, z in enumerate((2.3, 3.8, 5.3, 6.7)):
        reach = float(np.interp(z - 0.3, *zip(*[(h, r) for r, h in wall]))) - 1.2
        count = int(2 * math.pi * reach / 1.75)
        for i in range(count):
            a = 2 * math.pi * (i + 0.5 * layer + 0.15 * shapes.random.normal()) / count
            at = np.array([reach * math.cos(a), reach * math.sin(a), z + 0.12 * shapes.random.normal()])
            places[(i + layer) % 3].append((at, shapes.upright((0, 0, 1), a, 0.22), 0.88))
    heap = Heap(lambda x, y: 6.9, 6.5)
    for (fruit, square), some in zip(fruits, places):
        pieces("fruit", chunk(square), some, fruit, wobble=0.08)
    for top in (8.0, 9.0, 9.9):
        for fruit, square in fruits:
            where = disc(4.5 - 0.9 * (top - 8))
            some = heap.fill(5, where, lambda x, y: top - 0.05 * (x * x + y * y), 0.9, 1.5, tilt=0.6, sink=0.2, tries=9, spread=0.1)
            pieces("fruit", chunk(square), some, fruit, wobble=0.1)
    seed = food("seed", ["#1c1512", "#2c2320"], rough=0.2, glow=0, bump=None, coat=0.6)
    pieces("seeds", shapes.ball(8, 10), heap.fill(9, disc(3.6), lambda x, y: 99, 0.24, 0.4, sink=0.1, tries=1), seed)
    sprig((0.4, -0.6, heap.level(0.4, -0.6) + 0.1), 2.0, 0.2, 2)


DISHES = {"banana-bread": banana_bread, "fruit-cup": fruit_cup}
