"""Hot drinks in cups."""
import math

import bpy
import numpy as np

import materials
import shapes
import stage
from heap import Heap
from materials import Nodes, food
from shapes import pieces


def foam(height, radius, count, colours, ring=True, size=0.16):
    """Bubbles on a hot drink, most of them along the wall of the cup."""
    places = []
    for _ in range(count):
        a = shapes.random.uniform(0, 2 * math.pi)
        r = radius * (1 - abs(shapes.random.normal()) * 0.05 - 0.02) if ring else radius * math.sqrt(shapes.random.uniform())
        places.append((np.array([r * math.cos(a), r * math.sin(a), height]), np.eye(3), size * shapes.random.uniform(0.4, 1.2)))
    return pieces(
        "foam",
        (shapes.ball(8, 10)[0] * (1, 1, 0.6), shapes.ball(8, 10)[1]),
        places,
        food("foam", colours, rough=0.12, glow=0.3, bump=None, coat=0.7),
        wobble=0.02,
    )


def spoon(at, turn, metal="#d8d4cc"):
    steel = materials.plain("steel", metal, 0.22, 1.0)
    stage.tube(
        "spoon", [(1.5, 0, 0.2), (2.4, 0, 0.4), (4, 0, 0.75), (7, 0, 0.8), (11, 0, 0.3)], 0.28, steel, taper=lambda t: 0.75 + 0.6 * max(0, t - 0.6)
    )
    points, rings, turns = [], 12, 40
    for i in range(rings + 1):
        for j in range(turns):
            a, s = 2 * math.pi * j / turns, i / rings
            points.append((2.0 * s * math.cos(a), 1.25 * s * math.sin(a) * (1 - 0.18 * math.cos(a)), 0.5 * s * s - 0.1))
    bowl = shapes.mesh("bowl of spoon", points, shapes.grid_faces(rings + 1, turns), steel)
    bowl.modifiers.new("thick", "SOLIDIFY").thickness = 0.1
    for part in (bpy.data.objects["spoon"], bowl):
        part.location, part.rotation_euler = at, (0, 0, turn)


def chai():
    stage.table(turn=0.3)
    foot = stage.cup(stage.RUST, 5.2, 6.6, turn=-0.35)
    stage.camera(20, 44, (0.3, -0.3, 3.4), (0, -2.5, 6.6))
    level = foot + 5.7
    tea = food(
        "chai",
        ["#c98d58"],
        rough=0.1,
        glow=0.4,
        reach=0.4,
        spots=[(0.5, 0.45, 0.75, "#d7a06c"), (3.5, 0.6, 0.7, "#dcab7c")],
        bump=(0.6, 0.1, 0.1),
        coat=0.6,
    )
    shapes.ground("chai", lambda x, y: level + 0.05 * (math.hypot(x, y) / 4.8) ** 8, tea, 4.86)
    foam(level + 0.04, 4.78, 260, ["#ecd0ae", "#d8ae82", "#f4e2c8"], size=0.2)
    foam(level + 0.02, 3.4, 34, ["#ecd0ae", "#d8ae82"], ring=False, size=0.13)
    pod = food("cardamom", ["#a9b368", "#c2c887", "#8f9c52"], rough=0.6, glow=0.15, bump=(5, 0.6, 0.08))
    ribbed = shapes.ball(12, 18)
    ribs = ribbed[0] * (1.0, 0.48, 0.48) * (1 + 0.07 * np.cos(6 * np.arctan2(ribbed[0][:, 2], ribbed[0][:, 1])))[:, None]
    pieces(
        "pods",
        (ribs, ribbed[1]),
        [
            (np.array(p), shapes.turn((0, 0, 1), a), 0.95)
            for p, a in (((-7.0, -6.4, 0.8), 0.5), ((-8.4, -5.2, 0.8), 1.6), ((-5.6, -7.8, 0.8), -0.4), ((6.9, -7.0, 0.8), 0.9))
        ],
        pod,
    )
    bark = food("cinnamon", ["#9a5726"], rough=0.6, glow=0.05, spots=[(2, 0.5, 0.7, "#74401a")], bump=(4, 0.6, 0.1))
    for y, z, a in ((-5.4, 1.8, 0.28), (-6.5, 1.9, 0.2)):
        stick = stage.tube("cinnamon", [(-4, 0, 0), (0, 0.05, 0), (4, 0, 0)], 0.55, bark)
        stick.location, stick.rotation_euler = (0.6, y, z), (0, 0, a)


def coffee():
    stage.table(turn=-0.35)
    foot = stage.cup(stage.OAT, 5.2, 6.0, turn=-0.6)
    stage.camera(20, 46, (0.2, -0.3, 3.0), (0, -2.5, 6.0))
    level = foot + 5.15
    n = Nodes("coffee")
    parts = n.add("SeparateXYZ", {0: n.add("TexCoord").outputs["Object"]})
    far = n.math("SQRT", n.math("ADD", n.math("POWER", parts.outputs["X"], 2.0), n.math("POWER", parts.outputs["Y"], 2.0)))
    colour = n.ramp(
        n.between(n.math("ADD", far, n.math("MULTIPLY", n.noise(0.9), 0.5)), 3.6, 5.3),
        [(0, "#1d0c05"), (0.55, "#2e1408"), (0.8, "#6b3414"), (1, "#a2602a")],
    )
    black = n.finish(Base_Color=colour, Roughness=0.06, Clearcoat=0.8, Normal=n.bump(n.noise(0.7, detail=1), 0.06, 0.1))
    shapes.ground("coffee", lambda x, y: level + 0.06 * (math.hypot(x, y) / 4.8) ** 8, black, 4.84)
    foam(level + 0.03, 4.76, 150, ["#a8642e", "#8a4c1e", "#c48a54"], size=0.16)
    roast = food("coffee bean", ["#4a2612", "#5c3218", "#3a1c0c"], rough=0.32, glow=0.05, bump=(4, 0.3, 0.05), coat=0.3)
    shape = shapes.ball(14, 22)
    form = shape[0] * (1, 0.72, 0.5)
    form[:, 2] -= 0.32 * np.exp(-(((form[:, 1] + 0.06 * np.sin(form[:, 0] * 3)) / 0.1) ** 2)) * (form[:, 2] > 0.05)
    heap = Heap(lambda x, y: 0.55, 14)

    def where():
        x, y = (-6.4, -7.4) if shapes.random.uniform() < 0.7 else (6.6, -7.6)
        return x + shapes.random.normal(), y + 0.7 * shapes.random.normal()

    pieces(
        "coffee beans",
        (form, shape[1]),
        heap.fill(34, where, lambda x, y: 99, 0.68, 0.66, tilt=0.35, sink=0.05, tries=2),
        roast,
        wobble=0.05,
    )
    spoon((-1.6, -6.3, 1.7), 0.12)


DISHES = {"chai": chai, "coffee": coffee}
