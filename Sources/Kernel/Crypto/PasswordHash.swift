import CArgon2
import Core
import Foundation

/// A password as the database keeps it: Argon2id (RFC 9106) in its usual text form, which carries salt and costs.
public struct PasswordHash: RawRepresentable, Hashable, Sendable {
    /// `$argon2id$v=19$m=…,t=…,p=…$salt$hash`
    public let rawValue: String

    /// A hash as it was stored.
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension PasswordHash {
    /// What looks like a hash and was made from no password. Checking a password against it is the same work as against any other.
    fileprivate static func decoy(_ cost: PasswordCost) -> PasswordHash {
        func random(_ count: Int) -> Substring { Data(randomBytes(count)).base64EncodedString().prefix { $0 != "=" } }
        return PasswordHash(rawValue: "$argon2id$v=19$m=\(cost.memory),t=\(cost.passes),p=1$\(random(16))$\(random(32))")
    }
}

/// How much work a guess costs an attacker, and us.
public struct PasswordCost: Hashable, Sendable {
    /// Memory in KiB.
    public var memory: UInt32
    /// Passes over it.
    public var passes: UInt32

    /// 19 MiB, two passes: the smallest that OWASP recommends, so that two at once fit into a small server.
    public static let standard = PasswordCost(memory: 19_456, passes: 2)
    /// As little as the algorithm allows: for tests only.
    public static let least = PasswordCost(memory: 8, passes: 1)
}

/// Why a password was not hashed.
public enum PasswordError: Error, Equatable, Sendable {
    /// More than ``PasswordHasher/lengthLimit`` bytes.
    case tooLong
    /// In the library's words; memory, most likely.
    case failed(String)
}

/// Makes and checks password hashes on a few threads of its own: each takes tens of milliseconds and much memory.
public struct PasswordHasher: Sendable {
    /// The longest password, in bytes of UTF-8.
    public static let lengthLimit = 1024

    private let cost: PasswordCost
    private let threads: WorkerThreads
    /// What nobody's password is checked against, so that an unknown name takes as long as a wrong password.
    private let decoy: PasswordHash

    /// At most `threads` hashes are computed at once; others wait.
    public init(cost: PasswordCost = .standard, threads: Int = 2) {
        self.cost = cost
        self.threads = WorkerThreads(name: "stoa-password", limit: threads)
        decoy = .decoy(cost)
    }

    /// The hash of a new password, with a fresh salt.
    public func hash(_ password: String) async throws -> PasswordHash {
        let cost = cost
        return try await threads.run { try Self.hash(password, cost) }
    }

    /// Whether `password` is the one that `hash` was made from. Without a hash the answer is no, after the same work.
    public func verify(_ password: String, against hash: PasswordHash?) async throws -> Bool {
        guard password.utf8.count <= Self.lengthLimit else { return false }
        let known = hash ?? decoy
        let isRight = try await threads.run { () -> Bool in
            let bytes = Array(password.utf8)
            return argon2id_verify(known.rawValue, bytes, bytes.count) == ARGON2_OK.rawValue
        }
        return isRight && hash != nil
    }

    /// Whether `hash` was made with other costs than today's, so that the next sign-in should store a new one.
    public func isOutdated(_ hash: PasswordHash) -> Bool {
        !hash.rawValue.hasPrefix("$argon2id$v=19$m=\(cost.memory),t=\(cost.passes),p=1$")
    }

    private static func hash(_ password: String, _ cost: PasswordCost) throws -> PasswordHash {
        let bytes = Array(password.utf8)
        guard bytes.count <= lengthLimit else { throw PasswordError.tooLong }
        let salt = randomBytes(16)
        let length = argon2_encodedlen(cost.passes, cost.memory, 1, 16, 32, Argon2_id)
        var encoded = [CChar](repeating: 0, count: length)
        let code = argon2id_hash_encoded(
            cost.passes, cost.memory, 1, bytes, bytes.count, salt, salt.count, 32, &encoded, length)
        guard code == ARGON2_OK.rawValue else { throw PasswordError.failed(String(cString: argon2_error_message(code))) }
        let text = encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return PasswordHash(rawValue: String(decoding: text, as: UTF8.self))
    }
}
