import Core
public import Interface
public import Media
public import Web

/// The logo and the colour that a community chose for its site. Every request asks for what follows from it: ``Site/look``.
public struct SiteLook: ConfigurationSection, Equatable {
    public static let name = "look"

    /// As `#rrggbb`; nil: Stoa's own.
    public var color: String?
    public var logo: Logo?

    public init() {}

    /// A logo's files, all PNG on white; what was uploaded is not kept.
    public struct Logo: Codable, Sendable, Equatable {
        /// By the names of ``Picture``.
        public var files: [String: MediaRef]
        /// Pixels of ``Picture/logo``.
        public var width: Int, height: Int
        /// Whether the site's name stands beside it.
        public var showsName: Bool

        public init(files: [String: MediaRef], width: Int, height: Int, showsName: Bool) {
            self.files = files
            self.width = width
            self.height = height
            self.showsName = showsName
        }
    }

    /// What is made of a logo.
    public enum Picture: String, Sendable, CaseIterable, PathValue {
        /// As it is, for headers: at most 640 pixels wide and 160 high.
        case logo
        case icon192 = "icon-192"
        case icon512 = "icon-512"
        /// With so much room at the edges that whatever a device cuts out, the logo stays whole: within a circle of 80 per cent.
        case maskable = "icon-maskable-512"
        /// For Apple's devices.
        case touch = "icon-180"

        public init?(_ description: String) { self.init(rawValue: description) }

        public var description: String { rawValue }
    }

    /// Where browsers fetch the colours.
    public static let styleSheet = Path("/site-look/colours.css")
    /// Where they fetch a picture.
    public static let picture = Path("/site-look/pictures/{picture}", Picture.self)

    /// What the frame of every page shows of it. Another picture, and another sheet, has another address.
    var shell: ShellLook {
        var look = ShellLook()
        if let colors = color.flatMap({ RGBColor(hex: $0) }).map({ SiteColors($0) }) {
            look.colors = colors
            look.styleSheet = link(Self.styleSheet(), query: ["v": Self.version(of: colors)])
        }
        if let logo {
            look.logo = .init(address: logo.address(.logo), width: logo.width, height: logo.height, showsName: logo.showsName)
            look.icons = .init(
                small: logo.address(.icon192), large: logo.address(.icon512), maskable: logo.address(.maskable), touch: logo.address(.touch))
        }
        return look
    }

    /// The mark of a sheet: a hash of all that is in it.
    public static func version(of colors: SiteColors) -> String { String(UInt64.fnv1a(colors.styleSheet.utf8), radix: 36) }
}

extension SiteLook.Logo {
    /// Where browsers fetch a picture.
    public func address(_ picture: SiteLook.Picture) -> String {
        link(SiteLook.picture(picture), query: ["v": files[picture.rawValue].map(Self.version)])
    }

    /// The mark of a picture in its address.
    public static func version(of ref: MediaRef) -> String { String(ref.digest.prefix(12)) }
}

extension SiteConfiguration {
    /// The community's own logo and colour, as far as they are chosen.
    public var look: SiteLook {
        get { self[SiteLook.self] ?? SiteLook() }
        set { self[SiteLook.self] = newValue == SiteLook() ? nil : newValue }
    }
}
