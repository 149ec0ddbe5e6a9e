import Core
import Interface
import Markup
import Web

/// The managed list of languages in the portal.
struct LanguageRoutes: Sendable {
    let languages: Languages

    var routes: [Route] {
        [
            .get(LibraryPaths.adminLanguages, allow: .permission(.libraryCategories), use: list),
            .post(LibraryPaths.adminLanguages, allow: .permission(.libraryCategories), use: save),
            .get(LibraryPaths.adminLanguageDelete, allow: .permission(.libraryCategories), use: confirmDelete),
            .post(LibraryPaths.adminLanguageDelete, allow: .permission(.libraryCategories), use: delete),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> LanguagesPage {
        LanguagesPage(languages: try await languages.all())
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(LanguageForm.self)
        do {
            try await languages.save(tag: form.tag ?? "", name: form.name ?? "", by: member.id)
            return .seeOther(LibraryPaths.adminLanguages(), flash: "Saved.")
        } catch let refusal as LanguageRefusal {
            var page = LanguagesPage(languages: try await languages.all())
            page.rejected = (form, refusal.problem)
            return try await page.response(for: request)
        }
    }

    func confirmDelete(_ request: Request, _ member: Member, _ tag: String) async throws -> ConfirmPage {
        guard let language = try await languages.all().first(where: { $0.tag == Language(tag) }) else { throw Problem.notFound }
        return .delete(language)
    }

    func delete(_ request: Request, _ member: Member, _ tag: String) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(LibraryPaths.adminLanguageDelete(tag)) }
        try await languages.remove(Language(tag), by: member.id)
        return .seeOther(LibraryPaths.adminLanguages(), flash: "The language has been removed.")
    }
}

/// The form of a language as it is sent.
struct LanguageForm: Decodable, Sendable {
    let tag: String?
    let name: String?
}

/// The list of languages, with a form for another one.
struct LanguagesPage: PageAnswer {
    let languages: [LibraryLanguage]
    var rejected: (form: LanguageForm, problem: Problem)?

    var title: Text { "Library languages" }
    var shell: ShellStyle { .admin }
    var status: Status { rejected == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        let wrong = rejected?.problem.fields ?? [:]
        PageHeader(title, lead: "The languages that forms and filters offer.")
        DataTable(
            title, columns: [.init("Language"), .init("Code"), .init("Actions", isTitleHidden: true)],
            rows: languages.map { language in
                .init([
                    Fragment { language.name }.node,
                    code { language.tag.rawValue },
                    LinkButton(
                        "Remove", href: LibraryPaths.adminLanguageDelete(language.tag.rawValue), icon: .trash, style: .quiet,
                        .aria("label", "Remove \(language.name)")
                    ).node,
                ])
            })
        Card("Add or rename a language") {
            ProblemAlert(rejected?.problem)
            Form(LibraryPaths.adminLanguages()) {
                TextField(
                    "Language code", name: "tag", value: rejected?.form.tag ?? "", hint: "Two or three letters, such as sv, bem or pt-br.",
                    error: wrong["tag"], isRequired: true, .maxlength(35))
                TextField(
                    "Name", name: "name", value: rejected?.form.name ?? "", hint: "The name in the language itself, such as Svenska.",
                    error: wrong["name"], isRequired: true, .maxlength(60))
                Actions { Button("Save") }
            }
        }
    }
}

extension ConfirmPage {
    /// Before a language is taken off the list.
    static func delete(_ language: LibraryLanguage) -> Self {
        Self(
            "Remove this language?", shell: .admin, message: "“\(language.name)” can no longer be chosen for items.",
            confirm: "Remove the language", icon: .trash, action: LibraryPaths.adminLanguageDelete(language.tag.rawValue),
            cancel: LibraryPaths.adminLanguages())
    }
}
