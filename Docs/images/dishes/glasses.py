"""Cold drinks in glasses and a bottle."""
import math

import numpy as np

import materials
import shapes
import stage
from materials import Nodes, clear, food, frosted, pane
from pantry import citrus, sprig
from shapes import disc, pieces


def tumbler(radius, high, at=(0, 0), wall=0.28, foot=0.9, taper=0.86):
    """A straight glass; returns the radius inside at a height."""
    r, low = radius, radius * taper
    shapes.turned(
        "tumbler",
        [
            (0, foot),
            (low - wall - 0.5, foot),
            (low - wall, foot + 0.4),
            ((r + low) / 2 - wall, high / 2),
            (r - wall, high - 0.1),
            (r - wall / 2, high),
            (r, high - 0.1),
            ((r + low) / 2, high / 2),
            (low, 0.5),
            (low - 0.4, 0.05),
            (0, 0.15),
        ],
        pane("glass"),
        at=(*at, 0.35),
    )
    return lambda z: low - wall + (r - low) * max(0, z) / high


def drink(material, inside, level, at=(0, 0), foot=0.9):
    """Fills a tumbler up to `level`; reaches a little into the wall so that no gap of air shows."""
    o = 0.06
    shapes.turned(
        "drink",
        [
            (0, foot - o),
            (inside(0) - 0.5, foot - o),
            (inside(foot) + o, foot + 0.4),
            (inside(level / 2) + o, level / 2),
            (inside(level) + o, level - 0.02),
            (inside(level) - 0.1, level),
            (0, level),
        ],
        material,
        at=(*at, 0.35),
        smooth_curve=False,
    )


def ice(places, size=1.25):
    """Cubes half out of the drink."""
    cubes = [
        (np.array(p), shapes.upright(shapes.random.normal(size=3) * (0.5, 0.5, 1) + (0, 0, 1), shapes.random.uniform(0, 6), 0.3), size)
        for p in places
    ]
    return pieces("ice", shapes.ball(14, 16, 0.3), cubes, frosted("ice"), wobble=0.04)


def cold_view(width=23.5, middle=7.3, height=24):
    stage.camera(width, height, (0, 0, middle), (0, -3.5, middle), blur=0.9)


def passion():
    stage.table(turn=0.4, shift=(0, 2))
    cold_view()
    inside = tumbler(3.9, 13.4)
    juice = food("juice", ["#f9a30f"], rough=0.12, glow=0.2, reach=0.6, spots=[(0.5, 0.45, 0.75, "#f7b52a")], bump=None, coat=0.4)
    drink(juice, inside, 11.4)
    seed = food("seed", ["#1f1410", "#33211a"], rough=0.2, glow=0, bump=None, coat=0.6)
    shape = (shapes.ball(8, 10)[0] * (1, 0.62, 0.4), shapes.ball(8, 10)[1])
    places = []
    for _ in range(46):
        a, z = shapes.random.uniform(0, 2 * math.pi), 11.2 - abs(shapes.random.normal()) * 3.2
        r = inside(z) - 0.02
        places.append(
            (
                np.array([r * math.cos(a), r * math.sin(a), z + 0.35]),
                shapes.upright((math.cos(a), math.sin(a), 0), shapes.random.uniform(0, 6)),
                0.3,
            )
        )
    for _ in range(26):
        x, y = disc(3.0)()
        places.append((np.array([x, y, 11.78]), shapes.upright((0, 0, 1), shapes.random.uniform(0, 6), 0.3), 0.3))
    pieces("seeds", shape, places, seed)
    ice([(-1.4, -0.9, 11.9), (1.3, 0.6, 12.0), (-0.3, 1.7, 11.8)])
    for at, turn, lean in (((-6.2, -3.0, 3.0), 0.5, 0.95), ((6.4, -2.2, 2.9), -0.6, 0.8)):
        half_fruit(at, turn, lean)


