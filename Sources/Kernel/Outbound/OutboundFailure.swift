/// Why an outside service could not be asked; the cause is for the log.
public struct OutboundFailure: Error, Sendable, CustomStringConvertible {
    /// What went wrong, for the log; no secret of the request is in it.
    public let cause: String
    /// Whether asking again later may help.
    public let isTemporary: Bool

    /// Whether anything may have reached the service; false where there was no connection.
    public let mayHaveArrived: Bool

    /// A failure by its cause.
    public init(_ cause: String, isTemporary: Bool, mayHaveArrived: Bool = true) {
        self.cause = cause
        self.isTemporary = isTemporary
        self.mayHaveArrived = mayHaveArrived
    }

    /// The cause.
    public var description: String { cause }
}
