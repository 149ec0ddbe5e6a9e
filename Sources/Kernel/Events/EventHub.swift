import Core
import Database
import Synchronization

/// Rings for those whom new events concern. Thousands of screens are open and most events are for one of them: the hub looks into the log once
/// for all, where each screen's own look would cost as much again.
final class EventHub: Sendable {
    /// Names one who follows.
    typealias Seat = Int
    typealias Ring = @Sendable () -> Void

    private struct State: Sendable {
        var next = 0
        var rings: [Seat: Ring] = [:]
        /// What each follows; whoever has not said yet hears of everything.
        var wishes: [Seat: Set<String>] = [:]
        var followers: [String: Set<Seat>] = [:]
        var undecided: Set<Seat> = []
        /// The newest event that was looked at; nil while nobody follows.
        var place: Int64?
        var isLooking = false
        var hasNews = false
        var listening: Listening?
    }

    private let database: Database
    /// Guards who follows what.
    private let state = Mutex(State())
    /// How many events one look takes in.
    private static let pageSize = 500

    init(database: Database) { self.database = database }

    deinit { state.withLock { $0.listening }?.cancel() }

    /// Has `ring` called after each commit with events, until ``follow(_:by:)`` says which.
    func add(_ ring: @escaping Ring) -> Seat {
        let (seat, isFirst) = state.withLock { state in
            state.next += 1
            state.rings[state.next] = ring
            state.undecided.insert(state.next)
            return (state.next, state.listening == nil)
        }
        if isFirst {
            let listening = database.listen(EventLog.channel) { [weak self] in self?.wake() }
            let surplus = state.withLock { state in
                guard state.listening == nil else { return true }
                state.listening = listening
                return false
            }
            if surplus { listening.cancel() }
        }
        return seat
    }

    /// Leaves out what is not among these topics and audiences from now on.
    func follow(_ subscription: EventSubscription, by seat: Seat) {
        // A change of access is for a session and for nobody else.
        let wishes = Set(subscription.topics).union(subscription.viewer.audiences.map { Self.accessKey($0.text) })
        state.withLock { state in
            guard state.undecided.remove(seat) != nil else { return }
            state.wishes[seat] = wishes
            for wish in wishes { state.followers[wish, default: []].insert(seat) }
        }
    }

    func remove(_ seat: Seat) {
        state.withLock { state in
            state.rings[seat] = nil
            state.undecided.remove(seat)
            for wish in state.wishes.removeValue(forKey: seat) ?? [] {
                state.followers[wish]?.remove(seat)
                if state.followers[wish]?.isEmpty == true { state.followers[wish] = nil }
            }
            if state.rings.isEmpty { state.place = nil }
        }
    }

    private static func accessKey(_ audience: String) -> String { "\(EventLog.accessTopic) \(audience)" }

    private func wake() {
        let begins = state.withLock { state in
            guard !state.rings.isEmpty else { return false }
            state.hasNews = true
            guard !state.isLooking else { return false }
            state.isLooking = true
            return true
        }
        if begins { Task { await look() } }
    }

    private func look() async {
        while takeTurn() {
            // Nobody may miss an event: where the log cannot be read, each screen looks for itself.
            let news = try? await news(after: state.withLock { $0.place })
            for ring in settle(news) { ring() }
        }
    }

    private func takeTurn() -> Bool {
        state.withLock { state in
            state.isLooking = state.hasNews
            state.hasNews = false
            return state.isLooking
        }
    }

    private struct News {
        let place: Int64
        /// What the events are for; nil: anybody.
        var wishes: Set<String>?
        var hasMore = false
    }

    private func news(after place: Int64?) async throws -> News {
        try await database.read { db in
            guard let place else { return News(place: try db.one("SELECT CAST(coalesce(max(id), 0) AS BIGINT) FROM event_log")) }
            let events = try db.all(
                "SELECT id, topic, audience FROM event_log WHERE id > \(place) ORDER BY id LIMIT \(Self.pageSize)"
                    as Query<Row3<Int64, String, String>>)
            let wishes = events.map { $0.second == EventLog.accessTopic ? Self.accessKey($0.third) : $0.second }
            return News(place: events.last?.first ?? place, wishes: Set(wishes), hasMore: events.count == Self.pageSize)
        }
    }

    /// Takes note of what was read, and answers who is to hear of it.
    private func settle(_ news: News?) -> [Ring] {
        state.withLock { state in
            if let news, !state.rings.isEmpty { state.place = news.place }
            if news?.hasMore == true { state.hasNews = true }
            guard let wishes = news?.wishes else { return Array(state.rings.values) }
            let seats = wishes.reduce(into: state.undecided) { $0.formUnion(state.followers[$1] ?? []) }
            return seats.compactMap { state.rings[$0] }
        }
    }
}

extension EventAudience {
    /// As the log has it.
    fileprivate var text: String { if case .text(let text) = sqlValue { text } else { "" } }
}
