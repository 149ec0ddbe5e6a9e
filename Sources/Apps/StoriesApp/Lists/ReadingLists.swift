import Audit
import Core
import Database
import Moderation
import Platform
import Web

/// Reading lists as their people keep them. Every write is one transaction with the verdict on a name that others are to see, and its audit
/// entry.
struct ReadingLists: Sendable {
    static let most = 100
    static let mostStories = 500

    let site: Site
    let moderation: Moderation
    let stories: Stories

    func create(_ name: String, isPublic: Bool, by person: PersonID, language: Language) async throws -> ReadingListID {
        let id = try await site.write(by: person) { write in
            try create(name, isPublic: isPublic, by: person, language: language, in: write).number
        }
        return ReadingListID(id)
    }

    private func create(_ name: String, isPublic: Bool, by person: PersonID, language: Language, in write: Write) throws -> ReadingListID {
        let count = try write.one("SELECT count(*) FROM stories_list WHERE person_id = \(person)" as Query<Int>)
        guard count < Self.most else { throw ListRefusal.tooManyLists(Self.most) }
        try Members.note(person, in: write)
        let id = ReadingListID(
            try write.insert(
                """
                INSERT INTO stories_list (person_id, name, is_public, status, created_at, changed_at, changed_by)
                VALUES (\(person), \(name), \(isPublic), \(ReleaseStatus.draft), \(write.now), \(write.now), \(person))
                """))
        try write.audit(.create, AuditName("stories.list", id))
        if isPublic { try submit(id, name, by: person, language, in: write) }
        return id
    }

    /// Renames a list, and shows it to others or not.
    func edit(_ id: ReadingListID, name: String, isPublic: Bool, by person: PersonID, language: Language) async throws {
        try await site.write(by: person) { write in
            let list = try own(id, person, in: write)
            guard list.name != name || list.isPublic != isPublic else { return }
            try write.run(
                """
                UPDATE stories_list SET name = \(name), is_public = \(isPublic), changed_at = \(write.now), changed_by = \(person) WHERE id = \(id)
                """)
            try write.audit(.update, AuditName("stories.list", id), ["public": isPublic])
            if isPublic, list.shownName != name { try submit(id, name, by: person, language, in: write) }
        }
    }

    private func submit(_ id: ReadingListID, _ name: String, by person: PersonID, _ language: Language, in write: Write) throws {
        try stories.requireOpen(person, in: write)
        try moderation.submit(ListSubject.key(id), author: person, text: [name], language: language, in: write)
    }

