import Core
import Interface
import Platform
import Web

/// The browse tags in the portal, for moderators.
struct TagRoutes: Sendable {
    let keeping: TagKeeping

    var routes: [Route] {
        [
            .get(StoriesPaths.adminTags, allow: .permission(.storiesModerate), use: list),
            .post(StoriesPaths.adminTags, allow: .permission(.storiesModerate), use: add),
            .get(StoriesPaths.adminTag, allow: .permission(.storiesModerate), use: show),
            .post(StoriesPaths.adminTag, allow: .permission(.storiesModerate), use: save),
            .get(StoriesPaths.adminTagDelete, allow: .permission(.storiesModerate), use: confirmDelete),
            .post(StoriesPaths.adminTagDelete, allow: .permission(.storiesModerate), use: delete),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> TagsPage {
        let tags = try await keeping.list()
        return TagsPage(tags: tags, counts: try await keeping.counts(of: tags), languages: languages)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        let (form, typed) = (try request.form(TagForm.self), try request.formFields())
        do {
            try await keeping.add(form.draft(typed, languages), by: member.id)
            return .seeOther(StoriesPaths.adminTags(), flash: "The tag has been added.")
        } catch let refusal as BrowseTagRefusal {
            var page = try await list(request, member)
            page.rejected = RejectedTag(form: form, typed: typed, problem: refusal.problem)
            return try await page.response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: BrowseTagID) async throws -> TagPage { try await page(of: id) }

    func save(_ request: Request, _ member: Member, _ id: BrowseTagID) async throws -> Response {
        let (form, typed) = (try request.form(TagForm.self), try request.formFields())
        do {
            try await keeping.update(id, form.draft(typed, languages), by: member.id)
            return .seeOther(StoriesPaths.adminTags(), flash: "Saved.")
        } catch let refusal as BrowseTagRefusal {
            var page = try await page(of: id)
            page.rejected = RejectedTag(form: form, typed: typed, problem: refusal.problem)
            return try await page.response(for: request)
        }
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: BrowseTagID) async throws -> ConfirmPage {
        .delete(try await page(of: id).tag)
    }

    func delete(_ request: Request, _ member: Member, _ id: BrowseTagID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(StoriesPaths.adminTag(id)) }
        try await keeping.delete(id, by: member.id)
        return .seeOther(StoriesPaths.adminTags(), flash: "The tag has been deleted.")
    }

    private func page(of id: BrowseTagID) async throws -> TagPage {
        guard let tag = try await keeping.list()[id] else { throw Problem.notFound }
        return TagPage(tag: tag, languages: languages)
    }

    private var languages: [Language] { keeping.site.languages(of: StoriesApp.manifest) }
}
