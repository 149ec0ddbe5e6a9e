"""Meshes of centimetres: turned crockery, small pieces by the hundred, and the heaps they lie in."""
import math

import bmesh
import bpy
import numpy as np

random = np.random.default_rng(7)


def mesh(name, points, faces, material, smooth=True, rounds=0):
    """An object of those points and faces; `rounds` of subdivision."""
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(p) for p in points], [], [tuple(f) for f in faces])
    data.polygons.foreach_set("use_smooth", [smooth] * len(data.polygons))
    data.materials.append(material)
    data.update()
    thing = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(thing)
    if rounds:
        modifier = thing.modifiers.new("rounds", "SUBSURF")
        modifier.levels = modifier.render_levels = rounds
    return thing


def grid_faces(rows, columns, closed=True):
    """The quads between rows of points; `closed` joins the last column to the first."""
    quads = []
    for r in range(rows - 1):
        for c in range(columns if closed else columns - 1):
            d = (c + 1) % columns
            quads.append((r * columns + c, r * columns + d, (r + 1) * columns + d, (r + 1) * columns + c))
    return quads


def curve(points, steps=6):
    """A Catmull-Rom curve through the points."""
    p = np.array(points, float)
    p = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    out = []
    for i in range(1, len(p) - 2):
        for t in np.arange(steps) / steps:
            out.append(
                0.5
                * (
                    2 * p[i]
                    + (p[i + 1] - p[i - 1]) * t
                    + (2 * p[i - 1] - 5 * p[i] + 4 * p[i + 1] - p[i + 2]) * t * t
                    + (3 * p[i] - p[i - 1] - 3 * p[i + 1] + p[i + 2]) * t**3
                )
            )
    return np.array(out + [p[-2]])


def outward(thing):
    """Has all faces look out of the body, which glass needs."""
    form = bmesh.new()
    form.from_mesh(thing.data)
    bmesh.ops.recalc_face_normals(form, faces=form.faces[:])
    form.to_mesh(thing.data)
    form.free()


def turned(name, profile, material, turns=96, wobble=0.0, at=(0, 0, 0), smooth_curve=True, squash=1.0):
    """A body turned on the wheel from (radius, height) pairs; `wobble` is the unevenness of a hand-made rim."""
    line = curve(profile) if smooth_curve else np.array(profile, float)
    angle = np.arange(turns) * 2 * math.pi / turns
    uneven = 1 + wobble * (np.sin(2 * angle + 1) + 0.5 * np.sin(3 * angle))
    points = [(max(r, 1e-3) * u * math.cos(a), squash * max(r, 1e-3) * u * math.sin(a), z) for r, z in line for a, u in zip(angle, uneven)]
    thing = mesh(name, points, grid_faces(len(line), turns), material)
    outward(thing)
    thing.location = at
    return thing


def ball(rings=6, around=8, square=1.0):
    """Unit sphere; `square` below 1 makes it a rounded box. Returns points and faces."""

    def power(v):
        return np.sign(v) * np.abs(v) ** square

    points = [(0, 0, -1)]
    for i in range(1, rings):
        lat = -math.pi / 2 + math.pi * i / rings
        for j in range(around):
            lon = 2 * math.pi * (j + 0.5) / around
            points.append((power(math.cos(lat)) * power(math.cos(lon)), power(math.cos(lat)) * power(math.sin(lon)), power(math.sin(lat))))
    points.append((0, 0, 1))
    faces = [(0, 1 + (j + 1) % around, 1 + j) for j in range(around)]
    for i in range(rings - 2):
        for j in range(around):
            a, b = 1 + i * around + j, 1 + i * around + (j + 1) % around
            faces.append((a, b, b + around, a + around))
    top, last = len(points) - 1, 1 + (rings - 2) * around
    faces += [(last + j, last + (j + 1) % around, top) for j in range(around)]
    return np.array(points, float), faces


def grain():
    """A grain of long rice, 2 long."""
    points, faces = ball(7, 6)
    points = points[:, [2, 0, 1]]
    points[:, 1:] *= 0.27
    points[:, 2] += 0.05 * points[:, 0] ** 2
    return points, faces


def bean():
    points, faces = ball(10, 12)
    points = points[:, [2, 0, 1]] * (1, 0.58, 0.5)
    points[:, 1] += 0.28 * points[:, 0] ** 2 + 0.12 * np.exp(-((points[:, 0] * 3) ** 2)) * (points[:, 1] < 0)
    return points, faces


def kernel():
    """Maize: broad above, narrow where it sat on the cob."""
    points, faces = ball(8, 10, 0.75)
    points = points * (0.85, 0.5, 1)
    points[:, 0] *= 0.78 + 0.25 * points[:, 2]
    points[:, 2] -= 0.2 * np.exp(-(points[:, 0] ** 2 + points[:, 1] ** 2) * 8) * (points[:, 2] > 0.5)
    return points[:, [2, 0, 1]], faces


