import Foundation
import Interface
import TestSupport
import Testing

private func styleRoles(_ sheets: [String], _ accent: Accent) -> StyleRoles {
    StyleRoles(sheets, selectors: [":root", "[data-accent=\"\(accent.rawValue)\"]"])
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
        let roles = styleRoles(sheets, accent)
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

@Test(.covers("CORE-051"), arguments: Accent.allCases)
func `a header is dark in the dark theme`(accent: Accent) throws {
    let luminance = try styleRoles([try sheet("css/10-tokens.css"), try sheet("dark.css")], accent).luminance("accent")
    #expect(luminance < 0.1, "\(accent): \(luminance)")
}

@Test(.covers("CORE-051"))
func `the edge of a secondary button is seen in the dark theme, where no shadow shows it`() throws {
    let roles = styleRoles([try sheet("css/10-tokens.css"), try sheet("dark.css")], .honey)
    for ground in ["surface", "surface-raised"] {
        let ratio = try roles.contrast("button-line", ground)
        #expect(ratio >= 3, "\(ground): \(ratio)")
    }
}

@Test(.covers("CORE-051"))
func `white words can be read on every hue of covers and categories`() throws {
    let colors = try sheet("css/10-tokens.css").matches(of: #/--hue(?:-deep)?: (#\w{6});/#).map { String($0.output.1) }
    #expect(colors.count == 2 * Hue.allCases.count)
    var roles = StyleRoles([], selectors: [])
    roles.values = ["white": "#ffffff"]
    for color in colors {
        roles.values["hue"] = color
        let ratio = try roles.contrast("white", "hue")
        #expect(ratio >= 4.5, "\(color): \(ratio)")
    }
}

@Test func `the colour that the browser's frame takes is the header's own`() throws {
    for accent in Accent.allCases {
        let roles = styleRoles([try sheet("css/10-tokens.css")], accent)
        let hex = try roles.color("accent").map { Int(($0 * 255).rounded()) }.reduce("#") { $0 + String(format: "%02x", $1) }
        #expect(hex == accent.color)
    }
}
