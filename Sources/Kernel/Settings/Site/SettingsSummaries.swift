import Core
import Localization
import Platform

extension SitePart {
    /// What its card is called.
    var title: Text {
        switch self {
        case .identity: "Name and address"
        case .region: "Languages, time zone and currency"
        case .registration: "Registration"
        case .uploads: "Uploads"
        }
    }

    /// What holds now.
    func summary(of now: SiteConfiguration) -> Text {
        switch self {
        case .identity: .verbatim([now.name, now.baseURL].compactMap(\.self).joined(separator: " · "))
        case .region: .verbatim(now.languages.map(\.nativeName).joined(separator: ", ") + " · " + now.timeZone + " · " + now.currency)
        case .registration: now.registrationOpen ? "Anyone can register" : "Only people with an invitation can register"
        case .uploads: "At most \(Int(now.uploadLimit >> 20)) MB"
        }
    }
}

extension SettingGroup {
    /// What holds now; `values` are those that were chosen, by id.
    func summary(of values: [String: String], _ known: [String: Text]) -> Text {
        let facts = settings.compactMap { known[$0.id] ?? $0.fact(values[$0.id] ?? $0.initial) }
        return facts.dropFirst().reduce(facts.first ?? "Nothing chosen yet") { "\($0) · \($1)" }
    }
}

extension SettingDeclaration {
    /// What it is now, in a few words; nil for words that nobody wrote.
    fileprivate func fact(_ value: String) -> Text? {
        switch control {
        case .number: "\(label): \(amount(value))"
        case .flag: value == "true" ? "\(label): on" : "\(label): off"
        case .text, .lines: value.isEmpty ? nil : "\(label): \(value.split(separator: "\n").first.map(String.init) ?? "")"
        }
    }

    /// A number with what it counts. Where things are kept for so long, 0 keeps them for ever.
    private func amount(_ value: String) -> Text {
        guard let unit, let number = Int(value) else { return .verbatim(value) }
        if number == 0, topic == .retention { return unit == .entries ? "no limit" : "for ever" }
        return switch unit {
        case .days: "\(number) days"
        case .years: "\(number) years"
        case .entries: "\(number) entries"
        }
    }
}
