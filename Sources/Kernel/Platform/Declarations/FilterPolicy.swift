/// What the filter finds in a text.
public enum FilterFinding: String, Sendable, Codable, CaseIterable {
    case profanity, spam, money, contact, link, hate, toxicity
    /// What people do to each other: threats, stalking, soliciting the young, naming and shaming.
    case harm
    /// Help for some people only: “no foreigners please”.
    case exclusion
    case repeated
}

/// What happens to a text, from mild to strict.
public enum FilterAction: String, Sendable, Codable, CaseIterable, Comparable {
    case accept, hold, reject

    /// From mild to strict.
    public static func < (a: Self, b: Self) -> Bool { a.strictness < b.strictness }
    private var strictness: Int { self == .accept ? 0 : self == .hold ? 1 : 2 }
}

/// What of the filter's findings counts for a moderated subject, and how: a request for help is judged otherwise than a story.
public struct FilterPolicy: Sendable, Hashable {
    /// What happens to a text with a finding in it; one without an action goes to people.
    public var actions: [FilterFinding: FilterAction]
    /// What happens at most to what only the classifier thinks, for it is wrong about a few texts in a hundred.
    public var guesses: FilterAction
    /// Findings that count for nothing where a character says them: between quotation marks, and in a line that begins with a dash.
    public var excusedInSpeech: Set<FilterFinding>
    /// Whether people look at what the filter would refuse, because a refusal would be a dead end.
    public var asksPeople: Bool
    /// How many subjects one person writes within an hour before people look at the next.
    public var usualPerHour: Int

    /// What a community of volunteers wants: rudeness, spam and money go back to the author; what needs judgement goes to people.
    /// - Parameter actions: those that differ from that.
    public init(
        _ actions: [FilterFinding: FilterAction] = [:], guesses: FilterAction = .hold, excusedInSpeech: Set<FilterFinding> = [],
        asksPeople: Bool = false, usualPerHour: Int = 10
    ) {
        let usual: [FilterFinding: FilterAction] = [.profanity: .reject, .spam: .reject, .money: .reject, .repeated: .reject]
        self.actions = usual.merging(actions) { _, own in own }
        self.guesses = guesses
        self.excusedInSpeech = excusedInSpeech
        self.asksPeople = asksPeople
        self.usualPerHour = usualPerHour
    }

    /// What happens to a text with this finding in it.
    public func action(for finding: FilterFinding) -> FilterAction { actions[finding] ?? .hold }
}
