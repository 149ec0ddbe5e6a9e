import Core
import Interface
import Markup
import Platform
import Web

/// Which apps are on: a card of the settings for the owner of the site. An app that is off is hidden; what it keeps stays.
struct AppSwitches: HTML {
    /// Its card.
    static let card = "switches"
    /// The field with the ids of the apps that are to be on.
    static let field = "apps"

    let site: Site
    let form: SettingsFields

    var body: some HTML {
        fieldset(.class("choices"), .id("field-" + Self.field)) {
            legend(.class("visually-hidden")) { "Apps" }
            for app in site.switchableApps {
                Checkbox(
                    app.name, name: Self.field, value: app.id, isChecked: form.isChosen(Self.field, app.id, site.app(app.id) != nil),
                    hint: app.summary)
            }
            if let error = form.wrong[Self.field] { p(.class("field-error"), .role("alert")) { error } }
        }
    }

    /// What holds now, in a few words.
    static func summary(of site: Site) -> Text {
        let off = site.switchableApps.filter { site.isTurnedOff($0.id) }.map(\.name)
        return off.isEmpty ? "All apps are on" : "Off: \(Text.list(of: off))"
    }
}

extension SettingsForm.Change {
    /// Turns on the apps of the site that were ticked, and the others off.
    /// - Parameter apps: ids; all of them means that apps of later versions are on too.
    static func turning(on apps: [String], of site: Site) -> SettingsForm.Change {
        let all = site.switchableApps.map(\.id)
        return SettingsForm.Change(entity: "settings.site", id: "apps") { configuration in
            // Those that this process does not hold stay as they are.
            let others = site.offeredApps.filter { !all.contains($0) && configuration.includes($0) }
            configuration.apps = apps.count + others.count == site.offeredApps.count ? nil : apps + others
        }
    }
}

extension Site {
    /// What changed between two choices of apps, each in a sentence.
    func news(from old: SiteConfiguration, to new: SiteConfiguration) -> [Text] {
        switchableApps.compactMap { app in
            switch (old.includes(app.id), new.includes(app.id)) {
            case (true, false): "\(app.name) is off. Its content stays."
            case (false, true): "\(app.name) is on."
            default: nil
            }
        }
    }
}
