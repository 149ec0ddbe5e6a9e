import Foundation
import TestSupport
import Testing

/// The colours that a site can choose: `Accent`.
private let accents = ["honey", "leaf", "coral", "sky", "lilac"]

/// Words and what they stand on in the frame and on its buttons.
private let pairs: [(words: String, ground: String)] = [
    ("ink", "surface"), ("ink", "surface-raised"), ("ink", "surface-sunken"), ("ink-muted", "surface"), ("ink-muted", "surface-raised"),
    ("ink-muted", "surface-sunken"), ("action", "surface"), ("action", "surface-raised"), ("action", "action-soft"), ("action-ink", "action"),
    ("action-ink", "action-strong"), ("accent-ink", "accent"), ("accent-soft-ink", "accent-soft"), ("ink", "action-soft"),
]

/// The roles that a chosen colour has in the app, without those of the house below them.
private func styleRoles(_ accent: String, isDark: Bool) throws -> StyleRoles {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Apps/VolunteersApp/Resources/assets")
    let sheets = try (["css/volunteers.css"] + (isDark ? ["dark.css"] : [])).map {
        try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
    return StyleRoles(sheets, selectors: ["[data-app=\"volunteers\"]", "[data-app=\"volunteers\"][data-accent=\"\(accent)\"]"])
}

@Test(.covers("CORE-051"), arguments: accents, [false, true])
func `words can be read in the colour that the site chose for Volunteers`(accent: String, isDark: Bool) throws {
    let roles = try styleRoles(accent, isDark: isDark)
    for (words, ground) in pairs {
        let ratio = try roles.contrast(words, ground)
        #expect(ratio >= 4.5, "\(accent), \(isDark ? "dark" : "light"): \(words) on \(ground): \(ratio)")
    }
    for edge in ["line-strong", "focus"] {
        let ratio = try roles.contrast(edge, "surface-raised")
        #expect(ratio >= 3, "\(accent), \(isDark ? "dark" : "light"): \(edge): \(ratio)")
    }
}

@Test(arguments: [false, true])
func `each colour gives Volunteers another header and other buttons`(isDark: Bool) throws {
    for role in ["accent", "action"] {
        let colors = try accents.map { try styleRoles($0, isDark: isDark).color(role) }
        #expect(Set(colors).count == accents.count, "\(role)")
    }
}
