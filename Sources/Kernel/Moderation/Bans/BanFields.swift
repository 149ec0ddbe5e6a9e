import Accounts
public import Core
public import Interface
public import Markup
import Platform

/// The first of the two steps of a ban.
public struct BanForm: HTML {
    /// The form.
    public let body: Node

    /// - Parameters:
    ///   - apps: those that the reader may ban from.
    ///   - reasons: why somebody can be banned from each.
    ///   - selected: the app to begin with.
    public init(action: String, apps: [Choice], reasons: BanReasons, selected: String? = nil) {
        body =
            Form(action) {
                if let only = apps.first, apps.count == 1 {
                    p { "The ban covers \(only.label) and no other app." as Text }
                    input(.type("hidden"), .name("app"), .value(only.value))
                } else {
                    // Nobody is banned from the first of the list because nothing was chosen.
                    Select(
                        "Ban from", name: "app", choices: (selected == nil ? [Choice("", "Choose an app")] : []) + apps, selected: selected,
                        hint: "A ban covers one app. The person can still use the others.", .flag("required"))
                }
                Select("For how long", name: "days", choices: BanLength.all.map { Choice(String($0.days), $0.name) }, selected: "7")
                reasons.select(apps)
                TextArea("In your own words", name: "told", value: "", lines: 2, .maxlength(BanChoice.longestWords))
                Actions { Button("Ban…", icon: .ban, style: .danger) }
            }.node
    }
}

/// What a ban does besides closing the app, as the app that it closes tells it.
public struct BanQuestion: Sendable {
    let name: String
    let app: Text
    let effects: [Text]
    let now: Instant

    /// - Parameters:
    ///   - name: whom it is about.
    ///   - effects: what becomes of what the person wrote; see ``BanEffects``.
    public init(name: String, app: Text, effects: [Text], now: Instant) {
        self.name = name
        self.app = app
        self.effects = effects
        self.now = now
    }

    /// The second step: who, from what, until when, and what happens.
    public func page(_ choice: BanChoice, reason: Text, action: String, cancel: String) -> ConfirmPage {
        let length: Text =
            choice.end(from: now).map { "The ban ends automatically on \(moment: $0)." }
            ?? "The ban has no end date. It lasts until a moderator lifts it."
        return ConfirmPage(
            "Ban \(name) from \(app)?", shell: .admin, message: length,
            consequences: [
                "The ban covers \(app) and no other app.",
                "\(name) can no longer see, write or change anything there, on any device.",
            ] + effects + [
                "\(name) is told: \(reason)", "\(name) can appeal, and a moderator can lift the ban at any time.",
            ], understood: "I want to ban this person.", confirm: "Ban", icon: .ban, action: action, cancel: cancel, fields: choice.fields)
    }
}
