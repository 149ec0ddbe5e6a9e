import Core
import Markup

/// A community's own logo and colour, as the frame of every page shows them; what was not chosen is Stoa's.
public struct ShellLook: Sendable, Equatable {
    /// A picture on white, in the header of every page.
    public struct Logo: Sendable, Equatable {
        public let address: String
        public let width: Int
        public let height: Int
        /// Whether the site's name stands beside it.
        public let showsName: Bool

        /// - Parameters:
        ///   - width: of the picture, in pixels; only its ratio to `height` counts.
        public init(address: String, width: Int, height: Int, showsName: Bool) {
            self.address = address
            self.width = width
            self.height = height
            self.showsName = showsName
        }

        /// Its size in a place of so many pixels, whole.
        public func size(mostWidth: Int, mostHeight: Int) -> (width: Int, height: Int) {
            let scale = min(Double(mostWidth) / Double(max(1, width)), Double(mostHeight) / Double(max(1, height)))
            return (max(1, Int(Double(width) * scale)), max(1, Int(Double(height) * scale)))
        }
    }

    /// Addresses of the icons of the installed site and of its tabs, each a PNG.
    public struct Icons: Sendable, Equatable {
        let small: String
        let large: String
        let maskable: String
        let touch: String

        /// - Parameters:
        ///   - small: 192 pixels wide and high.
        ///   - large: 512 pixels.
        ///   - maskable: 512 pixels, with room at the edges for whatever shape a device cuts out.
        ///   - touch: 180 pixels, for Apple's devices.
        public init(small: String, large: String, maskable: String, touch: String) {
            self.small = small
            self.large = large
            self.maskable = maskable
            self.touch = touch
        }
    }

    public var logo: Logo?
    public var icons: Icons?
    public var colors: SiteColors?
    /// The address of the sheet with ``colors``.
    public var styleSheet: String?

    public init(logo: Logo? = nil, icons: Icons? = nil, colors: SiteColors? = nil, styleSheet: String? = nil) {
        self.logo = logo
        self.icons = icons
        self.colors = colors
        self.styleSheet = styleSheet
    }

    /// What every page loads of it, for the device to keep.
    var shared: [String] { [styleSheet, logo?.address].compactMap(\.self) }
}

/// The community's logo; an empty `name` where it stands beside the logo.
struct BrandLogo: HTML {
    let logo: ShellLook.Logo
    let name: String

    var body: some HTML {
        let size = logo.size(mostWidth: 160, mostHeight: 40)
        img(.class("brand-logo"), .src(logo.address), .alt(.verbatim(name)), .width(size.width), .height(size.height))
    }
}

/// The community's logo, or Stoa's sign, before the name.
struct BrandSign: HTML {
    let shell: Shell

    var body: some HTML {
        if let logo = shell.look.logo { BrandLogo(logo: logo, name: logo.showsName ? "" : shell.siteName) } else { BrandMark() }
    }
}

extension Shell {
    /// The colour that a browser gives its own frame around a page.
    func themeColor(in app: ShellApp?) -> String { app?.accent.color ?? look.colors?.chosen.hex ?? "#faf7f0" }

    /// Whether a logo stands in the place of the site's name.
    var isNamedByLogo: Bool { look.logo.map { !$0.showsName } ?? false }
}
