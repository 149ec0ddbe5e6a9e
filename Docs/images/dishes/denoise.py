"""Takes the grain out of a render: non-local means over two half renders, held back where colour or slope of the surface change.

Two renders with other random numbers tell how much of a difference is noise, as in Rousselle et al., "Adaptive rendering with non-local
means filtering" (2012): each half is smoothed with weights from the other one, so that noise does not choose its own neighbours.
"""
import numpy as np


def box(image, radius):
    """The mean over a square of `radius` around each pixel."""
    for axis in (0, 1):
        widths = [(0, 0)] * image.ndim
        widths[axis] = (radius + 1, radius)
        total = np.cumsum(np.pad(image, widths, mode="edge"), axis=axis, dtype=np.float64)
        width = 2 * radius + 1
        image = np.take(total, range(width, total.shape[axis]), axis) - np.take(total, range(total.shape[axis] - width), axis)
        image = (image / width).astype(np.float32)
    return image


def shifted(image, dy, dx):
    """The neighbour of each pixel at that distance, edges repeated."""
    rows = np.clip(np.arange(image.shape[0]) + dy, 0, image.shape[0] - 1)
    columns = np.clip(np.arange(image.shape[1]) + dx, 0, image.shape[1] - 1)
    return image[rows][:, columns]


def tone(image):
    return np.log1p(image * 4) / 4


def grey(image):
    return image @ np.array([0.3, 0.55, 0.15], np.float32)


def means(halves, bound, reach=3, patch=2, strength=0.45):
    """Non-local means of two halves; `bound(shift)` is what holds a neighbour back besides its light."""
    plain = [grey(tone(np.clip(half, 0, 40))) for half in halves]
    noise = box((plain[0] - plain[1]) ** 2, 3) / 2 + 1e-6
    sums, weights = [np.zeros_like(half) for half in halves], [np.zeros_like(noise) for _ in halves]
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            held, beside = bound(dy, dx), shifted(noise, dy, dx)
            both = noise + np.minimum(noise, beside)
            for k in (0, 1):
                apart = (shifted(plain[k], dy, dx) - plain[k]) ** 2
                apart = box((apart - both) / (1e-5 + strength * (noise + beside)), patch)
                weight = np.exp(-np.clip(np.maximum(apart, held), 0, 40)).astype(np.float32)
                sums[1 - k] += weight[..., None] * shifted(halves[1 - k], dy, dx)
                weights[1 - k] += weight
    return sum(total / weight[..., None] for total, weight in zip(sums, weights)) / 2


def smooth(one, other):
    """The mean of two half renders without grain; each is the light, the colour of the surface and its normal, rows by columns by 3.

    Where the colour of the surface is sure, only what falls on it is smoothed, so that its pattern stays. Behind glass and where things
    are out of focus it is not, and the light itself is smoothed.
    """
    colour, normal = (one[1] + other[1]) / 2, (one[2] + other[2]) / 2

    def bound(dy, dx):
        return ((shifted(normal, dy, dx) - normal) ** 2).sum(2) / 0.08 + ((shifted(colour, dy, dx) - colour) ** 2).sum(2) / 0.008

    sharp = means([without_sparks(light / (own + 0.05)) for light, own, _ in (one, other)], bound) * (colour + 0.05)
    soft = means([without_sparks(light) for light, _, _ in (one, other)], lambda dy, dx: np.float32(0))
    unsure = box(((one[1] - other[1]) ** 2).sum(2), 2)
    part = box(np.clip((unsure - 0.006) / 0.02, 0, 1), 1)[..., None]
    return sharp * (1 - part) + soft * part


def without_sparks(image):
    """Holds each pixel to 1.5 times the third brightest of the nine around it."""
    around = np.sort(np.stack([shifted(grey(image), dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]), axis=0)[-3]
    light = grey(image)
    return image * np.minimum(1, (1.5 * around + 0.02) / np.maximum(light, 1e-6))[..., None]
