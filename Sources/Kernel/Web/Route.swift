import Core

/// One address and method with what answers there. Routes are values: they are listed, checked for clashes and
/// described as OpenAPI.
public struct Route: Sendable {
    /// The method.
    public let method: Method
    /// The address.
    public let pattern: PathPattern
    /// Who may use it.
    public let access: AccessRule
    /// How the body is read.
    public let body: BodyPolicy
    /// Whether a page of another site may make a browser send it.
    public private(set) var takesForeignForms = false
    /// What the API's description says about it.
    public private(set) var documentation: RouteDocumentation
    let respond: @Sendable (Request, [String]) async throws -> Response

    private init<Viewer, A: Answer, each Value: PathValue>(
        _ method: Method, _ path: Path<repeat each Value>, _ access: Access<Viewer>, _ body: BodyPolicy,
        _ handler: @escaping @Sendable (Request, Viewer, repeat each Value) async throws -> A
    ) {
        self.method = method
        self.body = body
        pattern = path.pattern
        self.access = access.rule
        var types: [any PathValue.Type] = []
        for type in repeat (each Value).self { types.append(type) }
        documentation = RouteDocumentation(pathTypes: types, answers: A.self as? any JSONAnswer.Type)
        respond = { request, captures in
            let viewer: Viewer
            do throws(AccessRefusal) { viewer = try access.admit(request) } catch { return error.response(for: request) }
            guard let values = path.values(from: captures) else { throw Problem.notFound }
            return try await handler(request, viewer, repeat each values).response(for: request)
        }
    }

    /// Answers GET, and HEAD with it.
    public static func get<Viewer, A: Answer, each Value: PathValue>(
        _ path: Path<repeat each Value>, allow access: Access<Viewer>,
        use handler: @escaping @Sendable (Request, Viewer, repeat each Value) async throws -> A
    ) -> Route { Route(.get, path, access, .none, handler) }

    /// Answers POST.
    public static func post<Viewer, A: Answer, each Value: PathValue>(
        _ path: Path<repeat each Value>, allow access: Access<Viewer>, body: BodyPolicy = .form,
        use handler: @escaping @Sendable (Request, Viewer, repeat each Value) async throws -> A
    ) -> Route { Route(.post, path, access, body, handler) }

    /// Answers PUT.
    public static func put<Viewer, A: Answer, each Value: PathValue>(
        _ path: Path<repeat each Value>, allow access: Access<Viewer>, body: BodyPolicy = .json,
        use handler: @escaping @Sendable (Request, Viewer, repeat each Value) async throws -> A
    ) -> Route { Route(.put, path, access, body, handler) }

    /// Answers PATCH.
    public static func patch<Viewer, A: Answer, each Value: PathValue>(
        _ path: Path<repeat each Value>, allow access: Access<Viewer>, body: BodyPolicy = .json,
        use handler: @escaping @Sendable (Request, Viewer, repeat each Value) async throws -> A
    ) -> Route { Route(.patch, path, access, body, handler) }

    /// Answers DELETE.
    public static func delete<Viewer, A: Answer, each Value: PathValue>(
        _ path: Path<repeat each Value>, allow access: Access<Viewer>, body: BodyPolicy = .none,
        use handler: @escaping @Sendable (Request, Viewer, repeat each Value) async throws -> A
    ) -> Route { Route(.delete, path, access, body, handler) }

    /// Open to forms of other sites, whose pages otherwise make nobody's browser change anything here. Only for a handler that checks
    /// something in the form which another site could not have made up.
    public func fromOtherSites() -> Route {
        var copy = self
        copy.takesForeignForms = true
        return copy
    }

    /// With one line for the API's description.
    public func summary(_ words: String) -> Route { documented { $0.summary = words } }

    /// With the type of the JSON that it takes.
    public func accepts(_ type: any (Decodable & SendableMetatype).Type) -> Route { documented { $0.accepts = type } }

    /// With the type of the JSON that it answers, where the handler's own answer does not say.
    public func answers(_ type: any (Encodable & SendableMetatype).Type) -> Route { documented { $0.answers = type } }

    /// With one parameter of the query.
    public func query(_ name: String, _ type: any PathValue.Type = String.self, _ summary: String) -> Route {
        documented { $0.query.append(RouteDocumentation.QueryParameter(name: name, type: type, summary: summary)) }
    }

    private func documented(_ change: (inout RouteDocumentation) -> Void) -> Route {
        var copy = self
        change(&copy.documentation)
        return copy
    }
}

/// What the API's description says about a route.
public struct RouteDocumentation: Sendable {
    /// The types of the placeholders, in order.
    public let pathTypes: [any PathValue.Type]
    /// One line.
    public var summary: String?
    /// The parameters of the query.
    public var query: [QueryParameter] = []
    /// The JSON it takes.
    public var accepts: (any (Decodable & SendableMetatype).Type)?
    /// The JSON it answers.
    public var answers: (any (Encodable & SendableMetatype).Type)?

    /// One parameter of the query.
    public struct QueryParameter: Sendable {
        /// Its name.
        public let name: String
        /// The type of its value.
        public let type: any PathValue.Type
        /// One line.
        public let summary: String
    }

    init(pathTypes: [any PathValue.Type], answers: (any (Encodable & SendableMetatype).Type)?) {
        self.pathTypes = pathTypes
        self.answers = answers
    }
}
