import Core
import Foundation
import Web

/// What a call is answered with.
struct MemberPressReply: Sendable {
    var status = 200
    var type = "application/json; charset=UTF-8"
    var headers: [(String, String)] = []
    var body: [UInt8]

    init(_ value: JSONValue, status: Int = 200, headers: [(String, String)] = []) {
        self.status = status
        self.headers = headers
        body = Self.bytes(value)
    }

    init(page words: String, status: Int, headers: [(String, String)] = []) {
        self.status = status
        self.headers = headers
        type = "text/html; charset=UTF-8"
        body = Array("<!DOCTYPE html>\n<html lang=\"en-US\"><head><title>\(words)</title></head><body><p>\(words)</p></body></html>\n".utf8)
    }

    init(file: [UInt8], type: String) {
        self.type = type
        body = file
    }

    var response: Response {
        var response = Response.bytes(body, type: type, status: Status(rawValue: status))
        for (name, value) in headers { response.headers.add(name, value) }
        return response
    }

    static func bytes(_ value: JSONValue) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(value)).map { Array($0) } ?? []
    }
}

/// Why a call is refused, as WordPress says it.
struct MemberPressRefusal: Error {
    let code: String
    let message: String
    /// Nil where the plugin forgot to say one, which makes it 500.
    let status: Int?

    init(_ code: String, _ message: String, _ status: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status
    }

    static let forbidden = MemberPressRefusal("rest_forbidden", "Sorry, you are not allowed to do that.", 401)
    static let noRoute = MemberPressRefusal("rest_no_route", "No route was found matching the URL and request method.", 404)
    static let noRecords = MemberPressRefusal("mp_no_records_found", "No records were found")
    static func create(_ why: String) -> MemberPressRefusal { MemberPressRefusal("mp_db_create_error", why) }

    var reply: MemberPressReply {
        let data: JSONValue = status.map { .object(["status": .integer(Int64($0))]) } ?? .null
        return MemberPressReply(.object(["code": .string(code), "message": .string(message), "data": data]), status: status ?? 500)
    }
}

/// The fields of a call, from JSON or a form. Numbers and booleans are read from text as PHP does.
struct MemberPressFields: Sendable {
    private let values: [String: JSONValue]

    init(_ values: [String: JSONValue]) { self.values = values }

    init(_ request: Request) {
        guard case .bytes(let bytes) = request.body, !bytes.isEmpty else {
            values = [:]
            return
        }
        if request.headers["Content-Type"]?.lowercased().hasPrefix("application/json") == true {
            values = (try? JSONDecoder().decode([String: JSONValue].self, from: Data(bytes))) ?? [:]
        } else {
            let items = (try? QueryItems(parsing: String(decoding: bytes, as: UTF8.self))) ?? QueryItems()
            values = Dictionary(items.names.map { ($0, .string(items[$0] ?? "")) }) { first, _ in first }
        }
    }

    func text(_ name: String) -> String? {
        switch values[name] {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .bool(let flag): flag ? "1" : ""
        default: nil
        }
    }

    func int(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

    /// In hundredths.
    func amount(_ name: String) -> Int? { text(name).flatMap { Double($0) }.map { Int(($0 * 100).rounded()) } }

    func object(_ name: String) -> MemberPressFields? {
        if case .object(let inner)? = values[name] { MemberPressFields(inner) } else { nil }
    }

    func adding(_ name: String, _ value: String) -> MemberPressFields {
        MemberPressFields(values.merging([name: .string(value)]) { $1 })
    }
}
