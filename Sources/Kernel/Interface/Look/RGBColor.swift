import Foundation

/// A colour of sRGB.
public struct RGBColor: Sendable, Hashable {
    private let red: UInt8, green: UInt8, blue: UInt8

    /// Reads six hexadecimal digits, with or without `#` before them.
    public init?(hex text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16) else { return nil }
        red = UInt8(truncatingIfNeeded: number >> 16)
        green = UInt8(truncatingIfNeeded: number >> 8)
        blue = UInt8(truncatingIfNeeded: number)
    }

    /// As style sheets write it: `#1558b3`.
    public var hex: String {
        "#"
            + [red, green, blue].map { part in
                let digits = String(part, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
    }

    static let white = RGBColor(linear: (1, 1, 1))
    static let black = RGBColor(linear: (0, 0, 0))

    /// Red, green and blue in proportion to light, each from 0 to 1.
    var linear: (red: Double, green: Double, blue: Double) { (Self.light(of: red), Self.light(of: green), Self.light(of: blue)) }

    /// The nearest colour that a screen can show.
    init(linear light: (red: Double, green: Double, blue: Double)) {
        red = Self.part(of: light.red)
        green = Self.part(of: light.green)
        blue = Self.part(of: light.blue)
    }

    /// The relative luminance of WCAG 2.2, from 0 to 1.
    var luminance: Double {
        let light = linear
        return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
    }

    /// The contrast ratio of WCAG 2.2, from 1 to 21.
    public func contrast(with other: RGBColor) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    private static func light(of part: UInt8) -> Double {
        let value = Double(part) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func part(of light: Double) -> UInt8 {
        let light = min(1, max(0, light))
        return UInt8(((light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055) * 255).rounded())
    }
}

/// A colour by how light, how strong and of which hue it is, as eyes see it: OKLCH of CSS Color 4. Shades of one hue differ only in lightness.
struct OKLCH {
    /// From black, 0, to white, 1.
    var lightness: Double
    /// From grey, 0, to about 0.3.
    var chroma: Double
    /// In radians.
    let hue: Double

    init(_ color: RGBColor) {
        let (r, g, b) = color.linear
        let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
        let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
        let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
        lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
        let green = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
        let blue = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
        chroma = (green * green + blue * blue).squareRoot()
        hue = atan2(blue, green)
    }

    /// The colour, less strong where no screen shows so much of it.
    var color: RGBColor {
        var shade = self
        while shade.chroma > 0.002, !shade.isShown { shade.chroma *= 0.96 }
        return RGBColor(linear: shade.light)
    }

    private var isShown: Bool {
        let (r, g, b) = light
        return [r, g, b].allSatisfy { (-0.0001...1.0001).contains($0) }
    }

    private var light: (red: Double, green: Double, blue: Double) {
        let (a, b) = (chroma * cos(hue), chroma * sin(hue))
        let l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3)
        let m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3)
        let s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3)
        return (
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
        )
    }
}
