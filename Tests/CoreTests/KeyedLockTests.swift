import Core
import Synchronization
import Testing

@Suite struct KeyedLockTests {
    /// How many hold a key now, and the most that ever did.
    private final class Holders: Sendable {
        private let counts = Mutex((now: 0, most: 0, all: 0))
        var most: Int { counts.withLock { $0.most } }
        var all: Int { counts.withLock { $0.all } }

        func visit() async {
            counts.withLock {
                $0.now += 1
                $0.all += 1
                $0.most = max($0.most, $0.now)
            }
            for _ in 0..<5 { await Task.yield() }
            counts.withLock { $0.now -= 1 }
        }
    }

    @Test func `of many with one key one at a time is let in, and each of them once`() async {
        let (lock, holders) = (KeyedLock<Int>(), Holders())
        await withDiscardingTaskGroup { group in
            for number in 0..<400 { group.addTask { await lock.withLock(number % 2) { await holders.visit() } } }
        }
        #expect(holders.all == 400)
        #expect((1...2).contains(holders.most))
        await #expect(lock.withLock(0, waiting: 0) { 7 } == 7)
    }

    @Test func `whoever would not wait goes away while the key is held, and others are not held up`() async {
        let lock = KeyedLock<String>()
        let inner = await lock.withLock("a") {
            let refused = await lock.withLock("a", waiting: 0) { true }
            let other = await lock.withLock("b", waiting: 0) { true }
            return (refused, other)
        }
        #expect(inner?.0 == nil)
        #expect(inner?.1 == true)
    }

    @Test func `a key is free again after a failure`() async {
        let lock = KeyedLock<String>()
        await #expect(throws: CancellationError.self) { try await lock.withLock("a") { throw CancellationError() } }
        await #expect(lock.withLock("a", waiting: 0) { 1 } == 1)
    }
}
