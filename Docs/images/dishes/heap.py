"""Where pieces come to rest when they fall on what is there already."""
import numpy as np

import shapes
from shapes import upright


class Heap:
    """What lies on what: a map of heights over a square of half-width `reach`, on which pieces come to rest one by one."""

    def __init__(self, floor, reach=12.0, cells=180, at=(0, 0)):
        self.reach, self.cells, self.at = reach, cells, at
        axis = np.linspace(-reach, reach, cells)
        self.x, self.y = np.meshgrid(axis + at[0], axis + at[1], indexing="ij")
        self.height = np.vectorize(floor)(self.x, self.y).astype(float)

    def near(self, x, y, size):
        return (self.x - x) ** 2 + (self.y - y) ** 2 <= size * size

    def level(self, x, y):
        step = 2 * self.reach / (self.cells - 1)
        i, j = int(round((x - self.at[0] + self.reach) / step)), int(round((y - self.at[1] + self.reach) / step))
        return self.height[min(max(i, 0), self.cells - 1), min(max(j, 0), self.cells - 1)]

    def slope(self, x, y, size):
        dx = self.level(x + size, y) - self.level(x - size, y)
        dy = self.level(x, y + size) - self.level(x, y - size)
        return np.array([-dx, -dy, 2 * size])

    def rest(self, x, y, size, thick, sink=0.25):
        """The height of the middle of a piece of that radius that comes down at (x, y); remembers it."""
        under = self.near(x, y, size * 0.8)
        if not under.any():
            return self.level(x, y)
        ground = float(np.quantile(self.height[under], 0.75))
        middle = ground + thick * (0.5 - sink)
        d = ((self.x[under] - x) ** 2 + (self.y[under] - y) ** 2) / (size * size)
        self.height[under] = np.maximum(self.height[under], middle + thick * 0.5 * np.sqrt(np.clip(1 - d, 0, 1)))
        return middle

    def fill(self, count, where, target, size, thick, tilt=0.35, sink=0.25, tries=6, spread=0.18, flat=0.75):
        """Places for `count` pieces: of some spots that `where()` proposes, the one furthest below `target(x, y)`."""
        places = []
        for _ in range(count):
            spots = [where() for _ in range(tries)]
            x, y = min(spots, key=lambda s: self.level(*s) - target(*s))
            if self.level(x, y) > target(x, y):
                continue
            scale = size * (1 + spread * float(np.clip(shapes.random.normal(), -2, 2)))
            normal = self.slope(x, y, scale) * (flat, flat, 1)
            z = self.rest(x, y, scale, thick * scale / size, sink)
            places.append((np.array([x, y, z]), upright(normal, shapes.random.uniform(0, 6.28), tilt), scale))
        return places
