import Accounts
import Core
import Database
import Interface
import Markup
import Moderation
import Platform
import Web

/// Reading lists in the browser.
struct ListRoutes: Sendable {
    let lists: ReadingLists

    var routes: [Route] {
        [
            .get(StoriesPaths.lists, allow: .members, use: all),
            .post(StoriesPaths.lists, allow: .members, use: create),
            .get(StoriesPaths.list, allow: .everyone, use: show),
            .post(StoriesPaths.list, allow: .members, use: change),
            .get(StoriesPaths.editList, allow: .members, use: edit),
            .post(StoriesPaths.editList, allow: .members, use: save),
            .get(StoriesPaths.deleteList, allow: .members, use: confirmDelete),
            .post(StoriesPaths.deleteList, allow: .members, use: delete),
            .get(StoriesPaths.placeStory, allow: .members, use: choose),
            .post(StoriesPaths.placeStory, allow: .members, use: place),
        ]
    }

    func all(_ request: Request, _ member: Member) async throws -> ListsPage { try await allLists(member) }

    private func allLists(_ member: Member, draft: ListForm? = nil, problem: Problem? = nil) async throws -> ListsPage {
        try await lists.site.database.read { db in
            let found = try db.all(.lists(of: member.id))
            return ListsPage(lists: found, counts: try ListCounts.read(found.map(\.id), in: db), draft: draft, problem: problem)
        }
    }

    func create(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(ListForm.self)
        let name: String
        do throws(ListRefusal) { name = try ReadingList.checked(name: form.name) } catch {
            return try await allLists(member, draft: form, problem: error.problem).response(for: request)
        }
        let id = try await lists.create(name, isPublic: form.isPublic ?? false, by: member.id, language: request.language)
        return .seeOther(StoriesPaths.list(id), flash: "The list was created.")
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: ReadingListID) async throws -> ListPage {
        try await lists.site.database.read { db in
            guard let list = try db.first(.list(id)) else { throw Problem.notFound }
            let isOwn = list.person == visitor.personID
            guard isOwn || list.isShown || visitor.identity.may(.storiesModerate) else { throw Problem.notFound }
            let order = try db.all(.stories(in: id))
            let found = Dictionary(try db.all(.stories(order)).map { ($0.id, $0) }) { first, _ in first }
            let stories = try OfAge(site: lists.site).hidingCovers(order.compactMap { found[$0] }.filter(\.isShown), for: request, in: db)
            return ListPage(
                list: list, stories: stories, authors: try Authors.of(stories, in: db),
                owner: try People.names(of: [list.person], in: db)[list.person] ?? "", isOwn: isOwn, isMember: visitor.personID != nil)
        }
    }

    func change(_ request: Request, _ member: Member, _ id: ReadingListID) async throws -> Response {
        let form = try request.form(ListChangeForm.self)
        try await lists.change(form.story, in: id, form.change, by: member.id)
        return .seeOther(StoriesPaths.list(id), flash: form.change == .remove ? "Removed from the list." : nil)
    }

    func edit(_ request: Request, _ member: Member, _ id: ReadingListID) async throws -> ListFormPage {
        let list = try await lists.site.database.read { db in try lists.own(id, member.id, in: db) }
        return ListFormPage(id: id, form: ListForm(name: list.name, isPublic: list.isPublic))
    }

    func save(_ request: Request, _ member: Member, _ id: ReadingListID) async throws -> Response {
        let form = try request.form(ListForm.self)
        let name: String
        do throws(ListRefusal) { name = try ReadingList.checked(name: form.name) } catch {
            return try await ListFormPage(id: id, form: form, problem: error.problem).response(for: request)
        }
        try await lists.edit(id, name: name, isPublic: form.isPublic ?? false, by: member.id, language: request.language)
        return .seeOther(StoriesPaths.list(id), flash: "Saved.")
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: ReadingListID) async throws -> ConfirmPage {
        let list = try await lists.site.database.read { db in try lists.own(id, member.id, in: db) }
        return ConfirmPage(
            "Delete this reading list?", shell: .app("stories"), activePath: StoriesPaths.library(),
            message: "“\(list.name)” will be deleted. The stories in it stay.", confirm: "Delete", icon: .trash, action: StoriesPaths.deleteList(id),
            cancel: StoriesPaths.list(id))
    }

    func delete(_ request: Request, _ member: Member, _ id: ReadingListID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(StoriesPaths.deleteList(id)) }
        try await lists.delete(id, by: member.id)
        return .seeOther(StoriesPaths.lists(), flash: "The list was deleted.")
    }

    // MARK: Adding a story

    func choose(_ request: Request, _ member: Member, _ story: StoryID) async throws -> PlaceStoryPage {
        try await chooser(story, member, then: request.query["then"])
    }

    private func chooser(_ id: StoryID, _ member: Member, then: String?, name: String = "", problem: Problem? = nil) async throws -> PlaceStoryPage {
        try await lists.site.database.read { db in
            guard let story = try db.first(.story(id)), try story.isShown || Authors.isAuthor(member.id, of: story, in: db) else {
                throw Problem.notFound
            }
            return PlaceStoryPage(
                story: story, lists: try db.all(.lists(of: member.id)), chosen: Set(try db.all(.lists(of: member.id, with: id))),
                back: Self.back(then, id), name: name, problem: problem)
        }
    }

    func place(_ request: Request, _ member: Member, _ story: StoryID) async throws -> Response {
        let form = try request.form(PlaceForm.self)
        let isNamed = !(form.name ?? "").tidied().isEmpty
        var name: String?
        do throws(ListRefusal) { name = isNamed ? try ReadingList.checked(name: form.name) : nil } catch {
            return try await chooser(story, member, then: form.then, name: form.name ?? "", problem: error.problem).response(for: request)
        }
        let changed = try await lists.place(story, in: Set(form.lists ?? []), andNew: name, by: member.id, language: request.language)
        let back = Self.back(form.then, story)
        switch (changed.added.count, changed.removed.count) {
        case (0, 0): return .seeOther(back, flash: "Nothing was changed. Choose a list, or name a new one.", tone: .note)
        case (1, 0): return .seeOther(back, flash: "Added to “\(changed.added[0])”.")
        case (0, 1): return .seeOther(back, flash: "Removed from “\(changed.removed[0])”.")
        default: return .seeOther(back, flash: "Your reading lists are saved.")
        }
    }

    /// The library or the story: an address from a form could lead anywhere.
    private static func back(_ wish: String?, _ story: StoryID) -> String {
        wish == StoriesPaths.library() ? StoriesPaths.library() : StoriesPaths.story(story)
    }
}

struct ListForm: Decodable, Sendable {
    var name: String?
    var isPublic: Bool?
}

struct ListChangeForm: Decodable, Sendable {
    var story: StoryID
    var change: ListChange
}

struct PlaceForm: Decodable, Sendable {
    var lists: [ReadingListID]?
    /// Of a new list.
    var name: String?
    var then: String?
}

/// How many stories lists have.
enum ListCounts {
    static func read(_ lists: [ReadingListID], in db: any Connection) throws -> [ReadingListID: Int] {
        Dictionary(try db.all(.storyCounts(of: lists)).map { ($0.first, $0.second) }) { first, _ in first }
    }
}
