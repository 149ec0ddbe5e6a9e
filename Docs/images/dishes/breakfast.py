"""Uji, eggs with chapati, mandazi."""
import math

import numpy as np

import materials
import shapes
import stage
from heap import Heap
from materials import Nodes, food
from pantry import lumpy, sprig
from shapes import disc, pieces


def uji():
    stage.table(turn=0.5)
    stage.bowl(stage.OAT, 8.6, 6)
    stage.camera(21, 50, (0, -0.2, 3.8), (0, -2.5, 5.3))

    def level(x, y):
        r, a = math.hypot(x, y), math.atan2(y, x)
        return 5.0 + 0.14 * math.sin(2.2 * r - 1.0 * a) * math.exp(-(((r - 4.5) / 3) ** 2)) - 0.1 * math.exp(-r * r / 4)

    porridge = food(
        "porridge",
        ["#b98a62"],
        rough=0.26,
        glow=0.35,
        reach=0.5,
        spots=[(6, 0.55, 0.7, "#c99c74"), (14, 0.63, 0.68, "#8d6140")],
        bump=(2.5, 0.3, 0.08),
        coat=0.35,
    )
    shapes.ground("porridge", level, porridge, 8.1, steps=160)
    honey = Nodes("honey").finish(
        Base_Color=materials.linear("#d98206"),
        Roughness=0.05,
        Subsurface=0.5,
        Subsurface_Color=materials.linear("#e89a12"),
        Subsurface_Radius=(0.6, 0.3, 0.05),
        Clearcoat=1.0,
    )
    swirl = [
        ((1.1 + 0.42 * a) * math.cos(a + 2.5), (1.1 + 0.42 * a) * math.sin(a + 2.5), 5.1 + 0.02 * math.sin(3 * a))
        for a in np.linspace(0.6, 11.5, 44)
    ]
    stage.tube("honey", swirl, 0.26, honey, taper=lambda t: 0.75 + 0.3 * math.sin(23 * t) * math.sin(7 * t) - 0.5 * max(0, t - 0.85) * 6)
    butter = food(
        "peanut butter",
        ["#c07a34"],
        rough=0.28,
        glow=0.3,
        reach=0.4,
        spots=[(2.5, 0.5, 0.7, "#a8622a"), (7, 0.64, 0.68, "#e4b878")],
        bump=(3, 0.5, 0.1),
        coat=0.4,
    )
    dollop = [(0, -0.6), (2.0, -0.5), (2.5, 0.05), (2.25, 0.6), (1.7, 0.85), (1.5, 1.2), (1.0, 1.5), (0.6, 1.65), (0.25, 2.0), (0, 2.15)]
    lumpy(shapes.turned("dollop", dollop, butter, turns=64, at=(-0.3, 0.3, 5.0), wobble=0.04), 2.0, 0.5)
    heap = Heap(level, 8)
    nut = food(
        "peanut",
        ["#d9a866", "#c98f4c", "#e6c08a", "#b97a3a"],
        rough=0.4,
        glow=0.2,
        spots=[(5, 0.6, 0.7, "#8f5526")],
        bump=(6, 0.3, 0.04),
        coat=0.2,
    )
    half = (shapes.ball(8, 12)[0] * (1, 0.62, 0.5), shapes.ball(8, 12)[1])

    def ring():
        a = shapes.random.uniform(-0.2, 2.0)
        return 3.6 * math.cos(a) + 0.9 * shapes.random.normal(), 3.4 * math.sin(a) + 0.9 * shapes.random.normal()

    pieces("peanuts", half, heap.fill(34, ring, lambda x, y: 99, 0.62, 0.6, tilt=0.4, sink=0.2, tries=2), nut, wobble=0.08)
    pieces("crumbs", half, heap.fill(60, disc(5.2), lambda x, y: 99, 0.2, 0.25, tilt=0.9, sink=0.1, tries=1), nut, wobble=0.2)


