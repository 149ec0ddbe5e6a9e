/// Why an outside service could not be asked; the cause is for the log.
public struct OutboundFailure: Error, Sendable, CustomStringConvertible {
    /// What went wrong, for the log; no secret of the request is in it.
    public let cause: String
    /// Whether asking again later may help.
    public let isTemporary: Bool

    /// What went wrong, where it is one of the things that people can mend.
    public let reason: Reason?

    /// What people can mend. The raw values may be stored.
    public enum Reason: String, Sendable {
        /// No machine has the name.
        case unknownHost = "unknown-host"
        /// Nobody takes the connection.
        case unreachable
        case timedOut = "timed-out"
        /// The other side offers no encryption, or none that begins as it was asked for.
        case noEncryption = "no-encryption"
        /// Its certificate proves nothing.
        case untrusted
        /// It refused the user or the password.
        case signInRefused = "sign-in-refused"
    }

    /// Whether anything may have reached the service; false where there was no connection.
    public let mayHaveArrived: Bool

    /// A failure by its cause.
    public init(_ cause: String, isTemporary: Bool, mayHaveArrived: Bool = true, reason: Reason? = nil) {
        self.cause = cause
        self.isTemporary = isTemporary
        self.mayHaveArrived = mayHaveArrived
        self.reason = reason
    }

    /// The cause.
    public var description: String { cause }
}
