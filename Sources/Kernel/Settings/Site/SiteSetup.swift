import Accounts
import Core
import Database
import Interface
import Localization
import Mail
import Platform
import Web

/// The first steps that the settings answer, most of them by one card of their page.
enum SiteSetup {
    static func steps(_ site: Site) -> [any SetupStepSource] {
        SetupStep.Kind.allCases.compactMap { kind in path(kind).map { Step(site: site, kind: kind, path: $0) } }
    }

    /// Where a step is done; nil for those of other parts.
    private static func path(_ kind: SetupStep.Kind) -> String? {
        switch kind {
        case .look: card(SitePart.identity.rawValue)
        case .front: SettingsPaths.front()
        case .apps: card(SettingsPage.apps)
        case .hours: SettingsPaths.hours()
        case .languages: card(SitePart.region.rawValue)
        case .privacy: card(SettingsPage.privacy)
        case .signIn: card(SitePart.registration.rawValue)
        case .owner, .mail, .backup, .invite, .currency: nil
        }
    }

    /// One card of the settings alone.
    private static func card(_ name: String) -> String { SettingsPaths.site() + "?only=" + name }

    private struct Step: SetupStepSource {
        let site: Site
        let kind: SetupStep.Kind
        let path: String
        var permission: Permission { .settingsChange }

        func step(in db: any Connection) throws -> SetupStep? {
            // A site with one app begins with it, and has no front page.
            if kind == .front, site.apps.count < 2 { return nil }
            if kind == .hours, site.apps.isEmpty { return nil }
            let (title, detail, isDone) = facts
            return SetupStep(kind, title, detail: detail, isDone: isDone, path: path, action: action)
        }

        /// What one does on the page of the step.
        private var action: Text {
            switch kind {
            case .look, .front, .hours, .privacy: "Edit"
            case .apps: "Review"
            default: "Choose"
            }
        }

        private var facts: (Text, Text, Bool) {
            let now = site.configuration
            let reviewed = now[ReviewedSteps.self]?.steps ?? []
            switch kind {
            case .look:
                let isNamed = now.name != SiteConfiguration().name || reviewed.contains(.look)
                let shortcoming = SiteAddress.shortcoming(of: now.linkBase)
                let detail: Text =
                    if !isNamed {
                        "The site still has its default name. What is your community called?"
                    } else if let shortcoming {
                        shortcoming.advice(on: now.linkBase)
                    } else {
                        "\(now.name) · \(now.linkBase)"
                    }
                // Its name needs no second thought: only what is missing is asked for.
                return (isNamed && shortcoming != nil ? "Site address" : "Name and address", detail, isNamed && shortcoming == nil)
            case .front:
                let (hasPicture, hasWelcome) = (now.frontPicture != nil, !site.value(of: FrontSettings.welcome).isEmpty)
                let detail: Text =
                    if hasPicture && hasWelcome { "Your picture and your welcome are there." } else if hasWelcome {
                        "Your welcome is there. You can add a picture."
                    } else if hasPicture { "Your picture is there. Write a welcome." } else { "Write a few words of welcome. A picture is optional." }
                return ("Front page", detail, hasWelcome)
            case .hours:
                let open = site.apps.filter { now.openingHours[$0.id] != nil }
                let names = Text.list(of: open.map(\.name))
                return ("Opening hours", open.isEmpty ? "When can people visit you? Skip this if you have no place to visit." : names, !open.isEmpty)
            case .privacy:
                let (responsible, contact) = (site.value(of: AccountsSettings.responsible), site.value(of: AccountsSettings.dataContact))
                let isNamed = !responsible.isEmpty && !contact.isEmpty
                let detail: Text =
                    if isNamed {
                        "\(responsible) · \(contact)"
                    } else if !responsible.isEmpty {
                        "Missing: an email address or phone number for questions about data."
                    } else if !contact.isEmpty {
                        "Missing: who is responsible for people’s data."
                    } else {
                        "Missing: who is responsible for people’s data, and how to contact them."
                    }
                return ("Terms and personal data", detail, isNamed)
            case .apps:
                let isReviewed = reviewed.contains(.apps)
                let apps = Text.list(of: site.apps.map(\.name))
                return (
                    "Apps, names and colours", isReviewed ? apps : "\(apps) · check who may see them, and save", isReviewed
                )
            case .languages:
                let languages = now.languages.map(\.nativeName).joined(separator: ", ")
                let isChosen = now.timeZone != SiteConfiguration().timeZone || reviewed.contains(.languages)
                return (
                    "Languages, time zone and currency",
                    isChosen ? "\(languages) · \(now.timeZone) · \(now.currency)" : "\(languages) · choose your time zone", isChosen
                )
            default:
                let works = !now.registrationOpen || now.mail != nil
                let detail: Text =
                    if !now.registrationOpen {
                        "Only people you invite can join."
                    } else if works {
                        "Anyone can register."
                    } else {
                        "Anyone can register, but you have to hand out links for new passwords. Set up email, or close registration."
                    }
                return ("Registration", detail, works)
            }
        }
    }
}

extension SiteAddress.Shortcoming {
    /// Who can't open the address, and how to go on.
    func advice(on address: String) -> Text {
        switch self {
        case .thisComputer: "Only this computer can open \(address). Enter the address that everyone will use, such as https://stoa.example."
        case .ownNetwork: "Only your own network can open \(address). Enter an address that everyone can open, such as https://stoa.example."
        case .number: "\(address) is only a number, and browsers warn about it. Get a name for it and enter that, such as https://stoa.example."
        case .unencrypted: "Browsers call \(address) not secure. Set up https on the server, then enter the address with https."
        }
    }
}
