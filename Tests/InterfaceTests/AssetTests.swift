import Core
import Foundation
import Interface
import TestSupport
import Testing
import Web

private func library(_ files: [String: String]) throws -> (AssetLibrary, URL) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("assets-\(UUID().uuidString)")
    for (name, content) in files {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: url)
    }
    return (try AssetLibrary(sources: [AssetSource(id: "app", folder: folder)]), folder)
}

private func answer(_ path: String, _ assets: AssetLibrary, headers: Headers = Headers()) async throws -> Response {
    let router = try Router(InterfaceRoutes(assets: assets).routes)
    var request = Request(id: "1", head: try RequestHead(method: .get, target: path, headers: headers))
    let shell = try Fixture.shell(path: path)
    request[Shell.key] = Shell.Provider { _ in shell }
    return await router.respond(to: request)
}

private func text(_ response: Response) throws -> String {
    switch response.body {
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .file(let slice): try String(contentsOf: slice.url, encoding: .utf8)
    default: ""
    }
}

@Test func `the sheets of a source become one, in the order of their names`() async throws {
    let (assets, folder) = try library(["css/2.css": "b{}", "css/1.css": "a{}", "js/main.js": "1", "dark.css": "d{}"])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(assets.names == ["app/app.css", "app/dark.css", "app/js/main.js"])
    #expect(assets.styleSheets == ["app/app.css"])
    #expect(assets.entryScripts == ["app/js/main.js"])
    #expect(try text(await answer(assets.address("app/app.css"), assets)) == "a{}\nb{}\n")
}

@Test func `an asset may be kept for ever under its own address and not under an older one`() async throws {
    let (assets, folder) = try library(["js/main.js": "1", "css/1.css": "a{}"])
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in assets.names {
        let current = try await answer(assets.address(name), assets)
        #expect(current.status == .ok)
        #expect(current.headers["Cache-Control"]?.contains("immutable") == true)
        #expect(current.headers["X-Content-Type-Options"] == "nosniff")
        let older = try await answer("/assets/older/\(name)", assets)
        #expect(older.status == .ok)
        #expect(older.headers["Cache-Control"]?.contains("immutable") == false)
        let tag = try #require(current.headers["ETag"])
        #expect(try await answer(assets.address(name), assets, headers: ["If-None-Match": tag]).status == .notModified)
    }
}

@Test(arguments: [
    "/assets/x/app/../../etc/passwd", "/assets/x/app/%2e%2e/%2e%2e/etc/passwd", "/assets/x/app/js", "/assets/x/none.js",
    "/assets/x/app/css/1.css",
])
func `only what was collected at start is served`(path: String) async throws {
    let (assets, folder) = try library(["js/main.js": "1", "css/1.css": "a{}"])
    defer { try? FileManager.default.removeItem(at: folder) }
    guard (try? RequestHead(method: .get, target: path)) != nil else { return }
    #expect(try await answer(path, assets).status.rawValue == 404)
}

@Test func `another content is another version`() throws {
    let (one, folderOne) = try library(["a.js": "1"])
    let (two, folderTwo) = try library(["a.js": "2"])
    let (three, folderThree) = try library(["b.js": "1"])
    defer { for folder in [folderOne, folderTwo, folderThree] { try? FileManager.default.removeItem(at: folder) } }
    #expect(Set([one.version, two.version, three.version]).count == 3)
}

@Test(.covers("CORE-034"))
func `the service worker carries the version and everything that the installed app starts with`() async throws {
    let assets = try Fixture.library()
    let response = try await answer("/service-worker.js", assets)
    let script = try text(response)
    #expect(response.headers["Content-Type"]?.hasPrefix("text/javascript") == true)
    #expect(script.hasPrefix("self.stoa = {\"version\":\"\(assets.version)\",\"language\":\"en\",\"offline\":\"/offline\""))
    for name in ["interface/interface.css", "interface/dark.css", "interface/js/main.js"] { #expect(script.contains(assets.address(name))) }
    #expect(try text(await answer("/offline", assets)).contains("You’re offline"))
}

@Test(.covers("CORE-034"))
func `the service worker begins with what every page shares; the scripts of an app are a list of their own`() async throws {
    struct Settings: Decodable { let shell: [String], apps: [String: [String]] }
    let (_, frameFolder) = try library(["service-worker.js": "", "js/main.js": "1", "js/menu.js": "2"])
    let (_, appFolder) = try library(["js/main.js": "3", "js/board.js": "4", "css/1.css": "a{}"])
    defer { for folder in [frameFolder, appFolder] { try? FileManager.default.removeItem(at: folder) } }
    let assets = try AssetLibrary(sources: [AssetSource(id: "interface", folder: frameFolder), AssetSource(id: "cafeteria", folder: appFolder)])
    let script = try text(await answer("/service-worker.js", assets))
    let settings = try JSONDecoder().decode(Settings.self, from: Data(script.prefix { $0 != ";" }.drop { $0 != "{" }.utf8))
    #expect(settings.apps == ["cafeteria": [assets.address("cafeteria/js/board.js")]])
    for name in ["interface/js/menu.js", "interface/js/main.js", "cafeteria/js/main.js", "cafeteria/cafeteria.css"] {
        #expect(settings.shell.contains(assets.address(name)))
    }
    #expect(!settings.shell.contains(assets.address("cafeteria/js/board.js")))
}

@Test func `the manifest names the app that is to be installed, and its icons exist`() async throws {
    struct Manifest: Decodable {
        struct Icon: Decodable { let src: String, sizes: String, type: String }
        let name: String, start_url: String, theme_color: String, display: String
        let icons: [Icon]
    }
    let assets = try Fixture.library()
    let response = try await answer("/manifest.webmanifest?app=library", assets)
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(try text(response).utf8))
    #expect(response.headers["Content-Type"] == "application/manifest+json")
    #expect(manifest.name == "Church Library")
    #expect(manifest.start_url == "/library")
    #expect(manifest.theme_color == "#f7c948")
    for icon in manifest.icons { #expect(try await answer(icon.src, assets).headers["Content-Type"] == icon.type) }
    let site = try JSONDecoder().decode(Manifest.self, from: Data(try text(await answer("/manifest.webmanifest", assets)).utf8))
    #expect(site.name == "Our Site")
    #expect(site.start_url == "/")
}

@Test func `every asset that a sheet or script names is there`() throws {
    let assets = try Fixture.library()
    for name in assets.names where name.hasSuffix(".js") {
        guard case .file(let url)? = assets[name]?.content else { continue }
        for match in try String(contentsOf: url, encoding: .utf8).matches(of: #/(?:from|import\()\s*"\.\/([\w-]+\.js)"/#) {
            #expect(assets["interface/js/\(match.output.1)"] != nil, "\(name) imports \(match.output.1)")
        }
    }
}
