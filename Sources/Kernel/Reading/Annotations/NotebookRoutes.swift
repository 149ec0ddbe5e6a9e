import Core
import Database
import Interface
import Platform
import Web

/// "My annotations": pages and files that work without a script.
struct NotebookRoutes: Sendable {
    let site: Site
    let annotations: Annotations
    let reading: NotebookReading

    private static let pageLength = 50

    var routes: [Route] {
        [
            .get(ReadingPaths.annotations, allow: .members, use: list),
            .get(ReadingPaths.studySheet, allow: .members, use: sheet),
            .get(ReadingPaths.annotationsFile, allow: .members, use: file),
            .get(ReadingPaths.annotation, allow: .members, use: form),
            .post(ReadingPaths.annotation, allow: .members, use: edit),
            .post(ReadingPaths.removeAnnotation, allow: .members, use: remove),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> NotebookPage {
        let filter = try NotebookFilter(request.query)
        let key = try request.after(.notebook) ?? .beginning
        let (found, titles) = try await reading.database.read { db in
            (
                try reading.entries(of: member.id, filter, after: key, limit: Self.pageLength, in: db),
                try db.all(.annotatedPublications(of: member.id))
            )
        }
        var next: String?
        if found.isMore, let last = found.entries.last {
            next = filter.address(ReadingPaths.annotations(), after: try request.cursor(.notebook, after: last.key).text)
        }
        return NotebookPage(
            groups: NotebookGroup.groups(of: found.entries), filter: filter, titles: titles.map { ($0.first, $0.second) }, viewer: member.identity,
            next: next)
    }

    /// What is wanted, on paper.
    func sheet(_ request: Request, _ member: Member) async throws -> StudySheet {
        let filter = try NotebookFilter(request.query)
        return StudySheet(export: try await reading.export(of: member.id, filter), filter: filter, madeAt: site.clock.now())
    }

    /// What is wanted, as Markdown.
    func file(_ request: Request, _ member: Member) async throws -> Response {
        let export = try await reading.export(of: member.id, try NotebookFilter(request.query))
        let markdown = NotebookMarkdown(
            render: request.render, address: WholeAddress(site.configuration.baseURL, request), viewer: member.identity, madeAt: site.clock.now())
        return .download(
            Array(markdown.text(of: export).utf8), type: "text/markdown; charset=utf-8", named: request.render("My annotations") + ".md")
    }

    func form(_ request: Request, _ member: Member, _ id: AnnotationID) async throws -> AnnotationPage {
        AnnotationPage(entry: try await reading.entry(id, of: member.id), note: nil, problem: nil)
    }

    /// Keeps the form open with what was written when it cannot be taken.
    func edit(_ request: Request, _ member: Member, _ id: AnnotationID) async throws -> Response {
        struct Form: Decodable {
            var colour: String?
            var note: String?
        }
        let form = try request.form(Form.self)
        let content: AnnotationContent
        do throws(AnnotationRefusal) {
            content = try AnnotationContent(colour: form.colour, note: form.note)
        } catch {
            let page = AnnotationPage(entry: try await reading.entry(id, of: member.id), note: form.note, problem: error.problem)
            return try await page.response(for: request)
        }
        _ = try await annotations.edit(id, by: member.id) { _ in content }
        return .seeOther(ReadingPaths.annotations(), flash: "Saved.")
    }

    func remove(_ request: Request, _ member: Member, _ id: AnnotationID) async throws -> Response {
        try await annotations.remove(id, by: member.id)
        return .seeOther(request.ownReferrer ?? ReadingPaths.annotations(), flash: "Removed.")
    }
}

extension CursorScope<NotebookKey> {
    fileprivate static var notebook: Self { Self("reading.notebook") }
}
