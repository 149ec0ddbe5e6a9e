public import Web

/// Something that plays an outside service on this machine, true to the wire format of the real one.
///
/// Each has a folder of its own here and is one value; the house serves all of them under their paths.
public protocol StandIn: Sendable {
    /// What it plays, in a word: the first segment of its addresses, and its name in control requests.
    var name: String { get }
    /// Its addresses.
    var routes: [Route] { get }
    /// Makes it behave as a control request says (`{"faultMode": "expired"}`); false when it does not know how.
    func control(_ order: ControlOrder) async -> Bool
    /// Begins what is not HTTP, such as a mail server; called once the house has its port.
    func start() async throws
    /// Ends it.
    func stop() async
}

extension StandIn {
    /// Nothing but HTTP.
    public func start() async throws {}
    /// Nothing to end.
    public func stop() async {}
}

/// What a test asks of a stand-in: `POST /control` with this as JSON.
public struct ControlOrder: Sendable, Codable {
    /// Which stand-in.
    public var standIn: String
    /// How it shall behave until told otherwise; nil or `none`: as the real one does.
    public var faultMode: String?
    /// Something it shall do at once, such as `rotate-keys`.
    public var action: String?
    /// Parameters of either, by name; numbers as text.
    public var values: [String: String]?

    /// An order by its parts.
    public init(_ standIn: String, faultMode: String? = nil, action: String? = nil, values: [String: String]? = nil) {
        self.standIn = standIn
        self.faultMode = faultMode
        self.action = action
        self.values = values
    }
}
