import Core
import Foundation

/// Turns words for people into a language; the platform hands in the site's message catalogue.
public typealias TextRenderer = @Sendable (Text, Language, TimeZone) -> String

/// Names one typed extra of a request, e.g. the page shell: `static let key = RequestKey<Shell>("shell")`.
public struct RequestKey<Value: Sendable>: Sendable {
    /// What keeps it apart from other keys.
    public let name: String

    /// A key by its name.
    public init(_ name: String) { self.name = name }
}

/// One request as a handler sees it: head, body, and what the platform found out about whoever asks.
public struct Request: Sendable {
    /// Names the request in logs and in answers to failures.
    public let id: String
    /// Everything before the body.
    public var head: RequestHead
    /// The body as the route's policy had it read; none until the request was admitted.
    public var body: RequestBody
    /// Who asks; the platform sets it before routing.
    public var identity = Identity.guest
    /// The language to answer in.
    public var language = Language.english
    /// The time zone to show times in.
    public var timeZone: TimeZone
    /// Puts words into a language.
    public var renderer: TextRenderer
    /// Makes and reads the places in lists that `?after=` names; the platform sets it.
    public var cursors = CursorSigner.none
    /// What a JSON body must be like; the route sets it.
    var contract: BodyContract?
    /// A handful, so that looking through them costs less than hashing a name.
    private var extras: [(name: String, value: any Sendable)] = []

    /// A request as a server or a test makes it.
    public init(
        id: String, head: RequestHead, body: RequestBody = .none, timeZone: TimeZone = Self.universalTime,
        renderer: @escaping TextRenderer = Self.plainEnglish
    ) {
        self.id = id
        self.head = head
        self.body = body
        self.timeZone = timeZone
        self.renderer = renderer
    }

    /// The method.
    public var method: Method { head.method }
    /// Whether anything came after the header.
    public var hasBody: Bool { if case .none = body { false } else { true } }
    /// The decoded segments of the path.
    public var path: [String] { head.path }
    /// The decoded query.
    public var query: QueryItems { head.query }
    /// The header fields.
    public var headers: Headers { head.headers }
    /// The address of whoever asks.
    public var remoteAddress: String { head.remoteAddress }
    /// Whether it came over TLS.
    public var isSecure: Bool { head.isSecure }

    /// A typed extra.
    public subscript<Value: Sendable>(_ key: RequestKey<Value>) -> Value? {
        get {
            for extra in extras where extra.name == key.name { return extra.value as? Value }
            return nil
        }
        set {
            let place = extras.firstIndex { $0.name == key.name }
            switch (place, newValue) {
            case (let place?, let value?): extras[place].value = value
            case (let place?, nil): extras.remove(at: place)
            case (nil, let value?):
                if extras.isEmpty { extras.reserveCapacity(4) }
                extras.append((key.name, value))
            case (nil, nil): break
            }
        }
    }

    /// Words in the language and time zone of this request.
    public func render(_ text: Text) -> String { renderer(text, language, timeZone) }

    /// UTC, the zone of requests that nobody set one for.
    public static let universalTime = TimeZone(secondsFromGMT: 0) ?? .current

    /// The key with its arguments filled in: what is shown where no catalogue was handed in.
    public static let plainEnglish: TextRenderer = { text, _, zone in
        var words = text.key
        // From the last to the first, so that %1 does not eat the beginning of %10.
        for (index, argument) in text.arguments.enumerated().reversed() {
            let value: String =
                switch argument {
                case .string(let string): string
                case .integer(let number): String(number)
                case .number(let number, let digits): number.formatted(.number.precision(.fractionLength(digits)))
                case .day(let day): day.date.formatted(.iso8601.year().month().day())
                case .moment(let moment), .time(let moment), .weekday(let moment): moment.rfc3339
                case .text(let inner): plainEnglish(inner, .english, zone)
                case .date(let day): day.description
                case .money(let money): "\(Double(money.minor) / (money.decimals == 2 ? 100 : 1)) \(money.currency)"
                case .language(let language): language.rawValue
                }
            words = words.replacingOccurrences(of: "%\(index + 1)", with: value)
        }
        return words
    }
}
