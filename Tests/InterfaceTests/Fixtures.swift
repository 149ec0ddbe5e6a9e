import Core
import Foundation
import Interface
import Localization
import Markup
import Web

/// What the tests of this target stand on: a site with one app, and its frame.
enum Fixture {
    static func library() throws -> AssetLibrary {
        try AssetLibrary(sources: [AssetSource(id: "interface", bundle: InterfaceResources.bundle)])
    }

    static let app = ShellApp(
        id: "library", name: "Church Library", icon: .books, path: "/library",
        navigation: [
            NavigationItem("Home", icon: .home, path: "/library"), NavigationItem("Bible", icon: .bible, path: "/library/bible"),
            NavigationItem("Books", icon: .books, path: "/library/books"), NavigationItem("Hymns", icon: .music, path: "/library/hymns"),
        ], searchPath: "/library/search")

    static let sections = [
        NavigationSection(
            "Library",
            items: [
                NavigationItem("Items", icon: .books, path: "/admin/library/items"),
                NavigationItem("Upload", icon: .upload, path: "/admin/library/items/upload"),
                NavigationItem("Categories", icon: .tag, path: "/admin/library/categories"),
            ]),
        NavigationSection(
            "Site",
            items: [
                NavigationItem("People", icon: .people, path: "/admin/people"), NavigationItem("Jobs", icon: .clock, path: "/admin/jobs"),
            ]),
    ]

    static func shell(
        path: String = "/library", person: ShellPerson? = nil, theme: Theme = .system, language: Language = .english, flash: String? = nil,
        banner: Text? = nil
    ) throws -> Shell {
        let messages = Messages(catalogues: [try Catalogue(bundle: InterfaceResources.bundle)])
        return Shell(
            siteName: "Our Site", apps: [app], adminSections: sections, person: person, path: path, languages: [.english, .swedish],
            theme: theme,
            flash: flash.map { Toast($0) }, banner: banner, assets: try library(),
            context: RenderingContext(language: language, timeZone: .gmt, messages: messages))
    }

    static func html(_ page: Page, _ shell: Shell) -> String { String(decoding: page.bytes(in: shell), as: UTF8.self) }
}
