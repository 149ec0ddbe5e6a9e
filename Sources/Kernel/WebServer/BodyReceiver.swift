import Core
import Foundation
import Web

/// Takes the body of one request as the route's plan has it.
struct BodyReceiver {
    private enum Target {
        case nowhere
        case memory([UInt8], limit: Int)
        case file(TemporaryFile)
        case form(UploadCollector)
    }

    private var target: Target
    /// Why the body is not wanted any more; what still comes is thrown away.
    private(set) var fault: Problem?
    /// Bytes that came, wanted or not.
    private(set) var received = 0

    /// - Parameter drained: how much of a body that nobody wants is read all the same.
    init(_ plan: BodyPlan, expected: Int?, folder: URL, drained: Int) {
        target = .nowhere
        switch plan {
        case .none: if let expected, expected > drained { fault = .bodyTooLarge(drained) }
        case .refuse(let problem): fault = problem
        case .memory(let limit):
            if let expected, expected > limit {
                fault = .bodyTooLarge(limit)
            } else {
                var bytes: [UInt8] = []
                // The announced size is only a promise: no more room than a modest body needs.
                bytes.reserveCapacity(min(expected ?? 0, 65_536))
                target = .memory(bytes, limit: limit)
            }
        case .file(let limit):
            if let expected, expected > limit {
                fault = .bodyTooLarge(limit)
            } else {
                do { target = .file(try TemporaryFile(in: folder, limit: limit)) } catch { fault = error }
            }
        case .multipart(let boundary, let limits):
            if let expected, expected > limits.wholeBody { fault = .bodyTooLarge(max(limits.fileBytes, limits.fieldBytes)) }
            target = .form(UploadCollector(boundary: boundary, limits: limits, folder: folder))
        }
    }

    /// Whether what comes is thrown away.
    var isUnwanted: Bool {
        if case .nowhere = target { return true }
        return fault != nil
    }

    mutating func take(_ piece: UnsafeRawBufferPointer) {
        received += piece.count
        guard fault == nil else { return }
        do throws(Problem) {
            switch target {
            case .nowhere: break
            case .memory(var bytes, let limit):
                // Taken out first, so that appending does not copy.
                target = .nowhere
                guard bytes.count + piece.count <= limit else { throw .bodyTooLarge(limit) }
                bytes.append(contentsOf: piece)
                target = .memory(bytes, limit: limit)
            case .file(let file): try file.append(piece)
            case .form(var collector):
                target = .nowhere
                defer { target = .form(collector) }
                try collector.feed(piece)
            }
        } catch {
            fault = error
        }
    }

    mutating func finish() throws(Problem) -> RequestBody {
        if let fault { throw fault }
        switch target {
        case .nowhere: return .none
        case .memory(let bytes, _): return bytes.isEmpty ? .none : .bytes(bytes)
        case .file(let file): return .file(file.url, size: try file.close())
        case .form(var collector):
            defer { target = .form(collector) }
            return .form(try collector.finish())
        }
    }

    /// Deletes what lies on disk and was not moved away.
    mutating func discard() {
        switch target {
        case .nowhere, .memory: break
        case .file(let file): file.remove()
        case .form(var collector): collector.discard()
        }
        target = .nowhere
    }
}
