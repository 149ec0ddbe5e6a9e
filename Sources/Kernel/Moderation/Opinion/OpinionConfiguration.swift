import Core
import Crypto
public import Platform

/// Where a language model is asked about what the filter accepted: an address that speaks OpenAI's chat completions.
public struct OpinionConfiguration: ConfigurationSection, Equatable {
    public static let name = "opinion"
    /// What ties the sealed key to its place.
    static let context = "configuration:opinion"

    /// What comes before `/chat/completions`, without a `/` at the end.
    public var address: String
    /// The model's name there.
    public var model: String
    /// The key, sealed with the site’s own; nil where none is needed.
    public var sealedKey: String?
    /// Whether nobody is asked for now.
    public var isStopped: Bool

    /// An endpoint by its parts.
    public init(address: String, model: String, sealedKey: String? = nil, isStopped: Bool = false) {
        self.address = address
        self.model = model
        self.sealedKey = sealedKey
        self.isStopped = isStopped
    }

    /// A key as the configuration keeps it.
    public static func seal(_ key: String, for site: Site) -> String { site.key.seal(Array(key.utf8), context: context).base64URL }

    /// The key; nil for one that another site sealed, or that was damaged.
    func key(for site: Site) -> String? {
        guard let bytes = sealedKey.flatMap({ [UInt8](base64URL: $0) }), let key = try? site.key.open(bytes, context: Self.context) else {
            return nil
        }
        return String(decoding: key, as: UTF8.self)
    }
}

extension SiteConfiguration {
    /// Who is asked for a third opinion; nil: nobody.
    public var opinion: OpinionConfiguration? {
        get { self[OpinionConfiguration.self] }
        set { self[OpinionConfiguration.self] = newValue }
    }
}
