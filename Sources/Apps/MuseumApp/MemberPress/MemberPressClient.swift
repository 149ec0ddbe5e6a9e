import Core
import Foundation
import Outbound
import Platform
import Web

/// Asks the museum's WordPress for what MemberPress keeps, and writes it there (MUS-048).
///
/// It trusts the `code` of an error rather than the status, which is 500 for nearly everything, and takes any page for “not reached”.
struct MemberPressClient: Sendable {
    /// The WordPress site, without a slash at the end.
    let address: String
    private let key: String
    private let uploader: (user: String, password: String)?
    private let client: HTTPClient
    /// How many entities a page has.
    private let pageSize: Int
    /// No list is longer than this many pages: a server that ignores `page` would be read forever.
    private static let mostPages = 1000

    /// A client of one WordPress site.
    init(
        address: String, key: String, uploader: (user: String, password: String)? = nil,
        client: HTTPClient = HTTPClient(timeout: .seconds(30), limit: 16 << 20), pageSize: Int = 100
    ) {
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.key = key
        self.uploader = uploader
        self.client = client
        self.pageSize = pageSize
    }

    /// A client of what is configured; nil where nothing is, where it was stopped, or where the key was sealed elsewhere.
    init?(site: Site, client: HTTPClient, pageSize: Int = 100) {
        guard let kept = site.configuration.memberPress, !kept.isStopped else { return nil }
        self.init(kept, site: site, client: client, pageSize: pageSize)
    }

    /// The same for what is to be configured.
    init?(_ kept: MemberPressConfiguration, site: Site, client: HTTPClient, pageSize: Int = 100) {
        guard let key = MemberPressConfiguration.open(kept.sealedKey, for: site) else { return nil }
        let uploader = kept.uploader.flatMap { uploader in
            MemberPressConfiguration.open(uploader.sealedPassword, for: site).map { (user: uploader.user, password: $0) }
        }
        self.init(address: kept.address, key: key, uploader: uploader, client: client, pageSize: pageSize)
    }

    /// Asks whether the key is taken.
    func check() async throws(MemberPressFailure) {
        let answer = try await call("GET", "mp/v1/me").value
        guard answer["success"].flag else { throw .malformed("no success") }
    }

    // Lists.

    /// Every entity of a list, each once, the oldest first: that order moves least while the list changes.
    func list<Entity>(
        _ resource: String, _ filter: [(String, String)] = [], _ make: (PHPValue) throws(MemberPressFailure) -> Entity
    ) async throws(MemberPressFailure) -> [Entity] {
        var entities: [Entity] = []
        var seen: Set<Int64> = []
        for page in 1...Self.mostPages {
            let query = QueryItems(filter + [("page", String(page)), ("per_page", String(pageSize)), ("order_dir", "ASC")])
            let answer = try await call("GET", link("mp/v1/\(resource)", query: query))
            guard let items = answer.value.list else { throw .malformed("\(resource) are no list") }
            let before = seen.count
            for item in items {
                guard let id = item["id"].id else { throw .malformed("\(resource) without id") }
                if seen.insert(id).inserted { entities.append(try make(item)) }
            }
            let isLast = answer.pages.map { page >= $0 } ?? (items.count < pageSize)
            // A page without anything new says that the server repeats itself.
            if isLast || items.isEmpty || seen.count == before { return entities }
        }
        throw .malformed("\(resource) never end")
    }

    /// One page of a list, the oldest first, for whoever reads a list over several calls.
    func page<Entity>(
        _ number: Int, of resource: String, _ make: (PHPValue) throws(MemberPressFailure) -> Entity
    ) async throws(MemberPressFailure) -> (entities: [Entity], isLast: Bool) {
        let query = QueryItems([("page", String(number)), ("per_page", String(pageSize)), ("order_dir", "ASC")])
        let answer = try await call("GET", link("mp/v1/\(resource)", query: query))
        guard let items = answer.value.list else { throw .malformed("\(resource) are no list") }
        var entities: [Entity] = []
        for item in items { entities.append(try make(item)) }
        let isLast = answer.pages.map { number >= $0 } ?? (items.count < pageSize)
        return (entities, isLast || items.isEmpty || number >= Self.mostPages)
    }

    // Calls.

    struct Answer {
        let value: PHPValue
        /// How many pages the list has, where the answer says so.
        let pages: Int?
    }

    /// Sends a call with the key, and nothing else that proves anything: an `Authorization` would be looked at first.
    func call(_ method: String, _ path: String, _ fields: [String: JSONValue]? = nil) async throws(MemberPressFailure) -> Answer {
        var request = OutboundRequest(method, "\(address)/wp-json/\(path)", headers: [("MEMBERPRESS-API-KEY", key), ("Accept", "application/json")])
        if let fields {
            request.headers.append(("Content-Type", "application/json"))
            do { request.body = Array(try JSONEncoder().encode(fields)) } catch { throw .malformed("fields that are no JSON") }
        }
        return try await send(request)
    }

    /// Sends a call as the user who uploads.
    func callAsUploader(_ request: OutboundRequest) async throws(MemberPressFailure) -> Answer {
        guard let uploader else { throw .refused }
        var request = request
        let credentials = Data("\(uploader.user):\(uploader.password)".utf8).base64EncodedString()
        request.headers.append(("Authorization", "Basic \(credentials)"))
        return try await send(request)
    }

    /// Downloads bytes from an address that WordPress named. It goes to the site itself or to the open internet, and proves nothing.
    func download(_ url: String) async throws(MemberPressFailure) -> [UInt8] {
        let answer: OutboundAnswer
        do { answer = try await client.reaching(.publicOr(hosts: [host])).send(.get(url)) } catch {
            throw .unreachable(error.cause, mayHaveArrived: false)
        }
        guard answer.status == 200 else { throw answer.status == 404 ? .notFound : .unreachable("status \(answer.status)", mayHaveArrived: false) }
        return answer.body
    }

    private var host: String { address.split(separator: "/").dropFirst().first.map { $0.lowercased() } ?? "" }

    private func send(_ request: OutboundRequest) async throws(MemberPressFailure) -> Answer {
        let answer: OutboundAnswer
        do { answer = try await client.send(request) } catch { throw .unreachable(error.cause, mayHaveArrived: error.mayHaveArrived) }
        let body = try? PHPValue(answer.body)
        if (200..<300).contains(answer.status) {
            guard let body else { throw .malformed("no JSON in \(answer.body.count) bytes") }
            return Answer(value: body, pages: answer["X-WP-TotalPages"].flatMap { Int($0) })
        }
        throw Self.failure(answer.status, body)
    }

    private static func failure(_ status: Int, _ body: PHPValue?) -> MemberPressFailure {
        guard let code = body?["code"].text, !code.isEmpty else {
            // A page: nothing is known of what came to the plugin, but a firewall or a maintenance page stops calls before it.
            return status == 401 ? .refused : .unreachable("status \(status)", mayHaveArrived: status >= 500 && status != 503)
        }
        switch code {
        case "rest_forbidden", "rest_cannot_create", "incorrect_password", "invalid_username": return .refused
        case "mp_no_records_found", "rest_post_invalid_id": return .notFound
        case "internal_server_error": return .unreachable("a critical error", mayHaveArrived: true)
        default: return status == 401 ? .refused : .rejected(code: code, message: body?["message"].text ?? "")
        }
    }
}
