import Core
import Foundation
import Synchronization

/// The boxes that wait for their next file. A few stay for a while, so that a thousand small files do not start a thousand boxes.
final class ConverterPool: Sendable {
    private let box: ConverterBox
    private let program: ConverterProgram?
    private let temporary: URL
    /// Guards the boxes that wait, each with the time at which it was given back.
    private let waiting = Mutex<[(process: ConverterProcess, since: ContinuousClock.Instant)]>([])

    /// Boxes that wait at most.
    private static let places = 2
    /// How long a box waits for its next file.
    private static let patience = Duration.seconds(30)

    init(box: ConverterBox, program: ConverterProgram?, temporary: URL) {
        self.box = box
        self.program = program
        self.temporary = temporary
    }

    /// A box for one file: one that waits, or a new one. Blocks the thread.
    func take(stop: Cancellation) throws(ConversionRefusal) -> (process: ConverterProcess, isNew: Bool) {
        if let known = waiting.withLock({ $0.popLast() }) { return (known.process, false) }
        guard let program else { throw .programMissing("stoa-converter") }
        return (try ConverterProcess(program, in: box, temporary: temporary, stop: stop), true)
    }

    /// Takes back a box that is clean; one that is not is simply let go.
    func give(back process: ConverterProcess) {
        guard process.isFresh else { return }
        let isFull = waiting.withLock { waiting in
            guard waiting.count < Self.places else { return true }
            waiting.append((process, .now))
            return false
        }
        if isFull { return }
        Task { [weak self] in
            try? await Task.sleep(for: Self.patience + .seconds(1))
            self?.retire()
        }
    }

    private func retire() {
        // Taken out under the lock, ended outside of it.
        let old = waiting.withLock { waiting in
            let latest = ContinuousClock.now - Self.patience
            let old = waiting.filter { $0.since <= latest }
            waiting.removeAll { $0.since <= latest }
            return old
        }
        withExtendedLifetime(old) {}
    }
}