def egg(at, size=4.4, turn=0.0):
    """Sunny side up."""
    n = Nodes("egg white")
    parts = n.add("SeparateXYZ", {0: n.add("TexCoord").outputs["Object"]})
    edge = n.math("ADD", parts.outputs["Z"], n.math("MULTIPLY", n.math("SUBTRACT", n.noise(1.8), 0.5), 0.22))
    colour = n.ramp(n.between(edge, 0.02, 0.42), [(0.0, "#9c5a1e"), (0.16, "#e0b068"), (0.36, "#fff8e8"), (1, "#fffdf6")])
    white = n.finish(
        Base_Color=colour,
        Subsurface=0.35,
        Subsurface_Color=colour,
        Subsurface_Radius=(0.4, 0.35, 0.25),
        Roughness=0.22,
        Clearcoat=0.3,
        Normal=n.bump(n.noise(1.8, detail=3), 0.35, 0.18),
    )
    phases, points, rings, turns = shapes.random.uniform(0, 6.28, 4), [], 26, 96
    for i in range(rings + 1):
        t = i / rings
        for j in range(turns):
            a = 2 * math.pi * j / turns
            r = (
                size
                * t
                * (
                    1
                    + 0.1 * math.sin(2 * a + phases[0])
                    + 0.07 * math.sin(3 * a + phases[1])
                    + 0.035 * t * math.sin(7 * a + phases[2])
                    + 0.02 * t * math.sin(13 * a + phases[3])
                )
            )
            z = (
                0.52 * (1 - t**3)
                + 0.14 * math.sin(5 * a + phases[1] + 3 * t) * t * t * (1 - t) * 2
                + 0.06 * t**10 * (1 + math.sin(9 * a))
            )
            points.append((r * math.cos(a), r * math.sin(a), z))
    thing = shapes.mesh("egg white", points, shapes.grid_faces(rings + 1, turns), white)
    thing.location = at
    yolk = food("yolk", ["#f9a50c"], rough=0.12, glow=0.5, reach=0.8, spots=[(0.9, 0.45, 0.75, "#f7bb1c")], bump=(0.8, 0.1, 0.1), coat=0.8)
    dot = shapes.turned("yolk", [(0, 1.45), (0.8, 1.36), (1.4, 1.05), (1.75, 0.6), (1.85, 0.3), (1.7, 0)], yolk, turns=48)
    dot.location = (at[0] + 0.35 * math.cos(turn), at[1] + 0.35 * math.sin(turn), at[2] + 0.16)


def chapati(at, turn, folds=4, radius=8.2):
    """Folded twice: a stack of quarter circles."""
    bread = food(
        "chapati",
        ["#e9c183"],
        rough=0.6,
        glow=0.15,
        reach=0.2,
        spots=[(0.55, 0.4, 0.7, "#d79c4e"), (0.8, 0.53, 0.6, "#a8602a"), (1.9, 0.58, 0.65, "#7d441a"), (1.1, 0.64, 0.74, "#f3d7a4")],
        bump=(1.3, 0.5, 0.25),
    )
    for k in range(folds):
        rows, columns, points = 24, 40, []
        spread, phase = 1.62 + 0.05 * k, shapes.random.uniform(0, 6.28)
        for i in range(rows):
            for j in range(columns):
                r, a = radius * (1 - 0.02 * k) * i / (rows - 1), -0.02 * k + spread * j / (columns - 1)
                r *= 1 + 0.02 * math.sin(5 * a + phase)
                z = 0.42 * k + 0.13 * math.sin(r * 0.9 + phase) * math.sin(3 * a + phase) + 0.1 * (i / rows) ** 4 * math.sin(4 * a + k)
                points.append((r * math.cos(a), r * math.sin(a), z))
        sheet = shapes.mesh("chapati", points, shapes.grid_faces(rows, columns, closed=False), bread)
        sheet.location, sheet.rotation_euler = at, (0, 0, turn)
        thick = sheet.modifiers.new("thick", "SOLIDIFY")
        thick.thickness, thick.offset = 0.34, 1
        round_ = sheet.modifiers.new("round", "BEVEL")
        round_.width, round_.segments = 0.12, 2


