import Core
import Foundation
import Platform
import Synchronization
import Web

/// Sends whole requests through the site's handler, as one person.
public struct TestClient: Sendable {
    let app: TestApp
    let token: String?
    /// Sent with every request.
    public var headers: [String: String] = [:]
    /// Where requests come from.
    public var address = "127.0.0.1"
    /// What happens between the header of a request and the end of its body.
    var meanwhile: (@Sendable () async throws -> Void)?
    /// Whether to ask for pages (the default) or, for programs, JSON.
    public var wantsPages = true

    init(app: TestApp, token: String?) {
        self.app = app
        self.token = token
    }

    /// The same person, asking as a program does: a bearer token, JSON.
    public var asProgram: TestClient {
        var copy = self
        copy.wantsPages = false
        return copy
    }

    /// The same person in another network, by an address of this machine.
    public func from(_ address: String) -> TestClient {
        var copy = self
        copy.address = address
        return copy
    }

    /// The same person over a slow line: this happens after the header of a request has come, and before the end of its body.
    public func slowly(_ meanwhile: @escaping @Sendable () async throws -> Void) -> TestClient {
        var copy = self
        copy.meanwhile = meanwhile
        return copy
    }

    /// The same person with one more header.
    public func with(_ name: String, _ value: String) -> TestClient {
        var copy = self
        copy.headers[name] = value
        return copy
    }

    /// The same person in a browser that also carries a cookie, by its name without prefix.
    public func carrying(_ cookie: String, _ value: String) -> TestClient {
        let carried = headers["Cookie"] ?? token.map { "__Host-session=\($0)" }
        return with("Cookie", [carried, "__Host-\(cookie)=\(value)"].compactMap(\.self).joined(separator: "; "))
    }

    /// GET.
    public func get(_ target: String) async throws -> TestResponse { try await send(.get, target) }

    /// HEAD.
    public func head(_ target: String) async throws -> TestResponse { try await send(.head, target) }

    /// DELETE.
    public func delete(_ target: String) async throws -> TestResponse { try await send(.delete, target) }

    /// POST of a form, as a browser sends it.
    public func post(_ target: String, _ fields: KeyValuePairs<String, String> = [:]) async throws -> TestResponse {
        try await post(target, fields: fields.map { ($0, $1) })
    }

    /// POST of a form whose fields are in a dictionary.
    public func post(_ target: String, form: [String: String]) async throws -> TestResponse {
        try await post(target, fields: form.map { ($0, $1) })
    }

    /// POST of a form whose fields are in a list.
    public func post(_ target: String, fields: [(String, String)]) async throws -> TestResponse {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        let encoded = fields.map { name, value in
            [name, value].map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }.joined(separator: "=")
        }
        return try await send(.post, target, type: "application/x-www-form-urlencoded", body: Array(encoded.joined(separator: "&").utf8))
    }

    /// A JSON text with any method.
    public func json(_ method: Web.Method, _ target: String, _ text: String) async throws -> TestResponse {
        try await send(method, target, type: "application/json", body: Array(text.utf8))
    }

    /// A form with files, as a browser sends it: name of the field, name of the file, bytes.
    public func upload(
        _ target: String, _ fields: KeyValuePairs<String, String> = [:], files: [(field: String, name: String, bytes: [UInt8])]
    ) async throws -> TestResponse {
        try await upload(target, fields: fields.map { ($0, $1) }, files: files)
    }

    /// A form with files whose fields are in a list.
    public func upload(
        _ target: String, fields: [(String, String)], files: [(field: String, name: String, bytes: [UInt8])]
    ) async throws -> TestResponse {
        try await withTemporaryFolder { folder in
            var uploaded: [UploadedFile] = []
            for (index, file) in files.enumerated() {
                let url = folder.appending(path: "\(index)")
                try Data(file.bytes).write(to: url)
                uploaded.append(
                    UploadedFile(field: file.field, fileName: file.name, contentType: "application/octet-stream", url: url, size: file.bytes.count))
            }
            let form = MultipartForm(fields: QueryItems(fields), files: uploaded)
            return try await send(.post, target, type: "multipart/form-data; boundary=test", body: .form(form))
        }
    }

    /// Anything else.
    public func send(_ method: Web.Method, _ target: String, type: String? = nil, body: [UInt8] = []) async throws -> TestResponse {
        try await send(method, target, type: type, body: body.isEmpty ? .none : .bytes(body))
    }

    private func send(_ method: Web.Method, _ target: String, type: String?, body: RequestBody) async throws -> TestResponse {
        var fields = Headers()
        fields.add("Host", "localhost:8080")
        fields.add("Accept", wantsPages ? "text/html,application/xhtml+xml" : "application/json")
        if let type { fields.add("Content-Type", type) }
        if let token, wantsPages { fields.add("Cookie", "__Host-session=\(token)") }
        if let token, !wantsPages { fields.add("Authorization", "Bearer \(token)") }
        for (name, value) in headers { fields.set(name, value) }
        let head = try RequestHead(method: method, target: target, headers: fields, remoteAddress: address)
        let handler = app.running.handler
        switch await handler.admit(Request(id: UUID().uuidString, head: head)) {
        case .answer(let response): return TestResponse(response)
        case .admitted(var request, let plan):
            switch (plan, body) {
            case (.memory(let limit), .bytes(let bytes)) where bytes.count > limit: throw TestFailure("The body is over the limit of \(limit).")
            case (.none, .bytes): break
            default: request.body = body
            }
            try await meanwhile?()
            return TestResponse(await handler.respond(to: request))
        }
    }
}

/// An answer as a test looks at it.
public struct TestResponse: Sendable {
    /// The answer itself.
    public let response: Response

    init(_ response: Response) { self.response = response }

    /// The status.
    public var status: Status { response.status }

    /// A header.
    public subscript(_ name: String) -> String? { response.headers[name] }

    /// Where a redirect leads.
    public var location: String? { response.headers["Location"] }

    /// The refusal behind the answer.
    public var problem: Problem? { response.problem }

    /// The body; of a stream, nothing.
    public var bytes: [UInt8] {
        switch response.body {
        case .bytes(let bytes): return bytes
        case .file(let slice):
            guard let file = try? FileHandle(forReadingFrom: slice.url) else { return [] }
            defer { try? file.close() }
            try? file.seek(toOffset: UInt64(slice.offset))
            return Array((try? file.read(upToCount: Int(slice.length))) ?? Data())
        case .empty, .stream: return []
        }
    }

    /// The whole body; of a stream what comes until it ends.
    public func wholeBody() async throws -> [UInt8] {
        guard case .stream(let stream) = response.body else { return bytes }
        let collector = StreamCollector()
        try await stream.run(into: collector)
        return collector.bytes
    }

    /// The body as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The body as text without the keys of its forms, which are new on each page.
    public var textWithoutKeys: String { text.replacing(/name="submission" value="[^"]*"/, with: "") }

    /// The body as a JSON object, or empty when it is none.
    public var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:] }
}

extension TestResponse {
    /// The cookies that the answer sets, by their names without prefix.
    public var cookies: [String: String] {
        response.headers.all("Set-Cookie").reduce(into: [:]) { cookies, header in
            let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, !pair[1].isEmpty else { return }
            cookies[String(pair[0].dropFirst("__Host-".count))] = String(pair[1])
        }
    }
}

/// Takes in what a stream says.
private final class StreamCollector: ResponseWriter {
    private let collected = Mutex<[UInt8]>([])
    var bytes: [UInt8] { collected.withLock { $0 } }
    func write(_ bytes: [UInt8]) async throws { collected.withLock { $0 += bytes } }
}
