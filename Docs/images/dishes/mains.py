"""Dishes of rice and of sauce."""
import shapes
import stage
from heap import Heap
from materials import food
from pantry import bumpy, citrus, herbs, lumpy, rice, sauce, sprig, tomato_salad
from shapes import chunk, disc, dome, pieces


def githeri():
    stage.table(shift=(2, 0))
    stage.bowl(stage.TEAL, 9.5, 6)
    stage.camera(22.5, 50, (0, -0.2, 4.0), (0, -3, 5.8))
    level, top = dome(9.2, 0.9, base=4.6), bumpy(dome(8.8, 1.7, base=5.2), 0.15)
    shapes.ground("sauce", level, sauce("sauce", "#c24a1c", "#f0a04a", "#9c3312"), 8.6)
    heap = Heap(level, 9)
    maize = food("maize", ["#f6dc84", "#f9e8b0", "#efc955", "#f5dd94"], rough=0.3, glow=0.4, reach=0.3, bump=(8, 0.1, 0.03), coat=0.3)
    bean = food(
        "bean",
        ["#8a2418", "#6d1814", "#a03a26", "#b4533f"],
        rough=0.22,
        glow=0.15,
        reach=0.15,
        spots=[(7, 0.6, 0.66, "#c47a62")],
        bump=(5, 0.08, 0.03),
        coat=0.5,
    )
    carrot = food("carrot", ["#f07f1e", "#f8942f", "#e66f14"], rough=0.3, glow=0.4, bump=(6, 0.2, 0.03), coat=0.3)
    spot = disc(7.6)
    for _ in range(6):
        pieces("maize", shapes.kernel(), heap.fill(48, spot, top, 0.66, 0.75, tilt=0.8), maize)
        pieces("bean", shapes.bean(), heap.fill(26, spot, top, 0.88, 0.8, tilt=0.4), bean)
        pieces("carrot", chunk(), heap.fill(7, spot, top, 0.5, 0.8, tilt=0.8), carrot)
    herbs(heap, 26, disc(4.5), 1.1)


def pilau():
    stage.table()
    floor = stage.plate(stage.OAT, 12.2)
    stage.camera(27, 48, (0, -0.3, 1.8), (0, -4, 3))
    mound = bumpy(dome(8.3, 4.2, (-1.8, 0.6), 0.75, power=0.75), 0.22)
    rice(["#b9793a", "#d09a55", "#a56428", "#dcae6c", "#c4863f"], mound, 8.2, 3600, (-1.8, 0.6))
    heap = Heap(lambda x, y: max(mound(x, y) if (x + 1.8) ** 2 + (y - 0.6) ** 2 < 66 else 0, floor(x, y)), 12)
    beef = food(
        "beef",
        ["#6a3a1e", "#7d4a28", "#582c16", "#8c5630"],
        rough=0.42,
        glow=0.05,
        reach=0.2,
        spots=[(1.3, 0.45, 0.7, "#4a2410"), (4, 0.55, 0.7, "#a06c40")],
        bump=(2.6, 1.0, 0.35),
        coat=0.25,
    )
    pieces(
        "beef",
        chunk(0.42),
        heap.fill(16, disc(5.2, (-2, 0.2)), lambda x, y: 99, 1.02, 1.7, tilt=0.6, sink=0.35, tries=2),
        beef,
        wobble=0.16,
    )
    spice = food("pods", ["#8f9a55", "#a7ab68"], rough=0.6, glow=0.1, bump=(8, 0.4, 0.04))
    pieces(
        "pods",
        (shapes.ball(8, 8)[0] * (1, 0.45, 0.45), shapes.ball(8, 8)[1]),
        heap.fill(7, disc(5, (-2, 0)), lambda x, y: 99, 0.6, 0.5, tilt=0.2, tries=1),
        spice,
    )
    tomato_salad(heap, 90, disc(3.9, (6.0, -3.2)), dome(4.6, 3.6, (6.0, -3.2), 0.6))
    herbs(heap, 14, disc(3.5, (-2, 0)), 0.9)
    lemon = citrus(2.3, "#f2c81e", "#f7dc4c", 0.7, half=True)
    lemon.location, lemon.rotation_euler = (2.6, -8.3, 2.0), (0.75, 0.1, 0.3)


