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
    /// Names that the `Host` of a request may have besides loopback ones; empty means any.
    public var hosts: [String]
    /// A demo site shows its people's passwords and refuses other addresses than loopback.
    public var isDemo: Bool
    /// Largest file that staff may upload, in bytes.
    public var uploadLimit: Int64
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
    /// The mail server that letters go through; nil: they wait.
    public var mail: MailConfiguration?
    /// How notices reach devices; nil: as usual.
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

    /// What the links in letters and on devices begin with, without a slash at the end. Never taken from a request, whose
    /// `Host` is whatever its sender wrote.
    public var linkBase: String {
        let address = baseURL ?? hosts.first.map { "https://\($0)" } ?? "http://localhost:8080"
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    /// Whether an app is on.
    public func includes(_ app: String) -> Bool { apps.map { $0.contains(app) } ?? true }
}

/// Why a site folder could not be used. Every case is for the operator's terminal.
public enum SiteRefusal: Error, CustomStringConvertible {
    case configuration(path: String, reason: String)
    case inUse(path: String)
    case notWritable(path: String, reason: String)
    case demoIsLocal
    case notEncrypted(address: String)
    case unknownApp(String, known: [String])

    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .configuration(let path, let reason): "\(path) cannot be read: \(reason). Mend it, or move it away to start from defaults."
        case .inUse(let path): "\(path) is in use by a running server. Stop that server first, or choose another folder with --data."
        case .notWritable(let path, let reason): "\(path) cannot be written: \(reason). Choose another folder with --data."
        case .demoIsLocal:
            "This is a demo site: its passwords are public, so it only serves this machine. Start a site of your own with --data and --no-demo."
        case .notEncrypted(let address):
            "\(address) can be reached by other machines, so it needs encryption: give --tls-cert and --tls-key, or --behind-proxy."
        case .unknownApp(let name, let known): "There is no app called \(name). Choose from: \(known.joined(separator: ", "))."
        }
    }
}

/// The folder of a site and what is where in it.
public struct SiteFolder: Sendable {
    /// The folder itself.
    public let url: URL

    /// A folder that may not exist yet.
    public init(_ url: URL) { self.url = url.standardizedFileURL }

    /// The operator's choices.
    public var configuration: URL { url.appending(path: "site.json") }
    /// The embedded database.
    public var database: URL { url.appending(path: "stoa.db") }
    /// Stored files.
    public var media: URL { url.appending(path: "media", directoryHint: .isDirectory) }
    /// Uploads and conversions under way; emptied at start.
    public var temporary: URL { url.appending(path: "tmp", directoryHint: .isDirectory) }
    /// Entries of the audit log that were moved out of the database.
    public var archive: URL { url.appending(path: "archive", directoryHint: .isDirectory) }
    /// The sealed end of the audit log.
    public var auditSeal: URL { url.appending(path: "audit.seal") }
    /// Backups.
    public var backups: URL { url.appending(path: "backups", directoryHint: .isDirectory) }
    /// Where the running server takes commands.
    public var socket: URL { url.appending(path: "stoa.sock") }
    /// The key that stored secrets are sealed with, readable by its owner alone.
    public var key: URL { url.appending(path: "site.key") }
    /// Held by the one process that owns the site.
    public var lock: URL { url.appending(path: "stoa.lock") }

    /// Whether a site has been made here.
    public var exists: Bool { FileManager.default.fileExists(atPath: configuration.path) }

    /// Makes the folder and its parts, readable by their owner alone.
    public func create() throws {
        do {
            for folder in [url, media, temporary] {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
        } catch {
            throw SiteRefusal.notWritable(path: url.path, reason: error.localizedDescription)
        }
    }

    /// Reads `site.json`; a missing file is the configuration of a new site.
    public func readConfiguration() throws -> SiteConfiguration {
        guard exists else { return SiteConfiguration() }
        do {
            return try JSONDecoder().decode(SiteConfiguration.self, from: Data(contentsOf: configuration))
        } catch {
            throw SiteRefusal.configuration(path: configuration.path, reason: "\(error)")
        }
    }

    /// Writes `site.json` whole or not at all.
    public func write(_ configuration: SiteConfiguration) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(configuration).write(to: self.configuration, options: .atomic)
    }
}
