import Core
import Interface
import Localization
import Markup
import TestSupport
import Testing

private let page = Page("Books", shell: .app("library")) { PageHeader("Our Book Collection") }

@Test(.covers("LIB-014"))
func `a page of the library has the yellow header and four places, of which the present one is active`() throws {
    let html = Fixture.html(page, try Fixture.shell(path: "/library/books/7"))
    #expect(html.contains("data-accent=\"honey\""))
    #expect(html.contains("<span class=\"brand-site\">Our Site</span><span class=\"brand-app\">Church Library</span>"))
    let bar = try #require(html.firstMatch(of: #/<nav class="app-nav".*?<\/nav>/#).map { String($0.output) })
    let own = try #require(bar.firstMatch(of: #/<ul class="app-places">.*?<\/ul>/#).map { String($0.output) })
    #expect(own.matches(of: #/class="nav-label">(\w+)</#).map { String($0.output.1) } == ["Home", "Bible", "Books", "Hymns"])
    #expect(bar.matches(of: #/href="([^"]*)" aria-current="page"/#).map { String($0.output.1) } == ["/library/books"])
}

@Test(arguments: [
    ("/library", "/library"), ("/library/books", "/library/books"), ("/library/books/1/read", "/library/books"),
    ("/library/bookshelf", "/library"), ("/elsewhere", nil),
])
func `the active place is the longest address that the present one lies below`(path: String, active: String?) throws {
    let html = Fixture.html(page, try Fixture.shell(path: path))
    let bar = try #require(html.firstMatch(of: #/<nav class="app-nav".*?<\/nav>/#).map { String($0.output) })
    #expect(bar.firstMatch(of: #/href="([^"]*)" aria-current="page"/#).map { String($0.output.1) } == active)
}

@Test func `where staff work the frame has the places of their work, the bell and the account, and leads back to the app`() throws {
    let work = [
        NavigationItem("Desk", icon: .inbox, path: "/library/desk"), NavigationItem("Returns", icon: .refresh, path: "/library/desk/returns"),
    ]
    var shell = try Fixture.shell(path: "/library/desk/returns/7", person: ShellPerson(name: "Ada", isStaff: true, unread: 3))
    shell.apps[0] = shell.apps[0].with(work: work)
    let html = Fixture.html(Page("Returns", shell: .work("library")) { p { "…" } }, shell)
    let places = try #require(html.firstMatch(of: #/<nav class="app-nav.*?<\/nav>/#).map { String($0.output) })
    #expect(places.matches(of: #/href="([^"]*)"/#).map { String($0.output.1) } == work.map(\.path))
    #expect(places.contains("href=\"/library/desk/returns\" aria-current=\"page\""))
    #expect(html.matches(of: #/<nav class="app-nav/#).count == 1 && html.contains("data-back=\"/library\"") && html.contains("data-bell="))
    let own = Fixture.html(page, shell)
    let rail = try #require(own.firstMatch(of: #/<nav class="app-nav.*?<\/nav>/#).map { String($0.output) })
    #expect(rail.contains("class=\"app-work\"") && rail.contains("href=\"/library/desk\""), "they are in the app's own navigation too")
    #expect(own.contains(">Staff<"), "and in the menu of a phone")
    shell.apps[0] = shell.apps[0].with(work: [])
    #expect(!Fixture.html(page, shell).contains("href=\"/library/desk\""), "customers don't see them")
}

@Test func `where a site is one app, also signing in stands under the app’s name`() throws {
    let bare = Page("Sign in", shell: .bare) { PageHeader("Sign in") }
    let one = try Fixture.shell(path: "/account/sign-in")
    let both = "<span class=\"brand-site\">Our Site</span><span class=\"brand-app\">Church Library</span>"
    #expect(Fixture.html(bare, one).contains(both))
    let two = try siteOfTwo(path: "/account/sign-in", from: nil)
    #expect(Fixture.html(bare, two).contains("<span class=\"brand-app\">Our Site</span>"))
}

/// A site of two apps, as one of its staff sees it.
private func siteOfTwo(path: String, from current: String?) throws -> Shell {
    let places = [NavigationItem("Bookmarks", icon: .bookmark, path: "/account/bookmarks")]
    let messages = CountedPlace(NavigationItem("Messages", icon: .mail, path: "/messages"), unread: 2, topic: "mail", countPath: "/count")
    var shell = try Fixture.shell(path: path, person: ShellPerson(name: "Ada", isStaff: true, places: places, counted: [messages], unread: 0))
    shell.apps.append(ShellApp(id: "help", name: "Neighbours", icon: .hand, path: "/neighbours", navigation: [], header: .back))
    shell.footer = [NavigationItem("Help", icon: .help, path: "/help"), NavigationItem("Terms", icon: .pages, path: "/terms")]
    shell.currentApp = current
    return shell
}

