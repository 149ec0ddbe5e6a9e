import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// What a form says in further languages: `title.sv` and so on, beside the fields of the original.
struct TranslationForm: Sendable {
    /// Of the languages whose fields the form had.
    private(set) var words: Translations = [:]
    /// What can't be kept, by field.
    private(set) var wrong: [String: Text] = [:]

    static func name(_ field: TranslatedField, _ language: Language) -> String { "\(field.name).\(language.rawValue)" }

    /// - Parameter languages: those of the app, the first one first. Fields of others are passed over.
    init<Thing: Translated>(_ kind: Thing.Type, _ typed: QueryItems, _ languages: [Language]) {
        for language in languages.dropFirst() {
            for field in Thing.fields {
                let name = Self.name(field, language)
                guard let value = typed[name] else { continue }
                let text = field.lines == 1 ? value.tidied() : value.tidiedLines()
                if text.length > field.most { wrong[name] = "Write at most \(field.most) characters." }
                words[language, default: [:]][field.name] = text
            }
        }
    }

    /// Checks the original beside it, so that a refusal names every wrong field of both.
    func checked<Draft>(_ make: () throws(Problem) -> Draft) throws(Problem) -> Draft {
        let draft: Draft
        do { draft = try make() } catch {
            var problem = error
            problem.fields.merge(wrong) { first, _ in first }
            throw problem
        }
        guard wrong.isEmpty else {
            throw Problem(
                .invalid, "museum.translation-wrong", "The translation wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong
            )
        }
        return draft
    }
}

/// The fields of further languages, folded: most forms are filled in without them.
struct TranslationFields: HTML {
    private let fields: [TranslatedField]
    private let languages: [Language]
    private let kept: Translations
    private let wrong: [String: Text]
    private let isOpen: Bool

    /// - Parameters:
    ///   - languages: those of the app, the first one first.
    ///   - kept: what is there, or what was typed into a form that was refused.
    ///   - isOpen: whether nothing else is on the page.
    init<Thing: Translated>(_ kind: Thing.Type, languages: [Language], kept: Translations, wrong: [String: Text], isOpen: Bool = false) {
        (fields, self.languages, self.kept, self.wrong, self.isOpen) = (Thing.fields, Array(languages.dropFirst()), kept, wrong, isOpen)
    }

    var body: some HTML {
        if !languages.isEmpty {
            Disclosure("Other languages", isOpen: isOpen || languages.contains(where: isWrong)) {
                div(.class("stack translation-fields")) {
                    p(.class("muted")) { "Fields that you leave empty show the original." }
                    for language in languages { disclosure(language) }
                }
            }
        }
    }

    private func isWrong(_ language: Language) -> Bool { fields.contains { wrong[TranslationForm.name($0, language)] != nil } }

    private func disclosure(_ language: Language) -> some HTML {
        Disclosure(isOpen: isWrong(language)) {
            span(.lang(language)) { language.nativeName }
            if kept[language]?.values.contains(where: { !$0.isEmpty }) == true { Badge("Translated", tone: .success) }
        } content: {
            div(.class("stack")) { for entry in fields { field(entry, language) } }
        }
    }

    private func field(_ field: TranslatedField, _ language: Language) -> some HTML {
        let name = TranslationForm.name(field, language)
        let (label, value): (Text, String) = ("\(field.label) (\(language.nativeName))", kept[language]?[field.name] ?? "")
        return Fragment {
            if field.lines == 1 {
                TextField(label, name: name, value: value, error: wrong[name], .maxlength(field.most), .lang(language))
            } else {
                TextArea(label, name: name, value: value, lines: field.lines, error: wrong[name], .maxlength(field.most), .lang(language))
            }
        }
    }
}
