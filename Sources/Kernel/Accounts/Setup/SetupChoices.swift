import Core
import Interface
import Localization
import Platform

/// The set-up form as it was sent.
struct SetupForm: Decodable, Sendable {
    var name: String
    var email: String
    var password: String
    var siteName: String
    var timeZone: String
    var address: String?
    var currency: String?
    var languages: [String]?
    var apps: [String]?
}

/// What the form chose for the site, checked.
struct SetupChoices: Sendable {
    let name: String
    let timeZone: String
    let address: String?
    /// Nil where the form didn't ask.
    let currency: String?
    let languages: [Language]
    let apps: [String]?
    /// Settings of apps that hold a currency of their own.
    private let followers: [String]
    /// Apps offer the chosen languages and no others, whatever they come with.
    private let policies: [String: AppPolicy]

    init(_ form: SetupForm, _ site: Site) throws(Problem) {
        name = form.siteName.trimmed
        guard (1...60).contains(name.length) else {
            throw Problem(
                .invalid, "setup.site-name", "The site needs a name of 1 to 60 characters.",
                fields: ["siteName": "The site needs a name of 1 to 60 characters."])
        }
        guard let zone = TimeZoneName.find(form.timeZone) else {
            throw Problem(
                .invalid, "setup.time-zone", "That isn’t a time zone.", fields: ["timeZone": TimeZoneField.unknown])
        }
        timeZone = zone
        let typed = SiteAddress.completed(form.address ?? "")
        guard typed.isEmpty || SiteAddress.isValid(typed) else {
            throw Problem(
                .invalid, "setup.address", "Links can’t begin with that address.", remedy: "Write it like https://stoa.example, without a path.",
                fields: ["address": "Write it like https://stoa.example, without a path."])
        }
        address = typed.isEmpty ? nil : typed
        currency = form.currency?.trimmed.uppercased()
        if let currency, !CurrencyFollower.isCurrency(currency) {
            throw Problem(
                .invalid, "setup.currency", "That isn’t a currency.", fields: ["currency": "Three letters, such as SEK or ZMW."])
        }
        // One whose initial value is empty means the site's anyway.
        followers = site.extensions[.currencyFollowers].filter { !$0.initial.isEmpty }.map(\.setting)
        let known = site.messages.languages
        let chosen = (form.languages ?? []).map { Language($0) }.filter { known.contains($0) }.unique
        languages = chosen.isEmpty ? [.english] : chosen
        let spoken = languages
        policies = site.apps.reduce(into: [:]) { policies, app in
            var policy = site.policy(of: app.id)
            policy.languages.removeAll { !spoken.contains($0) }
            policies[app.id] = policy
        }
        let offered = site.apps.map(\.id)
        let wanted = offered.filter { form.apps?.contains($0) ?? false }
        apps = wanted.isEmpty || wanted == offered ? nil : wanted
    }

    /// - Parameter host: the name under which the owner sent the form, who saw it there; the site answers to it from now on.
    func apply(to configuration: inout SiteConfiguration, openedUnder host: String?) {
        configuration.name = name
        configuration.timeZone = timeZone
        configuration.languages = languages
        configuration.baseURL = address
        if let currency {
            configuration.currency = currency
            for setting in followers { configuration.settings[setting] = currency }
        }
        if let host, !configuration.hostNames.contains(host) { configuration.hosts.append(host) }
        configuration.apps = apps
        configuration.policies.merge(policies) { $1 }
        // What the owner has just answered is not asked again.
        configuration[ReviewedSteps.self] = ReviewedSteps((configuration[ReviewedSteps.self]?.steps ?? []).union([.look, .languages]))
    }
}
