import Core
import Interface
import Localization
import Markup
import Web

/// Phrases with a field each; an empty field brings the original back.
struct TextsPage: PageAnswer {
    /// What was typed and refused.
    struct Rejected: Sendable {
        let key: String
        let words: String
        let error: Text
    }

    let language: Language
    let languages: [Language]
    let parts: [(id: String, name: Text)]
    /// The one part whose phrases are shown; nil for all.
    let part: String?
    let search: String
    let phrases: [Phrase]
    let total: Int
    let number: Int
    let pages: Int
    var rejected: Rejected?

    var title: Text { "Texts" }
    var shell: ShellStyle { .admin }
    var status: Status { rejected == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, lead: "Change what the site says: search for words as they are on a page, open them, and write your own.")
        Form(SettingsPaths.texts(), method: .get, .class("filter-form")) {
            Select(
                "Language", name: "language", choices: languages.map { Choice($0.rawValue, .verbatim($0.nativeName)) },
                selected: language.rawValue)
            Select("Where", name: "part", choices: [Choice("", "Everywhere")] + parts.map { Choice($0.id, $0.name) }, selected: part ?? "")
            TextField("Search", name: "q", value: search, kind: .search)
            FilterActions()
        }
        if phrases.isEmpty {
            EmptyState(.search, title: "No phrases found", message: "Try fewer or other words.")
        } else {
            p(.class("muted")) { "\(total) phrases" }
            p(.class("muted")) {
                "Leave a field empty to restore the original. A number in brackets, such as [1], stands for something that is filled in, such as a name: keep it."
            }
            for group in groups {
                SectionHeader(group.title)
                div(.class("phrases")) { for phrase in group.phrases { PhraseForm(phrase: phrase, page: self) } }
            }
            Pagination(
                previous: number > 1 ? address(number - 1) : nil, next: number < pages ? address(number + 1) : nil,
                summary: "Page \(number) of \(pages)")
        }
    }

    /// What the site says otherwise, then part by part.
    private var groups: [(title: Text, phrases: [Phrase])] {
        let changed = phrases.filter { $0.own != nil }
        let others = parts.map { part in (part.name, phrases.filter { $0.own == nil && $0.part == part.id }) }
        return ([("Changed on this site" as Text, changed)] + others).filter { !$0.1.isEmpty }.map { (title: $0.0, phrases: $0.1) }
    }

    private func address(_ number: Int) -> String {
        link(
            SettingsPaths.texts(),
            query: ["language": language.rawValue, "part": part, "q": search.isEmpty ? nil : search, "page": String(number)])
    }
}

/// One phrase in a line, and the field for other words behind it; open where there are some.
private struct PhraseForm: HTML {
    let phrase: Phrase
    let page: TextsPage

    var body: some HTML {
        let rejected = page.rejected.flatMap { $0.key == phrase.key ? $0 : nil }
        Disclosure(isOpen: phrase.own != nil || rejected != nil || page.total <= 3, .class("phrase")) {
            span(.lang(page.language)) { phrase.words }
        } content: {
            editor(rejected)
        }
    }

    private func editor(_ rejected: TextsPage.Rejected?) -> some HTML {
        form(.class("phrase-form"), .method("post"), .action(SettingsPaths.texts())) {
            if let original = phrase.original, original != phrase.key { p(.class("muted"), .lang(.english)) { Phrase.shown(phrase.key) } }
            for (name, value) in [
                ("language", page.language.rawValue), ("key", phrase.key), ("part", page.part ?? ""), ("q", page.search),
                ("page", String(page.number)),
            ] { input(.type("hidden"), .name(name), .value(value)) }
            div(.class("phrase-own")) {
                textarea(
                    .class("input"), .name("words"), .rows(1), .maxlength(TextRoutes.longest), .lang(page.language),
                    .aria("label", "Other words for “\(Phrase.shown(phrase.key))”"), .if(rejected != nil, .aria("invalid", true))
                ) { Phrase.shown(rejected?.words ?? phrase.own ?? "") }
                Button("Save", style: .secondary)
            }
            if let rejected { p(.class("field-error"), .role("alert")) { rejected.error } }
        }
    }
}
