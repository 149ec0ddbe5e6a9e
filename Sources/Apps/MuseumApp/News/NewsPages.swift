import Core
import Interface
import Markup
import Platform
import Web

/// What the museum tells, the newest first.
struct NewsPage: PageAnswer {
    static let size = 20

    let news: [NewsItem]
    let from: Int
    let hasMore: Bool
    /// Whether the viewer writes news.
    let isEditor: Bool

    var title: Text { "News" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.news() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.home()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title) {
                if isEditor { LinkButton("New post", href: MuseumPaths.adminNews(), icon: .plus, style: .secondary) }
            }
            if news.isEmpty { EmptyState(.info, title: "No news yet", message: "News of the museum appears here.") }
            for item in news { NewsTeaser(item: item, level: 2) }
            Pagination(
                previous: from > 0 ? link(MuseumPaths.news(), query: ["from": String(max(0, from - Self.size))]) : nil,
                next: hasMore ? link(MuseumPaths.news(), query: ["from": String(from + Self.size)]) : nil)
        }
    }
}

/// One piece of news.
struct NewsItemPage: PageAnswer {
    /// How many further ones it leads to.
    static let others = 3

    let item: NewsItem
    /// The newest others.
    let more: [NewsItem]
    let now: Instant
    /// Whether the viewer writes news.
    let isEditor: Bool

    var title: Text { .verbatim(item.title) }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.news() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.news()) }

    var body: some HTML {
        article(.class("narrow stack")) {
            div {
                Breadcrumbs([Crumb("News", href: MuseumPaths.news())])
                h1(.dir("auto")) { item.title }
                if let state = NewsState(item, at: now) { p { state } } else { p(.class("muted")) { "\(day: item.publishedAt)" as Text } }
            }
            if isEditor { Actions { EditLink(MuseumPaths.adminNewsItem(item.id)) } }
            Illustration(of: item, size: .large)
            div(.class("exhibit-text"), .dir("auto")) { for paragraph in item.paragraphs { p { paragraph } } }
        }
        if !more.isEmpty {
            section(.class("narrow news-more"), .aria("labelledby", "more-news")) {
                SectionHeader("More news", more: MuseumPaths.news())
                for item in more { NewsTeaser(item: item, level: 3) }
            }
        }
    }
}

/// Why a piece of news isn't shown to everyone; nil where it is.
struct NewsState: HTML {
    let body: Node

    init?(_ item: NewsItem, at now: Instant) {
        guard !item.isShown(at: now) else { return nil }
        body = item.isDraft ? Badge("Draft").node : Badge("Shows from \(day: item.publishedAt)", tone: .warning).node
    }
}

/// A piece of news among others: its title, its day and how it begins.
struct NewsTeaser: HTML {
    let item: NewsItem
    let level: Int

    var body: some HTML {
        article(.class("news-teaser")) {
            div {
                p(.class("muted")) { "\(day: item.publishedAt)" as Text }
                if level == 2 {
                    h2(.dir("auto")) { a(.href(MuseumPaths.newsItem(item.id))) { item.title } }
                } else {
                    h3(.dir("auto")) { a(.href(MuseumPaths.newsItem(item.id))) { item.title } }
                }
                if let first = item.paragraphs.first { p(.class("news-begin"), .dir("auto")) { first } }
            }
            Illustration(of: item, size: .thumbnail, isDecoration: true)
        }
    }
}

/// News in the portal: what is told, and a form for more.
struct NewsAdminPage: PageAnswer {
    let news: [NewsItem]
    /// The one that is edited; nil for a new one.
    var edited: NewsItem?
    var form = NewsForm()
    let languages: [Language]
    let now: Instant
    var words: Translations = [:]
    var problem: Problem?

    var title: Text { edited.map { .verbatim($0.title) } ?? "News" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminNews() }

    var body: some HTML {
        if edited == nil {
            PageHeader(title, lead: "News, updates and promotions, for everyone to read.")
        } else {
            PageHeader(title, crumbs: [Crumb("News", href: MuseumPaths.adminNews())]) {
                if let edited { LinkButton("View", href: MuseumPaths.newsItem(edited.id), icon: .eye, style: .secondary) }
            }
            if let edited, let state = NewsState(edited, at: now) { p { state } }
        }
        Card(edited == nil ? "New post" : nil) {
            ProblemAlert(problem)
            Form(edited.map { MuseumPaths.adminNewsItem($0.id) } ?? MuseumPaths.adminNews(), hasFiles: true, .class("stack")) {
                TextField(
                    "Title", name: "title", value: form.title ?? "", error: problem?.fields["title"], isRequired: true,
                    .maxlength(NewsItem.longestTitle))
                TextArea(
                    "Text", name: "text", value: form.text ?? "", lines: 8, hint: "An empty line begins a paragraph.", error: problem?.fields["text"],
                    isRequired: true, .maxlength(NewsItem.longestText))
                if let edited, edited.picture != nil {
                    Illustration(of: edited, size: .thumbnail)
                    Checkbox("Remove the picture", name: "removesPicture", isChecked: form.removesPicture ?? false)
                }
                PictureFields(hasPicture: edited?.picture != nil, alt: form.alt ?? "", wrong: problem?.fields ?? [:])
                TranslationFields(NewsItem.self, languages: languages, kept: words, wrong: problem?.fields ?? [:])
                TextField(
                    "Show from", name: "day", value: form.day ?? "", kind: .date, hint: "Leave it empty to show it at once.",
                    error: problem?.fields["day"])
                Actions {
                    Button(isPublished ? "Save" : "Publish")
                    Button(isPublished ? "Unpublish" : "Save as draft", style: .secondary, .name("isDraft"), .value("true"))
                }
            }
        }
        if let edited {
            Actions { LinkButton("Delete…", href: MuseumPaths.adminNewsDelete(edited.id), icon: .trash, style: .danger) }
        } else if news.isEmpty {
            EmptyState(.info, title: "No news yet", message: "What you publish is on the museum’s first page.")
        } else {
            DataTable(
                "News", columns: [.init("Title"), .init("Status")],
                rows: news.map { item in
                    .init(
                        [a(.href(MuseumPaths.adminNewsItem(item.id)), .dir("auto")) { item.title }, state(of: item)],
                        id: Self.row(item.id))
                })
        }
    }

    /// Whether it was published, be it for a later day.
    private var isPublished: Bool { edited.map { !$0.isDraft } ?? false }

    private func state(of item: NewsItem) -> Node {
        NewsState(item, at: now)?.body ?? Badge("Published \(day: item.publishedAt)", tone: .success).node
    }

    /// The list at one of its rows. The query names it for the script that sends files, which isn't told the fragment.
    static func address(at id: NewsID) -> String { link(MuseumPaths.adminNews(), query: ["at": row(id)]) + "#" + row(id) }

    /// The id of the row of a piece of news.
    static func row(_ id: NewsID) -> String { "news-\(id)" }
}
