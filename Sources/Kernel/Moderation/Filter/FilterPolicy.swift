/// What an app does with each kind.
public struct FilterPolicy: Sendable, Hashable, Codable {
    private var actions: [FilterVerdict.Kind: FilterVerdict.Action]
    private var guesses: FilterVerdict.Action

    /// What a community of volunteers wants: rudeness, spam and money go back to the author; what needs judgement goes to people.
    /// - Parameters:
    ///   - contact: what happens to phone numbers and e-mail addresses.
    ///   - link: what happens to links.
    ///   - guesses: what happens at most to what only the classifier thinks, for it is wrong about a few texts in a hundred.
    public init(contact: FilterVerdict.Action = .hold, link: FilterVerdict.Action = .hold, guesses: FilterVerdict.Action = .hold) {
        self.guesses = guesses
        actions = [
            .profanity: .reject, .spam: .reject, .money: .reject, .repeated: .reject,
            .hate: .hold, .toxicity: .hold, .contact: contact, .link: link,
        ]
    }

    /// What happens to a text because of a match.
    func action(for match: FilterVerdict.Match) -> FilterVerdict.Action {
        match.rule == Classifier.rule ? min(action(for: match.kind), guesses) : action(for: match.kind)
    }

    /// What happens to a text with this kind in it.
    public func action(for kind: FilterVerdict.Kind) -> FilterVerdict.Action { actions[kind] ?? .hold }
}
