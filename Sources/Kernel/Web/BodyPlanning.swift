import Core

extension BodyPolicy {
    /// What to do with the body that `head` announces.
    /// - Throws: a refusal of a type that the route does not take.
    func plan(for head: RequestHead) throws(Problem) -> BodyPlan {
        let type = MediaType(head.headers["Content-Type"] ?? "")
        switch kind {
        case .none: return .none
        case .bytes(let limit): return .memory(limit: limit)
        case .file(let limit): return .file(limit: limit)
        case .json(let limit):
            guard type.isJSON || type.name.isEmpty else { throw .unsupportedBody("application/json") }
            return .memory(limit: limit)
        case .form(let limit):
            if type.name == "multipart/form-data" { return try multipart(type, MultipartLimits(fieldBytes: limit)) }
            guard type.isForm || type.name.isEmpty else { throw .unsupportedBody("application/x-www-form-urlencoded") }
            return .memory(limit: limit)
        case .upload(let limits):
            if type.name == "multipart/form-data" { return try multipart(type, limits) }
            guard type.isForm || type.name.isEmpty else { throw .unsupportedBody("multipart/form-data") }
            return .memory(limit: limits.fieldBytes)
        }
    }

    private func multipart(_ type: MediaType, _ limits: MultipartLimits) throws(Problem) -> BodyPlan {
        guard let boundary = type.parameters["boundary"], (1...70).contains(boundary.utf8.count) else {
            throw Problem(.badRequest, "request.bad-form", "The form wasn’t sent correctly.")
        }
        return .multipart(boundary: boundary, limits)
    }
}

extension Problem {
    static func unsupportedBody(_ wanted: String) -> Problem {
        Problem(.unsupportedType, "request.unsupported-type", "This address takes \(wanted) only.")
    }
}
