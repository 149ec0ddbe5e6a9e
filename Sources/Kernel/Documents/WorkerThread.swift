import Foundation
import Synchronization

/// Whether the caller has given up; asked between steps and while waiting for programs.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    func cancel() { flag.store(true, ordering: .relaxed) }

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func check() throws(ConversionRefusal) {
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
