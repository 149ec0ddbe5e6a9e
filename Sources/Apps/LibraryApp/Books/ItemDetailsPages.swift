import Core
import Interface
import Localization
import Markup
import Platform
import Reading
import Web

/// An item's own page: what it is, and with one tap everything that can be done with it.
struct ItemDetailsPage: PageAnswer {
    let item: Item
    /// Its categories in the reader's language.
    let categories: [CategoryLabel]
    let others: [ItemSummary]
    /// The editions of the work, this one among them; none where there is no other.
    let editions: Editions
    let isMember: Bool
    let mayEdit: Bool
    /// How much of it this person has read, in percent; nil before the first page.
    let progress: Double?
    /// Whether this person has saved it for later.
    let isSaved: Bool

    var title: Text { .verbatim(item.title) }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { item.kind.navigationPath }
    var pageSummary: Text? { item.description.isEmpty ? nil : .verbatim(item.description) }

    var body: some HTML {
        Breadcrumbs([Crumb(item.kind.plural, href: item.kind.path)])
        WorkPage(
            cover: Cover(
                title: item.title, authors: item.authors.joined(separator: ", "),
                image: item.coverRef.map { CoverLink.url(item.id, .large, $0) }, icon: item.kind.icon)
        ) {
            h1(.dir("auto"), .lang(item.language)) { item.title }
            if !item.authors.isEmpty { authors }
            actions
            if let progress, item.kind != .bible { ProgressBar(progress / 100, label: "Read so far", showsPercent: true) }
            if !item.description.isEmpty { p(.class("work-description"), .dir("auto")) { item.description } }
            if !editions.named.isEmpty { EditionChips(editions: editions, current: item.id) }
            if !categories.isEmpty {
                ChipRow("Categories") {
                    for category in categories {
                        CategoryButton(
                            .verbatim(category.name), href: link(LibraryPaths.books(), query: ["category": category.id.description]),
                            hue: category.colour.hue)
                    }
                }
            }
            facts
        }
        if !others.isEmpty { Carousel("More like this", items: others.map { ItemCard(item: $0) }) }
    }

    private var authors: some HTML {
        p(.class("work-authors")) {
            for (index, author) in item.authors.enumerated() {
                if index > 0 { ", " as String }
                a(.href(link(LibraryPaths.books(), query: ["author": author])), .dir("auto")) { author }
            }
        }
    }

    @HTMLBuilder private var actions: Node {
        Actions {
            if item.kind == .bible {
                if progress != nil, let publication = item.publication {
                    LinkButton("Continue reading", href: ReadingPaths.publication(publication), icon: .book)
                }
                LinkButton("Read Scripture", href: LibraryPaths.bibleItem(item.id), icon: .bible, style: progress == nil ? .primary : .secondary)
            }
            if let publication = item.publication, item.kind != .bible {
                LinkButton(readingLabel, href: ReadingPaths.publication(publication), icon: item.kind == .audio ? .play : .book)
            }
            if let publication = item.publication, item.kind != .audio, item.status == .published {
                KeepControl(
                    publication,
                    cover: Cover(
                        title: item.title, authors: item.authors.joined(separator: ", "),
                        image: item.coverRef.map { CoverLink.url(item.id, .medium, $0) }, isSmall: true), place: .page)
            }
            if let file = item.file {
                if isMember {
                    LinkButton(
                        "Download", href: LibraryPaths.itemNamedFile(item.id, file.name), icon: .download, style: .secondary,
                        .custom("download", file.name))
                } else {
                    LinkButton(
                        "Sign in to download", href: link(SitePaths.signIn(), query: ["then": LibraryPaths.item(item.id)]), icon: .download,
                        style: .secondary)
                }
            }
            if let publication = item.publication {
                if isMember {
                    Form(ReadingPaths.bookmarks()) {
                        input(.type("hidden"), .name("publication"), .value(publication.description))
                        if isSaved { input(.type("hidden"), .name("saved"), .value("no")) }
                        Button(
                            isSaved ? "Saved" : "Save for later", icon: .bookmark, style: .secondary, .if(isSaved, .class("is-saved")))
                    }
                }
            }
            if mayEdit { LinkButton("Edit", href: LibraryPaths.adminItem(item.id), icon: .edit, style: .secondary) }
        }
        if item.kind == .audio, item.publication != nil { p(.class("muted")) { "Audio needs a connection." } }
    }

    private var readingLabel: Text {
        if item.kind == .audio { return progress == nil ? "Listen" : "Continue listening" }
        return progress == nil ? "Read" : "Continue reading"
    }

    private var facts: some HTML {
        DescriptionList(
            [.init("Language", item.language.nativeName)]
                + ItemField.lines.map { field, line in
                    .init(line.caption) { value(of: field) }
                } + [
                    .init("Format") { if let format = item.format { format.name } },
                    .init("Length") { if item.words > 0 { "\(item.words) words" } },
                    .init("File") { if let file = item.file { FileSize.words(file.size) } },
                    .init("Added to the library") { if let date = item.publishedAt { "\(day: date)" } },
                ])
    }

    /// What narrows lists leads to the list.
    @HTMLBuilder private func value(of field: ItemField) -> Node {
        let value = field.text(item.metadata)
        if let facet = field.facet, !value.isEmpty {
            a(.href(link(item.kind.path, query: [facet.name: value])), .dir("auto")) { value }
        } else if !value.isEmpty {
            value
        }
    }
}
