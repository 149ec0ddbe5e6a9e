import Core

/// What follows from the one colour that a community chose: the colours of its buttons, links and frame in both themes. Words have a
/// contrast of 4.5 : 1 or better with what they stand on, whichever colour it is (WCAG 2.2, 1.4.3).
public struct SiteColors: Sendable, Equatable {
    public let chosen: RGBColor
    let light: Roles
    let dark: Roles

    /// The roles of one theme that the site's colour takes.
    struct Roles: Sendable, Equatable {
        let action: RGBColor
        let actionStrong: RGBColor
        let actionInk: RGBColor
        let actionSoft: RGBColor
        /// The header of pages of no app.
        let frame: RGBColor
        let frameInk: RGBColor
        let frameSoft: RGBColor
        let frameSoftInk: RGBColor
    }

    /// What links and buttons stand on; see `10-tokens.css` and `dark.css`.
    static let surfaces = (light: ["#faf7f0", "#ffffff", "#f3eee3"], dark: ["#13110d", "#1e1b16", "#28241d"])
    private static let least = 4.5
    /// Stoa's own colour of buttons and links; see `10-tokens.css`.
    public static let usual = RGBColor(linear: (0.00749903, 0.0975873, 0.450786))

    public init(_ chosen: RGBColor) {
        self.chosen = chosen
        light = Self.light(chosen)
        dark = Self.dark(chosen)
    }

    /// The colour of buttons and links in the light theme: the chosen one, or a darker one where that could not be read.
    public var action: RGBColor { light.action }
    /// The same in the dark theme, where it may have to be lighter.
    public var darkAction: RGBColor { dark.action }
    /// What is written on buttons.
    public var actionInk: RGBColor { light.actionInk }
    /// The same in the dark theme.
    public var darkActionInk: RGBColor { dark.actionInk }

    private static func light(_ chosen: RGBColor) -> Roles {
        let shade = OKLCH(chosen)
        let soft = shade.with(lightness: 0.95, chroma: min(shade.chroma, 0.03))
        let grounds = colors(surfaces.light) + [soft]
        let action = chosen.moved(by: -0.01) { color in grounds.allSatisfy { color.contrast(with: $0) >= least } }
        let frameSoft = shade.with(lightness: 0.94, chroma: min(shade.chroma, 0.035))
        let depth = OKLCH(action).lightness
        return Roles(
            action: action, actionStrong: OKLCH(action).with(lightness: depth < 0.25 ? depth + 0.18 : depth - 0.1),
            actionInk: .white, actionSoft: soft, frame: chosen, frameInk: ink(on: chosen), frameSoft: frameSoft,
            frameSoftInk: chosen.moved(by: -0.01) { $0.contrast(with: frameSoft) >= 7 })
    }

    private static func dark(_ chosen: RGBColor) -> Roles {
        let shade = OKLCH(chosen)
        let soft = shade.with(lightness: 0.3, chroma: min(shade.chroma, 0.06))
        let grounds = colors(surfaces.dark) + [soft]
        let action = chosen.moved(by: 0.01) { color in grounds.allSatisfy { color.contrast(with: $0) >= least } }
        let frame = shade.with(lightness: min(0.42, max(0.28, shade.lightness)), chroma: min(shade.chroma, 0.11))
        let height = OKLCH(action).lightness
        return Roles(
            action: action, actionStrong: OKLCH(action).with(lightness: height > 0.9 ? height - 0.08 : height + 0.08),
            actionInk: shade.with(lightness: 0.18, chroma: min(shade.chroma, 0.04)), actionSoft: soft, frame: frame,
            frameInk: ink(on: frame), frameSoft: soft, frameSoftInk: shade.with(lightness: 0.88, chroma: min(shade.chroma, 0.07)))
    }

    private static func colors(_ texts: [String]) -> [RGBColor] { texts.compactMap { RGBColor(hex: $0) } }

    /// White, or the ink of the pages, or black on what is in the middle between both.
    private static func ink(on ground: RGBColor) -> RGBColor {
        (["#ffffff", "#211c13"].compactMap { RGBColor(hex: $0) }).first { $0.contrast(with: ground) >= least } ?? .black
    }

    /// The sheet that puts them in the place of the usual ones. Colours that an app gives its own frame are named with more precision in the
    /// sheet of the app, and stay.
    public var styleSheet: String {
        """
        html[data-theme="light"], html[data-theme="system"], .look-light { \(light.actions) }
        html[data-theme="light"]:not([data-accent]), html[data-theme="system"]:not([data-accent]), .look-light { \(light.frames) }
        html[data-theme="dark"], .look-dark { \(dark.actions) }
        html[data-theme="dark"]:not([data-accent]), .look-dark { \(dark.frames) }
        @media (prefers-color-scheme: dark) {
        html[data-theme="system"] { \(dark.actions) }
        html[data-theme="system"]:not([data-accent]) { \(dark.frames) }
        }
        html:not([data-accent]) .brand-site { opacity: 1; }

        """
    }
}

extension SiteColors.Roles {
    fileprivate var actions: String {
        Self.properties([
            ("action", action), ("action-strong", actionStrong), ("action-ink", actionInk), ("action-soft", actionSoft), ("focus", action),
        ])
    }

    fileprivate var frames: String {
        Self.properties([("accent", frame), ("accent-ink", frameInk), ("accent-soft", frameSoft), ("accent-soft-ink", frameSoftInk)])
    }

    private static func properties(_ roles: [(name: String, color: RGBColor)]) -> String {
        roles.map { "--" + $0.name + ": " + $0.color.hex + ";" }.joined(separator: " ")
    }
}

extension OKLCH {
    fileprivate func with(lightness: Double, chroma: Double? = nil) -> RGBColor {
        var shade = self
        shade.lightness = min(1, max(0, lightness))
        shade.chroma = chroma ?? self.chroma
        return shade.color
    }
}

extension RGBColor {
    /// The nearest shade of the hue that passes, looked for towards black (`step` below 0) or white.
    fileprivate func moved(by step: Double, until passes: (RGBColor) -> Bool) -> RGBColor {
        guard !passes(self) else { return self }
        var shade = OKLCH(self)
        while (0...1).contains(shade.lightness + step) {
            shade.lightness += step
            if passes(shade.color) { return shade.color }
        }
        return step < 0 ? .black : .white
    }
}
