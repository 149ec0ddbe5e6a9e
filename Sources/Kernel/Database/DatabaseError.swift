public import Core

/// Which promise of the schema a write would have broken.
public enum ConstraintKind: String, Sendable {
    case unique, foreignKey, check, notNull
    /// A trigger refused, e.g. an edit of something append-only.
    case rule
}

/// What can go wrong between a statement and its rows. None of it is meant for people: a handler turns the cases it
/// expects into a ``Problem``, and the rest is logged.
public enum DatabaseError: Error, Equatable, Sendable {
    /// One row was asked for and none was there.
    case missing
    /// The schema refused; the engine's message names the columns or the constraint.
    case constraint(ConstraintKind, String)
    /// Others kept the database to themselves for too long; trying again may help.
    case busy
    /// A stored value is not what the row type says.
    case unreadable(String)
    /// A migration that ran before now reads differently, or cannot run.
    case migration(String)
    /// The connection to the database server is gone.
    case disconnected(String)
    /// The database takes no writes at present: a standby, or one that its operator has set to read-only.
    case readOnly(String)
    /// There is no room on the database's disk; the engine's message.
    case full(String)
    /// The database has been closed.
    case closed
    /// Anything else, in the engine's words.
    case failed(String)
}

extension DatabaseError: StorageFailure {
    /// Whether there is no room on the database's disk.
    public var isForLackOfRoom: Bool { if case .full = self { true } else { false } }
}