    func delete(_ id: ReadingListID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            _ = try own(id, person, in: write)
            try moderation.withdraw(ListSubject.key(id), in: write)
            try write.run("DELETE FROM stories_list WHERE id = \(id)")
            try write.audit(.delete, AuditName("stories.list", id))
        }
    }

    /// Puts a story into exactly these of a person's lists, and into a new one where a name is given (STO-020).
    func place(
        _ story: StoryID, in chosen: Set<ReadingListID>, andNew name: String?, by person: PersonID, language: Language
    ) async throws -> PlacedStory {
        try await site.write(by: person) { write in
            guard let found = try write.first(.story(story)), try found.isShown || Authors.isAuthor(person, of: found, in: write) else {
                throw Problem.notFound
            }
            let before = Set(try write.all(.lists(of: person, with: story)))
            var changed = PlacedStory()
            for list in try write.all(.lists(of: person)) {
                if chosen.contains(list.id), !before.contains(list.id) {
                    try add(story, to: list.id, by: person, in: write)
                    changed.added.append(list.name)
                }
                if !chosen.contains(list.id), before.contains(list.id) {
                    try remove(story, from: list.id, by: person, in: write)
                    changed.removed.append(list.name)
                }
            }
            if let name {
                try add(story, to: create(name, isPublic: false, by: person, language: language, in: write), by: person, in: write)
                changed.added.append(name)
            }
            return changed
        }
    }

    /// Puts a story into a list or takes it out; what is so already stays.
    func set(_ isIn: Bool, _ story: StoryID, in list: ReadingListID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            _ = try own(list, person, in: write)
            guard isIn else { return try remove(story, from: list, by: person, in: write) }
            guard let found = try write.first(.story(story)), try found.isShown || Authors.isAuthor(person, of: found, in: write) else {
                throw Problem.notFound
            }
            guard try !write.all(.lists(of: person, with: story)).contains(list) else { return }
            try add(story, to: list, by: person, in: write)
        }
    }

    /// Takes a story out, or moves it by one place.
    func change(_ story: StoryID, in list: ReadingListID, _ change: ListChange, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            _ = try own(list, person, in: write)
            guard change != .remove else { return try remove(story, from: list, by: person, in: write) }
            var order = try write.all(.stories(in: list))
            guard let at = order.firstIndex(of: story) else { return }
            let to = at + (change == .up ? -1 : 1)
            guard order.indices.contains(to) else { return }
            order.swapAt(at, to)
            for (position, story) in order.enumerated() {
                try write.run(
                    """
                    UPDATE stories_list_item SET position = \(position), changed_at = \(write.now), changed_by = \(person)
                    WHERE list_id = \(list) AND story_id = \(story) AND position <> \(position)
                    """)
            }
            try touch(list, by: person, in: write)
        }
    }

    private func add(_ story: StoryID, to list: ReadingListID, by person: PersonID, in write: Write) throws {
        let last = try write.one(
            "SELECT count(*), coalesce(max(position), 0) FROM stories_list_item WHERE list_id = \(list)" as Query<Row2<Int, Int>>)
        guard last.first < Self.mostStories else { throw ListRefusal.tooManyStories(Self.mostStories) }
        try write.run(
            """
            INSERT INTO stories_list_item (list_id, story_id, position, changed_at, changed_by)
            VALUES (\(list), \(story), \(last.second + 1), \(write.now), \(person)) ON CONFLICT (list_id, story_id) DO NOTHING
            """)
        try touch(list, by: person, in: write)
    }

    private func remove(_ story: StoryID, from list: ReadingListID, by person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM stories_list_item WHERE list_id = \(list) AND story_id = \(story)")
        try touch(list, by: person, in: write)
    }

    private func touch(_ list: ReadingListID, by person: PersonID, in write: Write) throws {
        try write.run("UPDATE stories_list SET changed_at = \(write.now), changed_by = \(person) WHERE id = \(list)")
        try write.audit(.update, AuditName("stories.list", list))
    }

    func own(_ id: ReadingListID, _ person: PersonID, in db: any Connection) throws -> ReadingList {
        guard let list = try db.first(.list(id)), list.person == person else { throw Problem.notFound }
        return list
    }
}

/// What became of a story: the names of the lists that it came into, and of those that it left.
struct PlacedStory: Codable, Sendable {
    var added: [String] = []
    var removed: [String] = []
}

/// What is done with a story in a list.
enum ListChange: String, Decodable, Sendable {
    case remove, up, down
}

/// What Moderation asks and tells about the names of public lists (STO-038).
struct ListSubject: ModeratedSubject {
    static let kind = "stories.list"

    var kind: String { Self.kind }
    var name: Text { "Reading list" }
    var mention: SubjectMention { SubjectMention("a reading list", titled: "the reading list") }
    var app: String { StoriesApp.manifest.id }
    var moderators: Permission { .storiesModerate }
    var reasons: [ModerationReason] { ModerationReason.ofRemarks }
    var filterPolicy: FilterPolicy { FilterPolicy(asksPeople: true) }

    static func key(_ id: ReadingListID) -> SubjectKey { SubjectKey(kind: kind, id: id.number) }

    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot? {
        guard let list = try db.first(.list(ReadingListID(id))) else { return nil }
        return SubjectSnapshot(
            author: list.person, title: list.name, text: list.name, link: StoriesPaths.list(list.id), writtenAt: list.changedAt,
            publicTitle: list.shownName)
    }

    func isShown(_ id: Int64, to person: PersonID, in db: any Connection) throws -> Bool { try db.first(.list(ReadingListID(id)))?.isShown ?? false }

    func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws {
        guard let list = try write.first(.list(ReadingListID(id))) else { return }
        let (status, shown): (ReleaseStatus, String?) =
            switch decision {
            case .accept: (.accepted, list.name)
            case .hold: (.pending, list.shownName)
            case .reject: (.rejected, list.shownName)
            case .remove: (.rejected, nil)
            }
        let reason = try decision.reason.map { try StoredJSON($0) }
        try write.run(
            """
            UPDATE stories_list SET status = \(status), shown_name = \(shown), reason = \(reason), changed_at = \(write.now) WHERE id = \(list.id)
            """)
    }
}
