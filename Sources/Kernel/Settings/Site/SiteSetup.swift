import Core
import Database
import Interface
import Localization
import Mail
import Platform
import Web

/// The first steps that the settings answer.
enum SiteSetup {
    /// Each asks for one card of the settings.
    static func steps(_ site: Site) -> [any SetupStepSource] {
        SetupStep.Kind.allCases.compactMap { kind in card(kind).map { Step(site: site, kind: kind, card: $0) } }
    }

    private static func card(_ kind: SetupStep.Kind) -> String? {
        switch kind {
        case .look: SitePart.identity.rawValue
        case .apps: SettingsPage.apps
        case .languages: SitePart.region.rawValue
        case .signIn: SitePart.registration.rawValue
        case .owner, .mail, .backup, .invite: nil
        }
    }

    private struct Step: SetupStepSource {
        let site: Site
        let kind: SetupStep.Kind
        let card: String
        var permission: Permission { .settingsChange }

        func step(in db: any Connection) throws -> SetupStep {
            let (title, detail, isDone) = facts
            return SetupStep(kind, title, detail: detail, isDone: isDone, path: SettingsPaths.site() + "?only=" + card, action: "Choose")
        }

        private var facts: (Text, Text, Bool) {
            let now = site.configuration
            switch kind {
            case .look:
                let isNamed = now.name != SiteConfiguration().name
                let detail: Text =
                    if !isNamed {
                        "The site still has its first name. What is your community called?"
                    } else if SiteAddress.isLocal(now.linkBase) {
                        "\(now.name) · no address yet: localhost opens on this computer only"
                    } else {
                        "\(now.name) · \(now.linkBase)"
                    }
                return ("Name and address", detail, isNamed && !SiteAddress.isLocal(now.linkBase))
            case .apps:
                let apps = site.apps.dropFirst().reduce(site.apps.first?.name ?? "") { "\($0), \($1.name)" as Text }
                return (
                    "Apps, names and colours", now.policies.isEmpty ? "\(apps) · check who may see them, and save" : apps, !now.policies.isEmpty
                )
            case .languages:
                let languages = now.languages.map(\.nativeName).joined(separator: ", ")
                let isChosen = now.timeZone != SiteConfiguration().timeZone
                return (
                    "Languages and time zone", isChosen ? "\(languages) · \(now.timeZone)" : "\(languages) · choose your time zone", isChosen
                )
            default:
                let works = !now.registrationOpen || now.mail != nil
                let detail: Text =
                    if !now.registrationOpen {
                        "Only people you invite can join."
                    } else if works {
                        "Anyone can register."
                    } else {
                        "Anyone can register, but nobody can get a new password. Set up email first, or close registration."
                    }
                return ("Sign-in", detail, works)
            }
        }
    }
}
