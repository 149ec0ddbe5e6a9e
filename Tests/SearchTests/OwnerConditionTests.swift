import Core
import Database
import TestSupport
import Testing

@testable import Search

@Suite("What the owner of a source asks of its own tables")
struct OwnerConditionTests {
    @Test("is asked of each match, and the rows come best first with an honest end", arguments: Engine.available)
    func condition(on engine: Engine) async throws {
        try await withShelf(on: engine) { shelf in
            try await shelf.put([
                book(1, "A winter by the sea", "The river froze."), book(2, "River songs", "Nothing else."), book(3, "Salt", "A river of it."),
            ])
            func found(_ condition: SQL?) async throws -> [Int64] {
                let request = SearchRequest("river", filter: SearchFilter(condition: condition), wantsFacets: false)
                let list = try await shelf.database.read { db in try shelf.index.subjects(request, in: db) }
                #expect(list.areAll)
                #expect(Set(try await shelf.search(request).hits.map(\.subject)) == Set(list.subjects))
                return list.subjects
            }
            let all = try await found(nil)
            #expect(all.first == 2 && Set(all) == [1, 2, 3])
            #expect(try await found("d.subject NOT IN \(list: [2, 3])") == [1])
            #expect(try await found("d.subject = \(7) OR d.subject = \(3)") == [3])
            #expect(try await found("1 = 0").isEmpty)
        }
    }
}
