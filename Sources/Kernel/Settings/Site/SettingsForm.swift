import Core
import Foundation
import Interface
import Localization
import Platform
import Web

/// What the page of settings sent: every card that was on it, read as one whole. Nothing is saved while anything is wrong.
struct SettingsForm: Sendable {
    /// What one card changes, and how the system log tells of it.
    struct Change: Sendable {
        let entity: String
        let id: String
        /// Declared settings, each from what to what.
        var details: [String: [String: String]] = [:]
        let apply: @Sendable (inout SiteConfiguration) -> Void
    }

    /// The field that names each card of the page: a box without a tick sends nothing, and a card that was not there has no boxes.
    static let card = "card"
    /// The field that says which card of the whole page was saved, to which it then leads back.
    static let section = "section"

    private(set) var changes: [Change] = []
    /// What is wrong, by field.
    private(set) var wrong: [String: Text] = [:]

    private let fields: QueryItems
    private let site: Site

    /// Reads the cards that were sent; one that says what holds already changes nothing.
    init(_ fields: QueryItems, site: Site, sentTo host: String?, maySetAddress: Bool, mayTurnApps: Bool) {
        self.fields = fields
        self.site = site
        let cards = Set(fields.all(Self.card))
        let parts = Set(cards.contains("site") ? SitePart.allCases : cards.compactMap(SitePart.init(rawValue:)))
        if !parts.isEmpty { readSite(parts, sentTo: host, maySetAddress: maySetAddress) }
        if cards.contains(AppSwitches.card) { readSwitches(mayTurn: mayTurnApps) }
        for app in site.apps where cards.contains("app-\(app.id)") { read(app) }
        for group in SettingGroup.all(of: site) where cards.contains("part-\(group.id)") { read(group) }
        let present = site.configuration
        changes.removeAll { change in
            var changed = present
            change.apply(&changed)
            return changed == present
        }
    }

    /// The card that was saved by itself.
    var section: String? { fields[Self.section].flatMap { fields.all(Self.card) == [$0] ? $0 : nil } }

    /// What declared settings become, by id.
    var declared: [String: String] {
        changes.reduce(into: [:]) { all, change in for (id, step) in change.details { all[id] = step["to"] } }
    }

    private mutating func readSite(_ parts: Set<SitePart>, sentTo host: String?, maySetAddress: Bool) {
        let identity = parts.contains(.identity) ? readIdentity(sentTo: host, maySetAddress: maySetAddress) : nil
        let region = parts.contains(.region) ? readRegion() : nil
        let isOpen = parts.contains(.registration) ? isTicked("registrationOpen") : nil
        let uploadLimit = parts.contains(.uploads) ? readUploadLimit() : nil
        changes.append(
            Change(entity: "settings.site", id: "site") { configuration in
                identity?(&configuration)
                region?(&configuration)
                configuration.registrationOpen = isOpen ?? configuration.registrationOpen
                configuration.uploadLimit = uploadLimit ?? configuration.uploadLimit
            })
    }

    private mutating func readSwitches(mayTurn: Bool) {
        let chosen = Set(fields.all(AppSwitches.field))
        let apps = site.switchableApps.map(\.id).filter(chosen.contains)
        if apps.isEmpty { wrong[AppSwitches.field] = "Keep at least one app on." }
        if !mayTurn { wrong[AppSwitches.field] = "Only an owner of the site can turn apps on or off." }
        changes.append(.turning(on: apps, of: site))
    }

    private mutating func readIdentity(sentTo host: String?, maySetAddress: Bool) -> @Sendable (inout SiteConfiguration) -> Void {
        let (name, address) = (text("name"), SiteAddress.completed(text("baseURL")))
        if !(1...80).contains(name.length) { wrong["name"] = "A name of 1 to 80 characters." }
        if !address.isEmpty, !SiteAddress.isValid(address) { wrong["baseURL"] = "An address such as https://stoa.example, without a path." }
        if !maySetAddress, address != site.configuration.baseURL ?? "" { wrong["baseURL"] = "Only an owner of the site can change it." }
        return { configuration in
            configuration.name = name
            // The site still answers where this was sent to, also when the new address is mistyped; not where the old one led.
            let names = configuration.hostNames
            configuration.baseURL = address.isEmpty ? nil : address
            if let host, names.contains(host), !configuration.hostNames.contains(host) { configuration.hosts.append(host) }
        }
    }

    /// In bytes.
    private mutating func readUploadLimit() -> Int64 {
        let megabytes = Int64(text("uploadMegabytes")) ?? 0
        if !(1...4096).contains(megabytes) { wrong["uploadMegabytes"] = "A number from 1 to 4,096." }
        return megabytes << 20
    }

