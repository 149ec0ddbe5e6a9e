import Core
import Foundation

/// `site.json`: what the operator or the set-up page chose. Everything has a default; unknown members are kept out.
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
    /// A database other than the site's own `stoa.db`: a libpq connection string or URL.
    public var database: String?
    /// The address people use, e.g. `https://library.example`; feeds and mails print it. nil: taken from the request.
    public var baseURL: String?
    /// Names that the `Host` of a request may have besides loopback ones and that of ``baseURL``.
    public var hosts: [String]
    /// A demo site shows its people's passwords and refuses other addresses than loopback.
    public var isDemo: Bool
    /// Largest file that staff may upload, in bytes.
    public var uploadLimit: Int64
    /// Bytes that uploads leave free on the disk; nil: 256 MB or 2 %, whichever is more, at most 4 GB or a tenth of the disk.
    public var reservedSpace: Int64?
    /// Whether people may register themselves (LIB-009).
    public var registrationOpen: Bool
    /// What `/metrics` asks of other machines as a bearer token; nil: only this machine may read it.
    public var metricsToken: String?
    /// Policies that differ from what the apps declare, by app id.
    public var policies: [String: AppPolicy]
    /// Settings that differ from what the apps declare, by id, as ``SettingValue`` writes them.
    public var settings: [String: String]
    /// Providers that people may sign in through, by the name of their ``SignInMethod``.
    public var providers: [String: ProviderConfiguration]
    /// When each app's place is open, by app id.
    public var openingHours: [String: OpeningHours]
    /// The currency of budgets, ISO 4217.
    public var currency: String
    /// Phrases that administrators say otherwise: language tag, then key, then words (CORE-053).
    public var texts: [String: [String: String]]
    /// The mail server that emails go through; nil: they wait.
    public var mail: MailConfiguration?
    /// How notifications reach devices; nil: as usual.
    public var push: PushConfiguration?

    /// The configuration of a new site.
    public init() {
        name = "Our Site"
        languages = [.english, .swedish]
        timeZone = "UTC"
        apps = nil
        database = nil
        baseURL = nil
        hosts = []
        isDemo = false
        uploadLimit = 512 << 20
        reservedSpace = nil
        registrationOpen = true
        metricsToken = nil
        policies = [:]
        settings = [:]
        providers = [:]
        openingHours = [:]
        currency = "SEK"
        texts = [:]
        mail = nil
        push = nil
    }

    /// Reads what is there and takes the default for what is not, so that an old file works after an update.
    public init(from decoder: any Decoder) throws {
        self.init()
        let file = try decoder.container(keyedBy: CodingKeys.self)
        name = try file.decodeIfPresent(String.self, forKey: .name) ?? name
        languages = try file.decodeIfPresent([Language].self, forKey: .languages) ?? languages
        timeZone = try file.decodeIfPresent(String.self, forKey: .timeZone) ?? timeZone
        apps = try file.decodeIfPresent([String].self, forKey: .apps)
        database = try file.decodeIfPresent(String.self, forKey: .database)
        baseURL = try file.decodeIfPresent(String.self, forKey: .baseURL)
        hosts = try file.decodeIfPresent([String].self, forKey: .hosts) ?? hosts
        isDemo = try file.decodeIfPresent(Bool.self, forKey: .isDemo) ?? isDemo
        uploadLimit = try file.decodeIfPresent(Int64.self, forKey: .uploadLimit) ?? uploadLimit
        reservedSpace = try file.decodeIfPresent(Int64.self, forKey: .reservedSpace)
        registrationOpen = try file.decodeIfPresent(Bool.self, forKey: .registrationOpen) ?? registrationOpen
        metricsToken = try file.decodeIfPresent(String.self, forKey: .metricsToken)
        policies = try file.decodeIfPresent([String: AppPolicy].self, forKey: .policies) ?? policies
        settings = try file.decodeIfPresent([String: String].self, forKey: .settings) ?? settings
        providers = try file.decodeIfPresent([String: ProviderConfiguration].self, forKey: .providers) ?? providers
        openingHours = try file.decodeIfPresent([String: OpeningHours].self, forKey: .openingHours) ?? openingHours
        currency = try file.decodeIfPresent(String.self, forKey: .currency) ?? currency
        texts = try file.decodeIfPresent([String: [String: String]].self, forKey: .texts) ?? texts
        mail = try file.decodeIfPresent(MailConfiguration.self, forKey: .mail)
        push = try file.decodeIfPresent(PushConfiguration.self, forKey: .push)
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
