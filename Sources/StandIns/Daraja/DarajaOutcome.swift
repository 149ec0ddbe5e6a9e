/// How a prompt ends.
public struct DarajaOutcome: Sendable, Equatable {
    /// The `ResultCode`.
    public let code: Int

    /// An outcome by its code.
    public init(code: Int) { self.code = code }

    public static let paid = DarajaOutcome(code: 0)
    public static let insufficientBalance = DarajaOutcome(code: 1)
    public static let expired = DarajaOutcome(code: 1019)
    public static let pushFailed = DarajaOutcome(code: 1025)
    public static let cancelled = DarajaOutcome(code: 1032)
    public static let noAnswer = DarajaOutcome(code: 1037)
    public static let wrongPIN = DarajaOutcome(code: 2001)
    public static let notSent = DarajaOutcome(code: 9999)
    /// A code that no table has.
    public static let unknown = DarajaOutcome(code: 4242)

    /// What the service says with it. A query words 1037 otherwise than a callback does.
    func description(inQuery: Bool) -> String {
        switch self {
        case .paid: "The service request is processed successfully."
        case .insufficientBalance: "The balance is insufficient for the transaction."
        case .expired: "Transaction has expired"
        case .pushFailed, .notSent: "An error occurred while sending a push request"
        case .cancelled: "Request cancelled by user"
        case .noAnswer: inQuery ? "No response from user." : "DS timeout user cannot be reached"
        case .wrongPIN: "The initiator information is invalid."
        default: "The request could not be completed."
        }
    }
}

/// What the last three digits of a number decide; the other numbers wait for somebody at the phone page.
///
/// | Digits | Outcome |
/// | --- | --- |
/// | 001 | 0: paid at once |
/// | 002 | 1032: cancelled |
/// | 003 | 2001: wrong PIN |
/// | 004 | 1: insufficient balance |
/// | 005 | 1037: no answer, after ``DarajaTiming/noAnswer`` |
/// | 006 | 1019: expired |
/// | 007 | 1025: the push could not be sent |
/// | 008 | 9999: the push could not be sent |
/// | 009 | the push is refused: HTTP 500, `500.001.1001`, another session of the subscriber is open |
/// | 010 | 4242: a code that no table has |
/// | 011 | 1037 as for 005, and paid as long after that: a late success |
public enum DarajaScript: String, Sendable, CaseIterable {
    case paid = "001"
    case cancelled = "002"
    case wrongPIN = "003"
    case insufficientBalance = "004"
    case noAnswer = "005"
    case expired = "006"
    case pushFailed = "007"
    case notSent = "008"
    case locked = "009"
    case unknown = "010"
    case lateSuccess = "011"

    init?(msisdn: String) { self.init(rawValue: String(msisdn.suffix(3))) }

    /// For people who choose a number.
    var words: String {
        switch self {
        case .paid: "Pays"
        case .cancelled: "Cancels"
        case .wrongPIN: "Enters a wrong PIN"
        case .insufficientBalance: "Has too little money"
        case .noAnswer: "Doesn’t answer"
        case .expired: "Answers too late"
        case .pushFailed, .notSent: "Can’t be reached"
        case .locked: "Is busy: no request appears"
        case .unknown: "Fails with an unknown code"
        case .lateSuccess: "Doesn’t answer, then pays late"
        }
    }

    /// Nil where there is no prompt.
    var outcome: DarajaOutcome? {
        switch self {
        case .paid: .paid
        case .cancelled: .cancelled
        case .wrongPIN: .wrongPIN
        case .insufficientBalance: .insufficientBalance
        case .noAnswer, .lateSuccess: .noAnswer
        case .expired: .expired
        case .pushFailed: .pushFailed
        case .notSent: .notSent
        case .unknown: .unknown
        case .locked: nil
        }
    }
}
