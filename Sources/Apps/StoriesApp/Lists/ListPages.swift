import Core
import Interface
import Markup
import Moderation
import Web

/// Somebody's own lists.
struct ListsPage: PageAnswer {
    let lists: [ReadingList]
    let counts: [ReadingListID: Int]
    let draft: ListForm?
    let problem: Problem?

    var title: Text { "Reading lists" }
    var shell: ShellStyle { .app("stories") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { StoriesPaths.library() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.library()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            LibraryTabs(isLists: true)
            if lists.isEmpty {
                EmptyState(.list, title: "No reading lists yet", message: "Collect stories to read later, or to recommend to others.")
            }
            ListRows(lists: lists, counts: counts, isOwn: true)
            Card("New list") {
                Form(StoriesPaths.lists()) {
                    ListName(name: draft?.name, problem: problem, hint: "Next, you add stories to it. Only you see it until you make it public.")
                    Actions { Button("Create list", icon: .plus) }
                }
            }
        }
    }
}

/// Lists with how many stories they have.
struct ListRows: HTML {
    let lists: [ReadingList]
    let counts: [ReadingListID: Int]
    let isOwn: Bool

    var body: some HTML {
        if !lists.isEmpty {
            ul(.class("rows")) {
                for list in lists {
                    li(.class("row")) {
                        div(.class("row-words")) {
                            a(.class("row-title"), .href(StoriesPaths.list(list.id)), .dir("auto")) { isOwn ? list.name : list.shownName ?? "" }
                            p(.class("row-facts")) {
                                span(.class("muted")) { "\(counts[list.id] ?? 0) stories" }
                                if isOwn { ListStanding(list: list) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Who sees a list.
struct ListStanding: HTML {
    let list: ReadingList

    var body: some HTML {
        if !list.isPublic {
            Badge("Private", tone: .quiet, icon: .lock)
        } else if list.status == .accepted {
            Badge("Public", tone: .success)
        } else {
            Badge(list.status == .rejected ? "Name rejected" : "Waiting for a moderator", tone: .warning)
        }
    }
}

private struct ListFields: HTML {
    let form: ListForm
    let problem: Problem?

    var body: some HTML {
        ListName(name: form.name, problem: problem)
        Checkbox("Show on my profile", name: "isPublic", isChecked: form.isPublic ?? false, hint: "Only you see private lists.")
    }
}

private struct ListName: HTML {
    let name: String?
    let problem: Problem?
    var hint: Text?

    var body: some HTML {
        TextField(
            "Name", name: "name", value: name ?? "", hint: hint, error: problem?.fields["name"], isRequired: true,
            .maxlength(ReadingList.longestName), .autocomplete("off"), .saying("Enter a name for the list."))
    }
}

/// The stories of a list.
struct ListPage: PageAnswer {
    let list: ReadingList
    let stories: [Story]
    let authors: StoryAuthors
    let owner: String
    let isOwn: Bool
    let isMember: Bool

    private var name: String { isOwn ? list.name : list.shownName ?? list.name }

    var title: Text { .verbatim(name) }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { isOwn ? StoriesPaths.library() : StoriesPaths.home() }
    var slots: FrameSlots {
        FrameSlots(
            back: isOwn ? StoriesPaths.lists() : StoriesPaths.person(list.person), title: "Reading list",
            menu: {
                if list.isShown {
                    MenuLink("Share", href: StoriesPaths.list(list.id), icon: .share, .data("share"), .data("done", text: "The link is copied."))
                }
                if isOwn {
                    MenuLink("Name and visibility", href: StoriesPaths.editList(list.id), icon: .edit)
                    MenuLink("Delete list", href: StoriesPaths.deleteList(list.id), icon: .trash)
                } else {
                    ReportForm.menuLink(to: ListSubject.key(list.id), then: StoriesPaths.list(list.id))
                }
            })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            p(.class("row-facts")) {
                if isOwn { ListStanding(list: list) } else { a(.href(StoriesPaths.person(list.person)), .dir("auto")) { owner } }
                span(.class("muted")) { "\(stories.count) stories" }
            }
            if isOwn, list.isPublic, list.status == .rejected, let reason = list.reason {
                Alert(.danger, title: "A moderator rejected the name of this list.") {
                    p { reason }
                    AnotherLookLink(ListSubject.key(list.id))
                }
            }
            if stories.isEmpty {
                EmptyState(.list, title: "No stories yet", message: "Add stories from your library, or from a story’s page.") {
                    LinkButton("Find stories", href: StoriesPaths.home(), icon: .search)
                }
            } else {
                h2(.class("visually-hidden")) { "Stories" }
                ul(.class("cover-rows")) { for (index, story) in stories.enumerated() { row(story, index) } }
            }
        }
    }

    private func row(_ story: Story, _ index: Int) -> Node {
        li {
            CoverRow(
                title: story.readersTitle, authors: authors.line(of: story), href: StoriesPaths.story(story.id), image: story.coverAddress(),
                facts: { span { "\(story.chapterCount) chapters" } },
                actions: {
                    if isOwn {
                        Menu("More about \(story.readersTitle)") {
                            if index > 0 { entry("Move up", story, "up", .chevronUp) }
                            if index < stories.count - 1 { entry("Move down", story, "down", .chevronDown) }
                            entry("Remove from list", story, "remove", .trash)
                        }
                    }
                })
        }.node
    }

    private func entry(_ label: Text, _ story: Story, _ change: String, _ icon: Icon) -> MenuButton {
        MenuButton(
            label, action: StoriesPaths.list(list.id), icon: icon, fields: [("story", story.id.description), ("change", change)])
    }
}

/// A list's name, and who sees it.
struct ListFormPage: PageAnswer {
    let id: ReadingListID
    let form: ListForm
    var problem: Problem?

    var title: Text { "Name and visibility" }
    var shell: ShellStyle { .app("stories") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { StoriesPaths.library() }
    var slots: FrameSlots {
        FrameSlots(back: StoriesPaths.list(id), footer: { Button("Save", icon: .check, .custom("form", "list-form")) })
    }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(title)
            Form(StoriesPaths.editList(id), .id("list-form"), .class("card")) { ListFields(form: form, problem: problem) }
        }
    }
}

/// In which lists a story is to be (STO-020).
struct PlaceStoryPage: PageAnswer {
    let story: Story
    let lists: [ReadingList]
    let chosen: Set<ReadingListID>
    let back: String
    let name: String
    let problem: Problem?

    var title: Text { "Add to reading list" }
    var shell: ShellStyle { .app("stories") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { StoriesPaths.library() }
    var slots: FrameSlots { FrameSlots(back: back, footer: { Button("Save", icon: .check, .custom("form", "place-form")) }) }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(title, lead: .verbatim(story.readersTitle))
            Form(StoriesPaths.placeStory(story.id), .id("place-form"), .class("card")) {
                input(.type("hidden"), .name("then"), .value(back))
                if !lists.isEmpty {
                    FieldGroup("Your lists", name: "lists") {
                        for list in lists {
                            Checkbox(.verbatim(list.name), name: "lists", value: list.id.description, isChecked: chosen.contains(list.id))
                        }
                    }
                }
                TextField(
                    "New list", name: "name", value: name, hint: "Only you see it until you make it public.", error: problem?.fields["name"],
                    .maxlength(ReadingList.longestName), .autocomplete("off"))
            }
        }
    }
}
