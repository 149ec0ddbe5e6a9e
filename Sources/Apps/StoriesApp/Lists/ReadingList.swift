import Core
import Database
import Web

typealias ReadingListID = ID<ReadingList>

/// Stories that somebody keeps together, for themselves or for everybody (STO-017, STO-020).
struct ReadingList: Sendable, Equatable {
    static let longestName = 100

    let id: ReadingListID
    let person: PersonID
    let name: String
    /// Whether its person wants others to see it.
    let isPublic: Bool
    /// The name that others see; nil until one was accepted.
    let shownName: String?
    /// How its name stands.
    let status: ReleaseStatus
    let reason: Text?
    let changedAt: Instant

    /// Whether others see it.
    var isShown: Bool { isPublic && shownName != nil }

    static func checked(name: String?) throws(ListRefusal) -> String {
        let name = (name ?? "").tidied()
        guard !name.isEmpty else { throw .nameMissing }
        // The schema counts code points, and one visible character may have several of those.
        guard name.unicodeScalars.count <= longestName else { throw .nameTooLong(longestName) }
        return name
    }
}

/// Why a list was not changed.
enum ListRefusal: Error, Equatable {
    case nameMissing
    case nameTooLong(Int)
    case tooManyLists(Int)
    case tooManyStories(Int)
}

extension ListRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .nameMissing: .wrongField("name", "Enter a name for the list.")
        case .nameTooLong(let most): .wrongField("name", "A name can have \(most) characters.")
        case .tooManyLists(let most):
            Problem(.conflict, "stories.too-many-lists", "You can have \(most) reading lists.", remedy: "Delete one first.")
        case .tooManyStories(let most):
            Problem(.conflict, "stories.list-full", "A reading list can have \(most) stories.", remedy: "Remove some or use another list.")
        }
    }
}

extension ReadingList: SQLRow {
    static let columns: SQL = "id, person_id, name, is_public, shown_name, status, reason, changed_at"

    init(row: inout RowReader) throws {
        id = try row.next()
        person = try row.next()
        name = try row.next()
        isPublic = try row.next()
        shownName = try row.next()
        status = try row.next()
        reason = try row.next(StoredJSON<Text>?.self)?.value
        changedAt = try row.next()
    }
}

extension Query where Row == ReadingList {
    static func list(_ id: ReadingListID) -> Self { "SELECT \(ReadingList.columns) FROM stories_list WHERE id = \(id)" }

    /// Somebody's lists, the oldest first; others see those that are public.
    static func lists(of person: PersonID, onlyShown: Bool = false, limit: Int = ReadingLists.most) -> Self {
        let shown: SQL = onlyShown ? "AND is_public = 1 AND shown_name IS NOT NULL" : ""
        return "SELECT \(ReadingList.columns) FROM stories_list WHERE person_id = \(person) \(sql: shown) ORDER BY id LIMIT \(limit)"
    }
}

extension Query where Row == Row2<ReadingListID, Int> {
    /// How many stories that can be read are in some lists.
    static func storyCounts(of lists: [ReadingListID]) -> Self {
        """
        SELECT list_id, count(*) FROM stories_list_item WHERE list_id IN \(list: lists)
            AND story_id IN (SELECT id FROM stories_story WHERE \(Story.isShown))
        GROUP BY list_id ORDER BY list_id LIMIT 500
        """
    }
}

extension Query where Row == ReadingListID {
    /// Those of somebody's lists that a story is in.
    static func lists(of person: PersonID, with story: StoryID) -> Self {
        """
        SELECT list_id FROM stories_list_item WHERE story_id = \(story) AND list_id IN (SELECT id FROM stories_list WHERE person_id = \(person))
        ORDER BY list_id LIMIT \(ReadingLists.most)
        """
    }
}

extension Query where Row == StoryID {
    /// The stories of a list in its order, whether they can be read or not.
    static func stories(in list: ReadingListID) -> Self {
        "SELECT story_id FROM stories_list_item WHERE list_id = \(list) ORDER BY position, story_id LIMIT \(ReadingLists.mostStories)"
    }
}
