import Core
import Database
import Platform

/// Why something is not accepted, as moderators and reporters choose it from a list.
public enum ModerationReason: String, Sendable, Codable, CaseIterable, SQLConvertible {
    case forProfit = "for-profit"
    case money, profanity, provocative, hate, personalData = "personal-data", spam, fraud, other

    /// What a list of reasons calls it.
    public var label: Text {
        switch self {
        case .forProfit: "A for-profit organisation looking for free labour"
        case .money: "A request or advertisement about money"
        case .profanity: "Profanity"
        case .provocative: "Provocative or offensive"
        case .hate: "Hate or threats against people"
        case .personalData: "Personal data, such as an address or telephone number"
        case .spam: "Spam or repeated posting"
        case .fraud: "Fraud or deception"
        case .other: "Something else"
        }
    }

    /// What the author is told (VOL-040).
    public var sentence: Text {
        switch self {
        case .forProfit: "For-profit organisations may not look for free labour here."
        case .money: "Requests and advertisements about money aren’t allowed here."
        case .profanity: "It contains swear words. Remove them and send it again."
        case .provocative: "It contains provocative or offensive language."
        case .hate: "It contains hate or threats against people."
        case .personalData:
            "It contains personal information that shouldn’t be public, such as an address or phone number. Remove it and send it again."
        case .spam: "It’s spam, or it has been posted too often."
        case .fraud: "It seems meant to deceive people."
        case .other: "It breaks the rules of this site."
        }
    }

    /// What somebody is told who is banned for it: of them, and not of one text.
    public var sentenceOfPerson: Text {
        switch self {
        case .forProfit: "You have looked for free labour for a for-profit organisation."
        case .money: "You have asked for money, offered it or advertised."
        case .profanity: "You have used swear words."
        case .provocative: "You have written provocative or offensive things."
        case .hate: "You have written hateful or threatening things about people."
        case .personalData: "You have published personal information, such as an address or phone number."
        case .spam: "You have posted spam, or the same thing too often."
        case .fraud: "You seem to have tried to deceive people."
        case .other: "You have broken the rules of this site."
        }
    }

    /// The sentence about a text, with a moderator's own words after it.
    public func told(_ words: String) -> Text { with(words, after: sentence) }

    /// The sentence about a person, with a moderator's own words after it.
    public func toldOfPerson(_ words: String) -> Text { with(words, after: sentenceOfPerson) }

    private func with(_ words: String, after sentence: Text) -> Text {
        guard !words.isEmpty else { return sentence }
        if self == .other { return .verbatim(words) }
        return Text(key: "%1 %2", arguments: [.text(sentence), .string(words)])
    }
}

/// What a moderator does with a case.
public enum ModeratorAction: String, Sendable, Codable, CaseIterable {
    /// The latest version becomes public; open reports are dismissed.
    case accept
    /// The latest version does not become public; an accepted one stays.
    case reject
    /// Nothing of it stays public; open reports are upheld (VOL-042).
    case remove
}

/// A moderator's decision, as it is handed in.
public struct ModeratorDecision: Sendable, Equatable {
    /// What to do.
    public var action: ModeratorAction
    /// Why; needed unless it is accepted.
    public var reason: ModerationReason?
    /// Own words for the author, at most ``Moderation/longestWords`` characters.
    public var words: String
    /// The version that was read.
    public var version: Int
    /// The status that was seen with it, if that was said: a decision made meanwhile is not overruled unseen.
    public var seen: CaseStatus?

    /// A decision by its parts.
    public init(_ action: ModeratorAction, reason: ModerationReason? = nil, words: String = "", version: Int, seen: CaseStatus? = nil) {
        self.action = action
        self.reason = reason
        self.words = words
        self.version = version
        self.seen = seen
    }

    /// What the subject's app is told; checks what every decision needs.
    func decision() throws(ModerationRefusal) -> SubjectDecision {
        guard words.length <= Moderation.longestWords else { throw .reasonTooLong }
        guard action != .accept else { return .accept }
        guard let reason, reason != .other || !words.isEmpty else { throw .reasonMissing }
        let told = reason.told(words)
        return action == .reject ? .reject(reason: told, manual: true) : .remove(reason: told)
    }
}

extension ModerationCase {
    /// What a moderator can do with it as it stands.
    public var possibleActions: [ModeratorAction] {
        switch status {
        case .pending: hasPublic ? [.accept, .reject, .remove] : [.accept, .reject]
        case .accepted: queue == nil ? [.remove] : [.accept, .remove]
        case .rejected: hasPublic ? [.accept, .remove] : [.accept]
        }
    }

    /// Whether an action leaves public what was public all along: it dismisses reports, and for the author nothing changes.
    func isKept(by action: ModeratorAction) -> Bool { action == .accept && status == .accepted }
}
