/// Why an outside service could not be asked; the cause is for the log.
public struct OutboundFailure: Error, Sendable {
    /// What went wrong, for the log.
    public let cause: String
    /// Whether asking again later may help.
    public let isTemporary: Bool

    /// A failure by its cause.
    public init(_ cause: String, isTemporary: Bool) {
        self.cause = cause
        self.isTemporary = isTemporary
    }
}
