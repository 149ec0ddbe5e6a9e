import Core
import Interface
import Markup

/// Pages that show every component with the words of the seed's mock-ups: for the eye, and for tests that look at HTML.
enum Gallery {
    static let works: [(title: String, authors: String)] = [
        ("The Pilgrim's Progress", "John Bunyan"), ("Confessions", "Augustine of Hippo"), ("Steps to Christ", "Ellen G. White"),
        ("The Imitation of Christ", "Thomas à Kempis"), ("Pensées", "Blaise Pascal"),
        ("A Serious Call to a Devout and Holy Life, Adapted to the State of All Orders of Christians", "William Law"),
        ("Foxe's Book of Martyrs", "John Foxe"), ("Amashiwi ya kwa Lesa", "Mwansa Chanda"), ("Orthodoxy", "G. K. Chesterton"),
        ("The Great Controversy", "Ellen G. White"),
    ]

    static var home: Page {
        Page("Home", shell: .app("library"), summary: "Books, hymns and the Bible") {
            PageHeader("Welcome Home!", lead: "Books, hymns and Scripture for everyone.")
            SearchBox("/library/search", placeholder: "Search...", suggestions: "/library/suggest", isProminent: true)
            section(.class("section")) {
                SectionHeader("Featured Content")
                Carousel(
                    "New Arrivals", detail: "Just added", more: "/library/new", level: 3,
                    items: works.map { CoverCard(title: $0.title, authors: $0.authors, href: "/library/1") })
                Carousel(
                    "Continue reading", level: 3,
                    items: works.dropFirst(3).prefix(3).map {
                        CoverCard(title: $0.title, authors: $0.authors, href: "/library/1", progress: 0.4)
                    })
                Carousel(
                    "Staff Picks", more: "/library/picks", level: 3,
                    items: works.reversed().map {
                        CoverCard(title: $0.title, authors: $0.authors, href: "/library/1", badge: Badge("New", tone: .accent))
                    })
            }
        }
    }

    static var books: Page {
        Page("Books", shell: .app("library")) {
            PageHeader("Our Book Collection")
            SearchBox("/library/books", placeholder: "Search books...")
            Actions {
                IconButton(.filter, label: "Filter", style: .filled)
                IconButton(.sort, label: "Sort", style: .filled)
            }
            ChipRow("Categories") {
                for (name, hue) in [("Theology", Hue.ocean), ("History", .clay), ("Devotionals", .plum), ("Biographies", .forest)] {
                    CategoryButton(.verbatim(name), href: "/library/books?category=\(name)", hue: hue, isSelected: name == "History")
                }
            }
            section(.class("section")) {
                SectionHeader("Available Books")
                ChipRow("Active filters") {
                    Chip("English", href: "?", isSelected: true, isRemovable: true)
                    Chip("Prophecy", href: "?", count: 12)
                }
                for work in works.prefix(6) {
                    CoverRow(title: work.title, authors: work.authors, href: "/library/1") {
                        Badge("English", tone: .quiet)
                        Badge("New", tone: .accent)
                        span { "\(312) pages" }
                    } actions: {
                        IconButton(.download, label: "Download")
                    }
                }
                Pagination(previous: "/library/books", next: "/library/books?after=x", summary: "21–40 of \(1240)")
            }
        }
    }

    static var shelf: Page {
        Page("Shelf", shell: .app("library"), activePath: "/library/books") {
            PageHeader(
                "History", lead: "Everything on the shelf.",
                crumbs: [Crumb("Books", href: "/library/books"), Crumb("Categories", href: "/library/categories")]
            ) {
                LinkButton("Read", href: "/library/1/read", icon: .book)
                LinkButton("Download", href: "/library/1/file", icon: .download, style: .secondary)
                Menu("More") {
                    MenuLink("Edit", href: "/edit", icon: .edit)
                    MenuButton("Delete", action: "/delete", icon: .trash, isDangerous: true)
                }
            }
            Tabs(
                "Views",
                [Tab("All", href: "?", isCurrent: true, count: 10), Tab("Highlights", href: "?v=h", count: 3), Tab("Notes", href: "?v=n")])
            CoverGrid { for work in works { CoverCard(title: work.title, authors: work.authors, href: "/library/1") } }
            section(.class("section stack")) {
                Alert(.info) { p { "This book is also in Swedish." } }
                Alert(.success, title: "Saved") { p { "Your note is kept." } }
                Alert(.warning) { p { "Two highlights could not be placed." } }
                Alert(.danger, title: "Not saved") { p { "The connection was lost." } }
                ProgressBar(0.62, label: "Read so far", showsPercent: true)
                ProgressBar(nil, label: "Working")
                div(.class("cluster")) {
                    for tone in [Tone.neutral, .quiet, .info, .success, .warning, .danger, .accent] {
                        Badge(.verbatim(tone.rawValue), tone: tone)
                    }
                }
                CardGrid {
                    LinkCard("Commentaries", detail: "Explanations, verse by verse", icon: .note, href: "/c")
                    LinkCard("Concordance", detail: "Where a word occurs", icon: .list, href: "/k")
                }
                Card("About this book") {
                    DescriptionList([.init("Author", "John Bunyan"), .init("Language", "English"), .init("Topics") { Badge("Allegory") }])
                }
                Dialog(id: "filters", title: "Filters") {
                    p { "Show only some books." }
                } actions: {
                    Button("Show", style: .primary)
                }
                Actions {
                    Button("Primary", icon: .check)
                    Button("Secondary", style: .secondary)
                    Button("Quiet", style: .quiet)
                    Button("Danger", icon: .trash, style: .danger)
                    Button("Disabled", .flag("disabled"))
                    LinkButton("Filters", href: "#filters", icon: .filter, style: .secondary, Dialog.opening("filters"))
                }
            }
        }
    }

