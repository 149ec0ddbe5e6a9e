import Core
import Interface
import Web

/// The managed list of categories in the portal: administrators only (RES-006).
struct CategoryRoutes: Sendable {
    let categories: Categories
    /// The languages of the site, the first one first.
    let languages: @Sendable () -> [Language]

    var routes: [Route] {
        [
            .get(VolunteersPaths.adminCategories, allow: .permission(.volunteersCategories), use: list),
            .post(VolunteersPaths.adminCategories, allow: .permission(.volunteersCategories), use: add),
            .get(VolunteersPaths.adminCategory, allow: .permission(.volunteersCategories), use: show),
            .post(VolunteersPaths.adminCategory, allow: .permission(.volunteersCategories), use: save),
            .get(VolunteersPaths.adminCategoryDelete, allow: .permission(.volunteersCategories), use: confirmDelete),
            .post(VolunteersPaths.adminCategoryDelete, allow: .permission(.volunteersCategories), use: delete),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> CategoriesPage {
        CategoriesPage(list: try await categories.list(), counts: try await categories.counts(), languages: languages())
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        let (form, typed) = (try request.form(CategoryForm.self), try request.formFields())
        do {
            try await categories.add(form.draft(typed, languages()), by: member.id)
            return .seeOther(VolunteersPaths.adminCategories(), flash: "The category has been added.")
        } catch let refusal as CategoryRefusal {
            var page = try await list(request, member)
            page.rejected = RejectedCategory(form: form, typed: typed, problem: refusal.problem)
            return try await page.response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> CategoryPage { try await page(of: id) }

    func save(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> Response {
        let (form, typed) = (try request.form(CategoryForm.self), try request.formFields())
        do {
            try await categories.update(id, form.draft(typed, languages()), by: member.id)
            return .seeOther(VolunteersPaths.adminCategories(), flash: "Saved.")
        } catch let refusal as CategoryRefusal {
            var page = try await page(of: id)
            page.rejected = RejectedCategory(form: form, typed: typed, problem: refusal.problem)
            return try await page.response(for: request)
        }
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> ConfirmPage {
        let page = try await page(of: id)
        let target = request.query["target"].flatMap { CategoryID($0) }.flatMap { page.list[$0] }
        guard page.posts == 0 || target != nil else { throw CategoryRefusal.needsTarget }
        return .delete(page.category, movingTo: target, posts: page.posts)
    }

    func delete(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> Response {
        let target = try request.form(TargetForm.self).target.flatMap { CategoryID($0) }
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(VolunteersPaths.adminCategory(id)) }
        try await categories.delete(id, movingTo: target, by: member.id)
        return .seeOther(VolunteersPaths.adminCategories(), flash: "The category has been deleted.")
    }

    private func page(of id: CategoryID) async throws -> CategoryPage {
        let list = try await categories.list()
        guard let category = list[id] else { throw Problem.notFound }
        return CategoryPage(category: category, list: list, posts: try await categories.counts()[id] ?? 0, languages: languages())
    }
}

private struct TargetForm: Decodable {
    var target: String?
}
