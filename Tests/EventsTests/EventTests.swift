import Core
import Database
import DatabasePostgres
import Events
import Synchronization
import TestSupport
import Testing

private func withLog<T>(on engine: Engine, _ body: (Database, EventLog, ManualClock) async throws -> T) async throws -> T {
    try await withDatabase(on: engine) { database in
        try await database.migrate(EventMigrations.all)
        let clock = ManualClock()
        return try await body(database, EventLog(clock: clock.clock), clock)
    }
}

@Suite struct Events {
    @Test(arguments: Engine.available)
    func `each viewer sees the topics they follow and are allowed to see, in order`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, _ in
            try await database.write { db in
                try log.append(topic: "item:1", audience: .everyone, kind: "lent", data: ["left": 2], in: db)
                try log.append(topic: "item:1", audience: .person(PersonID(7)), kind: "yours", data: ["due": 9], in: db)
                try log.append(topic: "item:2", audience: .everyone, kind: "lent", data: ["left": 0], in: db)
                try log.append(topic: "item:1", audience: .permission("library.edit"), kind: "edited", data: ["by": 3], in: db)
            }
            func kinds(_ viewer: EventViewer, after sequence: Int64 = 0) async throws -> [String] {
                try await database.read { db in
                    try log.after(sequence: sequence, topics: ["item:1"], viewer: viewer, in: db).map(\.kind)
                }
            }
            #expect(try await kinds(EventViewer()) == ["lent"])
            #expect(try await kinds(EventViewer(person: PersonID(7))) == ["lent", "yours"])
            #expect(try await kinds(EventViewer(person: PersonID(8), permissions: ["library.edit"])) == ["lent", "edited"])
            #expect(try await kinds(EventViewer(person: PersonID(7)), after: 1) == ["yours"])
        }
    }

    @Test(arguments: Engine.available)
    func `an event of a change that was undone was never there`(on engine: Engine) async throws {
        struct ChangedMyMind: Error {}
        try await withLog(on: engine) { database, log, _ in
            await #expect(throws: ChangedMyMind.self) {
                try await database.write { db in
                    try log.append(topic: "a", audience: .everyone, kind: "x", data: 1, in: db)
                    throw ChangedMyMind()
                }
            }
            let head = try await database.read { db in try log.head(in: db) }
            #expect(head == 0)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: Engine.available)
    func `a screen that comes back catches up and then follows`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, _ in
            for number in 1...3 {
                try await database.write { db in try log.append(topic: "a", audience: .everyone, kind: "n", data: number, in: db) }
            }
            let stream = EventStream(database: database, log: log)
            let updates = Updates(of: stream.follow(after: 1, topics: ["a"], viewer: EventViewer()))
            #expect(try await updates.next()?.event?.data == "2")
            #expect(try await updates.next()?.event?.data == "3")
            try await database.write { db in
                try log.append(topic: "b", audience: .everyone, kind: "n", data: 4, in: db)
                try log.append(topic: "a", audience: .everyone, kind: "n", data: 5, in: db)
            }
            #expect(try await updates.next()?.event?.data == "5")
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: Engine.available)
    func `nothing is missed or shown twice while many write`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, _ in
            let stream = EventStream(database: database, log: log)
            let updates = Updates(of: stream.follow(after: 0, topics: ["a"], viewer: EventViewer()))
            async let seen = {
                var sequences: [Int64] = []
                while sequences.count < 150, let update = try await updates.next() {
                    if let event = update.event { sequences.append(event.sequence) }
                }
                return sequences
            }()
            try await withThrowingTaskGroup(of: Int64.self) { group in
                for number in 0..<150 {
                    group.addTask {
                        try await database.write { db in
                            try log.append(topic: "a", audience: .everyone, kind: "n", data: number, in: db)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let sequences = try await seen
            #expect(sequences == sequences.sorted())
            #expect(Set(sequences).count == 150)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: Engine.available)
    func `a screen that was away for too long, or saw a future that is gone, is told to draw anew`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, clock in
            for number in 1...3 {
                try await database.write { db in try log.append(topic: "a", audience: .everyone, kind: "n", data: number, in: db) }
                clock.advance(by: .seconds(60))
            }
            try await database.write { db in try log.prune(before: clock.clock.now() - .seconds(90), in: db) }
            let head = try await database.read { db in try log.head(in: db) }
            let stream = EventStream(database: database, log: log)
            for place in [0, head + 100] {
                let updates = Updates(of: stream.follow(after: place, topics: ["a"], viewer: EventViewer()))
                #expect(try await updates.next() == .restart(from: head))
            }
            let updates = Updates(of: stream.follow(after: head - 1, topics: ["a"], viewer: EventViewer()))
            #expect(try await updates.next()?.event?.data == "3")
        }
    }

    @Test(.timeLimit(.minutes(10)), .enabled(if: Engine.available.contains(.postgres)))
    func `an event written by one node reaches the screens of another`() async throws {
        try await withPostgresURL { url in
            let nodes = [try PostgresDatabase.open(url: url, poolSize: 2), try PostgresDatabase.open(url: url, poolSize: 2)]
            try await nodes[0].migrate(EventMigrations.all)
            let log = EventLog()
            let stream = EventStream(database: nodes[1], log: log)
            let updates = Updates(of: stream.follow(after: 0, topics: ["a"], viewer: EventViewer()))
            for number in 1...3 {
                try await nodes[0].write { db in try log.append(topic: "a", audience: .everyone, kind: "n", data: number, in: db) }
                #expect(try await updates.next()?.event?.data == "\(number)")
            }
            for node in nodes { await node.close() }
        }
    }
}

/// How often somebody was rung for.
private final class Bell: Sendable {
    private let rings = Mutex(0)
    var count: Int { rings.withLock { $0 } }
    func ring() { rings.withLock { $0 += 1 } }
}

@Suite struct EventRings {
    @Test(.timeLimit(.minutes(10)), arguments: Engine.available)
    func `a screen is rung for what it follows and for the end of its session, and not for what others follow`(on engine: Engine) async throws {
        try await withLog(on: engine) { database, log, _ in
            let stream = EventStream(database: database, log: log)
            let viewer = EventViewer(person: PersonID(7), session: 70)
            let (screen, bell) = (stream.follow(after: 0, topics: ["b"], viewer: viewer), Bell())
            let (witness, heard) = (stream.follow(after: 0, topics: ["c"], viewer: EventViewer()), Bell())
            let listening = [screen.listen { bell.ring() }, witness.listen { heard.ring() }]
            for follower in [screen, witness] { #expect(try await follower.look()?.isEmpty == true) }
            func append(_ topic: String) async throws {
                try await database.write { db in try log.append(topic: topic, audience: .everyone, kind: "n", data: 1, in: db) }
            }
            /// Until whoever had to ring for what was written has done so: rings come in the order of looks, and in any order within one.
            func settle() async throws {
                for _ in 0..<2 {
                    let before = heard.count
                    try await append("c")
                    while heard.count == before { try await Task.sleep(for: .milliseconds(2)) }
                }
            }
            // The first event that the hub hears of rings for everybody: nobody knows yet where the log stood. A listener begins to hear in its own time.
            while bell.count == 0 || heard.count == 0 {
                try await append("a")
                try await Task.sleep(for: .milliseconds(2))
            }
            try await settle()
            let before = bell.count
            for _ in 0..<10 { try await append("a") }
            try await database.write { db in try log.endStreams(ofSession: 71, in: db) }
            try await settle()
            #expect(bell.count == before)
            try await database.write { db in try log.append(topic: "b", audience: .person(PersonID(7)), kind: "n", data: 2, in: db) }
            try await settle()
            #expect(bell.count == before + 1)
            #expect(try await screen.look()?.compactMap(\.event?.data) == ["2"])
            try await database.write { db in try log.endStreams(ofSession: 70, in: db) }
            try await settle()
            #expect(bell.count == before + 2)
            #expect(try await screen.look() == nil, "over")
            listening[0].cancel()
            try await append("b")
            try await settle()
            #expect(bell.count == before + 2, "nobody listens")
            listening[1].cancel()
        }
    }
}

/// One update after the other, waited for.
private actor Updates {
    private let follower: EventFollower
    private let listening: Listening
    private let rings: AsyncStream<Void>
    private var page: ArraySlice<EventUpdate> = []

    init(of follower: EventFollower) {
        self.follower = follower
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listening = follower.listen { continuation.yield() }
        rings = stream
    }

    func next() async throws -> EventUpdate? {
        while page.isEmpty {
            guard let found = try await follower.look() else { return nil }
            page = found[...]
            guard found.isEmpty else { break }
            for await _ in rings { break }
        }
        return page.popFirst()
    }

    deinit { listening.cancel() }
}

extension EventUpdate {
    fileprivate var event: Event? {
        if case .event(let event) = self { event } else { nil }
    }
}