    static var empty: Page {
        Page("Search", shell: .app("library")) {
            PageHeader("Search")
            SearchBox("/library/search", placeholder: "Search...", value: "xyzzy")
            EmptyState(.search, title: "Nothing found for “xyzzy”", message: "Try fewer words, or clear the filters.") {
                LinkButton("Clear the filters", href: "/library/search", style: .secondary)
            }
        }
    }

    static var form: Page {
        Page("Upload", shell: .admin) {
            PageHeader("Upload", lead: "Books, Bibles, leaflets and recordings.", crumbs: [Crumb("Items", href: "/admin/library/items")])
            ProblemAlert(
                Problem(
                    .invalid, "gallery.invalid", "Some values are not right", remedy: "Check the marked fields and try again.",
                    fields: ["year": "A year has four digits."]))
            Form("/admin/library/items", hasFiles: true) {
                FileField(
                    "File", name: "file", accept: ".epub,.pdf", isMultiple: true, maxBytes: 200 << 20,
                    hint: "EPUB, PDF, Word, Markdown, text, HTML or MP3.")
                TextField("Title", name: "title", value: "The Pilgrim's Progress", isRequired: true)
                TextField("Year", name: "year", value: "16x8", kind: .text, error: "A year has four digits.", .inputmode("numeric"))
                Select("Language", name: "language", choices: [Choice("en", "English"), Choice("sv", "Swedish")], selected: "sv")
                TextArea("Summary", name: "summary", hint: "Two or three sentences.")
                Checkbox("Show it to everyone", name: "published", isChecked: true, hint: "Otherwise only staff see it.")
                RadioGroup(
                    "Kind", name: "kind", choices: [Choice("book", "Book", hint: "With chapters"), Choice("leaflet", "Leaflet")],
                    selected: "book")
                FieldGroup("Shelf") {
                    TextField("Call number", name: "call")
                    TextField("Place", name: "place")
                }
                Actions {
                    Button("Save", icon: .check)
                    LinkButton("Cancel", href: "/admin", style: .quiet)
                }
            }
        }
    }

    static var table: Page {
        Page("Items", shell: .admin) {
            PageHeader("Items") { LinkButton("Upload", href: "/admin/library/items/upload", icon: .upload) }
            StatGrid {
                StatCard("Published", value: "\(1240)", detail: "12 this week", icon: .books)
                StatCard("Drafts", value: "\(8)", icon: .edit, href: "/admin/library/items?state=draft")
                StatCard("Reads today", value: "\(318)", icon: .eye)
            }
            section(.class("section")) {
                DataTable(
                    "Items",
                    columns: [
                        .init("Title"), .init("State"), .init("Sections", isNumeric: true), .init("Changed"),
                        .init("Actions", isTitleHidden: true),
                    ],
                    rows: works.map { work in
                        .init([
                            a(.href("/admin/library/items/1")) { work.title }, Badge("Published", tone: .success), Text("\(38)"),
                            Text("\(day: Instant(milliseconds: 1_790_000_000_000))"),
                            Menu("Actions for \(work.title)") { MenuLink("Edit", href: "/e", icon: .edit) },
                        ])
                    })
                Pagination(next: "/admin/library/items?after=x")
            }
        }
    }

    static var confirm: Page {
        Page("Delete", shell: .admin) {
            ConfirmPage(
                "Delete “Confessions”?", message: "The book disappears for everyone.",
                consequences: ["38 sections and the cover are removed.", "12 people lose their highlights in it."],
                confirm: "Delete the book", icon: .trash, action: "/delete",
                cancel: "/admin/library/items")
        }
    }

    static var signIn: Page {
        Page("Sign in", shell: .bare) {
            Card {
                PageHeader("Welcome back")
                Form("/account/sign-in") {
                    TextField("Email", name: "email", kind: .email, isRequired: true, .autocomplete("username"))
                    TextField("Password", name: "password", kind: .password, isRequired: true, .autocomplete("current-password"))
                    Actions { Button("Sign in", icon: .signIn) }
                }
            }
        }
    }

    static var problem: Page {
        .problem(.notFound, requestID: "01JD3Q8", shell: .app("library"))
    }

    static var all: [(name: String, path: String, page: Page)] {
        [
            ("home", "/library", home), ("books", "/library/books", books), ("shelf", "/library/shelf", shelf),
            ("empty", "/library/search", empty),
            ("form", "/admin/library/items/upload", form), ("table", "/admin/library/items", table),
            ("confirm", "/admin/library/items/1", confirm),
            ("sign-in", "/account/sign-in", signIn), ("problem", "/library/nothing", problem),
        ]
    }
}
