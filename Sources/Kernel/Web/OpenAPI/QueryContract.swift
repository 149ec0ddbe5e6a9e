import Core

/// One parameter of a route's query. What is not declared never reaches the handler, and what breaks its schema is refused with 422.
public struct QueryParameter: Sendable {
    /// Its name.
    public let name: String
    /// What its value must be like; a list is sent as the name several times.
    public let schema: Schema
    /// One line.
    public let summary: String
    /// Whether the handler cannot do without it.
    public let isRequired: Bool

    /// Why the values that came under the name are refused; nil when they are right.
    func fault(_ values: [String]) -> Text? {
        if isRequired, values.isEmpty { return "This is missing." }
        if case .array(let element, let most) = schema {
            if let most, values.count > most { return "This list may have at most \(most) entries." }
            return values.lazy.compactMap { element.fault(inText: $0) }.first
        }
        return values.count > 1 ? "This was sent more than once." : values.first.flatMap { schema.fault(inText: $0) }
    }
}

extension Schema {
    /// Why a text of an address does not follow the schema; nil when it does.
    func fault(inText text: String) -> Text? {
        switch self {
        case .boolean: return ["true", "false"].contains(text) ? nil : "This must be true or false."
        case .integer(let range):
            guard let number = Int64(text), !text.hasPrefix("+") else { return "This must be a whole number." }
            return range.contains(number) ? nil : range.complaint
        case .string(let rule): return rule.fault(text)
        case .choice(let words): return words.contains(text) ? nil : "This value isn’t allowed."
        default: return nil
        }
    }
}

extension QueryItems {
    /// What a route declared, and nothing else.
    /// - Throws: a ``Problem`` that names every wrong parameter.
    func checked(against parameters: [QueryParameter]) throws(Problem) -> QueryItems {
        var faults: [String: Text] = [:]
        var admitted: [(String, String)] = []
        for parameter in parameters {
            let values = all(parameter.name)
            if let fault = parameter.fault(values) { faults[parameter.name] = fault }
            admitted += values.map { (parameter.name, $0) }
        }
        guard faults.isEmpty else {
            throw Problem(
                .invalid, "request.wrong-values", "Some fields need correcting.", remedy: "Check the marked fields and try again.", fields: faults)
        }
        return QueryItems(admitted)
    }
}

/// How many entries of a list one answer has: the one place that the description and the handler take it from.
public struct PageSize: Sendable {
    /// Without `?limit=`.
    public let usual: Int
    /// The largest `?limit=`.
    public let most: Int

    /// Sizes of pages.
    public init(usual: Int, most: Int) {
        self.usual = usual
        self.most = most
    }
}

extension QueryItems {
    /// How many entries were asked for (`?limit=`).
    public func limit(_ size: PageSize) throws(Problem) -> Int { try limit(usual: size.usual, most: size.most) }
}
