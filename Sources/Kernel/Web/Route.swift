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
    /// Why whoever asks is not let in; nil where they are.
    let refusal: @Sendable (Request) -> AccessRefusal?
    private let handle: @Sendable (Request, [String], RouteDocumentation) async throws -> Response

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
        documentation = RouteDocumentation(pathTypes: types, outcome: (A.self as? any DescribedAnswer.Type)?.outcome)
        refusal = { request in
            do throws(AccessRefusal) { _ = try access.admit(request) } catch { return error }
            return nil
        }
        handle = { request, captures, documentation in
            let viewer: Viewer
            do throws(AccessRefusal) { viewer = try access.admit(request) } catch { return error.response(for: request) }
            guard let values = path.values(from: captures) else { throw Problem.notFound }
            let request = try documentation.checked(request)
            return try await handler(request, viewer, repeat each values).response(for: request)
        }
        documentation.isOfAPI = isOfAPI
    }

    /// Whether programs call it: it is described, and held to its description.
    public var isOfAPI: Bool { pattern.text.hasPrefix("/api/") }

    /// Whether something is read after the header.
    public var takesBody: Bool { if case .none = body.kind { false } else { true } }

    func respond(_ request: Request, _ captures: [String]) async throws -> Response { try await handle(request, captures, documentation) }

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

    /// With the type of the JSON that it takes. A body that breaks its schema is refused before the handler sees it.
    public func accepts(_ type: any (Decodable & SendableMetatype).Type) -> Route { documented { $0.accepts = BodyContract(type) } }

    /// With the fields of the form that it takes.
    public func accepts(fields: [Schema.Member]) -> Route { documented { $0.fields = fields } }

    /// With one parameter of the query; a handler of the API sees no other.
    public func query(_ name: String, _ schema: Schema, _ summary: String, isRequired: Bool = false) -> Route {
        documented { $0.query.append(QueryParameter(name: name, schema: schema, summary: summary, isRequired: isRequired)) }
    }

    /// A parameter of the query for each of these, as `described` says.
    public func queries<Subject>(_ subjects: [Subject], described: (Subject) -> (name: String, schema: Schema, summary: String)) -> Route {
        subjects.map(described).reduce(self) { route, one in route.query(one.name, one.schema, one.summary) }
    }

    /// With `after`, which continues a list; and with `limit` where the length of a page can be chosen.
    public func paged(_ size: PageSize? = nil) -> Route {
        let continued = query("after", .text(.token, most: 6000), "The `next` of the page before; empty begins.")
        guard let size else { return continued }
        return continued.query("limit", .integer(in: 1...size.most), "How many entries; \(size.usual) when not said.")
    }

    /// With what the placeholders of the address are, where their types do not say.
    public func path(_ schemas: [String: Schema]) -> Route { documented { $0.path = schemas } }

    /// With refusals that other routes of its kind do not have.
    public func refuses(_ kinds: Problem.Kind...) -> Route { documented { $0.refusals += kinds } }

    private func documented(_ change: (inout RouteDocumentation) -> Void) -> Route {
        var copy = self
        change(&copy.documentation)
        return copy
    }
}
