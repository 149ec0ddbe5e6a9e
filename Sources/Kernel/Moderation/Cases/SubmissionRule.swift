import Core
import Crypto
import Platform

/// What is decided about a version that was handed in, before people have seen it: the rules without HTTP or SQL.
struct SubmissionRule {
    /// What the filter says.
    var verdict: FilterVerdict
    /// A moderator rejected or removed an earlier version (VOL-041).
    var peopleFirst = false
    /// What counts for this subject.
    var policy = FilterPolicy()
    /// What speaks against the words besides what the filter reads.
    var doubt: Text?
    /// A moderator accepted these very words.
    var wasApproved = false
    /// Other subjects of the same author with the same words, in the time that counts.
    var sameByAuthor = 0
    /// Other people's subjects with the same words, in the time that counts.
    var sameByOthers = 0
    /// What the author wrote within the last hour, this one included.
    var inLastHour = 1

    /// How long the same words count as repeated.
    static let memory: Duration = .seconds(7 * 86_400)
    /// Different people may write the same words this often.
    static let mostAlike = 3
    /// Shorter texts ("Thank you!") are alike by chance.
    static let shortestToCompare = 20

    var decision: SubjectDecision {
        if peopleFirst { return .hold(reason: "A moderator didn’t accept an earlier version, so a moderator looks at this one first.") }
        if wasApproved { return .accept }
        switch verdict.action {
        case .reject where policy.asksPeople: return .hold(reason: "A moderator reads this first.")
        case .reject: return .reject(reason: verdict.reason, manual: false)
        case .hold: return .hold(reason: verdict.reason)
        case .accept: break
        }
        if let doubt { return .hold(reason: doubt) }
        if sameByAuthor > 0 { return .hold(reason: "You have written the same words before, so a moderator looks at this first.") }
        if sameByOthers >= Self.mostAlike { return .hold(reason: "The same words came from several people, so a moderator looks at this first.") }
        if inLastHour > policy.usualPerHour { return .hold(reason: "You’ve written a lot in a short time, so a moderator looks at this first.") }
        return .accept
    }

    /// The rule's name in the record, for moderators and the statistics.
    var name: String? {
        switch decision {
        case .accept, .remove: nil
        case .reject: verdict.kind?.rawValue
        case .hold:
            if peopleFirst {
                "people-first"
            } else if verdict.action != .accept {
                verdict.kind?.rawValue
            } else {
                doubt == nil ? "repeated" : "doubted"
            }
        }
    }

    /// A digest of every character: what a moderator accepted is known again only as it stood. A digit or a sign more can be a
    /// telephone number or a word in disguise.
    static func digest(_ text: String) -> [UInt8] { sha256(Array(text.utf8)) }

    /// A digest of the letters alone, by which repeated posting is found: other digits, spaces or signs make no other text.
    static func fingerprint(_ text: String) -> [UInt8] {
        sha256(Array(letters(text).utf8))
    }

    static func isLongEnough(_ text: String) -> Bool { letters(text).count >= shortestToCompare }

    private static func letters(_ text: String) -> String { String(text.lowercased().filter(\.isLetter)) }
}
