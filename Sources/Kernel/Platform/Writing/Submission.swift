public import Core
import Crypto
import Database
import Foundation
import Synchronization

/// One call that may arrive more than once under the same key: by a program's `Idempotency-Key` or a form's hidden field.
public final class Submission: Sendable {
    /// The submission that this task answers; nil for a call without a key.
    @TaskLocal public static var current: Submission?

    /// A digest of whose key it is and the key.
    let name: [UInt8]
    /// A digest of what was sent.
    let fingerprint: [UInt8]
    /// How many writes the handler has asked for; guarded, since a handler may ask from several tasks.
    private let steps = Mutex(0)

    init(name: [UInt8], fingerprint: [UInt8]) {
        self.name = name
        self.fingerprint = fingerprint
    }

    /// The hidden field of forms.
    static let field = "submission"
    /// Bytes of its value.
    static let fieldLength = 22

    /// The number of the next write, from 0.
    func nextStep() -> Int {
        steps.withLock { count in
            defer { count += 1 }
            return count
        }
    }

    /// Whether the handler has written anything.
    var hasWritten: Bool { steps.withLock { $0 > 0 } }
}

/// Why a call that came again was not answered.
public enum SubmissionRefusal: ProblemConvertible, Equatable {
    /// The same key came with another request.
    case reused
    /// The call took effect under an older version of this server, or other data led it elsewhere; it does not run again.
    case changed

    public var problem: Problem {
        switch self {
        case .reused:
            Problem(.invalid, "request.idempotency-key-reused", "This Idempotency-Key was used for another call.", remedy: "Use a new key.")
        case .changed:
            Problem(.conflict, "request.already-done", "This has been done already.", remedy: "Reload to see how it is now.")
        }
    }
}

/// What the writes of keyed calls answered, kept in the transactions of the writes themselves.
struct SubmissionLedger {
    let key: SealingKey
    private static let context = "platform.submission"

    /// Takes the step, or answers what was kept when it was taken before.
    func claim<Value: Decodable>(_ step: Int, of submission: Submission, as type: Value.Type, in write: Write) throws -> Value? {
        let claimed = try write.run(
            """
            INSERT INTO platform_submission (name, step, fingerprint, result, changed_at, changed_by)
            VALUES (\(submission.name), \(step), \(submission.fingerprint), \([] as [UInt8]), \(write.now), \(write.actor))
            ON CONFLICT (name, step) DO NOTHING
            """)
        if claimed > 0 { return nil }
        let kept = try write.one(
            "SELECT fingerprint, result FROM platform_submission WHERE name = \(submission.name) AND step = \(step)"
                as Query<Row2<[UInt8], [UInt8]>>)
        guard kept.first == submission.fingerprint else { throw SubmissionRefusal.reused }
        guard let json = try? key.open(kept.second, context: Self.context), let value = try? JSONDecoder().decode(type, from: Data(json)) else {
            throw SubmissionRefusal.changed
        }
        return value
    }

    func keep(_ value: some Encodable, _ step: Int, of submission: Submission, in write: Write) throws {
        let sealed = key.seal(Array(try JSONEncoder().encode(value)), context: Self.context)
        try write.run("UPDATE platform_submission SET result = \(sealed) WHERE name = \(submission.name) AND step = \(step)")
    }

    /// Forgets calls that nobody repeats any more.
    static func prune(before moment: Instant, in db: any Connection) throws {
        try db.run("DELETE FROM platform_submission WHERE changed_at < \(moment)")
        try db.run("DELETE FROM platform_answer WHERE changed_at < \(moment)")
    }
}