def half_fruit(at, turn, lean, radius=2.9):
    """A passion fruit cut open."""
    peel = food(
        "peel",
        ["#5d2240"],
        rough=0.35,
        glow=0.1,
        spots=[(1.0, 0.5, 0.75, "#86375a"), (6, 0.66, 0.7, "#b77a8e")],
        bump=(3, 0.3, 0.08),
        coat=0.2,
    )
    pith = food("pith", ["#f6dcd0"], rough=0.5, glow=0.4, spots=[(2, 0.5, 0.8, "#f2c4b8")], bump=None)
    pulp = food("pulp", ["#f2a516", "#f7b93a", "#ea920c"], rough=0.08, glow=0.5, reach=0.4, bump=None, coat=1.0)
    seed = food("seed", ["#1f1410", "#33211a"], rough=0.2, glow=0, bump=None, coat=0.6)
    r = radius
    shell = shapes.turned("shell", [(0, -r), (r * 0.55, -r * 0.83), (r * 0.88, -r * 0.47), (r, 0), (r * 0.97, 0.05)], peel, turns=64)
    rim = shapes.turned("rim", [(r * 0.97, 0.04), (r * 0.84, 0.05), (r * 0.78, -0.15), (r * 0.6, -0.45), (0, -0.6)], pith, turns=64)
    wet, dark = [], []
    for _ in range(70):
        x, y = disc(r * 0.74)()
        z = -0.22 + 0.3 * (1 - (x * x + y * y) / r**2) + shapes.random.uniform(-0.1, 0.1)
        wet.append((np.array([x, y, z - 0.05]), shapes.upright((0, 0, 1), shapes.random.uniform(0, 6), 0.3), 0.52))
        if shapes.random.uniform() < 0.42:
            dark.append((np.array([x, y, z + 0.16]), shapes.upright((0, 0, 1), shapes.random.uniform(0, 6), 0.3), 0.29))
    bag = shapes.ball(8, 12)
    parts = [
        shell,
        rim,
        pieces("pulp", (bag[0] * (1, 0.75, 0.6), bag[1]), wet, pulp),
        pieces("seeds", (bag[0] * (1, 0.62, 0.5), bag[1]), dark, seed),
    ]
    for part in parts:
        part.location, part.rotation_euler = at, (lean, 0, turn)


def hibiscus():
    stage.table(turn=-0.5, shift=(0, 2))
    cold_view()
    inside = tumbler(3.9, 13.4)
    drink(clear("hibiscus", index=1.33, let=0.55, dye="#f02446", density=0.85), inside, 11.2)
    ice([(-1.5, -0.9, 12.1), (1.4, 0.5, 12.2), (-0.2, 1.8, 12.0), (0.5, -1.9, 11.9)])
    wheel = citrus(2.5, "#6fa52a", "#cfe58a", 0.5)
    wheel.location, wheel.rotation_euler = (3.1, -1.4, 13.7), (1.35, 0.15, 0.25)
    sprig((-1.0, -0.6, 13.4), 1.7, 1.0, 2)
    petal = food("hibiscus flower", ["#6e1026", "#8c1830", "#560b1c"], rough=0.5, glow=0.15, bump=(3, 0.7, 0.12))
    places = []
    for x, y in ((-6.6, -3.4), (-5.2, -5.2), (6.0, -4.2), (7.4, -1.8)):
        for k in range(6):
            spin = shapes.turn((0, 0, 1), k * 1.05 + x) @ shapes.turn((0, 1, 0), -0.9 - 0.15 * (k % 2))
            places.append((np.array([x, y, 0.38]), spin, 1.5 + 0.2 * shapes.random.normal()))
    pieces("hibiscus flower", shapes.leaf(1, curl=0.5), places, petal, wobble=0.08)
    half = citrus(2.3, "#6fa52a", "#cfe58a", 1.6)
    half.location, half.rotation_euler = (5.6, 1.0, 2.6), (0.9, 0, -0.6)


