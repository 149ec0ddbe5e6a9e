public import Core
public import Database
public import Web

/// What the owner of publications asks before one of them is read, on pages and by programs alike: that somebody is of age, for instance.
public struct ReadingGate: Sendable {
    /// Whose publications it is for, e.g. `library.item`.
    let ownerKind: String
    let refusal: @Sendable (Publication, Request, any Connection) throws -> Problem?

    /// - Parameter refusal: nil lets the request in. It runs with every section, so it should cost no more than a look-up by key.
    public init(ownerKind: String, refusal: @escaping @Sendable (Publication, Request, any Connection) throws -> Problem?) {
        self.ownerKind = ownerKind
        self.refusal = refusal
    }
}

extension ExtensionPoint where Value == ReadingGate {
    public static var readingGates: Self { Self("reading-gates") }
}
