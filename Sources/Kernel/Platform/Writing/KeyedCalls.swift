import Core
import Crypto
import Database
import Foundation
import Web

/// Lets a program or a browser send an unsafe call again without doing it twice: the first answer to a key is kept for a day and given
/// again (design section 4). Programs send an `Idempotency-Key`; a form carries a hidden field that each page makes anew.
///
/// A key belongs to whoever sent it. A program's key with another request is refused, and so is a second call while the first is
/// still running; a form that is sent twice at once waits. Failures of the server's own are not kept: trying again is what the key is
/// for. Nor is an answer that says `no-store`, unless it only leads elsewhere: a secret is shown once. Where a process was cut
/// off between the effect and the answer, the handler runs again and gets what its writes answered before (``Writer``).
struct KeyedCalls: Sendable {
    let site: Site

    /// How long an answer is given again.
    static let life: Duration = .seconds(86_400)
    /// Refusals that another try may not meet again.
    static let passing: Set<Int> = [401, 409, 429]
    /// Longest key, in bytes.
    static let longestKey = 200
    /// A form is hardly sent more often while its first sending is answered.
    static let mostWaiting = 20
    /// Answers above this size are not kept; calls with keys answer with small ones.
    static let largestAnswer = 65_536

    /// Answers `request` by `run`, or by what `run` answered to the same key before.
    func answer(_ request: Request, _ run: (Request) async -> Response) async throws -> Response {
        try OutboxCall.check(request)
        guard !request.method.isSafe, let call = try key(of: request) else {
            // A device repeats what it has no answer to, so without a key it would take effect again and again.
            if !request.method.isSafe, request.headers[OutboxCall.header] != nil { throw OutboxCall.stepNeeded }
            return await run(request)
        }
        let answer = try await site.callsUnderWay.withLock(call.submission.name, waiting: call.isForm ? Self.mostWaiting : 0) {
            if let kept = try await known(call.submission) { return OutboxCall.answer(kept.response(for: request), to: request, tookEffect: true) }
            let response = await Submission.$current.withValue(call.submission) { await run(request) }
            try await keep(response, call, request)
            return OutboxCall.answer(response, to: request, tookEffect: call.submission.hasWritten)
        }
        guard let answer else {
            throw Problem(
                .conflict, "request.still-running", "The first call with this key is still running.", remedy: "Try again in a moment.",
                retryAfter: 1)
        }
        return answer
    }

    /// A call with its key.
    private struct Call {
        let submission: Submission
        let isForm: Bool
    }

    private func key(of request: Request) throws -> Call? {
        let owner = request.identity.personID.map { "person:\($0)" } ?? "address:\(request.remoteAddress)"
        let target = "\(request.method.rawValue) \(request.head.target)\n"
        if request.path.first == "api" {
            guard let key = request.headers["Idempotency-Key"] else { return nil }
            guard (1...Self.longestKey).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw Problem(
                    .badRequest, "request.bad-idempotency-key", "The Idempotency-Key isn’t right.",
                    remedy: "Use up to 200 characters of ASCII, without spaces.")
            }
            let submission = Submission(
                name: sha256(Array("\(owner)\n\(key)".utf8)), fingerprint: sha256(Array(target.utf8) + (try body(of: request))))
            return Call(submission: submission, isForm: false)
        }
        guard let fields = try? request.formFields(), let key = fields[Submission.field], key.utf8.count == Submission.fieldLength else { return nil }
        // Whoever goes back and sends a form again with other words means something new.
        let name = sha256(Array("form\n\(owner)\n\(target)".utf8) + (try body(of: request)))
        return Call(submission: Submission(name: name, fingerprint: name), isForm: true)
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

    private func known(_ submission: Submission) async throws -> KeptAnswer? {
        let oldest = site.clock.now() - Self.life
        let kept = try await site.database.read { db in
            try db.first(
                """
                SELECT fingerprint, status, type, body, location, flash FROM platform_answer
                WHERE name = \(submission.name) AND changed_at >= \(oldest)
                """ as Query<KeptAnswer>)
        }
        if let kept, kept.fingerprint != submission.fingerprint { throw SubmissionRefusal.reused }
        return kept
    }

    private func keep(_ response: Response, _ call: Call, _ request: Request) async throws {
        let bytes: [UInt8]
        switch response.body {
        case .bytes(let body) where body.count <= Self.largestAnswer: bytes = body
        case .empty: bytes = []
        default: return
        }
        if call.isForm {
            guard call.submission.hasWritten, response.status == .seeOther, onlyFlashes(response) else { return }
        } else {
            let isSecret = response.headers["Cache-Control"] == "no-store"
            guard response.status.rawValue < 500, !Self.passing.contains(response.status.rawValue), !isSecret else { return }
        }
        let (name, fingerprint) = (call.submission.name, call.submission.fingerprint)
        let (status, type, location) = (
            response.status.rawValue, response.headers["Content-Type"] ?? "", response.headers["Location"] ?? ""
        )
        let (flash, now, person) = (try response.flash.map { try StoredJSON($0) }, site.clock.now(), request.identity.personID)
        try await site.database.write { db in
            try db.run(
                """
                INSERT INTO platform_answer (name, fingerprint, status, type, body, location, flash, changed_at, changed_by)
                VALUES (\(name), \(fingerprint), \(status), \(type), \(bytes), \(location), \(flash), \(now), \(person))
                ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status, type = excluded.type,
                    body = excluded.body, location = excluded.location, flash = excluded.flash, changed_at = excluded.changed_at
                """)
        }
    }
}

/// Whether an answer sets no cookie but the word for the next page: sessions and the like are never kept.
private func onlyFlashes(_ response: Response) -> Bool {
    response.headers.all("Set-Cookie").allSatisfy { $0.hasPrefix(Cookie.fullName("flash") + "=") }
}

/// An answer that was given before.
private struct KeptAnswer: SQLRow {
    let fingerprint: [UInt8]
    let status: Int
    let type: String
    let body: [UInt8]
    let location: String
    let flash: StoredJSON<Text>?

    init(row: inout RowReader) throws {
        fingerprint = try row.next()
        status = try row.next()
        type = try row.next()
        body = try row.next()
        location = try row.next()
        flash = try row.next()
    }

    func response(for request: Request) -> Response {
        var response = body.isEmpty ? Response(Status(rawValue: status)) : .bytes(body, type: type, status: Status(rawValue: status))
        if !location.isEmpty { response.headers.set("Location", location) }
        response.headers.set("Idempotency-Replayed", "true")
        if let flash { response.leave(flash.value, for: request) }
        return response
    }
}
