import Core
import Interface
import Platform
import Web

/// The managed list of categories in the portal.
struct CategoryRoutes: Sendable {
    let categories: Categories
    /// The languages of the site, the first one first.
    let languages: @Sendable () -> [Language]

    var routes: [Route] {
        [
            .get(LibraryPaths.adminCategories, allow: .permission(.libraryCategories), use: list),
            .post(LibraryPaths.adminCategories, allow: .permission(.libraryCategories), use: add),
            .get(LibraryPaths.adminCategory, allow: .permission(.libraryCategories), use: show),
            .post(LibraryPaths.adminCategory, allow: .permission(.libraryCategories), use: save),
            .get(LibraryPaths.adminCategoryMerge, allow: .permission(.libraryCategories), use: confirmMerge),
            .post(LibraryPaths.adminCategoryMerge, allow: .permission(.libraryCategories), use: merge),
            .get(LibraryPaths.adminCategoryDelete, allow: .permission(.libraryCategories), use: confirmDelete),
            .post(LibraryPaths.adminCategoryDelete, allow: .permission(.libraryCategories), use: delete),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> CategoriesPage { try await listPage(request.language) }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        let (form, typed) = (try request.form(CategoryForm.self), try request.formFields())
        do {
            _ = try await categories.add(form.draft(typed, languages()), by: member.id)
            return .seeOther(LibraryPaths.adminCategories(), flash: "The category has been added.")
        } catch let refusal as CategoryRefusal {
            var page = try await listPage(request.language)
            page.rejected = RejectedCategory(form: form, typed: typed, problem: refusal.problem)
            return try await page.response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> CategoryPage {
        try await page(of: id, request.language)
    }

    func save(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> Response {
        let (form, typed) = (try request.form(CategoryForm.self), try request.formFields())
        do {
            try await categories.update(id, form.draft(typed, languages()), by: member.id)
            return .seeOther(LibraryPaths.adminCategory(id), flash: "Saved.")
        } catch let refusal as CategoryRefusal {
            var page = try await page(of: id, request.language)
            page.rejected = RejectedCategory(form: form, typed: typed, problem: refusal.problem)
            return try await page.response(for: request)
        }
    }

    func confirmMerge(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> ConfirmPage {
        let page = try await page(of: id, request.language)
        guard let target = request.query["target"].flatMap(CategoryID.init).flatMap({ page.shown[$0] }), target.id != id else {
            throw CategoryRefusal.invalid(field: "target", "Choose a category from the list.")
        }
        return .merge(page.shown[id] ?? page.category, into: target, items: page.review?.direct ?? 0)
    }

    func merge(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> Response {
        let form = try request.form(MergeForm.self)
        guard form.confirmed else { return .seeOther(LibraryPaths.adminCategoryMerge(id) + "?target=\(form.target)") }
        try await categories.merge(id, into: form.target, by: member.id)
        return .seeOther(LibraryPaths.adminCategory(form.target), flash: "The categories have been merged.")
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> ConfirmPage {
        let page = try await page(of: id, request.language)
        return .delete(page.shown[id] ?? page.category, items: page.review?.direct ?? 0)
    }

    func delete(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(LibraryPaths.adminCategoryDelete(id)) }
        try await categories.delete(id, by: member.id)
        return .seeOther(LibraryPaths.adminCategories(), flash: "The category has been deleted.")
    }

    private func listPage(_ language: Language) async throws -> CategoriesPage {
        CategoriesPage(
            reviews: try await categories.review(in: language), tree: try await categories.tree(), shown: try await categories.tree(in: language),
            languages: languages())
    }

    private func page(of id: CategoryID, _ language: Language) async throws -> CategoryPage {
        guard let category = try await categories.tree()[id] else { throw Problem.notFound }
        let review = try await categories.review(in: language).first { $0.category.id == id }
        return CategoryPage(category: category, review: review, shown: try await categories.tree(in: language), languages: languages())
    }
}

private struct MergeForm: Decodable {
    let target: CategoryID
    let confirmed: Bool
}

extension CategoryForm {
    fileprivate func draft(_ typed: QueryItems, _ languages: [Language]) throws(CategoryRefusal) -> CategoryDraft {
        let translations: [Language: CategoryWords]
        do { translations = try CategoryFieldNames.read(typed, languages) } catch { throw .invalid(error) }
        return try CategoryDraft(
            name: name ?? "", description: description ?? "", colour: colour ?? "", parent: parent, translations: translations)
    }
}
