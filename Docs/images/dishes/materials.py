"""Surfaces: food, ceramic, wood, linen, glass and liquids as node materials. Lengths are centimetres, colours sRGB hex."""
import bpy


def linear(colour):
    """The linear RGBA of `#rrggbb`."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return (*(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels), 1)


class Nodes:
    """A node tree in the making: `add` takes input values or other nodes' outputs by the input's name or index."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.tree.nodes.new("ShaderNodeOutputMaterial")

    def add(self, kind, inputs=None, **settings):
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in settings.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self.put(node.inputs[key], value)
        return node

    def put(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, str):
            socket.default_value = linear(value)
        else:
            socket.default_value = value

    def ramp(self, factor, stops):
        node = self.add("ValToRGB", {"Fac": factor})
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(1)
        for element, (at, colour) in zip(elements, stops):
            element.position, element.color = at, linear(colour)
        return node.outputs["Color"]

    def mix(self, factor, one, other, how="MIX"):
        return self.add("MixRGB", {"Fac": factor, "Color1": one, "Color2": other}, blend_type=how).outputs["Color"]

    def math(self, how, one, other=0.0, clamp=False):
        return self.add("Math", {0: one, 1: other}, operation=how, use_clamp=clamp).outputs[0]

    def place(self, stretch=(1, 1, 1)):
        """Coordinates of the object in centimetres, shrunk by `stretch`."""
        source = self.add("TexCoord").outputs["Object"]
        return self.add("Mapping", {"Vector": source, "Scale": stretch}).outputs["Vector"]

    def noise(self, scale, detail=4.0, rough=0.6, stretch=(1, 1, 1), warp=0.0):
        inputs = {"Vector": self.place(stretch), "Scale": scale, "Detail": detail, "Roughness": rough, "Distortion": warp}
        return self.add("TexNoise", inputs).outputs["Fac"]

    def between(self, value, low, high):
        """0 up to `low`, 1 from `high`."""
        return self.add("MapRange", {"Value": value, "From Min": low, "From Max": high}).outputs["Result"]

    def bump(self, height, strength, depth):
        return self.add("Bump", {"Height": height, "Strength": strength, "Distance": depth}).outputs["Normal"]

    def finish(self, **inputs):
        surface = self.add(
            "BsdfPrincipled",
            subsurface_method="BURLEY",
            inputs={key.replace("_", " "): value for key, value in inputs.items() if value is not None},
        )
        self.put(self.output.inputs["Surface"], surface.outputs["BSDF"])
        return self.material


def food(name, colours, rough=0.4, glow=0.3, reach=0.3, spots=None, bump=(6, 0.3, 0.05), coat=0.0, shine=0.5):
    """Something to eat: each piece has one of `colours`; `spots` are (scale, from, to, colour) of noise over it.

    `glow` is how much of the light goes under the surface and `reach` how far, in cm.
    """
    n = Nodes(name)
    piece = n.add("NewGeometry").outputs["Random Per Island"]
    last = max(1, len(colours) - 1)
    colour = n.ramp(piece, [(i / last, c) for i, c in enumerate(colours)]) if len(colours) > 1 else n.add("RGB").outputs[0]
    if len(colours) == 1:
        colour.default_value = linear(colours[0])
    for scale, low, high, other in spots or []:
        colour = n.mix(n.between(n.noise(scale), low, high), colour, other)
    normal = n.bump(n.noise(bump[0], detail=6), bump[1], bump[2]) if bump else None
    return n.finish(
        Base_Color=colour,
        Subsurface=glow,
        Subsurface_Color=colour,
        Subsurface_Radius=(reach, reach * 0.6, reach * 0.35),
        Roughness=rough,
        Specular=shine,
        Clearcoat=coat,
        Clearcoat_Roughness=0.08,
        Normal=normal,
    )


def ceramic(name, glaze, clay, rim, thick=0.5, speckle=0.6):
    """Stoneware: the glaze breaks to the colour of the clay in the top `thick` cm under the height `rim`."""
    n = Nodes(name)
    high = n.add("SeparateXYZ", {0: n.add("TexCoord").outputs["Object"]}).outputs["Z"]
    edge = n.between(n.math("ADD", high, n.math("MULTIPLY", n.noise(1.4), thick)), rim, rim + thick * 0.6)
    shade = n.mix(n.between(n.noise(0.35), 0.3, 0.75), glaze, n.mix(0.12, glaze, clay))
    specks = n.math("MULTIPLY", n.between(n.noise(5.5, detail=2), 0.66, 0.7), speckle)
    colour = n.mix(edge, n.mix(specks, shade, clay), clay)
    return n.finish(
        Base_Color=colour, Roughness=n.between(n.noise(2), -0.6, 2.6), Specular=0.5, Normal=n.bump(n.noise(0.8, detail=2), 0.15, 0.1)
    )


