import Dispatch
import Foundation

/// Ctrl-C and SIGTERM as something to wait for; a second one ends the process at once.
struct StopSignal {
    private let signals: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    /// Listens from now on, so that a signal during start-up is not lost.
    init() {
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        signals = stream
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                continuation.yield(number)
                signal(number, SIG_DFL)
            }
            source.resume()
            return source
        }
    }

    /// Returns when a signal has come.
    func wait() async {
        for await _ in signals { break }
    }
}
