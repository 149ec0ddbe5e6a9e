import Core
import Foundation
import Markup

/// A folder of assets and the name under which they are served.
public struct AssetSource: Sendable {
    let id: String
    let folder: URL

    /// The files of `folder` are served as `ID/…`.
    public init(id: String, folder: URL) {
        self.id = id
        self.folder = folder
    }

    /// `Resources/assets` of a target's bundle.
    public init(id: String, bundle: Bundle) {
        self.init(id: id, folder: bundle.bundleURL.appendingPathComponent("Resources/assets"))
    }
}

/// Style sheets, scripts and pictures of the kernel and the apps.
///
/// Files stay on disk; the style sheets in a source's `css/` become one sheet `ID/ID.css`, in the order of their names. Every
/// address carries one hash over all content: it may be cached for ever, and imports between scripts stay relative.
public struct AssetLibrary: Sendable {
    /// One file, or one put together from several.
    public struct Asset: Sendable {
        /// Where its bytes are.
        public enum Content: Sendable {
            case file(URL)
            case bytes([UInt8])
        }

        /// Where its bytes are.
        public let content: Content
        /// Its media type, with charset for text.
        public let contentType: String
    }

    /// A hash over the names and bytes of everything: another version of anything is another hash.
    public let version: String
    /// The scripts of each source that every page loads: `ID/js/main.js`, where it exists.
    public let entryScripts: [String]
    /// The sheets put together, by source in the order given.
    public let styleSheets: [String]
    /// The dark roles of each source that has some of its own: `ID/dark.css`.
    public let darkSheets: [String]
    private let assets: [String: Asset]
    /// Written out once: every page has them.
    private var headLinks: [Theme: Node] = [:]
    private(set) var iconLinks: Node = .nothing

    /// Reads every file of every source once.
    /// - Throws: when a folder cannot be read. A source without a folder has no assets.
    public init(sources: [AssetSource]) throws {
        var assets: [String: Asset] = [:]
        var hash = UInt64.fnv1a([])
        for source in sources {
            var sheet: [UInt8] = []
            for (name, url) in try Self.files(in: source.folder) {
                let bytes = [UInt8](try Data(contentsOf: url))
                // No name has 0xFF in it: it keeps what ends one file and what begins the next apart.
                hash = .fnv1a("\(source.id)/\(name)".utf8, from: hash).fnv1a(adding: 0xFF)
                hash = .fnv1a(bytes, from: hash).fnv1a(adding: 0xFF)
                if name.hasPrefix("css/"), name.hasSuffix(".css") {
                    sheet += bytes + [UInt8(ascii: "\n")]
                } else {
                    assets["\(source.id)/\(name)"] = Asset(content: .file(url), contentType: Self.contentType(of: name))
                }
            }
            if !sheet.isEmpty {
                assets["\(source.id)/\(source.id).css"] = Asset(content: .bytes(sheet), contentType: Self.contentType(of: ".css"))
            }
        }
        self.assets = assets
        version = String(hash, radix: 36)
        entryScripts = sources.map { "\($0.id)/js/main.js" }.filter { assets[$0] != nil }
        darkSheets = sources.map { "\($0.id)/dark.css" }.filter { assets[$0] != nil }
        styleSheets = sources.map { "\($0.id)/\($0.id).css" }.filter { assets[$0] != nil }
        iconLinks = .fixed(Self.iconLinks(self))
        for theme in Theme.allCases { headLinks[theme] = .fixed(Self.links(self, theme)) }
    }

    /// The sheets and scripts that every page has under a theme.
    func links(for theme: Theme) -> Node { headLinks[theme] ?? .nothing }

    /// The address of an asset, e.g. `interface/js/main.js`.
    public func address(_ name: String) -> String { "/assets/\(version)/\(name)" }

    /// An asset by its name.
    public subscript(_ name: String) -> Asset? { assets[name] }

    /// The names of all assets.
    public var names: [String] { assets.keys.sorted() }

    private static func files(in folder: URL) throws -> [(name: String, url: URL)] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().compactMap { name in
            let url = folder.appendingPathComponent(name)
            var isFolder = ObjCBool(false)
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else { return nil }
            return (name, url)
        }
    }

    static func contentType(of name: String) -> String {
        switch name.split(separator: ".").last.map(String.init)?.lowercased() {
        case "css": "text/css; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "json", "map": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "webp": "image/webp"
        case "ico": "image/x-icon"
        case "woff2": "font/woff2"
        case "wasm": "application/wasm"
        case "html": "text/html; charset=utf-8"
        case "txt": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }
}
