import Core
import Markup

/// The whole document of a page: head, frame and content.
struct PageDocument: HTML {
    let page: Page
    let shell: Shell

    var body: some HTML {
        Raw("<!doctype html>\n")
        html(
            .lang(shell.context.language), .dir(shell.context.language.isRightToLeft ? "rtl" : "ltr"), .data("theme", shell.theme.rawValue),
            .data("app", app?.id ?? "site"), app.map { .data("accent", $0.accent.rawValue) } ?? .nothing, .data("shell", frameName),
            app.map { .data("header", $0.header.rawValue) } ?? .nothing,
            .if(isTitled, .data("titled")), .if(hasRail || isWork, .data("rail")), .if(isWork, .data("work")),
            page.slots.fills.map { .data("fills", $0.rawValue) } ?? .nothing,
            shell.person?.id.map { .data("person", $0) } ?? .nothing
        ) {
            head {
                DocumentHead(page: page, shell: shell, app: app)
                page.head
            }
            Markup.body {
                frame
                ScriptParts()
            }
        }
    }

    /// The app whose frame this is. Pages of no app keep the frame of the app that one came from; a site of one app has no others.
    /// A page for an app that this site does not have is the site's own.
    private var app: ShellApp? {
        switch page.shell {
        case .app(let id), .work(let id): shell.apps.first { $0.id == id }
        case _ where isAdmin: nil
        case .site: shell.apps.count == 1 ? open.first : open.first { $0.id == shell.currentApp }
        case .siteOr(let id):
            shell.apps.count == 1 ? open.first : open.first { $0.id == shell.currentApp } ?? open.first { $0.id == id }
        case .front: shell.apps.count == 1 ? shell.apps.first : nil
        default: nil
        }
    }

    private var open: [ShellApp] { shell.apps.filter { !shell.closedApps.contains($0.id) } }

    private var frameName: String {
        switch page.shell {
        case .app, .work, .site, .siteOr, .front, .admin: isAdmin ? "admin" : app == nil ? "site" : "app"
        case .bare: "bare"
        case .reader: "reader"
        }
    }

    private var activePath: String { page.activePath ?? shell.path }

    @HTMLBuilder private var frame: Node {
        if page.shell == .reader {
            page.content
        } else {
            a(.class("skip-link"), .href("#content")) { "Skip to the content" }
            if page.shell == .bare {
                BareHeader(shell: shell)
            } else if let app, isWork {
                WorkHeader(shell: shell, app: app, page: page, site: site)
            } else if let app, app.header == .back {
                BackHeader(shell: shell, app: app, page: page, site: site)
            } else {
                ShellHeader(shell: shell, app: app, isAdmin: isAdmin, site: site)
            }
            toasts
            div(.class("frame")) {
                if hasRail { AppNavigation(items: app?.navigation ?? [], further: app?.further ?? [], work: app?.work ?? [], site: site) }
                if isAdmin { AdminNavigation(sections: shell.adminSections, site: site) }
                div(.class("frame-content")) {
                    if let banner = shell.banner { aside(.class("site-banner"), .aria("label", "About this site")) { banner } }
                    // What an app offers without a connection is for its customers.
                    OfflineLine(app: isWork ? nil : app)
                    if shell.person?.id != nil { OutboxLine() }
                    if !shell.tour.isEmpty { TourPanel(stops: shell.tour, end: shell.path) }
                    main(.class("content"), .if(!page.slots.footer.isNothing, .class("content-acted")), .id("content"), .tabindex(-1)) {
                        page.slots.floating
                        page.content
                    }
                    if !page.slots.footer.isNothing {
                        section(.class("page-actions actions"), .aria("label", "Actions")) { page.slots.footer }
                    }
                    ShellFooter(shell: shell, hasPreferences: !page.slots.hasPreferences, current: site.current)
                    FormWords()
                }
            }
        }
        if page.shell == .reader {
            toasts
            // It brings the words for what waits; the text has the screen.
            if shell.person?.id != nil { OutboxLine() }
        }
    }