def eggs():
    stage.table(turn=-0.4)
    stage.plate(stage.TEAL, 12.2)
    stage.camera(27, 50, (0, -0.2, 1.4), (0, -2, 1.8))
    chapati((-6.8, 1.0, 1.0), -0.12)
    chapati((0.8, 0.9, 1.5), 0.12, 3, 8.0)
    egg((-3.2, -3.2, 1.15), 4.9, 0.5)
    egg((4.4, -3.4, 1.35), 4.7, 2.0)
    heap = Heap(lambda x, y: 1.68, 9)
    pepper = food("pepper", ["#2a1c14", "#4a3526"], rough=0.8, glow=0)
    pieces(
        "pepper",
        shapes.ball(5, 6),
        heap.fill(70, disc(6.5, (0.4, -3.3), 0.55), lambda x, y: 99, 0.085, 0.1, tries=1, sink=0),
        pepper,
        wobble=0.3,
    )
    chive = food("chive", ["#4f9130", "#6cae42", "#3b7a24"], rough=0.4, glow=0.1)
    pieces(
        "chives",
        shapes.blade(1, 0.4, 0.1, ends=0.9, thick=0.3),
        heap.fill(34, disc(6.3, (0.4, -3.3), 0.5), lambda x, y: 99, 0.42, 0.16, tilt=0.4, tries=1, sink=0),
        chive,
    )
    tomato = food("tomato", ["#d6301c", "#e2452a"], rough=0.15, glow=0.3, spots=[(1.5, 0.6, 0.8, "#ee7040")], bump=None, coat=0.7)
    for x, y in ((-0.2, -8.0), (1.9, -8.6), (0.7, -6.9)):
        shapes.turned("tomato", [(0, 2.0), (0.2, 1.95), (0.8, 1.9), (1.15, 1.2), (0.9, 0.3), (0, 0)], tomato, turns=40, at=(x, y, 1.0))
    sprig((-1.2, -6.9, 2.1), 1.5, 0.8, 3)


def mandazi():
    stage.table(turn=0.15)
    stage.plate(stage.OAT, 10.4)
    stage.camera(22.5, 46, (0, 0, 2.4), (0, -2.5, 3.4))
    n = Nodes("fried dough")
    parts = n.add("SeparateXYZ", {0: n.add("TexCoord").outputs["Object"]})
    seam = n.math("ABSOLUTE", n.math("ADD", parts.outputs["Z"], n.math("MULTIPLY", n.math("SUBTRACT", n.noise(0.5), 0.5), 0.9)))
    colour = n.ramp(n.between(seam, 0.0, 1.7), [(0.0, "#f2cf8e"), (0.22, "#e0a352"), (0.5, "#b86a24"), (1, "#a3571a")])
    colour = n.mix(n.math("MULTIPLY", n.between(n.noise(0.7), 0.45, 0.75), 0.6), colour, "#cf8a3c")
    colour = n.mix(n.math("MULTIPLY", n.between(n.noise(6), 0.6, 0.68), 0.4), colour, "#7c3f12")
    up = n.add("SeparateXYZ", {0: n.add("NewGeometry").outputs["Normal"]}).outputs["Z"]
    sugar = n.math("MULTIPLY", n.between(n.noise(9, detail=2), 0.56, 0.62), n.between(up, 0.25, 0.85))
    colour = n.mix(n.math("MULTIPLY", sugar, 0.85), colour, "#fffaf0")
    dough = n.finish(
        Base_Color=colour,
        Subsurface=0.15,
        Subsurface_Color=colour,
        Subsurface_Radius=(0.4, 0.2, 0.1),
        Roughness=0.48,
        Normal=n.bump(n.noise(2.2, detail=7), 0.55, 0.2),
    )
    for at, lean, turn in (
        ((-3.9, -1.7, 2.65), (0.18, -0.12, 0), 0.4),
        ((3.8, -2.0, 2.65), (0.2, 0.1, 0), 1.35),
        ((0.1, 3.0, 4.6), (0.62, 0.02, 0.05), 0.55),
    ):
        points, rings, turns = [], 22, 84
        phase = shapes.random.uniform(0, 6.28, 3)
        for side in (-1, 1):
            for i in range(rings + 1):
                s = math.sin(math.pi / 2 * i / rings)
                s = s if side < 0 else math.sin(math.pi / 2 * (rings - i) / rings)
                for j in range(turns):
                    a = 2 * math.pi * j / turns
                    b = (a + math.pi / 3) % (2 * math.pi / 3) - math.pi / 3
                    r = 4.9 / (abs(math.cos(b)) ** 1.15 + 0.32 * abs(math.sin(b)) ** 2.2) * 0.78 * s
                    r *= 1 + 0.035 * math.sin(2 * a + phase[0]) + 0.02 * math.sin(5 * a + phase[1])
                    z = side * (2.05 if side > 0 else 1.55) * (1 - s**2.6) ** 0.62 * (1 + 0.1 * math.sin(r * 0.8 + a + phase[2]))
                    points.append((r * math.cos(a), r * math.sin(a), z))
        piece = shapes.mesh("mandazi", points, shapes.grid_faces(2 * rings + 2, turns), dough)
        lumpy(piece, 2.2, 0.45)
        piece.location, piece.rotation_euler = at, (lean[0], lean[1], turn)


DISHES = {"uji": uji, "eggs-and-chapati": eggs, "mandazi": mandazi}
