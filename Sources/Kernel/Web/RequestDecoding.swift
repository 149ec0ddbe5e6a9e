import Core
import Foundation

extension Request {
    /// The plain fields of a form, urlencoded or multipart.
    /// - Throws: a ``Problem`` when the body is no form or not encoded correctly.
    public func formFields() throws(Problem) -> QueryItems {
        switch body {
        case .none: return QueryItems()
        case .form(let form): return form.fields
        case .file: throw .unsupportedBody("application/x-www-form-urlencoded")
        case .bytes(let bytes):
            guard MediaType(headers["Content-Type"] ?? "").isForm || bytes.isEmpty else {
                throw .unsupportedBody("application/x-www-form-urlencoded")
            }
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .badForm }
            return try QueryItems(parsing: text)
        }
    }

    /// A form as a value: missing switches are `false`, empty optional fields `nil`, repeated fields arrays.
    /// - Throws: a ``Problem`` that names every wrong field.
    public func form<Form: Decodable>(_ type: Form.Type) throws(Problem) -> Form {
        try FormDecoder.decode(type, from: formFields())
    }

    /// The JSON body as a value.
    /// - Throws: a ``Problem`` that names the wrong member by its path, e.g. `items[2].title`.
    public func json<Value: Decodable>(_ type: Value.Type) throws(Problem) -> Value {
        guard case .bytes(let bytes) = body, MediaType(headers["Content-Type"] ?? "").isJSON else {
            throw .unsupportedBody("application/json")
        }
        do {
            if let contract { return try contract.read(type, from: bytes) }
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw Problem(decoding: error)
        }
    }

    /// The files of a multipart form, on disk until the request is over.
    public var files: [UploadedFile] {
        guard case .form(let form) = body else { return [] }
        return form.files
    }
}

extension Problem {
    static let badForm = Problem(.badRequest, "request.bad-form", "The form wasn’t sent correctly.")

    /// What was wrong with a JSON text.
    init(decoding error: any Error) {
        if let problem = (error as? any ProblemConvertible)?.problem {
            self = problem
            return
        }
        let fault: (path: [any CodingKey], reason: Text)? =
            switch error as? DecodingError {
            case .keyNotFound(let key, let context): (context.codingPath + [key], "This is missing.")
            case .valueNotFound(_, let context): (context.codingPath, "This is missing.")
            case .typeMismatch(_, let context): (context.codingPath, "This has the wrong type.")
            case .dataCorrupted(let context) where !context.codingPath.isEmpty: (context.codingPath, "This value isn’t allowed.")
            default: nil
            }
        guard let fault else {
            self = Problem(.badRequest, "request.bad-json", "The body isn’t valid JSON.")
            return
        }
        self = .wrongField(Self.jsonPath(fault.path), fault.reason)
    }

    private static func jsonPath(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}