    /// Without a script they stand in the page, below its header: nothing could take them away from above it.
    private var toasts: some HTML {
        div(.class("toasts"), .id("toasts"), .aria("live", "polite")) {
            if let flash = shell.flash { flash }
        }
    }

    /// Pages of no app keep the portal's frame too, for those who come from it.
    private var isAdmin: Bool {
        switch page.shell {
        case .admin: true
        case .site, .siteOr: shell.currentApp == Shell.portal && !shell.adminSections.isEmpty
        default: false
        }
    }

    private var hasRail: Bool {
        switch page.shell {
        case .app, .site, .siteOr, .front: !isAdmin
        case .admin, .bare, .reader, .work: false
        }
    }

    private var isWork: Bool { if case .work = page.shell { app != nil } else { false } }

    private var site: SitePlaces { SitePlaces(shell: shell, app: app, isAdmin: isAdmin, activePath: activePath) }

    private var isTitled: Bool {
        isWork || app.map { $0.header == .back && BackHeader(shell: shell, app: $0, page: page, site: site).namesPage } ?? false
    }
}

/// What the page says about itself: title, sheets, scripts, manifest.
private struct DocumentHead: HTML {
    let page: Page
    let shell: Shell
    let app: ShellApp?

    /// What the page is a part of.
    private var place: Text { app?.name ?? .verbatim(shell.siteName) }

    var body: some HTML {
        meta(.custom("charset", "utf-8"))
        meta(.name("viewport"), .content("width=device-width, initial-scale=1, viewport-fit=cover"))
        Markup.title {
            page.title
            // The first page of an app, or of a site, is called as it is.
            if page.title != place {
                " · "
                place
            }
        }
        if let summary = page.summary { meta(.name("description"), .custom("content", text: summary)) }
        meta(.name("color-scheme"), .content(shell.theme == .system ? "light dark" : shell.theme.rawValue))
        meta(.name("theme-color"), .content(shell.themeColor(in: app)), .data("theme-color"))
        link(.rel("manifest"), .href(app.map { "/manifest.webmanifest?app=\($0.id)" } ?? "/manifest.webmanifest"))
        if let icons = shell.look.icons {
            link(.rel("icon"), .type("image/png"), .href(icons.small))
            link(.rel("apple-touch-icon"), .href(icons.touch))
        } else {
            shell.assets.iconLinks
        }
        shell.assets.links(for: shell.theme)
        if let sheet = shell.look.styleSheet { link(.rel("stylesheet"), .href(sheet)) }
        for script in page.scripts { Markup.script(.type("module"), .src(shell.assets.address(script))) }
    }
}

extension AssetLibrary {
    /// Stoa's icons, for sites without a logo of their own.
    static func iconLinks(_ assets: AssetLibrary) -> Node {
        HTMLBuilder.buildBlock(
            link(.rel("icon"), .type("image/svg+xml"), .href(assets.address("interface/images/icon.svg"))),
            link(.rel("apple-touch-icon"), .href(assets.address("interface/images/icon-180.png"))))
    }

    /// What the head of every page links to under a theme.
    static func links(_ assets: AssetLibrary, _ theme: Theme) -> Node {
        HTMLBuilder.buildBlock(
            HTMLBuilder.buildArray(assets.styleSheets.map { link(.rel("stylesheet"), .href(assets.address($0))) }),
            // The dark roles are sheets of their own, so that they stand in one place and the theme can change without a reload.
            HTMLBuilder.buildArray(
                assets.darkSheets.map {
                    link(.rel("stylesheet"), .href(assets.address($0)), .data("dark-sheet"), .custom("media", theme.darkMedia))
                }),
            HTMLBuilder.buildArray(assets.entryScripts.map { script(.type("module"), .src(assets.address($0))) }))
    }
}

extension Theme {
    /// Where the dark sheets count.
    fileprivate var darkMedia: String {
        switch self {
        case .system: "(prefers-color-scheme: dark)"
        case .dark: "all"
        case .light: "not all"
        }
    }
}
