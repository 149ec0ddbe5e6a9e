"""Samosas, cut so that their filling shows."""
import math

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector

import shapes
import stage
from heap import Heap
from materials import Nodes, food
from pantry import citrus, herbs, sprig
from shapes import chunk, disc, pieces


def pastry():
    """Crisp fried dough with blisters, paler at the seams."""
    n = Nodes("pastry")
    colour = n.ramp(n.noise(0.8, detail=5), [(0.3, "#a8621e"), (0.5, "#c98538"), (0.68, "#e2a656")])
    blister = n.add("TexVoronoi", {"Vector": n.place(), "Scale": 1.9}, feature="SMOOTH_F1").outputs["Distance"]
    colour = n.mix(n.math("MULTIPLY", n.between(blister, 0.32, 0.08), 0.55), colour, "#efc27c")
    colour = n.mix(n.math("MULTIPLY", n.between(n.noise(3.2), 0.58, 0.7), 0.7), colour, "#7d4212")
    height = n.math("ADD", n.math("MULTIPLY", blister, -0.8), n.math("MULTIPLY", n.noise(5), 0.35))
    return n.finish(
        Base_Color=colour,
        Subsurface=0.1,
        Subsurface_Color=colour,
        Subsurface_Radius=(0.2, 0.1, 0.05),
        Roughness=0.36,
        Clearcoat=0.15,
        Normal=n.bump(height, 0.55, 0.16),
    )


def corner(a):
    """The outline of a triangle with round corners at an angle: 1 at its corners, one of which points to -y."""
    b = (a + math.pi / 2) % (2 * math.pi / 3) - math.pi / 3
    return 0.5 / max(math.cos(b), 0.535)


def samosa(skin, stuffing, size=7.4, high=2.3, tip=False):
    """A triangle cut through in front of one corner, on the plane y = 0: the large part, or the tip. The filling shows on the cut.

    `stuffing` are (shape, material, size, count, unevenness).
    """
    middle = 0.36 * size
    way = -1 if tip else 1

    def thickness(x, y):
        s = min(1.0, math.hypot(x, y) / (size * corner(math.atan2(y, x))))
        return high * (1 - s**2.4) ** 0.7

    points, rings, turns = [], 30, 120
    for side in (-1, 1):
        for i in range(rings + 1):
            s = math.sin(math.pi / 2 * (i if side < 0 else rings - i) / rings)
            for j in range(turns):
                a = 2 * math.pi * j / turns
                r = size * corner(a) * s
                points.append((r * math.cos(a), way * (r * math.sin(a) + middle), side * high * (1 - s**2.4) ** 0.7))
    thing = shapes.mesh("samosa", points, shapes.grid_faces(2 * rings + 2, turns), skin)
    form = bmesh.new()
    form.from_mesh(thing.data)
    bmesh.ops.remove_doubles(form, verts=form.verts, dist=0.01)
    bmesh.ops.bisect_plane(
        form, geom=form.verts[:] + form.edges[:] + form.faces[:], plane_co=(0, 0, 0), plane_no=(0, -1, 0), clear_outer=True
    )
    bmesh.ops.recalc_face_normals(form, faces=form.faces[:])
    form.to_mesh(thing.data)
    form.free()
    wall = thing.modifiers.new("wall", "SOLIDIFY")
    wall.thickness, wall.offset = 0.24, -1
    whole = bpy.data.objects.new("samosa", None)
    bpy.context.collection.objects.link(whole)
    thing.parent = whole
    for shape, material, scale, count, wobble in stuffing:
        places = []
        while len(places) < count:
            x, z = shapes.random.uniform(-size * 0.5, size * 0.5), shapes.random.uniform(-high, high)
            if abs(z) < thickness(x, -middle) - 0.2 - scale * 0.55:
                turn = shapes.upright(shapes.random.normal(size=3), shapes.random.uniform(0, 6), 0)
                places.append((np.array([x, shapes.random.uniform(-0.12, 0.5), z]), turn, scale * shapes.random.uniform(0.8, 1.2)))
        pieces("stuffing", shape, places, material, wobble=wobble).parent = whole
    return whole


def lay(thing, at, face, up=(0, 0, 1)):
    """Turns the cut (its -y) to `face`, its x along what is level, and puts it at `at`."""
    y = -Vector(face).normalized()
    x = y.cross(Vector(up)).normalized()
    z = x.cross(y)
    thing.matrix_world = Matrix.Translation(at) @ Matrix((x, y, z)).transposed().to_4x4()


def samosa_beef():
    stage.table(turn=0.25)
    floor = stage.plate(stage.RUST, 8.6)
    stage.camera(18.6, 47, (0, -0.6, 1.7), (0, -2.6, 2.6))
    skin = pastry()
    mince = food(
        "mince",
        ["#6e4024", "#8a5632", "#59301a", "#a06c44"],
        rough=0.5,
        glow=0.05,
        spots=[(5, 0.5, 0.7, "#4d2812")],
        bump=(7, 1.0, 0.15),
        coat=0.15,
    )
    onion = food("spring onion", ["#7fb84a", "#a8cf72", "#5c9a34", "#e6efc8"], rough=0.3, glow=0.2, coat=0.3)
    stuffing = [(chunk(0.6), mince, 0.24, 340, 0.3), (shapes.blade(1, 0.5, 0.2, 0.8, thick=0.15), onion, 0.5, 26, 0.08)]
    lay(samosa(skin, stuffing), (1.3, -1.2, 2.9), (0.82, -0.57, 0.16))
    lay(samosa(skin, stuffing, tip=True), (2.0, -5.6, 2.6), (-0.25, -0.72, 0.65))
    heap = Heap(floor, 9)
    ring = shapes.blade(1, 0.35, 0.55, ends=0.8, thick=0.12)
    pieces("rings", ring, heap.fill(26, disc(6.4, (0, -1)), lambda x, y: 1.2, 0.6, 0.2, tilt=0.3, tries=1, sink=0), onion)
    herbs(heap, 7, disc(6.5, (0, -2)), 0.9)


def samosa_peas():
    stage.table(turn=-0.5)
    floor = stage.plate(stage.OAT, 8.6)
    stage.camera(18.6, 47, (0, -0.6, 1.7), (0, -2.6, 2.6))
    skin = pastry()
    potato = food("potato", ["#eec452", "#f6d878", "#e4b23e"], rough=0.5, glow=0.15, bump=(5, 0.4, 0.06))
    pea = food("pea", ["#6fae2e", "#86c23e", "#5a9a22"], rough=0.28, glow=0.3, bump=None, coat=0.4)
    stuffing = [(chunk(0.5), potato, 0.36, 130, 0.18), (shapes.ball(10, 14), pea, 0.42, 42, 0.03)]
    lay(samosa(skin, stuffing), (-1.3, -1.2, 2.9), (-0.82, -0.57, 0.16))
    lay(samosa(skin, stuffing, tip=True), (-2.0, -5.6, 2.6), (0.25, -0.72, 0.65))
    heap = Heap(floor, 9)
    pieces(
        "peas", shapes.ball(10, 14), heap.fill(9, disc(2.6, (4.8, -4.6)), lambda x, y: 1.0, 0.45, 0.9, sink=0, tries=2), pea, wobble=0.03
    )
    wedge = citrus(2.4, "#f2c81e", "#f9e05a", 0.9, half=True)
    wedge.location, wedge.rotation_euler = (5.4, 1.6, 2.0), (0.8, 0, -0.5)
    sprig((4.6, -1.6, 1.2), 1.9, -0.6, 2)


DISHES = {"samosa-beef": samosa_beef, "samosa-peas": samosa_peas}
