import Core
import Database

/// What became of a report.
enum ReportOutcome: String, Sendable, Codable, SQLConvertible {
    case upheld, dismissed
}

/// How much a report counts: the rules without HTTP or SQL.
struct ReportWeight {
    /// Earlier reports of the same person that moderators agreed with, and those they did not.
    var upheld: Int
    var dismissed: Int
    /// How long the account has existed.
    var age: Duration

    /// An established person who never reported anything counts as one.
    var value: Double {
        let trust = Double(upheld + 2) / Double(upheld + dismissed + 2)
        return isNewcomer ? trust * Self.newcomer : trust
    }

    /// Accounts younger than a week.
    var isNewcomer: Bool { age < .days(7) }

    static let newcomer = 0.25
    /// All newcomers together never count more than one established person.
    static let newcomersTogether = 1.0
    /// Below it a report counts visibly less than another.
    static let little = 0.5
    /// From here on a case goes to the front of the queue.
    static let urgent = 2.5
    /// What it takes of established people to bring back a version that a moderator has accepted.
    static let again = 1.0

    /// What open reports weigh together.
    static func sum(established: Double, newcomers: Double) -> Double { established + min(newcomers, newcomersTogether) }
}
