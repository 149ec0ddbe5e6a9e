import Core
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Worker threads` {
    @Test func `no more run at once than there are threads, and all of them do`() async throws {
        let threads = WorkerThreads(name: "test", limit: 3)
        let load = Load()
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await threads.run {
                        load.begin()
                        giveOthersTime()
                        load.end()
                        return number
                    }
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(numbers == Set(0..<200))
        #expect(load.most <= 3)
    }

    @Test func `work is done in the order in which it came`() async throws {
        let threads = WorkerThreads(name: "test", limit: 1)
        let order = Order()
        for number in 0..<1000 { threads.submit { order.add(number) } }
        try await threads.run {}
        #expect(order.all == Array(0..<1000))
    }

    @Test func `what was handed over before the end is finished, and more is refused`() async throws {
        let threads = WorkerThreads(name: "test", limit: 1)
        let gate = DispatchSemaphore(value: 0)
        let done = Order()
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        threads.submit { gate.wait() }
        for number in 0..<3 { threads.submit { done.add(number) } }
        threads.submit { end.finish() }
        threads.stop()
        await #expect(throws: WorkerThreads.Failure.self) { try await threads.run { 1 } }
        #expect(!threads.submit {})
        gate.signal()
        for await _ in ended {}
        #expect(done.all == [0, 1, 2])
    }
}

/// How many run at once, and ever did.
private final class Load: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    func begin() {
        counts.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
        }
    }

    func end() { counts.withLock { $0.now -= 1 } }
    var most: Int { counts.withLock { $0.most } }
}

private final class Order: Sendable {
    private let numbers = Mutex<[Int]>([])
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
    var all: [Int] { numbers.withLock { $0 } }
}

/// Long enough for others to begin meanwhile.
private func giveOthersTime() { for _ in 0..<50 { sched_yield() } }
