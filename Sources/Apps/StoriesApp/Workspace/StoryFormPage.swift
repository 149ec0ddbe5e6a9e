import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// What an author says of a story, new or again (STO-025).
struct StoryFormPage: PageAnswer {
    /// Nil is a new one.
    let id: StoryID?
    let form: StoryForm
    let languages: [Language]
    var story: Story?
    var cover: StoryPicture?
    var problem: Problem?

    var title: Text { id == nil ? "New story" : "Story details" }
    var shell: ShellStyle { .app("stories") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { StoriesPaths.write() }
    var scripts: [String] { ["stories/js/cover.js", "stories/js/tags.js"] }
    var slots: FrameSlots {
        FrameSlots(
            back: form.then ?? id.map { StoriesPaths.workspace($0) } ?? StoriesPaths.write(),
            footer: { Button(id == nil ? "Continue" : "Save", icon: id == nil ? .forward : .check, .custom("form", "story-form")) })
    }

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        div(.class("narrow")) {
            PageHeader(title) {
                if let id { LinkButton("Co-authors", href: StoriesPaths.coauthors(id), icon: .people, style: .secondary) }
            }
            ProblemAlert(problem)
            Form(id.map { StoriesPaths.settings($0) } ?? StoriesPaths.newStory(), hasFiles: true, .id("story-form"), .class("card stack")) {
                if let then = form.then { input(.type("hidden"), .name("then"), .value(then)) }
                TextField(
                    "Title", name: "title", value: form.title ?? "", error: wrong["title"], isRequired: true, .maxlength(StoryDetails.longestTitle),
                    .autocomplete("off"), .flag("autofocus", id == nil), .saying(StoryDetails.titleMissing))
                if id == nil {
                    // One begins with a title; what else there is to say can wait until there is something to read.
                    language(wrong)
                    Disclosure("More", isOpen: wrong.keys.contains { !["title", "language"].contains($0) }) {
                        div(.class("stack")) {
                            p(.class("muted")) { "You can also add this later, in Story details." }
                            description(wrong)
                            marks(wrong)
                        }
                    }
                } else {
                    description(wrong)
                    language(wrong)
                    marks(wrong)
                    Checkbox("The story is complete", name: "isComplete", isChecked: form.isComplete ?? false)
                }
            }
        }
    }

    /// What readers decide by.
    @HTMLBuilder private func description(_ wrong: [String: Text]) -> Node {
        TextArea(
            "Description", name: "description", value: form.description ?? "", lines: 5, hint: "What readers see before they open the story.",
            error: wrong["description"], .maxlength(StoryDetails.longestDescription))
        CoverField(story: story, cover: cover, removes: form.removesCover ?? false, error: wrong[PictureRefusal.field])
    }

    private func language(_ wrong: [String: Text]) -> Node {
        Select("Language", name: "language", choices: choices, selected: form.language ?? "", error: wrong["language"], isRequired: true).node
    }

    /// Whom it is for, what it warns of, and what it is found by.
    @HTMLBuilder private func marks(_ wrong: [String: Text]) -> Node {
        RadioGroup(
            "Audience", name: "rating", choices: StoryRating.allCases.map { Choice($0.rawValue, $0.name) },
            selected: form.rating ?? "", error: wrong["rating"])
        FieldGroup("Content warnings", name: "warnings", error: wrong["warnings"]) {
            div(.class("choices-row")) {
                for warning in ContentWarning.allCases {
                    Checkbox(
                        warning.name, name: "warnings", value: warning.rawValue, isChecked: form.warnings?.contains(warning.rawValue) ?? false)
                }
            }
        }
        TextField(
            "Tags", name: "tags", value: form.tags ?? "",
            hint: "Up to \(StoryTag.most), separated by commas: romance, winter, sisters. Readers find your story by them.",
            error: wrong["tags"], .maxlength(StoryTag.most * (StoryTag.longest + 10)), .autocomplete("off"),
            .custom("autocapitalize", "none"),
            .data("tag-suggest", StoriesPaths.suggestTags()), .data("found", text: "Suggestions are below. Use the arrow keys.")
        )
    }

    private var choices: [Choice] {
        var all = languages
        if let chosen = form.language.map({ Language($0) }), !all.contains(chosen) { all.append(chosen) }
        return all.map { Choice($0.rawValue, .verbatim($0.nativeName)) }
    }
}
