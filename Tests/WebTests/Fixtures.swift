import Core
import Foundation
import Web

enum Book {}
typealias BookID = ID<Book>

/// A request as a server would hand it over.
func request(
    _ method: Method, _ target: String, _ headers: Headers = [:], body: RequestBody = .none, as identity: Identity = .guest
) throws -> Request {
    var headers = headers
    headers["Host"] = "stoa.test"
    var request = Request(id: "test-1", head: try RequestHead(method: method, target: target, headers: headers), body: body)
    request.identity = identity
    return request
}

extension Response {
    /// The body as text; empty for anything but bytes.
    var text: String {
        guard case .bytes(let bytes) = body else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The body as whatever JSON it is.
    func object() throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }
}

extension Identity {
    static let ada = Identity(personID: PersonID(1), name: "Ada", permissions: ["library.items.edit"])
    static let bea = Identity(personID: PersonID(2), name: "Bea")
}
