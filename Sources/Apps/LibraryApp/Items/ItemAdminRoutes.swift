import Core
import Interface
import Web

/// The items of the library in the portal.
struct ItemAdminRoutes: Sendable {
    let catalogue: Catalogue
    let editing: ItemEditing
    let categories: Categories
    let languages: Languages
    let uploadLimit: @Sendable () -> Int64

    var routes: [Route] {
        [
            .get(LibraryPaths.adminItems, allow: .permission(.libraryUpload), use: list),
            .post(LibraryPaths.adminItems, allow: .permission(.libraryEdit), use: editTogether),
            .get(LibraryPaths.adminItem, allow: .permission(.libraryUpload), use: show),
            .post(LibraryPaths.adminItem, allow: .permission(.libraryEdit), use: save),
            .post(LibraryPaths.adminItemStatus, allow: .permission(.libraryPublish), use: move),
            .post(LibraryPaths.adminItemPick, allow: .permission(.libraryPublish), use: pick),
            .get(LibraryPaths.adminItemDelete, allow: .permission(.libraryDelete), use: confirmDelete),
            .post(LibraryPaths.adminItemDelete, allow: .permission(.libraryDelete), use: delete),
            .patch(LibraryPaths.apiItem, allow: .permission(.libraryEdit), use: patch)
                .summary("Changes single fields of an item; a field that is missing stays.").accepts(ItemPatch.self),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> ItemTablePage { try await table(request, member) }

    /// Changes and publishes several items; what was refused stands above the list again.
    func editTogether(_ request: Request, _ member: Member) async throws -> Response {
        let together = try ItemsTogether(request.formFields())
        guard together.status == nil || member.may(.libraryPublish) else { throw Problem.notFound }
        let (changed, drafts, refused) = try await editing.edit(together, by: member.id)
        guard refused.isEmpty else {
            var page = try await table(request, member)
            page.refused = refused
            return try await page.response(for: request)
        }
        let list = link(LibraryPaths.adminItems(), query: request.query)
        guard together.isMoveAlone, together.status == .published else {
            return .seeOther(list, flash: "\(changed.count) items have been saved.")
        }
        let undo = drafts.map(\.description).joined(separator: ",")
        return .seeOther(
            list, flash: "\(changed.count) items have been published.",
            undo: drafts.isEmpty ? nil : link(LibraryPaths.adminItems(), query: ["item": undo, "status": ItemStatus.draft.rawValue]))
    }

    private func table(_ request: Request, _ member: Member) async throws -> ItemTablePage {
        let filter = try ItemFilter(staff: request.query)
        let sort = try ItemSort(request.query, usual: .changed, among: ItemTablePage.orders)
        let page = try await catalogue.page(filter, by: sort, after: request.after(.adminItems), limit: 50)
        return ItemTablePage(
            page: page, filter: filter, sort: sort, next: try page.next.map { try request.cursor(.adminItems, after: $0) },
            categories: try await categories.tree(in: request.language), languages: try await languages.all(),
            mayEdit: member.may(.libraryEdit), mayPublish: member.may(.libraryPublish), address: link(LibraryPaths.adminItems(), query: request.query)
        )
    }

    func show(_ request: Request, _ member: Member, _ id: ItemID) async throws -> ItemEditorPage {
        try await editor(id, request, member)
    }

    func save(_ request: Request, _ member: Member, _ id: ItemID) async throws -> Response {
        let fields = try request.formFields()
        let change = ItemChange(fields)
        do {
            try await editing.edit(id, change, version: fields.int("version"), by: member.id)
            return .seeOther(LibraryPaths.adminItem(id), flash: "Saved.")
        } catch let refusal as ItemRefusal {
            var page = try await editor(id, request, member)
            page.rejected = .init(change: change, problem: refusal.problem)
            return try await page.response(for: request)
        }
    }

    func patch(_ request: Request, _ member: Member, _ id: ItemID) async throws -> ItemAnswer {
        ItemAnswer(try await editing.edit(id, request.json(ItemPatch.self).change, by: member.id))
    }

    func move(_ request: Request, _ member: Member, _ id: ItemID) async throws -> Response {
        let form = try request.form(StatusForm.self)
        guard let status = ItemStatus(rawValue: form.status), status != .deleted else {
            throw Problem.wrongField("status", "Choose a status from the list.")
        }
        let item = try await editing.move(id, to: status, by: member.id)
        return .seeOther(LibraryPaths.adminItem(id), flash: "The item is now: \(item.status.name).")
    }

    func pick(_ request: Request, _ member: Member, _ id: ItemID) async throws -> Response {
        let form = try request.form(PickForm.self)
        try await editing.setStaffPick(id, form.pick, by: member.id)
        return .seeOther(
            LibraryPaths.adminItem(id), flash: form.pick ? "The item is now a staff pick." : "The item is no longer a staff pick.")
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: ItemID) async throws -> ConfirmPage {
        .delete(try await catalogue.findForStaff(id))
    }

    func delete(_ request: Request, _ member: Member, _ id: ItemID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(LibraryPaths.adminItemDelete(id)) }
        try await editing.move(id, to: .deleted, by: member.id)
        return .seeOther(LibraryPaths.adminItem(id), flash: "The item is in the bin.")
    }

    private func editor(_ id: ItemID, _ request: Request, _ member: Member) async throws -> ItemEditorPage {
        ItemEditorPage(
            item: try await catalogue.findForStaff(id), categories: try await categories.tree(in: request.language),
            languages: try await languages.all(),
            permissions: .init(
                mayEdit: member.may(.libraryEdit), mayPublish: member.may(.libraryPublish), mayDelete: member.may(.libraryDelete)),
            uploadLimit: uploadLimit())
    }
}

private struct StatusForm: Decodable {
    let status: String
}

private struct PickForm: Decodable {
    let pick: Bool
}