def wood(name, light="#cf965c", dark="#8a5329", plank=11.0):
    """Oiled oak in planks along x."""
    n = Nodes(name)
    parts = n.add("SeparateXYZ", {0: n.add("TexCoord").outputs["Object"]})
    row = n.math("DIVIDE", parts.outputs["Y"], plank)
    tone = n.add("TexWhiteNoise", {"W": n.math("FLOOR", row)}, noise_dimensions="1D").outputs["Value"]
    shift = n.add("CombineXYZ", {0: n.math("MULTIPLY", tone, 300), 1: parts.outputs["Y"], 2: tone})
    place = n.add("VectorMath", {0: n.place((0.05, 1, 1)), 1: shift.outputs[0]}, operation="ADD").outputs[0]
    grain = n.add("TexNoise", {"Vector": place, "Scale": 0.55, "Detail": 9, "Roughness": 0.68, "Distortion": 0.6}).outputs["Fac"]
    fibre = n.noise(2.2, detail=3, stretch=(0.06, 1.6, 1))
    colour = n.ramp(n.math("ADD", n.math("MULTIPLY", grain, 0.75), n.math("MULTIPLY", fibre, 0.25)), [(0.34, dark), (0.62, light)])
    colour = n.mix(n.math("MULTIPLY", tone, 0.22), colour, dark)
    across = n.math("FRACT", row)
    gap = n.math("GREATER_THAN", n.math("ABSOLUTE", n.math("SUBTRACT", across, 0.5)), 0.488)
    colour = n.mix(n.math("MULTIPLY", gap, 0.75), colour, "#3d2412")
    return n.finish(
        Base_Color=colour,
        Roughness=n.between(grain, -0.4, 1.5),
        Specular=0.35,
        Normal=n.bump(n.math("SUBTRACT", grain, n.math("MULTIPLY", gap, 1)), 0.25, 0.15),
    )


def linen(name, colour="#f3eadb", stripe="#7f9a97"):
    """A cloth of plain weave with a stripe along two edges (at |y| = 14 of its own coordinates)."""
    n = Nodes(name)
    waves = [
        n.add(
            "TexWave", {"Vector": n.place(), "Scale": 2.6, "Distortion": 0.7, "Detail": 1, "Detail Scale": 3}, bands_direction=way
        ).outputs["Fac"]
        for way in "XY"
    ]
    weave = n.math("MULTIPLY", waves[0], waves[1])
    parts = n.add("SeparateXYZ", {0: n.add("TexCoord").outputs["Object"]})
    far = n.math("ABSOLUTE", n.math("SUBTRACT", n.math("ABSOLUTE", parts.outputs["X"]), 13.2))
    tint = n.mix(n.math("LESS_THAN", far, 0.55), colour, stripe)
    tint = n.mix(n.math("MULTIPLY", n.noise(1.1), 0.25), tint, "#b8aa90")
    tint = n.mix(n.math("MULTIPLY", n.math("SUBTRACT", 1.0, weave), 0.3), tint, "#8f8268")
    return n.finish(Base_Color=tint, Roughness=0.95, Specular=0.1, Sheen=0.3, Normal=n.bump(weave, 0.5, 0.06))


def clear(name, colour="#ffffff", rough=0.0, index=1.45, let=0.9, dye=None, density=0.3):
    """Glass or a clear drink: refracts what the camera sees, and lets `let` of the light through to what stands behind.

    `dye` colours by depth: at a `density` of 1, light of other colours is down to a third after 1 cm.
    """
    n = Nodes(name)
    glass = n.add("BsdfGlass", {"Color": colour, "Roughness": rough, "IOR": index})
    through = n.add("BsdfTransparent", {"Color": n.mix(let, "#000000", colour)})
    path = n.add("LightPath")
    soft = n.math("MAXIMUM", path.outputs["Is Shadow Ray"], path.outputs["Is Diffuse Ray"])
    mixed = n.add("MixShader", {0: soft, 1: glass.outputs[0], 2: through.outputs[0]})
    n.put(n.output.inputs["Surface"], mixed.outputs[0])
    if dye:
        n.put(n.output.inputs["Volume"], n.add("VolumeAbsorption", {"Color": dye, "Density": density}).outputs[0])
    return n.material


def pane(name, tint="#ffffff", edge="#b9c9c4"):
    """The thin wall of a glass: mirrors a little, hardly bends what is behind it, and darkens to `edge` where it is seen from the side."""
    n = Nodes(name)
    side = n.add("LayerWeight", {"Blend": 0.22})
    through = n.add("BsdfTransparent", {"Color": n.mix(side.outputs["Facing"], tint, edge)})
    mirror = n.add("BsdfGlossy", {"Color": "#ffffff", "Roughness": 0.02})
    camera = n.add("LightPath").outputs["Is Camera Ray"]
    shine = n.math("MULTIPLY", n.math("MULTIPLY", side.outputs["Fresnel"], 0.4), camera)
    mixed = n.add("MixShader", {0: shine, 1: through.outputs[0], 2: mirror.outputs[0]})
    n.put(n.output.inputs["Surface"], mixed.outputs[0])
    return n.material


def frosted(name, colour="#f2fafc", seen=0.5):
    """Ice: a wet surface through which half of what is behind shows."""
    return Nodes(name).finish(Base_Color=linear(colour), Roughness=0.08, Alpha=seen, Clearcoat=0.6)


def plain(name, colour, rough=0.5, metal=0.0, **more):
    """One even colour, as of cutlery."""
    return Nodes(name).finish(Base_Color=linear(colour), Roughness=rough, Metallic=metal, **more)
