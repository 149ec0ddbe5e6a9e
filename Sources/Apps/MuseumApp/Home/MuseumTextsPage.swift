import Audit
import Core
import Database
import Interface
import Markup
import Platform
import Web

/// The museum's own texts in further languages. The originals are in the settings.
struct MuseumTextsPage: PageAnswer {
    let originals: MuseumTexts
    let languages: [Language]
    let words: Translations
    var problem: Problem?

    var title: Text { "Visitor information" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminTexts() }

    var body: some HTML {
        PageHeader(title, lead: "What visitors read on the museum’s first page and under Visit. You write the originals in the museum’s settings.")
        ProblemAlert(problem)
        Card("Original texts") {
            DescriptionList(
                MuseumTexts.fields.map { field in
                    let words = originals[field.name]
                    return .init(field.label) { if !words.isEmpty { span(.class("museum-original"), .dir("auto")) { words } } }
                })
            if MuseumTexts.fields.allSatisfy({ originals[$0.name].isEmpty }) { p(.class("muted")) { "Nothing is written yet." } }
        }
        if languages.count > 1 {
            Card("Translations") {
                Form(MuseumPaths.adminTexts(), .class("stack")) {
                    TranslationFields(MuseumTexts.self, languages: languages, kept: words, wrong: problem?.fields ?? [:], isOpen: true)
                    Actions { Button("Save") }
                }
            }
        } else {
            Alert(.info, title: "This site has one language") { p { "Someone who can change the settings can add others." } }
        }
    }
}

/// The page of the museum's texts in the portal.
struct MuseumTextsRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(MuseumPaths.adminTexts, allow: .permission(.museumContent), use: show),
            .post(MuseumPaths.adminTexts, allow: .permission(.museumContent), use: save),
        ]
    }

    private var languages: [Language] { site.languages(of: MuseumApp.manifest) }

    func show(_ request: Request, _ member: Member) async throws -> MuseumTextsPage {
        let texts = MuseumTexts(site)
        return MuseumTextsPage(
            originals: texts, languages: languages, words: try await site.database.read { try Translations.of(texts, in: $0) })
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let typed = TranslationForm(MuseumTexts.self, try request.formFields(), languages)
        do {
            try typed.checked { () throws(Problem) in () }
            try await site.write(by: member.id) { write in
                try typed.words.save(as: .museum, of: MuseumTexts.only, in: write)
                try write.audit(.update, AuditName("museum.texts", "1"), [String: String]())
            }
            return .seeOther(MuseumPaths.adminTexts(), flash: "Saved.")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            return try await MuseumTextsPage(originals: MuseumTexts(site), languages: languages, words: typed.words, problem: problem)
                .response(for: request)
        }
    }
}
