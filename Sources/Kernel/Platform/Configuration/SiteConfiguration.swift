public import Core
public import Foundation

/// What the operator or the set-up page chose for all nodes of a site. It lives in the database; everything has a default.
public struct SiteConfiguration: Sendable, Codable, Equatable {
    /// The site's name, in the header of every page.
    public var name: String
    /// The languages people may choose, the first being the default.
    public var languages: [Language]
    /// The one for whoever chose none.
    public var mainLanguage: Language { languages.first ?? .english }
    /// The IANA time zone that times are shown in.
    public var timeZone: String
    /// The apps that are on, by id; nil means every app.
    public var apps: [String]?
    /// The address people use, e.g. `https://library.example`; feeds and mails print it. nil: taken from the request.
    public var baseURL: String?
    /// Names that the `Host` of a request may have besides loopback ones and that of ``baseURL``.
    public var hosts: [String]
    /// A demo site shows its people's passwords and refuses other addresses than loopback.
    public var isDemo: Bool
    /// Largest file that staff may upload, in bytes.
    public var uploadLimit: Int64
    /// Whether people may register themselves (LIB-009).
    public var registrationOpen: Bool
    /// Policies that differ from what the apps declare, by app id.
    public var policies: [String: AppPolicy]
    /// Settings that differ from what the apps declare, by id, as ``SettingValue`` writes them.
    public var settings: [String: String]
    /// When each app's place is open, by app id.
    public var openingHours: [String: OpeningHours]
    /// The currency of budgets, ISO 4217.
    public var currency: String
    /// Phrases that administrators say otherwise: language tag, then key, then words (CORE-053).
    public var texts: [String: [String: String]]
    /// What parts keep for themselves, as JSON by name; see ``subscript(_:)``.
    var sections: [String: String] = [:]

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, languages, timeZone, apps, baseURL, hosts, isDemo, uploadLimit, registrationOpen, policies, settings, openingHours, currency, texts
    }

    /// The names of what is not a part's own.
    static let members = Set(CodingKeys.allCases.map(\.rawValue))

    /// The configuration of a new site.
    public init() {
        name = "Our Site"
        languages = [.english, .swedish]
        timeZone = "UTC"
        apps = nil
        baseURL = nil
        hosts = []
        isDemo = false
        uploadLimit = 512 << 20
        registrationOpen = true
        policies = [:]
        settings = [:]
        openingHours = [:]
        currency = "SEK"
        texts = [:]
    }

    /// Reads what is there and takes the default for what is not, so that an old file works after an update.
    public init(from decoder: any Decoder) throws {
        self.init()
        let file = try decoder.container(keyedBy: CodingKeys.self)
        name = try file.decodeIfPresent(String.self, forKey: .name) ?? name
        languages = try file.decodeIfPresent([Language].self, forKey: .languages) ?? languages
        timeZone = try file.decodeIfPresent(String.self, forKey: .timeZone) ?? timeZone
        apps = try file.decodeIfPresent([String].self, forKey: .apps)
        baseURL = try file.decodeIfPresent(String.self, forKey: .baseURL)
        hosts = try file.decodeIfPresent([String].self, forKey: .hosts) ?? hosts
        isDemo = try file.decodeIfPresent(Bool.self, forKey: .isDemo) ?? isDemo
        uploadLimit = try file.decodeIfPresent(Int64.self, forKey: .uploadLimit) ?? uploadLimit
        registrationOpen = try file.decodeIfPresent(Bool.self, forKey: .registrationOpen) ?? registrationOpen
        policies = try file.decodeIfPresent([String: AppPolicy].self, forKey: .policies) ?? policies
        settings = try file.decodeIfPresent([String: String].self, forKey: .settings) ?? settings
        openingHours = try file.decodeIfPresent([String: OpeningHours].self, forKey: .openingHours) ?? openingHours
        currency = try file.decodeIfPresent(String.self, forKey: .currency) ?? currency
        texts = try file.decodeIfPresent([String: [String: String]].self, forKey: .texts) ?? texts
    }

    /// The section of a part; nil where it has kept none. It is read anew each time, so it is not for every request.
    public subscript<Section: ConfigurationSection>(_ section: Section.Type) -> Section? {
        get { sections[Section.name].flatMap { try? JSONDecoder().decode(Section.self, from: Data($0.utf8)) } }
        set {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            sections[Section.name] = newValue.flatMap { try? encoder.encode($0) }.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The time zone as Foundation's type; a name it does not know is UTC.
    public var zone: TimeZone { TimeZone(identifier: timeZone) ?? .gmt }

    /// ``texts`` by language.
    var phrases: [Language: [String: String]] {
        Dictionary(texts.map { (Language($0.key), $0.value) }) { $1 }
    }

    /// What the links in emails and on devices begin with, without a slash at the end. Never taken from a request, whose
    /// `Host` is whatever its sender wrote.
    public var linkBase: String {
        let address = baseURL ?? hosts.first.map { "https://\($0)" } ?? "http://localhost:8080"
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    /// What the `Host` of a request may be besides a loopback name: ``hosts`` and the host of ``baseURL``, in lower case.
    public var hostNames: Set<String> {
        Set((hosts + [baseURL.flatMap { URL(string: $0)?.host() }].compactMap(\.self)).map { $0.lowercased() })
    }

    /// Whether plain HTTP for a `Host` may be sent to the same name over HTTPS: a site that is not set up has no names yet.
    public func redirects(host: String) -> Bool {
        let (name, names) = (SiteAddress.name(ofHost: host), hostNames)
        return SiteAddress.isLoopback(name) || names.contains(name) || names.isEmpty
    }

    /// Whether an app is on.
    public func includes(_ app: String) -> Bool { apps.map { $0.contains(app) } ?? true }
}

/// What one part keeps among the operator's choices: a value of its own type under its own name.
public protocol ConfigurationSection: Codable, Sendable {
    /// The name, unique on the site. Rows are found by it, so it never changes.
    static var name: String { get }
}

extension SiteConfiguration {
    /// Every choice by name, sections of parts among them, as indented JSON; secrets in it are sealed.
    public func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        var all = try members()
        // A damaged one is shown as it stands.
        for (name, json) in sections { all[name] = (try? JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))) ?? .string(json) }
        return String(decoding: try encoder.encode(all), as: UTF8.self)
    }

    /// Sets one choice by its name; `null` takes it back to its default.
    /// - Throws: ``SettingRefusal`` where the text is no JSON, or of another type than the choice.
    public mutating func set(_ name: String, json: String) throws(SettingRefusal) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(json.utf8)) else { throw .noJSON(name) }
        guard Self.members.contains(name) else {
            guard name.allSatisfy({ $0.isASCII && $0.isLetter }), case .object = value else {
                if value == .null { return sections[name] = nil }
                throw .otherType(name)
            }
            return sections[name] = json
        }
        guard var all = try? members() else { throw .otherType(name) }
        all[name] = value == .null ? nil : value
        guard let data = try? JSONEncoder().encode(all), var changed = try? JSONDecoder().decode(Self.self, from: data) else {
            throw .otherType(name)
        }
        changed.sections = sections
        self = changed
    }

    private func members() throws -> [String: JSONValue] {
        try JSONDecoder().decode([String: JSONValue].self, from: try JSONEncoder().encode(self))
    }
}
