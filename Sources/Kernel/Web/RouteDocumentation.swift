import Core

/// What the API's description says about a route, and what its requests are held to.
public struct RouteDocumentation: Sendable {
    /// The types of the placeholders, in order.
    public let pathTypes: [any PathValue.Type]
    /// How the answer looks when all went well; nil where the handler's type does not say.
    public let outcome: AnswerOutcome?
    /// One line.
    public internal(set) var summary: String?
    /// The parameters of the query.
    public internal(set) var query: [QueryParameter] = []
    /// Schemas of placeholders by their names.
    public internal(set) var path: [String: Schema] = [:]
    /// The fields of the form it takes.
    public internal(set) var fields: [Schema.Member] = []
    /// Refusals beside the usual ones.
    public internal(set) var refusals: [Problem.Kind] = []
    /// The JSON it takes.
    var accepts: BodyContract?
    /// Whether requests are held to it.
    var isOfAPI = false

    init(pathTypes: [any PathValue.Type], outcome: AnswerOutcome?) {
        self.pathTypes = pathTypes
        self.outcome = outcome
    }

    /// Whether it says what JSON the route takes.
    public var hasBodySchema: Bool { accepts != nil || !fields.isEmpty }

    /// The request as the handler sees it: with the declared parameters only.
    func checked(_ request: Request) throws(Problem) -> Request {
        guard isOfAPI else { return request }
        var request = request
        request.head.query = try request.query.checked(against: query)
        request.contract = accepts
        return request
    }
}
