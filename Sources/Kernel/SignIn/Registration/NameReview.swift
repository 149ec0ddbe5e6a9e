public import Core
public import Database
public import Platform
import Platform

/// Judges names before others see them, for the ways in to a new account; whoever keeps what people say about themselves provides it.
/// Without it every name is shown at once.
public struct NameReview: Sendable {
    /// The name that a new account gets now.
    public struct Newcomer: Sendable {
        let shown: String
        /// The one that its person chose, where people look at that first.
        let waiting: String?

        public init(shown: String, waiting: String?) {
            self.shown = shown
            self.waiting = waiting
        }
    }

    let newcomer: @Sendable (String, Language, any Connection) throws -> Newcomer
    let hold: @Sendable (String, PersonID, Language, Write) throws -> Void
    let mayShow: @Sendable (String, PersonID, Language, Write) throws -> Bool

    /// - Parameters:
    ///   - newcomer: decides on the name of an account that is about to be made.
    ///   - hold: puts the waiting name of the account that was made into the queue.
    ///   - mayShow: whether a person may have another name at once; when not, it is in the queue now.
    public init(
        newcomer: @escaping @Sendable (String, Language, any Connection) throws -> Newcomer,
        hold: @escaping @Sendable (String, PersonID, Language, Write) throws -> Void,
        mayShow: @escaping @Sendable (String, PersonID, Language, Write) throws -> Bool
    ) {
        self.newcomer = newcomer
        self.hold = hold
        self.mayShow = mayShow
    }

    fileprivate static let none = NameReview(
        newcomer: { name, _, _ in Newcomer(shown: name, waiting: nil) }, hold: { _, _, _, _ in }, mayShow: { _, _, _, _ in true })
}

extension Site {
    /// Judges names; it is asked for when it is needed, since its module comes after this one.
    var nameReview: NameReview { extensions.service() ?? .none }
}
