import Platform

/// How notifications reach devices.
public struct PushConfiguration: ConfigurationSection, Equatable {
    public static let name = "push"

    /// Whom push services write to about what we send: `mailto:…` or `https://…`. nil: the sender of the site's emails.
    public var contact: String?
    /// Hosts, with port, that may be reached although they are not on the open internet, also over plain HTTP: stand-ins.
    public var hosts: [String]?

    /// A contact and exceptions.
    public init(contact: String? = nil, hosts: [String]? = nil) {
        self.contact = contact
        self.hosts = hosts
    }
}

extension SiteConfiguration {
    /// How notifications reach devices; nil: as usual.
    public var push: PushConfiguration? {
        get { self[PushConfiguration.self] }
        set { self[PushConfiguration.self] = newValue }
    }
}