def lentils():
    stage.table(turn=-0.3)
    stage.bowl(stage.RUST, 9.8, 5.4)
    stage.camera(23, 50, (0, -0.2, 3.5), (0, -3, 5))
    level = dome(9.5, 0.3, base=4.3)
    shapes.ground("stew", level, sauce("stew", "#ea9422", "#f8c25a", "#d9761a"), 9.0)
    mound = bumpy(dome(6.4, 3.4, (-3.4, 2.4), 3.8, power=0.7), 0.16)
    rice(["#fffaf0", "#fbf3e2", "#ffffff"], mound, 5.5, 1900, (-3.2, 2.2), core="#f6ecd8")
    heap = Heap(lambda x, y: max(level(x, y), mound(x, y) if (x + 3.2) ** 2 + (y - 2.2) ** 2 < 30 else 0), 9)
    lentil = food("lentil", ["#f0a030", "#e88a1e", "#f6b548", "#d9741a"], rough=0.3, glow=0.3, reach=0.2, bump=None, coat=0.5)
    flat = (shapes.ball(6, 10)[0] * (1, 1, 0.4), shapes.ball(6, 10)[1])
    spot = disc(8.6)
    places = [p for p in heap.fill(1700, spot, lambda x, y: 4.9, 0.25, 0.2, tilt=0.35, sink=0.35, tries=2)]
    pieces("lentil", flat, places, lentil, wobble=0.04)
    cream = food("cream", ["#fff6e6"], rough=0.2, glow=0.4, bump=None, coat=0.4)
    dollop = [(0, -0.2), (2.2, -0.2), (2.35, 0.05), (2.1, 0.3), (1.5, 0.36), (1.35, 0.6), (0.9, 0.72), (0.55, 0.7), (0.4, 0.95), (0, 1.05)]
    lumpy(shapes.turned("cream", dollop, cream, turns=64, at=(2.3, -2.4, 4.85), wobble=0.06), 1.6, 0.3)
    heap.rest(2.3, -2.4, 2.0, 0.9)
    herbs(heap, 20, disc(3.4, (1.5, -1.5)), 1.15)
    chilli = food("chilli", ["#d42a1a", "#b81f14"], rough=0.2, coat=0.6, bump=None)
    pieces("chilli", shapes.blade(1, 0.3, 0.5), heap.fill(9, disc(4, (1.5, -1)), lambda x, y: 99, 1.1, 0.2, tilt=0.3, tries=1), chilli)


def chicken():
    stage.table(turn=0.9)
    stage.plate(stage.TEAL, 12.2)
    stage.camera(26, 48, (0, -0.3, 1.6), (0, -4, 3))
    pool = bumpy(dome(9.8, 0.7, (0.6, -0.9), 0.8, power=0.3), 0.06, 0.8)
    curry = sauce("sauce", "#ecae38", "#f6d47c", "#d98f22")
    shapes.ground("sauce", pool, curry, 9.7, (0.6, -0.9), steps=140)
    mound = bumpy(dome(6.3, 4.2, (-4.2, 4.0), 0.75, power=0.7), 0.18)
    rice(["#fffaf0", "#fbf3e2", "#ffffff"], mound, 5.9, 2100, (-4.2, 4.0), core="#f6ecd8")
    skin = food(
        "chicken",
        ["#dc9430"],
        rough=0.24,
        glow=0.25,
        reach=0.4,
        spots=[(0.7, 0.42, 0.62, "#b8641c"), (2.2, 0.56, 0.72, "#7d3c12"), (1.6, 0.6, 0.75, "#f2bc48")],
        bump=(2.5, 0.6, 0.18),
        coat=0.55,
    )
    bone = food("bone", ["#f1e2c8"], rough=0.4, bump=(3, 0.3, 0.08))
    leg = [(0, -0.4), (1.3, 0.0), (2.3, 1.6), (2.45, 3.2), (1.9, 5.0), (1.15, 6.6), (0.85, 7.6), (0.6, 7.9), (0, 7.95)]
    for at, way, tilt in (((3.0, 0.9, 2.9), 2.2, 1.5), ((2.2, -4.4, 2.7), 1.45, 1.52), ((-2.2, -3.4, 2.8), -1.75, 1.5)):
        drum = lumpy(shapes.turned("leg", leg, skin, turns=48), 1.6, 0.7)
        end = shapes.turned("bone", [(0, 7), (0.5, 7), (0.42, 8.3), (0.68, 8.8), (0.6, 9.2), (0, 9.3)], bone, turns=24)
        for part in (drum, end):
            part.location, part.rotation_euler, part.scale = at, (tilt, 0, way), (0.86, 0.86, 0.86)
    heap = Heap(lambda x, y: 1.6, 12)
    for x, y, z, w in ((-6.6, -6.0, 1.9, 0.3), (-0.6, -8.6, 1.7, -0.2)):
        slice_ = citrus(2.0, "#f2c81e", "#f9e05a", 0.45)
        slice_.location, slice_.rotation_euler = (x, y, z), (0.35, w, 0.4)
    sprig((-0.2, -0.4, 3.6), 2.2, 0.4, 3)
    herbs(heap, 18, disc(7, (1, -2)), 0.85)


