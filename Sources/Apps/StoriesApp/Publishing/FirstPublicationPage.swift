import Core
import Documents
import Interface
import Localization
import Markup
import Web

/// What an author looks at before a story meets its readers, for the first time or again: who they are, and what the story still lacks. Later chapters
/// are published without it.
struct FirstPublicationPage: PageAnswer {
    let manuscript: Chapters.Manuscript

    private var story: Story { manuscript.story }
    private var details: StoryDetails { story.details }
    private var here: String { StoriesPaths.publishChapter(manuscript.chapter.id) }

    var title: Text { "Publish your story?" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots {
        FrameSlots(
            back: StoriesPaths.editor(manuscript.chapter.id), title: .verbatim(details.title),
            footer: { Button("Publish", icon: .send, .custom("form", "publish-form"), .data("needs-connection")) })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: .verbatim(details.title))
            if !story.isNew { Alert(.info, title: "Your story is hidden now. It’s published with the chapter.") }
            Card("What readers get") {
                DescriptionList([
                    .init("Cover") {
                        if let cover = story.ownCoverAddress() {
                            span(.class("publish-cover")) { Cover(title: details.title, image: cover, isSmall: true) }
                        }
                    },
                    .init("Who can read it") {
                        story.isMature ? "Readers who confirm that they’re 18 or older" : "Everyone, with or without an account" as Text
                    },
                    .init("Audience") { Badge(details.rating.name, tone: story.isMature ? .warning : .quiet) },
                    .init("Content warnings") {
                        if details.warnings.isEmpty { "None" as Text }
                        for warning in ContentWarning.inOrder(details.warnings) { Badge(warning.name, tone: .quiet, icon: .warning) }
                    },
                    .init("Language", details.language.nativeName),
                    .init(story.isNew ? "First chapter" : "Chapter") { Chapter.name(manuscript.chapter.title, number: manuscript.number) },
                    .init("Length") { "\(manuscript.chapter.words) words" as Text },
                    .init("Tags", details.tags.map { "#\($0)" }.joined(separator: " ")),
                ])
            }
            if !missing.isEmpty {
                Alert(.info, title: "Worth adding first") {
                    ul { for words in missing { li { words } } }
                    p { a(.href(link(StoriesPaths.settings(story.id), query: ["then": here]))) { "Story details" } }
                }
            }
            p(.class("muted")) { "Your followers are notified. You can unpublish a story at any time, and later chapters don’t ask again." }
            Form(here, .id("publish-form")) {}
        }
    }

    private var missing: [Text] {
        var all: [Text] = []
        if details.description.isEmpty { all.append("A description: it’s what readers decide by.") }
        if story.cover == nil { all.append("A cover: it’s seen first.") }
        if details.tags.isEmpty { all.append("Tags: readers find your story by them.") }
        return all
    }
}
