import Core
import Database
import Platform
import Web

/// Reading lists for programs.
struct ListAPI: Sendable {
    let lists: ReadingLists

    var routes: [Route] {
        [
            .get(StoriesPaths.apiLists, allow: .members, use: all).summary("The caller's reading lists."),
            .post(StoriesPaths.apiLists, allow: .members, body: .json, use: create)
                .summary("Makes a reading list; others see a public one once its name is accepted.").accepts(ListInput.self),
            .get(StoriesPaths.apiList, allow: .everyone, use: show).summary("A reading list with its stories in their order."),
            .put(StoriesPaths.apiList, allow: .members, body: .json, use: edit)
                .summary("Renames an own reading list, and shows it to others or not.").accepts(ListInput.self),
            .delete(StoriesPaths.apiList, allow: .members, use: delete).summary("Deletes an own reading list; its stories stay."),
            .put(StoriesPaths.apiListStory, allow: .members, body: .none) { _, member, list, story in
                try await set(true, story, in: list, member)
            }.summary("Puts a story into an own reading list."),
            .delete(StoriesPaths.apiListStory, allow: .members) { _, member, list, story in try await set(false, story, in: list, member) }
                .summary("Takes a story out of an own reading list."),
        ]
    }

    func all(_ request: Request, _ member: Member) async throws -> [ListAnswer] {
        try await lists.site.database.read { db in
            try db.all(.lists(of: member.id)).map { list in try answer(list, isOwn: true, in: db) }
        }
    }

    func create(_ request: Request, _ member: Member) async throws -> CreatedAt<ListAnswer> {
        let input = try request.json(ListInput.self)
        let id = try await lists.create(
            ReadingList.checked(name: input.name), isPublic: input.isPublic ?? false, by: member.id, language: request.language)
        let made = try await lists.site.database.read { db in try answer(lists.own(id, member.id, in: db), isOwn: true, in: db) }
        return CreatedAt(StoriesPaths.apiList(id), made)
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: ReadingListID) async throws -> ListAnswer {
        try await lists.site.database.read { db in
            guard let list = try db.first(.list(id)), list.isShown || list.person == visitor.personID else { throw Problem.notFound }
            return try answer(list, isOwn: list.person == visitor.personID, in: db)
        }
    }

    func edit(_ request: Request, _ member: Member, _ id: ReadingListID) async throws -> ListAnswer {
        let input = try request.json(ListInput.self)
        try await lists.edit(
            id, name: ReadingList.checked(name: input.name), isPublic: input.isPublic ?? false, by: member.id, language: request.language)
        return try await lists.site.database.read { db in try answer(lists.own(id, member.id, in: db), isOwn: true, in: db) }
    }

    func delete(_ request: Request, _ member: Member, _ id: ReadingListID) async throws -> NoContent {
        try await lists.delete(id, by: member.id)
        return NoContent()
    }

    private func set(_ isIn: Bool, _ story: StoryID, in list: ReadingListID, _ member: Member) async throws -> NoContent {
        try await lists.set(isIn, story, in: list, by: member.id)
        return NoContent()
    }

    private func answer(_ list: ReadingList, isOwn: Bool, in db: any Connection) throws -> ListAnswer {
        let order = try db.all(.stories(in: list.id))
        let shown = Set(try db.all(.stories(order)).filter(\.isShown).map(\.id))
        return ListAnswer(
            id: list.id, person: list.person, name: isOwn ? list.name : list.shownName ?? "", isPublic: list.isPublic,
            stories: order.filter { shown.contains($0) })
    }
}

/// A reading list as programs send it.
struct ListInput: Codable, Sendable {
    var name: String
    var isPublic: Bool?
}

extension ListInput: LimitedMembers {
    static var limits: [String: Schema] { ["name": .text(.words, most: ReadingList.longestName)] }
}

/// A reading list as programs read it.
struct ListAnswer: JSONAnswer, Codable {
    let id: ReadingListID
    let person: PersonID
    let name: String
    let isPublic: Bool
    let stories: [StoryID]
}
