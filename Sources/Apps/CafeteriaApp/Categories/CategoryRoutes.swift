import Core
import Interface
import Platform
import Web

/// The categories of the menu in the portal.
struct CategoryRoutes: Sendable {
    let editing: CategoryEditing

    var routes: [Route] {
        [
            .get(CafeteriaPaths.adminCategories, allow: .permission(.cafeteriaMenu), use: list),
            .post(CafeteriaPaths.adminCategories, allow: .permission(.cafeteriaMenu), use: add),
            .get(CafeteriaPaths.adminCategory, allow: .permission(.cafeteriaMenu), use: show),
            .post(CafeteriaPaths.adminCategory, allow: .permission(.cafeteriaMenu), use: save),
            .get(CafeteriaPaths.adminCategoryDelete, allow: .permission(.cafeteriaMenu), use: confirmDelete),
            .post(CafeteriaPaths.adminCategoryDelete, allow: .permission(.cafeteriaMenu), use: delete),
        ]
    }

    /// Those of the site, the first one first.
    private var languages: [Language] { editing.site.languages(of: CafeteriaApp.manifest) }

    private struct CategoryForm: Decodable {
        var name: String?
        var position: String?
    }

    private struct TargetForm: Decodable {
        var target: String?
    }

    private func draft(_ request: Request) throws -> CategoryDraft {
        let form = try request.form(CategoryForm.self)
        let typed = try request.formFields()
        let translations: [Language: CategoryWords]
        do throws(CategoryFault) { translations = try CategoryFieldNames.read(typed, languages) } catch { throw CategoryRefusal(error) }
        return try CategoryDraft(name: form.name ?? "", position: form.position ?? "", translations: translations)
    }

    func list(_ request: Request, _ member: Member) async throws -> CategoriesPage {
        let (categories, items) = try await editing.list()
        return CategoriesPage(categories: categories, items: items, languages: languages)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        do {
            try await editing.add(try draft(request), by: member.id)
            return .seeOther(CafeteriaPaths.adminCategories(), flash: "The category has been added.")
        } catch let refusal as CategoryRefusal where request.wantsPage {
            var page = try await list(request, member)
            page.rejected = RejectedCategory(typed: try request.formFields(), problem: refusal.problem)
            return try await page.response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> CategoryPage {
        try await page(of: id, in: request.language)
    }

    func save(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> Response {
        do {
            try await editing.update(id, try draft(request), by: member.id)
            return .seeOther(CafeteriaPaths.adminCategories(), flash: "Saved.")
        } catch let refusal as CategoryRefusal where request.wantsPage {
            var page = try await page(of: id, in: request.language)
            page.rejected = RejectedCategory(typed: try request.formFields(), problem: refusal.problem)
            return try await page.response(for: request)
        }
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> ConfirmPage {
        let page = try await page(of: id, in: request.language)
        let target = request.query["target"].flatMap { CategoryID($0) }.flatMap { id in page.others.first { $0.id == id } }
        guard page.items == 0 || target != nil else { throw CategoryRefusal.needsTarget }
        return ConfirmPage(
            "Delete this category?", shell: .admin, message: "“\(page.title)” will be removed from the menu.",
            consequences: page.items == 0 ? [] : target.map { ["\(page.items) menu items move to “\($0.name(in: request.language))”."] } ?? [],
            confirm: "Delete the category", icon: .trash, action: CafeteriaPaths.adminCategoryDelete(id),
            cancel: CafeteriaPaths.adminCategory(id), fields: target.map { [("target", $0.id.description)] } ?? [])
    }

    func delete(_ request: Request, _ member: Member, _ id: CategoryID) async throws -> Response {
        let target = try request.form(TargetForm.self).target.flatMap { CategoryID($0) }
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(CafeteriaPaths.adminCategory(id)) }
        try await editing.delete(id, movingTo: target, by: member.id)
        return .seeOther(CafeteriaPaths.adminCategories(), flash: "The category has been deleted.")
    }

    private func page(of id: CategoryID, in language: Language) async throws -> CategoryPage {
        let (categories, items) = try await editing.list()
        guard let category = categories.first(where: { $0.id == id }) else { throw Problem.notFound }
        return CategoryPage(
            category: category, others: categories.filter { $0.id != id }, items: items[id] ?? 0, languages: languages, language: language)
    }
}
