import Core
import Foundation
import Markup
import Web

/// The addresses that every site serves for its screens: assets, service worker, manifest, offline page.
public struct InterfaceRoutes: Sendable {
    private let assets: AssetLibrary

    /// Serves `assets`.
    public init(assets: AssetLibrary) { self.assets = assets }

    private static let asset = Path("/assets/{version}/{name...}", String.self, RestOfPath.self)
    private static let serviceWorker = Path("/service-worker.js")
    private static let manifest = Path("/manifest.webmanifest")
    private static let offline = Path("/offline")

    /// The routes.
    public var routes: [Route] {
        [
            .get(Self.asset, allow: .everyone, use: asset),
            .get(Self.serviceWorker, allow: .everyone, use: serviceWorker),
            .get(Self.manifest, allow: .everyone, use: manifest),
            .get(Self.offline, allow: .everyone, use: offline),
        ]
    }

    /// An asset. Under the present version it may be kept for ever; an address of an older version gets what is there now,
    /// so that a page that was open during an update does not fall apart, but nobody keeps it.
    func asset(_ request: Request, _ visitor: Visitor, _ version: String, _ name: RestOfPath) async throws -> Response {
        guard let asset = assets[name.description] else { throw Problem.notFound }
        let isCurrent = version == assets.version
        switch asset.content {
        case .file(let url):
            let answer = FileAnswer(
                url: url, contentType: asset.contentType, entityTag: assets.version, isImmutable: isCurrent, isPublic: true)
            return try await answer.response(for: request)
        case .bytes(let bytes):
            var response = Response.bytes(bytes, type: asset.contentType)
            response.headers.add("Cache-Control", isCurrent ? "public, max-age=31536000, immutable" : "public, no-cache")
            response.headers.add("X-Content-Type-Options", "nosniff")
            return response.conditional(for: request)
        }
    }

    /// The service worker: one file with the version, the addresses of what every page shares and, apart, those of the scripts
    /// of each app in front, so that a new version of anything is a new worker.
    func serviceWorker(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let asset = assets["interface/service-worker.js"], case .file(let url) = asset.content else { throw Problem.notFound }
        let scripts = assets.names.filter { $0.hasSuffix(".js") && $0 != "interface/service-worker.js" }
        let shared = scripts.filter { $0.hasPrefix("interface/") || assets.entryScripts.contains($0) }
        let look = request.shell?.look ?? ShellLook()
        let shell = ["interface/images/icon.svg"] + assets.styleSheets + assets.darkSheets + shared
        let apps = Dictionary(grouping: Set(scripts).subtracting(shared).sorted()) { $0.prefix { $0 != "/" } }
        var settings = JSONText()
        settings.beginObject()
        settings.key("version")
        settings.string(assets.version)
        settings.key("language")
        settings.string(request.language.rawValue)
        settings.key("offline")
        settings.string(Self.offline())
        settings.key("messages")
        settings.beginObject()
        for app in request.shell?.apps ?? [] where app.offline == .message {
            settings.key(app.path)
            settings.string(link(Self.offline(), query: ["app": app.id]))
        }
        settings.endObject()
        settings.key("icon")
        settings.string(look.icons?.small ?? assets.address("interface/images/icon-192.png"))
        settings.key("shell")
        settings.beginArray()
        for address in shell.map(assets.address) + look.shared { settings.string(address) }
        settings.endArray()
        settings.key("apps")
        settings.beginObject()
        for (app, scripts) in apps.sorted(by: { $0.key < $1.key }) {
            settings.key(String(app))
            settings.beginArray()
            for name in scripts { settings.string(assets.address(name)) }
            settings.endArray()
        }
        settings.endObject()
        settings.endObject()
        let script = try String(contentsOf: url, encoding: .utf8)
        var response = Response.bytes(Array("self.stoa = \(settings.text);\n\(script)".utf8), type: asset.contentType)
        response.headers.add("Cache-Control", "no-cache")
        return response.conditional(for: request)
    }

    /// What installing the site, or one app of it, puts on a home screen: `?app=ID` begins in that app.
    func manifest(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let shell = request.shell else { throw Problem.notFound }
        let app = shell.apps.first { $0.id == request.query["app"] }
        let name = app.map { shell.context.words($0.name) } ?? shell.siteName
        let manifest = WebManifest(
            id: app?.path ?? "/", name: name, short_name: name, start_url: app?.path ?? "/", lang: shell.context.language.rawValue,
            theme_color: shell.themeColor(in: app), icons: icons(of: shell.look))
        var response = try Response.json(manifest)
        response.headers["Content-Type"] = "application/manifest+json"
        return response.conditional(for: request)
    }

    private func icons(of look: ShellLook) -> [WebManifest.Icon] {
        let drawing = WebManifest.Icon(src: assets.address("interface/images/icon.svg"), sizes: "any", type: "image/svg+xml")
        return (look.icons == nil ? [drawing] : []) + [
            .init(src: look.icons?.small ?? assets.address("interface/images/icon-192.png"), sizes: "192x192", type: "image/png"),
            .init(src: look.icons?.large ?? assets.address("interface/images/icon-512.png"), sizes: "512x512", type: "image/png"),
            .init(
                src: look.icons?.maskable ?? assets.address("interface/images/icon-maskable-512.png"), sizes: "512x512", type: "image/png",
                purpose: "maskable"),
        ]
    }

    /// What is shown when a page is not on the device and there is no connection.
    func offline(_ request: Request, _ visitor: Visitor) async throws -> Page {
        if let app = request.shell?.apps.first(where: { $0.id == request.query["app"] }), app.offline == .message {
            return Page("The server doesn’t answer", shell: .bare) {
                div(.data("kept-settings"), .data("unreachable")) {
                    EmptyState(
                        .offline, title: "The server doesn’t answer",
                        message: "\(app.name) doesn’t work without the server. Your settings are saved on this device.")
                }
            }
        }
        return Page("You’re offline", shell: .front) {
            div(.data("unreachable")) {
                EmptyState(
                    .offline, title: "You’re offline",
                    message: "This page needs a connection. Try again when you have one."
                ) {
                    LinkButton("Read on this device", href: SitePaths.onDevice(), icon: .download, .data("on-device"), .flag("hidden"))
                    // An empty address is this very page: the one that was asked for, not the one that says it is not here.
                    LinkButton("Try again", href: "", icon: .refresh, style: .secondary)
                }
                p(.class("unreachable-kept"), .data("on-device"), .flag("hidden")) {
                    "What you keep on this device can be read without a connection."
                }
            }
        }
    }
}

/// A web app manifest (W3C); the names of its members are the standard's.
private struct WebManifest: Encodable {
    struct Icon: Encodable {
        let src: String
        let sizes: String
        let type: String
        var purpose = "any"
    }

    let id: String
    let name: String
    let short_name: String
    let start_url: String
    let lang: String
    let theme_color: String
    let icons: [Icon]
    let scope = "/"
    let display = "standalone"
    let background_color = "#faf7f0"
}
