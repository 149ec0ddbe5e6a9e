/// A refusal as people and programs see it: RFC 9457 `application/problem+json`, or a page that says the same.
///
/// Everything in it is safe to show. The private cause of a failure goes to the log, never in here.
public struct Problem: Error, Sendable {
    /// The family of a refusal; it decides the HTTP status.
    public enum Kind: Int, Sendable {
        case badRequest = 400
        case unauthenticated = 401
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case notAcceptable = 406
        case conflict = 409
        case gone = 410
        case lengthRequired = 411
        case preconditionFailed = 412
        case tooLarge = 413
        case addressTooLong = 414
        case unsupportedType = 415
        case rangeNotSatisfiable = 416
        case invalid = 422
        case tooManyRequests = 429
        case headersTooLarge = 431
        case failure = 500
        case notImplemented = 501
        case unavailable = 503
        case noStorage = 507
    }

    /// The family.
    public var kind: Kind
    /// Stable and dotted, e.g. `library.limit-reached`; programs may rely on it.
    public var code: String
    /// What happened, safe to show.
    public var detail: Text
    /// What its page says instead: a heading that is more than the family's, and the rest. Programs read ``detail``.
    public var page: PageWords?
    /// What to do about it.
    public var remedy: Text?
    /// Which input fields are wrong and why, by field name.
    public var fields: [String: Text]
    /// Where the remedy is, if it is a page of this site.
    public var link: Link?
    /// Seconds until it is worth trying again (`Retry-After`).
    public var retryAfter: Int?

    /// How the page of a refusal says it.
    public struct PageWords: Sendable, Equatable {
        /// The heading, also the page's title.
        public var title: Text
        /// What stands below it.
        public var words: Text

        /// A heading and what stands below it.
        public init(_ title: Text, _ words: Text) {
            self.title = title
            self.words = words
        }
    }

    /// The page on which something can be done about a refusal.
    public struct Link: Sendable, Equatable {
        /// What the page is for, as a button says it.
        public var label: Text
        /// Its address on this site.
        public var path: String

        /// A page by what it is for and where it is.
        public init(_ label: Text, path: String) {
            self.label = label
            self.path = path
        }
    }

    /// A refusal by family, stable code and safe words.
    public init(
        _ kind: Kind, _ code: String, _ detail: Text, remedy: Text? = nil, fields: [String: Text] = [:], link: Link? = nil,
        retryAfter: Int? = nil, page: PageWords? = nil
    ) {
        self.kind = kind
        self.code = code
        self.detail = detail
        self.remedy = remedy
        self.fields = fields
        self.link = link
        self.retryAfter = retryAfter
        self.page = page
    }

    /// Not there, or not for this viewer: the two must look the same.
    public static let notFound = Problem(
        .notFound, "not-found", "The address may be wrong, or the page was removed.", remedy: "Check the address, or start from the front page.")
}

/// A typed refusal that knows how to show itself.
public protocol ProblemConvertible: Error {
    /// The refusal as people and programs see it.
    var problem: Problem { get }
}

extension Problem: ProblemConvertible {
    /// Itself.
    public var problem: Problem { self }
}