def chunk(square=0.45):
    """A cut cube with softened edges."""
    return ball(10, 12, square)


def leaf(lobes=3, long=1.0, curl=0.25, steps=26):
    """A flat herb leaf with a lobed edge, its stalk at the origin, pointing along x."""
    edge = []
    for i in range(steps):
        t = -math.pi + 2 * math.pi * (i + 0.5) / steps
        r = 0.62 + 0.38 * abs(math.cos(t * lobes / 2)) ** 0.6 + 0.07 * math.cos(t * lobes * 4)
        edge.append((r * math.cos(t), r * math.sin(t) * 0.85))
    edge = np.array(edge) * 0.5 * long + (0.45 * long, 0)
    middle = edge.mean(0)
    rings = [middle + (edge - middle) * s for s in (0.35, 0.7, 1)]
    flat = np.vstack([[middle], *rings])
    lift = curl * (np.abs(flat[:, 1]) * 0.9 + 0.35 * (flat[:, 0] - middle[0]) ** 2 + 0.08 * np.sin(flat[:, 0] * 9))
    points = np.column_stack([flat, lift])
    faces = [(0, 1 + i, 1 + (i + 1) % steps) for i in range(steps)]
    faces += [tuple(1 + k for k in f) for f in grid_faces(3, steps)]
    return points, faces


def blade(long=1.0, wide=0.25, bow=0.3, ends=0.1, steps=7, thick=0.06):
    """A bowed strip: a sliver of onion, a shred of greens."""
    points, x = [], np.linspace(-0.5, 0.5, steps)
    for t in x:
        half = wide / 2 * max(ends, math.cos(t * math.pi) ** 0.6)
        z = bow * (0.25 - t * t)
        points += [(t * long, -half, z), (t * long, half, z), (t * long, half * 0.8, z + thick), (t * long, -half * 0.8, z + thick)]
    faces = grid_faces(steps, 4) + [(3, 2, 1, 0), tuple(4 * (steps - 1) + k for k in range(4))]
    return np.array(points), faces


def turn(axis, angle):
    """The rotation matrix about an axis."""
    axis = np.array(axis, float) / np.linalg.norm(axis)
    c, s = math.cos(angle), math.sin(angle)
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + s * k + (1 - c) * k @ k


def upright(normal, spin, tilt=0.0):
    """Turns z to the normal, after a spin about it and a chance tilt in radians."""
    normal = np.array(normal, float) / np.linalg.norm(normal)
    side = np.cross((0, 0, 1), normal)
    lean = turn(side, math.acos(max(-1, min(1, normal[2])))) if np.linalg.norm(side) > 1e-6 else np.eye(3)
    return lean @ turn((0, 0, 1), spin) @ turn(random.normal(size=3), random.normal() * tilt)


def pieces(name, shape, places, material, wobble=0.06, smooth=True, rounds=0):
    """One mesh of many: `places` are (position, rotation, scale); each piece is bent a little in its own way."""
    points, faces = shape
    all_points, all_faces = [], []
    for i, (at, rotation, scale) in enumerate(places):
        phase, wave = random.uniform(0, 6.28, 3), random.normal(size=(3, 3)) * 1.4
        bent = points * (1 + wobble * random.normal(size=3)) + wobble * np.sin(points @ wave + phase)
        all_points.append((bent * scale) @ rotation.T + at)
        all_faces += [tuple(k + i * len(points) for k in f) for f in faces]
    return mesh(name, np.vstack(all_points), all_faces, material, smooth, rounds) if places else None


def disc(radius, at=(0, 0), squash=1.0):
    """Proposes points evenly over a disc."""

    def spot():
        r, a = radius * math.sqrt(random.uniform()), random.uniform(0, 2 * math.pi)
        return at[0] + r * math.cos(a), at[1] + r * math.sin(a) * squash

    return spot


def dome(radius, top, at=(0, 0), base=0.0, squash=1.0, power=1.0):
    """Heights of a mound."""

    def height(x, y):
        d = ((x - at[0]) ** 2 + ((y - at[1]) / squash) ** 2) / radius**2
        return base + (top * (1 - d) ** power if d < 1 else 0.0)

    return height


def ground(name, heights, material, radius, at=(0, 0), steps=90, squash=1.0, rough=0.0):
    """A closed-looking surface over a disc, of those heights: the body under a mound, a sauce, a porridge."""
    points, rings = [], steps // 2
    for i in range(rings + 1):
        for j in range(steps):
            r, a = radius * i / rings, 2 * math.pi * j / steps
            x, y = at[0] + r * math.cos(a), at[1] + r * math.sin(a) * squash
            points.append((x, y, heights(x, y) + rough * random.normal()))
    return mesh(name, points, grid_faces(rings + 1, steps), material)
