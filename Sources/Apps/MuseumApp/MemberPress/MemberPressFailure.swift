/// Why WordPress did not do what it was asked. The words are for the log, never for a page: some errors carry a stack trace.
enum MemberPressFailure: Error, Equatable {
    /// Nobody answered, or something in between did: a maintenance page, a firewall, a crash.
    /// - Parameter mayHaveArrived: whether what was asked for may have happened all the same.
    case unreachable(String, mayHaveArrived: Bool)
    /// The key or the password is not taken.
    case refused
    /// There is nothing with that id.
    case notFound
    /// WordPress said no, with the code of its error.
    case rejected(code: String, message: String)
    /// It said yes in a way that cannot be read.
    case malformed(String)
    /// A file is not the one that was sent, or that was promised (MUS-053, CORE-031).
    case hashMismatch

    /// Whether the same call may do later: the fault is with the network, the server, or the settings.
    var isWorthRetrying: Bool {
        switch self {
        case .unreachable, .refused, .malformed, .hashMismatch: true
        case .rejected(let code, _): code == "rest_no_route"
        case .notFound: false
        }
    }

    /// For the log.
    var cause: String {
        switch self {
        case .unreachable(let cause, _): cause
        case .refused: "the key is not taken"
        case .notFound: "not found"
        case .rejected(let code, let message): "\(code): \(message.prefix(120))"
        case .malformed(let cause): "cannot be read: \(cause)"
        case .hashMismatch: "a file is not the one that was sent"
        }
    }
}
