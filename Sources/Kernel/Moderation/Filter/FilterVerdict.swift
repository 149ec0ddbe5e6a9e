import Core
public import Platform

/// What the filter says about a text: accept it, hold it for people, or send it back, and which words were the cause.
public struct FilterVerdict: Sendable, Equatable, Codable {
    /// What is wrong with a text.
    public typealias Kind = FilterFinding
    /// What happens to a text, from mild to strict.
    public typealias Action = FilterAction

    /// A rule that applied, and where.
    public struct Match: Sendable, Equatable, Codable {
        /// The rule: a list and its pattern (`en.profanity:darn*`), a detector (`phone`) or the classifier.
        public let rule: String
        /// The words as the author wrote them.
        public let words: String
        /// Where they stand, in Unicode code points of the judged text.
        public let range: Range<Int>
        /// What is wrong with them.
        public let kind: Kind
    }

    /// What weighs most; nil when nothing was found.
    public let kind: Kind?
    /// The strictest action that a match asks for.
    public let action: Action
    /// Everything that was found and counts, in the order of the text.
    public let matches: [Match]
    /// What counts for nothing, because a person accepted a version in which the same rule had found the same words; nil without one.
    public let known: [Match]?
    /// For the author: what is wrong and what to do about it.
    public let reason: Text

    /// Every kind that was found.
    public var kinds: Set<Kind> { Set(matches.map(\.kind)) }

    /// A verdict over matches; `accepted` is the one on the version that a person accepted last.
    init(_ matches: [Match], accepted: FilterVerdict? = nil, policy: FilterPolicy) {
        let sorted = matches.sorted { ($0.range.lowerBound, $0.range.upperBound, $0.rule) < ($1.range.lowerBound, $1.range.upperBound, $1.rule) }
        let (known, new) = accepted.map { $0.divide(sorted) } ?? ([], sorted)
        let action = new.map { policy.action(for: $0) }.max() ?? .accept
        let found = new.filter { policy.action(for: $0) == action }
        self.matches = new
        self.known = known.isEmpty ? nil : known
        self.action = action
        kind = Kind.byWeight.first { kind in found.contains { $0.kind == kind } }
        reason = Self.reason(new, policy)
    }

    /// What was found in this verdict's text too, and what was not. Words that stand there once more than they did are new.
    private func divide(_ matches: [Match]) -> (known: [Match], new: [Match]) {
        var left = (self.matches + (known ?? [])).reduce(into: [:]) { $0[[$1.rule, $1.words.lowercased()], default: 0] += 1 }
        return matches.reduce(into: ([], [])) { parts, match in
            let finding = [match.rule, match.words.lowercased()]
            if let count = left[finding], count > 0 {
                left[finding] = count - 1
                parts.known.append(match)
            } else {
                parts.new.append(match)
            }
        }
    }

    /// Everything that has to be mended, the gravest first: nobody shall send the same text again and again to learn what else is wrong.
    private static func reason(_ matches: [Match], _ policy: FilterPolicy) -> Text {
        let isRejected = matches.contains { policy.action(for: $0) == .reject }
        let reasons: [(action: Action, words: Text)] = Kind.byWeight.compactMap { kind in
            let matches = matches.filter { $0.kind == kind }
            guard let match = matches.max(by: { policy.action(for: $0) < policy.action(for: $1) }) else { return nil }
            let action = policy.action(for: match)
            return action == .accept ? nil : (action, reason(kind, action, named(matches, like: match), isRejected: isRejected))
        }
        let sorted = reasons.filter { $0.action == .reject } + reasons.filter { $0.action != .reject }
        guard let first = sorted.first else { return reason(nil, .accept, [], isRejected: false) }
        return sorted.dropFirst().reduce(first.words) { "\($0) \($1.words)" }
    }

    /// Every rude word, for the same reason; of what is longer than a word the gravest place.
    private static func named(_ matches: [Match], like first: Match) -> [String] {
        guard first.kind == .profanity else { return [first.words] }
        var seen: Set<String> = []
        return matches.filter { seen.insert($0.words.lowercased()).inserted }.prefix(5).map(\.words)
    }

