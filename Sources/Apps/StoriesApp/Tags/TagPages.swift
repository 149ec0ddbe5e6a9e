import Core
import Interface
import Markup
import Platform
import Web

/// The form of a browse tag as it is sent.
struct TagForm: Decodable, Sendable {
    var name: String?
    var position: String?
    var synonyms: String?

    func draft(_ typed: QueryItems, _ languages: [Language]) throws(BrowseTagRefusal) -> BrowseTagDraft {
        let translations: [Language: CategoryWords]
        do throws(CategoryFault) { translations = try CategoryFieldNames.read(typed, languages) } catch {
            throw .invalid(field: error.field, error.words)
        }
        return try BrowseTagDraft(name: name ?? "", position: position ?? "", translations: translations, synonyms: synonyms ?? "")
    }
}

/// What was written into the form of a browse tag and refused.
struct RejectedTag: Sendable {
    let form: TagForm
    /// The same fields, with those of further languages.
    let typed: QueryItems
    let problem: Problem
}

/// The browse tags in the portal (STO-005).
struct TagsPage: PageAnswer {
    let tags: BrowseTags
    let counts: [String: Int]
    let languages: [Language]
    var rejected: RejectedTag?

    var title: Text { "Browse tags" }
    var shell: ShellStyle { .admin }
    var status: Status { rejected.map { Status($0.problem) } ?? .ok }

    var body: some HTML {
        PageHeader(title, lead: "Readers browse stories by these tags. Authors can use any tags; a synonym counts as its browse tag.")
        DataTable(
            title,
            columns: [.init("Name"), .init("Synonyms"), .init("Position in the list", isNumeric: true), .init("Stories", isNumeric: true)],
            rows: tags.all.map { tag in
                .init([
                    name(of: tag), Text.verbatim(tag.synonyms.joined(separator: ", ")).node, Text.verbatim(String(tag.position)).node,
                    ("\(counts[tag.key] ?? 0)" as Text).node,
                ])
            })
        Card("New tag") {
            TagFields(
                action: StoriesPaths.adminTags(), tag: nil, next: (tags.all.map(\.position).max() ?? 0) + 1, languages: languages,
                rejected: rejected, button: "Add tag")
        }
    }

    /// Its name in the first language of the site, and below it those in the others.
    private func name(of tag: BrowseTag) -> Node {
        let names = languages.isEmpty ? [tag.name] : languages.map(tag.name(in:))
        let others = names.dropFirst().filter { $0 != names.first }
        return Fragment {
            a(.href(StoriesPaths.adminTag(tag.id))) { names.first ?? tag.name }
            if !others.isEmpty { p(.class("muted")) { others.joined(separator: " · ") } }
        }.node
    }
}

/// One browse tag: its form, and deleting it.
struct TagPage: PageAnswer {
    let tag: BrowseTag
    let languages: [Language]
    var rejected: RejectedTag?

    var title: Text { .verbatim(languages.first.map(tag.name(in:)) ?? tag.name) }
    var shell: ShellStyle { .admin }
    var status: Status { rejected.map { Status($0.problem) } ?? .ok }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Browse tags", href: StoriesPaths.adminTags())]) {
            LinkButton("Delete", href: StoriesPaths.adminTagDelete(tag.id), icon: .trash, style: .secondary)
        }
        Card("Name and synonyms") {
            TagFields(
                action: StoriesPaths.adminTag(tag.id), tag: tag, next: tag.position, languages: languages, rejected: rejected, button: "Save")
        }
    }
}

/// The fields of a browse tag.
struct TagFields: HTML {
    let action: String
    let tag: BrowseTag?
    let next: Int
    let languages: [Language]
    let rejected: RejectedTag?
    let button: Text

    var body: some HTML {
        let wrong = rejected?.problem.fields ?? [:]
        ProblemAlert(rejected?.problem)
        Form(action) {
            CategoryWordFields(tag?.names, languages: languages, typed: rejected?.typed, wrong: wrong, longestName: StoryTag.longest)
            TextArea(
                "Synonyms", name: "synonyms", value: rejected?.form.synonyms ?? tag?.synonyms.joined(separator: ", ") ?? "", lines: 2,
                hint: "What else authors call it, separated by commas: sci-fi, SF.", error: wrong["synonyms"], .maxlength(4000))
            TextField(
                "Position in the list", name: "position", value: rejected?.form.position ?? String(next), kind: .number, error: wrong["position"],
                isRequired: true, .min("1"), .max("999"))
            Actions { Button(button) }
        }
    }
}

extension ConfirmPage {
    /// The second step before a browse tag is deleted.
    static func delete(_ tag: BrowseTag) -> Self {
        Self(
            "Delete this tag?", shell: .admin, message: "Readers can’t browse by “\(tag.name)” any more.",
            consequences: ["Stories keep the tags that their authors gave them.", "Its synonyms are deleted."], confirm: "Delete", icon: .trash,
            action: StoriesPaths.adminTagDelete(tag.id), cancel: StoriesPaths.adminTag(tag.id))
    }
}
