import Foundation
import Interface
import TestSupport
import Testing

/// The roles of a theme, resolved to colours, as the style sheets have them.
private struct Roles {
    var values: [String: String] = [:]

    init(_ sheets: [String], accent: Accent) throws {
        for sheet in sheets {
            for block in sheet.matches(of: #/(?:^|\n)\s*([^{}\n]+)\{([^}]*)\}/#) {
                let selector = block.output.1.trimmingCharacters(in: .whitespaces)
                guard selector == ":root" || selector == "[data-accent=\"\(accent.rawValue)\"]" else { continue }
                for line in block.output.2.matches(of: #/--([\w-]+):\s*([^;]+);/#) { values[String(line.output.1)] = String(line.output.2) }
            }
        }
    }

    /// Red, green and blue of a role, each from 0 to 1.
    func color(_ role: String) throws -> [Double] {
        var value = try #require(values[role], "--\(role)")
        while let name = value.firstMatch(of: #/var\(--([\w-]+)\)/#) { value = try #require(values[String(name.output.1)]) }
        let hex = try #require(Int(value.trimmingCharacters(in: .whitespaces).dropFirst(), radix: 16), "\(role): \(value)")
        return [hex >> 16, hex >> 8 & 255, hex & 255].map { Double($0) / 255 }
    }

    /// The contrast ratio of WCAG 2.1.
    func contrast(_ one: String, _ other: String) throws -> Double {
        let luminances = try [one, other].map { role in
            let parts = try color(role).map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }.sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }
}

private func sheet(_ name: String) throws -> String {
    try String(contentsOf: InterfaceResources.bundle.bundleURL.appendingPathComponent("Resources/assets/\(name)"), encoding: .utf8)
}

/// Words and what they stand on, wherever a style sheet puts the one on the other.
private let pairs: [(words: String, ground: String)] = [
    ("ink", "surface"), ("ink", "surface-raised"), ("ink", "surface-sunken"), ("ink-muted", "surface"), ("ink-muted", "surface-raised"),
    ("ink-muted", "surface-sunken"), ("action", "surface"), ("action", "surface-raised"), ("action", "action-soft"),
    ("action-ink", "action"),
    ("action-ink", "action-strong"), ("accent-ink", "accent"), ("accent-soft-ink", "accent-soft"), ("danger", "surface"),
    ("danger", "surface-raised"), ("danger", "danger-soft"), ("danger-ink", "danger"), ("success", "success-soft"),
    ("warning", "warning-soft"),
    ("ink", "danger-soft"), ("ink", "success-soft"), ("ink", "warning-soft"), ("ink", "action-soft"), ("surface", "ink"),
]

@Test(.covers("CORE-051"), arguments: Accent.allCases)
func `words can be read on what they stand on, in both themes`(accent: Accent) throws {
    let light = try sheet("css/10-tokens.css")
    for sheets in [[light], [light, try sheet("dark.css")]] {
        let roles = try Roles(sheets, accent: accent)
        for (words, ground) in pairs {
            let ratio = try roles.contrast(words, ground)
            #expect(ratio >= 4.5, "\(words) on \(ground): \(ratio)")
        }
        for edge in ["line-strong", "focus"] {
            let ratio = try roles.contrast(edge, "surface-raised")
            #expect(ratio >= 3, "\(edge): \(ratio)")
        }
    }
}

@Test(.covers("CORE-051"))
func `the edge of a secondary button is seen in the dark theme, where no shadow shows it`() throws {
    let roles = try Roles([try sheet("css/10-tokens.css"), try sheet("dark.css")], accent: .honey)
    for ground in ["surface", "surface-raised"] {
        let ratio = try roles.contrast("button-line", ground)
        #expect(ratio >= 3, "\(ground): \(ratio)")
    }
}

@Test(.covers("CORE-051"))
func `white words can be read on every hue of covers and categories`() throws {
    let colors = try sheet("css/10-tokens.css").matches(of: #/--hue(?:-deep)?: (#\w{6});/#).map { String($0.output.1) }
    #expect(colors.count == 2 * Hue.allCases.count)
    var roles = try Roles([], accent: .honey)
    roles.values = ["white": "#ffffff"]
    for color in colors {
        roles.values["hue"] = color
        let ratio = try roles.contrast("white", "hue")
        #expect(ratio >= 4.5, "\(color): \(ratio)")
    }
}

@Test func `the colour that the browser's frame takes is the header's own`() throws {
    for accent in Accent.allCases {
        let roles = try Roles([try sheet("css/10-tokens.css")], accent: accent)
        let hex = try roles.color("accent").map { Int(($0 * 255).rounded()) }.reduce("#") { $0 + String(format: "%02x", $1) }
        #expect(hex == accent.color)
    }
}
