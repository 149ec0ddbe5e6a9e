import Foundation
import Synchronization

/// Whether the caller has given up; asked between steps and while waiting for programs.
package final class Cancellation: Sendable {
    private let flag = Atomic(false)

    package init() {}

    package func cancel() { flag.store(true, ordering: .relaxed) }

    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    package func check() throws(ConversionRefusal) {
        if isCancelled { throw .cancelled }
    }
}

/// Runs blocking work on a thread of its own, so that neither a server thread nor Swift's pool waits for it.
///
/// The stack is large because documents nest; its pages cost nothing until they are used.
func onWorkerThread<Value: Sendable>(
    _ work: @escaping @Sendable (Cancellation) throws(ConversionRefusal) -> Value
) async throws(ConversionRefusal) -> Value {
    let cancellation = Cancellation()
    let result: Result<Value, ConversionRefusal> = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                let locale = ThreadLocale()
                defer { locale.restore() }
                do throws(ConversionRefusal) {
                    continuation.resume(returning: .success(try work(cancellation)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            thread.stackSize = 32 << 20
            thread.name = "stoa-documents"
            thread.start()
        }
    } onCancel: {
        cancellation.cancel()
    }
    return try result.get()
}

/// UTF-8 for the names that C libraries read on this thread; a server may run without any locale of its own.
private struct ThreadLocale {
    private let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    private let previous: locale_t?

    init() { previous = uselocale(locale) }

    func restore() {
        uselocale(previous)
        if let locale { freelocale(locale) }
    }
}