def water():
    stage.table(turn=0.2, shift=(0, 9))
    cold_view(30, 10.4, 20)
    at, r = (-2.6, 0.5), 3.5
    outer = [
        (r - 0.5, 0),
        (r, 0.6),
        (r, 8),
        (r, 11.4),
        (r * 0.86, 13.4),
        (r * 0.5, 15.6),
        (1.15, 17.2),
        (1.05, 19.2),
        (1.25, 19.4),
        (1.25, 20.0),
    ]
    inner = [
        (0.85, 20.0),
        (0.8, 19),
        (0.9, 17.2),
        (r * 0.43, 15.6),
        (r * 0.8, 13.2),
        (r - 0.28, 11.3),
        (r - 0.28, 8),
        (r - 0.28, 0.9),
        (r - 0.8, 0.5),
        (0, 0.6),
    ]
    shapes.turned("bottle", [(0, 0.15), (r - 1, 0.1)] + outer + inner, pane("bottle", "#e8f6f8", "#86b4be"), at=(*at, 0.35))
    fill = [
        (0, 0.54),
        (r - 0.7, 0.5),
        (r - 0.22, 0.95),
        (r - 0.22, 11.3),
        (r * 0.81, 13.2),
        (r * 0.44, 15.6),
        (0.97, 16.8),
        (0.9, 16.85),
        (0, 16.8),
    ]
    shapes.turned("water", fill, clear("water", "#f6feff", index=1.33), at=(*at, 0.35))
    stopper = materials.ceramic("stopper", "#2f6f73", "#2f6f73", rim=99)
    shapes.turned("stopper", [(0, 19.6), (1.0, 19.7), (1.35, 20.1), (1.4, 20.8), (1.1, 21.5), (0, 21.7)], stopper, at=(*at, 0.35))
    wire = materials.plain("wire", "#c9c4ba", 0.25, 1.0)
    for side in (-1, 1):
        loop = stage.tube(
            "wire",
            [(0.2 * side, -1.2, 20.9), (1.5 * side, -0.5, 20.6), (1.55 * side, 0.1, 18.6), (1.15 * side, -0.5, 17.7), (0, -1.3, 17.5)],
            0.1,
            wire,
            around=8,
        )
        loop.location = (*at, 0.35)
    n = Nodes("label")
    parts = n.add("SeparateXYZ", {0: n.add("TexCoord").outputs["Object"]})
    wave = n.math("SUBTRACT", parts.outputs["Z"], n.math("MULTIPLY", n.math("SINE", n.math("MULTIPLY", parts.outputs["X"], 2.2)), 0.32))
    band = n.math("LESS_THAN", n.math("ABSOLUTE", n.math("SUBTRACT", wave, 6.2)), 0.42)
    thin = n.math("LESS_THAN", n.math("ABSOLUTE", n.math("SUBTRACT", wave, 5.2)), 0.14)
    colour = n.mix(n.math("MAXIMUM", band, thin), "#f6f0e2", "#2f7f8c")
    paper = n.finish(Base_Color=colour, Roughness=0.7)
    angles, points = np.linspace(-math.pi / 2 - 1.15, -math.pi / 2 + 1.15, 40), []
    for z in (3.6, 8.4):
        points += [((r + 0.03) * math.cos(a), (r + 0.03) * math.sin(a), z) for a in angles]
    label = shapes.mesh("label", points, shapes.grid_faces(2, 40, closed=False), paper)
    label.location = (*at, 0.35)
    beside = (5.0, -2.6)
    inside = tumbler(3.1, 8.6, beside)
    drink(clear("water", "#eefcff", index=1.33), inside, 6.6, beside)
    ice([(4.3, -2.9, 7.0), (5.9, -1.9, 7.0)], 1.05)
    drop = clear("drops", "#f2fdff", index=1.33)
    places = []
    for _ in range(230):
        a, z = shapes.random.uniform(math.pi, 2 * math.pi), shapes.random.uniform(0.8, 12)
        if 3.3 < z < 8.7 and abs(a - 1.5 * math.pi) < 1.2:
            continue
        e = r * (1 if z < 11.4 else 0.95)
        places.append(
            (
                np.array([at[0] + e * math.cos(a), at[1] + e * math.sin(a), z + 0.35]),
                shapes.upright((math.cos(a), math.sin(a), 0), 0),
                0.13 * shapes.random.uniform(0.4, 1.3),
            )
        )
    pieces("drops", (shapes.ball(6, 8)[0] * (1, 1, 0.6), shapes.ball(6, 8)[1]), places, drop)


DISHES = {"passion-juice": passion, "hibiscus-iced-tea": hibiscus, "water": water}