    /// Each finding in quotation marks of its own: “a”, “b” and “c”.
    private static func quoted(_ findings: [String]) -> Text {
        let quoted: [Text] = findings.map { "“\(String($0.prefix(30)))”" }
        guard let last = quoted.last, let first = quoted.first, quoted.count > 1 else { return quoted.first ?? "" }
        return "\(quoted.dropFirst().dropLast().reduce(first) { "\($0), \($1)" }) and \(last)"
    }

    /// Of what is rejected as a whole nobody is told that a moderator reads it: none does until the author asks.
    private static func reason(_ kind: Kind?, _ action: Action, _ findings: [String], isRejected: Bool) -> Text {
        if isRejected, action == .hold, let kind { return doubt(kind, findings) }
        let words = String((findings.first ?? "").prefix(60))
        switch kind {
        case nil: return "Nothing was found."
        case .profanity where action == .hold && findings.count > 1:
            return "\(quoted(findings)) may not be allowed here. A moderator reads it first."
        case .profanity where action == .hold, .spam where action == .hold, .money where action == .hold:
            return "“\(words)” may not be allowed here. A moderator reads it first."
        case .profanity where findings.count > 1: return "\(quoted(findings)) aren’t allowed here. Say it without rude words."
        case .profanity: return "“\(words)” isn’t allowed here. Say it without rude words."
        case .hate: return "“\(words)” may hurt a group of people. A moderator reads it first."
        case .toxicity: return "This may come across as an attack on someone. A moderator reads it first."
        case .harm: return "“\(words)” may frighten or harm someone. A moderator reads it first."
        case .exclusion: return "“\(words)” may leave people out because of who they are. A moderator reads it first."
        case .spam: return "This looks like advertising or a scam (“\(words)”). Remove that part."
        case .money: return "Help here is free, so you can’t ask for or offer money (“\(words)”). Remove that part."
        case .contact where action == .accept, .link where action == .accept: return "Nothing was found."
        case .contact: return "“\(words)” looks like a phone number or an email address. A moderator reads it first; people can write to you here."
        case .link: return "“\(words)” leads away from this site. A moderator reads it first."
        case .repeated: return "You have already posted this text. Change it, or keep the first one."
        }
    }
}

extension FilterVerdict {
    /// What would have been left to a moderator.
    private static func doubt(_ kind: Kind, _ findings: [String]) -> Text {
        let words = String((findings.first ?? "").prefix(60))
        return switch kind {
        case .profanity where findings.count > 1: "\(quoted(findings)) may not belong here."
        case .profanity, .spam, .money, .repeated: "“\(words)” may not belong here."
        case .hate: "“\(words)” may hurt a group of people."
        case .toxicity: "This may come across as an attack on someone."
        case .harm: "“\(words)” may frighten or harm someone."
        case .exclusion: "“\(words)” may leave people out because of who they are."
        case .contact: "“\(words)” looks like a phone number or an email address; people can write to you here."
        case .link: "“\(words)” leads away from this site."
        }
    }
}

extension Text {
    /// The reasons that ``FilterVerdict/reason`` puts one after another, each a thing to mend.
    public var reasons: [Text] {
        guard key == "%1 %2", arguments.count == 2, case .text(let first) = arguments[0], case .text(let last) = arguments[1] else { return [self] }
        return first.reasons + last.reasons
    }
}

extension FilterVerdict.Match {
    /// The same words of one kind once, however many rules found them and however often they stand there.
    static func once(_ matches: [Self]) -> [Self] {
        var seen: Set<[String]> = []
        return matches.filter { seen.insert([$0.kind.rawValue, $0.words.lowercased()]).inserted }
    }
}

extension FilterPolicy {
    /// What happens to a text because of a match.
    func action(for match: FilterVerdict.Match) -> FilterAction {
        match.rule == Classifier.rule ? min(action(for: match.kind), guesses) : action(for: match.kind)
    }
}

extension FilterVerdict.Kind {
    /// What the author is told first when several kinds ask for the same action.
    static let byWeight: [Self] = [.profanity, .money, .spam, .repeated, .harm, .hate, .toxicity, .exclusion, .contact, .link]
}
