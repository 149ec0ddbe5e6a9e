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
    /// The body's part of what all bodies may take; nil where it takes next to nothing.
    private var share: BodyShare?
    /// Why the body is not wanted any more; what still comes is thrown away.
    private(set) var fault: Problem?
    /// Bytes that came, wanted or not.
    private(set) var received = 0
    /// Bytes that the whole body might have had: one that is found wanting on its way is read to its end, so that its sender hears why.
    private(set) var allowed = 0

    init(_ plan: BodyPlan, expected: Int, for request: Request, _ core: ServerCore) {
        target = .nowhere
        let folder = core.configuration.uploadFolder
        let limits = core.configuration.limits
        switch plan {
        case .none: if expected > limits.drained { fault = .bodyTooLarge(limits.drained) }
        case .memory(let limit):
            if expected > limit {
                fault = .bodyTooLarge(limit)
            } else {
                var bytes: [UInt8] = []
                // The announced size is only a promise: no more room than a modest body needs.
                bytes.reserveCapacity(min(expected, 65_536))
                target = .memory(bytes, limit: limit)
            }
        case .file(let limit):
            if expected > limit {
                fault = .bodyTooLarge(limit)
            } else {
                do { target = .file(try TemporaryFile(in: folder, limit: limit)) } catch { fault = error }
            }
        case .multipart(let boundary, let limits):
            if expected > limits.wholeBody { fault = .bodyTooLarge(max(limits.fileBytes, limits.fieldBytes)) }
            target = .form(UploadCollector(boundary: boundary, limits: limits, folder: folder))
        }
        if fault == nil { allowed = Self.most(of: plan) }
        guard fault == nil, let store = Self.store(of: plan, expected, small: limits.smallBody) else { return }
        // What is announced is set aside at once: better refused now than in the middle.
        do throws(Problem) { share = try BodyShare(of: core.budget, expected, store, for: request) } catch { fault = error }
    }

    private static func most(of plan: BodyPlan) -> Int {
        switch plan {
        case .none: 0
        case .memory(let limit), .file(let limit): limit
        case .multipart(_, let limits): limits.wholeBody
        }
    }

    /// Where a body goes that must be counted; small ones in memory are bounded by the number of connections.
    private static func store(of plan: BodyPlan, _ expected: Int, small: Int) -> BodyBudget.Store? {
        switch plan {
        case .none: nil
        case .memory(let limit): min(limit, expected) > small ? .memory : nil
        case .file: .disk
        case .multipart(_, let limits): limits.files > 0 ? .disk : min(limits.fieldBytes, expected) > small ? .memory : nil
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
            case .file(let file):
                try file.append(piece)
                share?.wrote(piece.count)
            case .form(var collector):
                target = .nowhere
                defer { target = .form(collector) }
                try collector.feed(piece)
                share?.wrote(piece.count)
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
        share?.release()
        share = nil
    }
}
