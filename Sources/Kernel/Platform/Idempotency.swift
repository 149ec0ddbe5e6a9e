import Core
import Crypto
import Database
import Web

/// Lets a program send an unsafe call again without doing it twice: the first answer to an `Idempotency-Key` is kept for
/// a day and given again (design section 4).
///
/// A key belongs to whoever sent it. The same key with another request is refused, and so is a second call while the
/// first is still running. Failures of the server's own are not kept: trying again is what the key is for. Nor is an answer
/// that says `no-store`: a secret is shown once and never lies in the database.
struct Idempotency: Sendable {
    let site: Site

    /// How long an answer is given again.
    static let life: Duration = .seconds(86_400)
    /// A call that has not ended by then was cut off by a crash; its key is free again.
    static let longestRun: Duration = .seconds(300)
    /// Refusals that another try may not meet again.
    static let passing: Set<Int> = [401, 409, 429]
    /// Longest key, in bytes.
    static let longestKey = 200
    /// Answers above this size are not kept; calls with keys answer with small ones.
    static let largestAnswer = 65_536

    /// Answers `request` by `run`, or by what `run` answered to the same key before.
    func answer(_ request: Request, _ run: (Request) async -> Response) async throws -> Response {
        guard !request.method.isSafe, request.path.first == "api", let key = request.headers["Idempotency-Key"] else { return await run(request) }
        guard (1...Self.longestKey).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Problem(
                .badRequest, "request.bad-idempotency-key", "The Idempotency-Key isn't right.",
                remedy: "Use up to 200 characters of ASCII, without spaces.")
        }
        let owner = request.identity.personID.map { "person:\($0)" } ?? "address:\(request.remoteAddress)"
        let name = sha256(Array("\(owner)\n\(key)".utf8))
        let fingerprint = sha256(Array("\(request.method.rawValue) \(request.head.target)\n".utf8) + (try body(of: request)))
        switch try await claim(name, fingerprint, request.identity.personID) {
        case .known(let kept):
            guard kept.fingerprint == fingerprint else {
                throw Problem(
                    .invalid, "request.idempotency-key-reused", "This Idempotency-Key was used for another call.", remedy: "Use a new key.")
            }
            guard let status = kept.status else {
                throw Problem(
                    .conflict, "request.still-running", "The first call with this key is still running.", remedy: "Try again in a moment.",
                    retryAfter: 1)
            }
            return kept.response(status)
        case .claimed:
            let response = await run(request)
            try await keep(response, name)
            return response
        }
    }

    /// What tells one body from another: its bytes, or the digests of its files.
    private func body(of request: Request) throws -> [UInt8] {
        switch request.body {
        case .none: return []
        case .bytes(let bytes): return bytes
        case .file(let url, _): return try sha256(fileAt: url)
        case .form(let form):
            return try form.files.reduce(into: Array(form.fields.encoded.utf8)) { all, file in
                all += Array("\n\(file.field)\n\(file.fileName)\n\(file.size)\n".utf8)
                all += try sha256(fileAt: file.url)
            }
        }
    }

    /// An answer that was given before; without a status its call is still running.
    private struct Kept: SQLRow {
        let fingerprint: [UInt8]
        let status: Int?
        let type: String
        let body: [UInt8]
        let location: String

        init(row: inout RowReader) throws {
            fingerprint = try row.next()
            status = try row.next()
            type = try row.next()
            body = try row.next()
            location = try row.next()
        }

        func response(_ status: Int) -> Response {
            var response = Response.bytes(body, type: type, status: Status(rawValue: status))
            if body.isEmpty { response = Response(Status(rawValue: status)) }
            if !location.isEmpty { response.headers.set("Location", location) }
            response.headers.set("Idempotency-Replayed", "true")
            return response
        }
    }

    private enum Claim: Sendable {
        case claimed
        case known(Kept)
    }

    private func claim(_ name: [UInt8], _ fingerprint: [UInt8], _ person: PersonID?) async throws -> Claim {
        let now = site.clock.now()
        let oldest = now - Self.life
        let abandoned = now - Self.longestRun
        return try await site.database.write { db in
            try db.run(
                "DELETE FROM platform_idempotency WHERE changed_at < \(oldest) OR status IS NULL AND changed_at < \(abandoned)")
            let claimed = try db.run(
                """
                INSERT INTO platform_idempotency (name, fingerprint, status, type, body, changed_at, changed_by)
                VALUES (\(name), \(fingerprint), \(nil as Int?), '', \([] as [UInt8]), \(now), \(person))
                ON CONFLICT (name) DO NOTHING
                """)
            if claimed > 0 { return .claimed }
            return .known(try db.one("SELECT fingerprint, status, type, body, location FROM platform_idempotency WHERE name = \(name)"))
        }
    }

    private func keep(_ response: Response, _ name: [UInt8]) async throws {
        let bytes: [UInt8]
        switch response.body {
        case .bytes(let body) where body.count <= Self.largestAnswer: bytes = body
        case .empty: bytes = []
        default: return try await forget(name)
        }
        let isSecret = response.headers["Cache-Control"] == "no-store"
        guard response.status.rawValue < 500, !Self.passing.contains(response.status.rawValue), !isSecret else { return try await forget(name) }
        let status = response.status.rawValue
        let type = response.headers["Content-Type"] ?? ""
        let location = response.headers["Location"] ?? ""
        try await site.database.write { db in
            try db.run(
                "UPDATE platform_idempotency SET status = \(status), type = \(type), body = \(bytes), location = \(location) WHERE name = \(name)")
        }
    }

    private func forget(_ name: [UInt8]) async throws {
        try await site.database.write { db in try db.run("DELETE FROM platform_idempotency WHERE name = \(name)") }
    }
}