def biriani():
    stage.table(turn=-0.6)
    floor = stage.plate(stage.RUST, 12.2)
    stage.camera(26.5, 48, (0, -0.3, 2.0), (0, -4, 3.4))
    mound = bumpy(dome(9.6, 4.8, (0, 0), 0.7, power=0.7), 0.3)
    rice(["#fff6e0", "#fdeecb", "#f9cf58", "#f5a62e", "#fff3d8", "#f7bd3c", "#fffaf0"], mound, 9.3, 4600, core="#e8b04a")
    heap = Heap(lambda x, y: max(mound(x, y) if x * x + y * y < 86 else 0, floor(x, y)), 12)
    anywhere = lambda x, y: 99  # noqa: E731
    potato = food(
        "potato",
        ["#eebf58", "#e0a640", "#f3cf78"],
        rough=0.4,
        glow=0.2,
        spots=[(1.1, 0.48, 0.66, "#b8702a")],
        bump=(4, 0.3, 0.08),
        coat=0.2,
    )
    pieces("potato", chunk(0.5), heap.fill(17, disc(7.4), anywhere, 0.92, 1.4, tilt=0.6, sink=0.4, tries=2), potato, wobble=0.12)
    pea = food("pea", ["#6fae2e", "#86c23e", "#5a9a22"], rough=0.28, glow=0.3, bump=None, coat=0.4)
    pieces("pea", shapes.ball(10, 14), heap.fill(75, disc(7.6), anywhere, 0.46, 0.9, sink=0.3, tries=2), pea)
    raisin = food("raisin", ["#3a1a12", "#522417", "#2c120c"], rough=0.4, glow=0.1, bump=(5, 0.9, 0.15))
    pieces(
        "raisin",
        (shapes.ball(10, 12)[0] * (1, 0.7, 0.55), shapes.ball(10, 12)[1]),
        heap.fill(26, disc(7.5), anywhere, 0.5, 0.5, tries=2),
        raisin,
        wobble=0.1,
    )
    nut = food("cashew", ["#f1ddb0", "#e3bd7c", "#f5e6c4"], rough=0.45, glow=0.2, bump=(4, 0.2, 0.05))
    pieces("cashew", shapes.bean(), heap.fill(15, disc(6.5), anywhere, 0.95, 0.8, tries=2), nut)
    onion = food("fried onion", ["#8a4314", "#a65a1e", "#6a2f0e", "#b8702a"], rough=0.35, glow=0.1, bump=(6, 0.4, 0.04), coat=0.3)
    pieces(
        "onion",
        shapes.blade(3.0, 0.36, 0.8, thick=0.16),
        heap.fill(110, disc(3.4, (0, 0.3)), anywhere, 0.5, 0.16, tilt=0.35, sink=0, flat=0.7, tries=1),
        onion,
        wobble=0.1,
    )
    sprig((0.6, -1.2, heap.level(0.6, -1.2) + 0.2), 2.3, 0.3, 2)
    herbs(heap, 10, disc(7), 0.9)


DISHES = {"githeri": githeri, "pilau": pilau, "lentil-stew": lentils, "chicken-in-coconut": chicken, "vegetable-biriani": biriani}
