import Core

extension BodyPolicy {
    /// What to do with the body that `head` announces.
    func plan(for head: RequestHead) -> BodyPlan {
        let type = MediaType(head.headers["Content-Type"] ?? "")
        switch kind {
        case .none: return .none
        case .bytes(let limit): return .memory(limit: limit)
        case .file(let limit): return .file(limit: limit)
        case .json(let limit):
            return type.isJSON || type.name.isEmpty ? .memory(limit: limit) : .refuse(.unsupportedBody("application/json"))
        case .form(let limit):
            if type.name == "multipart/form-data" { return multipart(type, MultipartLimits(fieldBytes: limit)) }
            guard type.isForm || type.name.isEmpty else { return .refuse(.unsupportedBody("application/x-www-form-urlencoded")) }
            return .memory(limit: limit)
        case .upload(let limits):
            if type.name == "multipart/form-data" { return multipart(type, limits) }
            guard type.isForm || type.name.isEmpty else { return .refuse(.unsupportedBody("multipart/form-data")) }
            return .memory(limit: limits.fieldBytes)
        }
    }

    private func multipart(_ type: MediaType, _ limits: MultipartLimits) -> BodyPlan {
        guard let boundary = type.parameters["boundary"], (1...70).contains(boundary.utf8.count) else {
            return .refuse(Problem(.badRequest, "request.bad-form", "The form was not sent correctly."))
        }
        return .multipart(boundary: boundary, limits)
    }
}

extension Problem {
    static func unsupportedBody(_ wanted: String) -> Problem {
        Problem(.unsupportedType, "request.unsupported-type", "This address takes \(wanted) only.")
    }
}
