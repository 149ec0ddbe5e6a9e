import Foundation
import Interface
import TestSupport
import Testing

private func sheet(_ name: String) throws -> String {
    try String(contentsOf: InterfaceResources.bundle.bundleURL.appendingPathComponent("Resources/assets/\(name)"), encoding: .utf8)
}

/// The roles of one theme on pages of no app, on a site with a colour of its own.
private func roles(of colors: SiteColors, inDark isDark: Bool) throws -> StyleRoles {
    let tokens = try sheet("css/10-tokens.css")
    guard isDark else {
        return StyleRoles(
            [tokens, colors.styleSheet],
            selectors: [
                ":root", "html[data-theme=\"light\"], html[data-theme=\"system\"], .look-light",
                "html[data-theme=\"light\"]:not([data-accent]), html[data-theme=\"system\"]:not([data-accent]), .look-light",
            ])
    }
    return StyleRoles(
        [tokens, try sheet("dark.css"), colors.styleSheet],
        selectors: [":root", "html[data-theme=\"dark\"], .look-dark", "html[data-theme=\"dark\"]:not([data-accent]), .look-dark"])
}

/// Words and what they stand on, of those roles that the site's colour takes.
private let pairs: [(words: String, ground: String)] = [
    ("action", "surface"), ("action", "surface-raised"), ("action", "surface-sunken"), ("action", "action-soft"),
    ("action-strong", "surface-raised"), ("action-ink", "action"), ("action-ink", "action-strong"), ("accent-ink", "accent"),
    ("accent-soft-ink", "accent-soft"), ("ink", "accent-soft"), ("ink", "action-soft"),
]

/// Yellow, white, black, greys in the middle, and whatever else is hard to write with or on.
private let awkward = [
    "#ffff00", "#ffd400", "#ffffff", "#000000", "#808080", "#767676", "#757575", "#00ff00", "#00ffff", "#ff0000", "#0000ff", "#ff00ff", "#1558b3",
    "#7f7f00", "#ffc0cb", "#e8590c", "#2b8a3e", "#010101", "#fefefe",
]

@Suite struct SiteColorTests {
    @Test(.covers("CORE-051"), arguments: awkward)
    func `words can be read in both themes, whichever colour a site chooses`(hex: String) throws {
        let colors = SiteColors(try #require(RGBColor(hex: hex)))
        for isDark in [false, true] {
            let roles = try roles(of: colors, inDark: isDark)
            for (words, ground) in pairs {
                let ratio = try roles.contrast(words, ground)
                #expect(ratio >= 4.5, "\(hex), dark \(isDark), \(words) on \(ground): \(ratio)")
            }
            #expect(try roles.contrast("focus", "surface-raised") >= 3)
        }
        #expect(try roles(of: colors, inDark: true).luminance("accent") < 0.14, "a header is dark in the dark theme")
    }

    @Test(.covers("CORE-051"))
    func `the same holds of colours from everywhere`() throws {
        let steps = stride(from: 0, through: 255, by: 51).map { $0 }
        for (red, green, blue) in steps.flatMap({ red in steps.flatMap { green in steps.map { (red, green, $0) } } }) {
            let hex = String(format: "#%02x%02x%02x", red, green, blue)
            let colors = SiteColors(try #require(RGBColor(hex: hex)))
            for isDark in [false, true] {
                let roles = try roles(of: colors, inDark: isDark)
                for (words, ground) in pairs where ground != "surface" {
                    let ratio = try roles.contrast(words, ground)
                    #expect(ratio >= 4.5, "\(hex), dark \(isDark), \(words) on \(ground): \(ratio)")
                }
            }
        }
    }

    @Test(.covers("CORE-051"))
    func `a colour that can be read stays as it was chosen, and others only become darker or lighter`() throws {
        let blue = SiteColors(SiteColors.usual)
        #expect(SiteColors.usual.hex == "#1558b3" && blue.action == SiteColors.usual && blue.darkAction != SiteColors.usual)
        let yellow = SiteColors(try #require(RGBColor(hex: "ffd400")))
        #expect(yellow.chosen.hex == "#ffd400" && yellow.action != yellow.chosen && yellow.darkAction == yellow.chosen)
        #expect(yellow.styleSheet.contains("--accent: #ffd400; --accent-ink: #211c13;"), "the header has the very colour")
        let light = try roles(of: yellow, inDark: false)
        let (red, green, blueness) = try (light.color("action")[0], light.color("action")[1], light.color("action")[2])
        #expect(red > green && green > 0.3 && blueness < 0.1, "a dark yellow is still a yellow")
    }

    @Test func `what the colours are measured against are the grounds of the sheets`() throws {
        for (grounds, sheets) in [
            (["#faf7f0", "#ffffff", "#f3eee3"], [try sheet("css/10-tokens.css")]),
            (["#13110d", "#1e1b16", "#28241d"], [try sheet("css/10-tokens.css"), try sheet("dark.css")]),
        ] {
            let roles = StyleRoles(sheets, selectors: [":root"])
            for (role, ground) in zip(["surface", "surface-raised", "surface-sunken"], grounds) {
                let hex = try roles.color(role).map { Int(($0 * 255).rounded()) }.reduce("#") { $0 + String(format: "%02x", $1) }
                #expect(hex == ground, "\(role)")
            }
        }
    }

    @Test(arguments: ["", "#12345", "1234567", "#gggggg", "red", "#+12345", "rgb(0,0,0)", "#１２３４５６", "#fff\";}"])
    func `only six digits are a colour`(text: String) { #expect(RGBColor(hex: text) == nil) }

    @Test func `digits are read with or without the sign, in either case`() {
        #expect(RGBColor(hex: "#FFD400")?.hex == "#ffd400" && RGBColor(hex: "00000a")?.hex == "#00000a")
    }
}
