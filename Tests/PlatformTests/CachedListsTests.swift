import Core
import Platform
import Synchronization
import TestSupport
import Testing

struct CachedListsTests {
    private let clock = ManualClock()

    /// Counts how often it was read.
    private final class Source: Sendable {
        private let reads = Mutex(0)

        func read() -> Int {
            reads.withLock { reads in
                reads += 1
                return reads
            }
        }
    }

    @Test(.covers("LIB-018"))
    func `an answer is kept until it ends or something changes`() async throws {
        let (lists, source) = (CachedLists<String>("test.lists", clock: clock.clock), Source())
        func read() async throws -> Int { try await lists.value("all") { source.read() } }
        #expect(try await [read(), read()] == [1, 1])
        lists.clear()
        #expect(try await [read(), read()] == [2, 2])
        clock.advance(by: .seconds(11))
        #expect(try await read() == 3)
        #expect(try await lists.value("other") { source.read() } == 4, "each key has its own answer")
    }

    @Test(.covers("LIB-098"))
    func `what was read before a change is not kept after it`() async throws {
        let (lists, source) = (CachedLists<String>("test.lists", clock: clock.clock), Source())
        let stale = try await lists.value("all") {
            lists.clear()
            return source.read()
        }
        #expect(stale == 1)
        #expect(try await lists.value("all") { source.read() } == 2)
    }

    @Test func `more than the most entries are dropped together`() async throws {
        let (lists, source) = (CachedLists<Int>("test.lists", clock: clock.clock, mostEntries: 2), Source())
        for key in 1...3 { _ = try await lists.value(key) { source.read() } }
        #expect(try await lists.value(3) { source.read() } == 3)
        #expect(try await lists.value(1) { source.read() } == 4)
    }

    @Test(.covers("STO-006", "CORE-044"))
    func `many who ask for the same at once cost one reading`() async throws {
        let (lists, source) = (CachedLists<String>("test.lists", clock: clock.clock), Source())
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await lists.value("all") {
                        try await Task.sleep(for: .milliseconds(50))
                        return source.read()
                    }
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(answers == [1])
    }

    @Test(.covers("STO-006", "CORE-044"))
    func `while an old answer is read anew others get the old one, and after a change nobody does`() async throws {
        let (lists, source) = (CachedLists<String>("test.lists", clock: clock.clock), Source())
        func read() async throws -> Int { try await lists.value("all") { source.read() } }
        #expect(try await read() == 1)
        clock.advance(by: .seconds(11))
        let fresh = try await lists.value("all") { () async throws -> Int in
            let meanwhile = try await read()
            #expect(meanwhile == 1, "somebody else asks while it is read")
            return source.read()
        }
        #expect(try await [fresh, read()] == [2, 2])
        lists.clear()
        #expect(try await read() == 3)
        clock.advance(by: .seconds(21))
        #expect(try await read() == 4, "what is twice as old is given to nobody")
    }

    @Test(.covers("STO-006", "CORE-044"))
    func `old answers are read anew one after the other`() async throws {
        let (lists, source) = (CachedLists<String>("test.lists", clock: clock.clock), Source())
        func read(_ key: String) async throws -> Int { try await lists.value(key) { source.read() } }
        #expect(try await [read("first"), read("second")] == [1, 2])
        clock.advance(by: .seconds(11))
        _ = try await lists.value("first") { () async throws -> Int in
            #expect(try await read("second") == 2, "the other waits for its turn")
            return source.read()
        }
        #expect(try await [read("first"), read("second")] == [3, 4])
    }
}