@Test(.covers("CORE-052"), arguments: ["library", "help", Shell.portal, nil])
func `every frame has the site's places in one order and marks the one that is open`(current: String?) throws {
    for path in ["/messages/7", "/account/bookmarks", "/help", "/account/security"] {
        let html = Fixture.html(Page("A page", shell: .site) { p { "…" } }, try siteOfTwo(path: path, from: current))
        let rail = try #require(html.firstMatch(of: #/<nav class="(?:app|admin)-nav".*?<\/nav>/#).map { String($0.output) })
        let site = try #require(rail.firstMatch(of: #/<ul class="site-places">.*?<\/ul>/#).map { String($0.output) })
        let links = site.matches(of: #/href="([^"]*)"/#).map { String($0.output.1) }
        #expect(links == ["/", "/messages", "/account/bookmarks", "/help", "/account"])
        let open = try #require(links.dropFirst().last { path.hasPrefix($0) && (path == "/account/bookmarks") == ($0 == "/account/bookmarks") })
        #expect(rail.matches(of: #/href="([^"]*)" aria-current="page"/#).map { String($0.output.1) } == [open], "\(path)")
        let apps = try #require(rail.firstMatch(of: #/<div class="app-switch".*/#).map { String($0.output) })
        #expect(apps.matches(of: #/href="([^"]*)"/#).map { String($0.output.1) } == ["/library", "/neighbours", "/admin"])
        let chosen = apps.matches(of: #/href="([^"]*)" aria-current="true"/#).map { String($0.output.1) }
        #expect(chosen == (current.map { ["library": "/library", "help": "/neighbours"][$0] ?? "/admin" }.map { [$0] } ?? []))
        #expect(html.contains("data-shell=\"\(current == Shell.portal ? "admin" : current == nil ? "site" : "app")\""))
    }
}

@Test func `the bell and the footer mark the pages that they lead to`() throws {
    let page = Page("A page", shell: .site) { p { "…" } }
    let inbox = Fixture.html(page, try siteOfTwo(path: "/account/notices", from: "library"))
    #expect(
        inbox.matches(of: #/aria-current="page"/#).count == 1
            && inbox.contains(#/class="[^"]*bell" href="\/account\/notices"[^>]*aria-current="page"/#))
    let terms = Fixture.html(page, try siteOfTwo(path: "/terms", from: "library"))
    #expect(terms.contains("href=\"/terms\" aria-current=\"page\""))
}

@Test(.covers("CORE-051", "CORE-053"), arguments: [(0, ""), (1, "1 oläst"), (3, "3 olästa")])
func `what is unread is read aloud in the plural form of its language, and nothing of none`(unread: Int, words: String) throws {
    let shell = try Fixture.shell(person: ShellPerson(name: "Ada", isStaff: false, unread: unread), language: .swedish)
    let html = Fixture.html(page, shell)
    let aloud = try #require(html.firstMatch(of: #/data-bell-number[^>]*>[^<]*<\/span><span class="visually-hidden"[^>]*>([^<]*)</#))
    #expect(String(aloud.output.1) == words)
    #expect(html.contains(#"data-one="1 oläst" data-other="2 olästa""#), "the script counts on in the same forms")
}

@Test func `a place has one word in the bar of a phone, and its whole name for those who listen`() throws {
    var shell = try Fixture.shell()
    shell.apps[0] = ShellApp(
        id: "library", name: "Church Library", icon: .books, path: "/library",
        navigation: [NavigationItem("My requests", short: "Mine", icon: .list, path: "/library/own")], searchPath: nil)
    let html = Fixture.html(page, shell)
    #expect(
        html.contains(
            #/href="\/library\/own"[^>]*aria-label="My requests".*?<span class="nav-short">Mine<\/span><span class="nav-full">My requests</#))
}

@Test func `a page may say itself which place it belongs to`() throws {
    var page = page
    page.activePath = "/library/hymns"
    let html = Fixture.html(page, try Fixture.shell(path: "/library"))
    #expect(html.contains("href=\"/library/hymns\" aria-current=\"page\""))
}

@Test func `a guest is offered to sign in and comes back to where they were`() throws {
    let html = Fixture.html(page, try Fixture.shell(path: "/library/books"))
    #expect(html.contains("/account/sign-in?then=/library/books") || html.contains("/account/sign-in?then=%2Flibrary%2Fbooks"))
    #expect(!html.contains("href=\"/admin\""))
}

@Test func `the menu of an app has places for members only while somebody is signed in`() throws {
    func shell(_ person: ShellPerson?) throws -> Shell {
        var shell = try Fixture.shell(person: person)
        shell.apps[0] = ShellApp(
            id: "library", name: "Church Library", icon: .books, path: "/library", navigation: [], header: .back,
            menu: [
                NavigationItem("Help", icon: .help, path: "/help"), NavigationItem("Muted people", icon: .ban, path: "/muted", needsSignIn: true),
            ])
        return shell
    }
    let guest = Fixture.html(page, try shell(nil))
    #expect(guest.contains("href=\"/help\"") && !guest.contains("href=\"/muted\""))
    #expect(Fixture.html(page, try shell(ShellPerson(name: "Bea", isStaff: false))).contains("href=\"/muted\""))
}

@Test func `only staff see the way to the portal`() throws {
    let member = Fixture.html(page, try Fixture.shell(person: ShellPerson(name: "Bea", isStaff: false)))
    let staff = Fixture.html(page, try Fixture.shell(person: ShellPerson(name: "Ada", isStaff: true)))
    #expect(!member.contains("href=\"/admin\""))
    #expect(staff.contains("href=\"/admin\""))
    #expect(member.contains("action=\"/account/sign-out\""))
}

@Test(.covers("CORE-052"), arguments: [(Theme.system, "(prefers-color-scheme: dark)"), (.dark, "all"), (.light, "not all")])
func `the chosen theme decides whether the dark sheet counts`(theme: Theme, media: String) throws {
    let html = Fixture.html(page, try Fixture.shell(theme: theme))
    #expect(html.contains("data-theme=\"\(theme.rawValue)\""))
    #expect(html.contains("dark.css\" data-dark-sheet=\"\" media=\"\(media)\""))
    #expect(html.contains("type=\"submit\" name=\"theme\" value=\"\(theme.rawValue)\" aria-pressed=\"true\""))
}

@Test func `words from outside are escaped wherever the frame shows them`() throws {
    let evil = "<img src=x onerror=alert(1)>"
    var shell = try Fixture.shell(person: ShellPerson(name: evil, isStaff: false), flash: evil)
    shell.siteName = evil
    shell.path = "/\"><script>"
    let html = Fixture.html(page, shell)
    #expect(!html.contains("<img src=x"))
    #expect(!html.contains("<script>"))
}

@Test func `nothing on a page needs inline scripts or styles`() throws {
    for (_, path, page) in Gallery.all {
        let html = Fixture.html(page, try Fixture.shell(path: path, person: ShellPerson(name: "Ada", isStaff: true)))
        #expect(html.firstMatch(of: #/ style="| on\w+="|<style|<script(?! type="module" src="\/assets\/)/#) == nil)
    }
}

@Test func `no element has an attribute twice`() throws {
    for (name, path, page) in Gallery.all {
        let html = Fixture.html(page, try Fixture.shell(path: path, person: ShellPerson(name: "Ada", isStaff: true)))
        for tag in html.matches(of: #/<\w+((?: [\w:-]+(?:="[^"]*")?)*)>/#) {
            let names = tag.output.1.matches(of: #/ ([\w:-]+)(?:="[^"]*")?/#).map { String($0.output.1) }
            #expect(Set(names).count == names.count, "\(name): \(tag.output.0)")
        }
    }
}

@Test func `every id on a page is there once, and every label and description finds its field`() throws {
    for (name, path, page) in Gallery.all {
        let html = Fixture.html(page, try Fixture.shell(path: path))
        let ids = html.matches(of: #/ id="([^"]+)"/#).map { String($0.output.1) }
        #expect(Set(ids).count == ids.count, "\(name)")
        let named = html.matches(of: #/ (?:for|aria-describedby|aria-labelledby)="([^"]+)"/#).flatMap {
            $0.output.1.split(separator: " ").map(String.init)
        }
        #expect(Set(named).isSubset(of: ids), "\(name)")
    }
}

@Test func `in Swedish the frame speaks Swedish`() throws {
    let html = Fixture.html(page, try Fixture.shell(language: .swedish))
    #expect(html.contains("Hoppa till innehållet"))
    #expect(html.contains("aria-label=\"Meny\""))
    #expect(html.contains(">Svenska</button>"))
}

@Test func `the reader gets the document and nothing around it`() throws {
    let html = Fixture.html(Page("Genesis", shell: .reader) { p { "In the beginning" } }, try Fixture.shell())
    #expect(!html.contains("shell-header"))
    #expect(!html.contains("app-nav"))
    #expect(html.contains("interface/interface.css"))
    #expect(html.contains("<p>In the beginning</p>"))
}