    private mutating func readRegion() -> @Sendable (inout SiteConfiguration) -> Void {
        let typed = text("timeZone")
        let zone = TimeZoneName.find(typed)
        let languages = fields.all("languages").map { Language($0) }.unique
        if languages.isEmpty || !Set(site.translations.languages).isSuperset(of: languages) { wrong["languages"] = "Choose at least one language." }
        if zone == nil { wrong["timeZone"] = TimeZoneField.unknown }
        let currency = fields["currency"]?.trimmed.uppercased() ?? site.configuration.currency
        if !CurrencyFollower.isCurrency(currency) { wrong["currency"] = "Three letters, such as SEK or ZMW." }
        return { configuration in
            configuration.languages = languages
            configuration.timeZone = zone ?? typed
            configuration.currency = currency
        }
    }

    private mutating func read(_ app: AppManifest) {
        let names = AppNames(app, site)
        var chosen: [Language: String?] = [:]
        for language in names.languages {
            let words = text(names.field(language))
            if words.length > AppNames.longest { wrong[names.field(language)] = "At most \(AppNames.longest) characters." }
            if !site.translations.accepts(words, for: names.key) {
                wrong[names.field(language)] = "Use only the numbers in brackets that the original has."
            }
            chosen[language] = .some(words.isEmpty || words == names.original(language) ? nil : words)
        }
        var policy = site.policy(of: app.id)
        policy.guests = fields[Self.field(app, "guests")].flatMap(GuestAccess.init(rawValue:)) ?? policy.guests
        let known = Set(site.translations.languages)
        // The form doesn't offer those of the site, which the app may name besides.
        let ticked = fields.all(Self.field(app, "languages")).map { Language($0) }.filter(known.contains)
        let languages = (policy.languages.filter(site.configuration.languages.contains) + ticked).unique
        if Set(languages) != Set(policy.languages) { policy.languages = languages }
        policy.accent = fields[Self.field(app, "accent")].map { Accent(rawValue: $0) } ?? policy.accent
        if policy.accent == app.appearance.accent { policy.accent = nil }
        policy.asksForTerms = isTicked(Self.field(app, "asksForTerms"))
        let (key, called, policies, present) = (names.key, chosen, policy, site.policy(of: app.id))
        changes.append(
            Change(entity: "settings.app", id: app.id) { configuration in
                // What says the same as holds already is nobody's choice.
                if configuration.policies[app.id] != nil || policies != present { configuration.policies[app.id] = policies }
                for (language, words) in called {
                    configuration.texts[language.rawValue, default: [:]][key] = words
                    if configuration.texts[language.rawValue]?.isEmpty == true { configuration.texts[language.rawValue] = nil }
                }
            })
    }

    private mutating func read(_ group: SettingGroup) {
        let old = site.configuration.settings
        var details: [String: [String: String]] = [:]
        for setting in group.settings {
            guard let value = setting.read(fields[setting.id] ?? "") else {
                wrong[setting.id] = setting.control.limits
                continue
            }
            let present = old[setting.id] ?? setting.initial
            if value != present { details[setting.id] = ["from": present, "to": value] }
        }
        let chosen = details.compactMapValues { $0["to"] }
        changes.append(
            Change(entity: "settings.part", id: group.id, details: details) { $0.settings.merge(chosen) { $1 } })
    }

    /// The name of an app's field.
    static func field(_ app: AppManifest, _ name: String) -> String { "app.\(app.id).\(name)" }

    private func text(_ name: String) -> String { (fields[name] ?? "").trimmed }

    private func isTicked(_ name: String) -> Bool { fields[name] == "true" }
}

/// The cards of the site, each of which can also be asked for alone.
enum SitePart: String, CaseIterable {
    case identity, region, registration, uploads
}

/// What an app is called here, language by language: words that stand in the place of what it calls itself.
struct AppNames: Sendable {
    /// Longest name, in characters.
    static let longest = 60

    /// Under which the catalogues have the app's own name.
    let key: String
    /// The languages that people can choose in the app.
    let languages: [Language]
    private let app: AppManifest
    private let site: Site

    init(_ app: AppManifest, _ site: Site) {
        self.app = app
        self.site = site
        key = app.name.key
        languages = site.languages(of: app)
    }

    /// As the app came.
    func original(_ language: Language) -> String { site.translations.phrase(key, in: language) ?? key }

    /// As this site says it.
    func present(_ language: Language) -> String { called(language, in: site.configuration) }

    /// As a configuration says it.
    func called(_ language: Language, in configuration: SiteConfiguration) -> String {
        configuration.texts[language.rawValue]?[key] ?? original(language)
    }

    /// The name of the field.
    func field(_ language: Language) -> String { SettingsForm.field(app, "name.\(language.rawValue)") }
}
