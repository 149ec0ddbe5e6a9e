import Synchronization

/// Lets a few conversions run at a time and the others wait in turn, so that a hundred uploads at once cost no more
/// memory than two.
final class AsyncSemaphore: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Guards the free places and the queue.
    private let state: Mutex<State>

    /// A gate for so many at a time.
    init(places: Int) { state = Mutex(State(free: places)) }

    /// Runs `body` when a place is free; who waits is served in order.
    func pass<T, Failure: Error>(_ body: () async throws(Failure) -> T) async throws(Failure) -> T {
        await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let mayEnter = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if mayEnter { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
