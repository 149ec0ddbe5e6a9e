import Core
import Interface
import Markup
import Moderation
import Platform
import Web

/// Where a post's form comes from and goes to.
enum PostFormTarget: Sendable, Equatable {
    case new
    case edit(PostID)

    /// Takes the fields and answers with the confirmation page.
    var check: String {
        switch self {
        case .new: VolunteersPaths.new()
        case .edit(let id): VolunteersPaths.edit(id)
        }
    }

    /// Takes what was confirmed.
    var confirm: String {
        switch self {
        case .new: VolunteersPaths.posts()
        case .edit(let id): VolunteersPaths.confirmEdit(id)
        }
    }

    /// Where discarding leads: nothing was stored yet (VOL-022).
    var discard: String {
        switch self {
        case .new: VolunteersPaths.home()
        case .edit(let id): VolunteersPaths.post(id)
        }
    }

    var discardLabel: Text { self == .new ? "Discard draft" : "Cancel" }
}

/// Writing a request, new or again (VOL-019, VOL-021, VOL-025).
struct PostFormPage: PageAnswer {
    let target: PostFormTarget
    /// Who writes: what a tab keeps of unsent words is theirs alone.
    let author: PersonID
    var form: PostForm
    let categories: CategoryList
    let language: Language
    /// Why a moderator refused what is changed here; nil where nobody did.
    var refusal: Text?
    var problem: Problem?

    private static let formID = "post-form"

    var title: Text { target == .new ? "New request" : "Edit your request" }
    var shell: ShellStyle { .app("volunteers") }
    var status: Status { problem == nil ? .ok : .unprocessableContent }
    var scripts: [String] { ["volunteers/js/post-form.js"] }
    var slots: FrameSlots {
        FrameSlots(
            back: target.discard,
            footer: {
                Button("Preview", icon: .eye, .custom("form", Self.formID), .data("needs-connection"))
                LinkButton(target.discardLabel, href: target.discard, style: .quiet, .data("draft-discard", target.check))
            })
    }

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        div(.class("narrow")) {
            PageHeader(
                title,
                lead: "Say what help you need and roughly where. Requests about money or paid work aren’t allowed, but you can share the petrol."
            )
            ProblemAlert(problem)
            if let refusal { Alert(.warning, title: "Why it wasn’t accepted") { p { refusal } } }
            Form(target.check, .id(Self.formID), .data("post-form", VolunteersPaths.similar()), .data("draft", author.description), .class("card")) {
                TextField(
                    "Title of the request", name: "title", value: form.title ?? "", error: wrong["title"], isRequired: true,
                    .maxlength(PostDraft.longestTitle), .autocomplete("off"), .saying(PostDraft.titleMissing))
                // Under the title, where it is seen before the rest is written for nothing.
                div(.aria("live", "polite")) { SimilarSection([], .data("similar"), .flag("hidden")) }
                TextArea(
                    "Description", name: "body", value: form.body ?? "", lines: 8, hint: "At most \(PostDraft.longestBody) characters.",
                    error: wrong["body"], isRequired: true, .maxlength(PostDraft.longestBody),
                    .data("count", text: "\("%1") of \(PostDraft.longestBody) characters"), .saying(PostDraft.bodyMissing))
                div(.aria("live", "polite"), .data("writing", VolunteersPaths.check()))
                Select(
                    "Category", name: "category",
                    choices: [Choice("", "Choose a category")] + categories.all.map { $0.choice(in: language) },
                    selected: form.category ?? "", error: wrong["category"], isRequired: true, .flag("required"),
                    .saying(PostDraft.categoryMissing))
                TextField(
                    "Area", name: "area", value: form.area ?? "",
                    hint: "A neighbourhood or village. Don’t give your street or house number.", error: wrong["area"], .maxlength(Area.longest))
                PostTimeFields(form: form, wrong: wrong)
            }
        }
    }
}

/// The second step: what will be sent, and what is like it (VOL-022).
struct PostConfirmPage: PageAnswer {
    let target: PostFormTarget
    let draft: PostDraft
    let form: PostForm
    let category: Category?
    let similar: [SimilarPost]
    let language: Language
    /// What the filter would say.
    let check: WritingCheck
    /// Whether a moderator reads it before others see it.
    let isReadFirst: Bool

    private static let formID = "confirm-form"

    var title: Text { "Preview" }
    var shell: ShellStyle { .app("volunteers") }
    var slots: FrameSlots {
        FrameSlots(
            back: target.check,
            footer: {
                Button("Publish", icon: .check, .custom("form", Self.formID), .data("needs-connection"))
                Button("Edit", icon: .edit, style: .secondary, .custom("form", "change-form"))
                LinkButton(target.discardLabel, href: target.discard, style: .quiet, .data("draft-discard", target.check))
            })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(
                title,
                lead: !check.isFine
                    ? "Nothing is sent yet."
                    : isReadFirst
                        ? "Nothing is sent yet. When you publish, a moderator reads it first; others see it as soon as it is accepted."
                        : "Nothing is sent yet. When you publish, an automatic filter reads it first; others see it as soon as it is accepted.")
            WritingAlert(check) {
                if let form = form.saying(check.rewrite) {
                    Form(target.check) {
                        fields(form)
                        input(.type("hidden"), .name("change"), .value("true"))
                        Actions { Button("Use these words", icon: .check, style: .secondary) }
                    }
                }
            }
            article(.class("post-card post-card-wide \((category?.colour ?? .slate).hue.className)")) {
                div(.class("post-card-band")) { span(.class("post-card-category")) { category?.name(in: language) ?? "" } }
                h2(.class("post-card-title"), .dir("auto")) { draft.content.title }
                PostWhen(time: draft.content.time)
                PostWords(words: draft.content.body, language: draft.content.language)
                if !draft.content.area.isEmpty { p(.class("post-card-facts")) { span(.dir("auto")) { draft.content.area } } }
            }
            if !similar.isEmpty { SimilarSection(similar) }
            Form(target.confirm, .id(Self.formID), .data("draft-sends", target.check)) { fields(form) }
            Form(target.check, .id("change-form")) {
                fields(form)
                input(.type("hidden"), .name("change"), .value("true"))
            }
        }
    }

    @HTMLBuilder private func fields(_ form: PostForm) -> Node {
        let written = [
            ("title", form.title), ("body", form.body), ("category", form.category), ("area", form.area), ("day", form.day), ("time", form.time),
            ("length", form.length),
        ]
        for (name, value) in written {
            input(.type("hidden"), .name(name), .value(value ?? ""))
        }
    }
}

/// What the filter would say to words that are still being written; `post-form.js` puts it below them.
struct WritingCheckPage: PageAnswer {
    let check: WritingCheck

    var title: Text { "New request" }
    var shell: ShellStyle { .app("volunteers") }
    var slots: FrameSlots { FrameSlots(back: VolunteersPaths.new()) }

    var body: some HTML {
        WritingAlert(check) {
            if let rewrite = check.rewrite, rewrite.count == 2 {
                Actions {
                    button(
                        .type("button"), .class("button button-secondary"), .data("use-title", rewrite[0]), .data("use-body", rewrite[1])
                    ) { "Use these words" }
                }
            }
        }
    }
}

/// A description with its line breaks.
struct PostWords: HTML {
    let words: String
    let language: Language

    var body: some HTML { div(.class("post-words"), .dir("auto"), .lang(language)) { words } }
}
