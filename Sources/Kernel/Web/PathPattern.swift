import Core

/// An address with placeholders, taken apart.
public struct PathPattern: Sendable, Hashable {
    /// One part between slashes.
    public enum Segment: Sendable, Hashable {
        /// Fixed words.
        case literal(String)
        /// One segment under a name.
        case value(String)
        /// Every remaining segment under a name.
        case rest(String)
    }

    /// As it was written.
    public let text: String
    /// Its segments.
    public let segments: [Segment]
    /// What is wrong with it, for the check when the router starts.
    let flaw: String?
    /// The encoded text before, between and after the placeholders: links are made for every line of a list.
    private let fixed: [String]

    init(_ text: String, takesRest: [Bool]) {
        self.text = text
        segments = text.split(separator: "/").map { part in
            guard part.hasPrefix("{"), part.hasSuffix("}") else { return .literal(String(part)) }
            let name = part.dropFirst().dropLast()
            return name.hasSuffix("...") ? .rest(String(name.dropLast(3))) : .value(String(name))
        }
        flaw = Self.flaw(text, segments, takesRest)
        fixed = Self.fixed(segments)
    }

    private static func fixed(_ segments: [Segment]) -> [String] {
        var parts = [segments.isEmpty ? "/" : ""]
        for segment in segments {
            parts[parts.count - 1] += "/"
            switch segment {
            case .literal(let literal): parts[parts.count - 1] += PercentEncoding.encode(literal)
            case .value, .rest: parts.append("")
            }
        }
        return parts
    }

    private static func flaw(_ text: String, _ segments: [Segment], _ takesRest: [Bool]) -> String? {
        let holes: [Bool] = segments.compactMap {
            switch $0 {
            case .literal: nil
            case .value: false
            case .rest: true
            }
        }
        if !text.hasPrefix("/") || text.contains("//") || (text.count > 1 && text.hasSuffix("/")) { return "is not written as /a/b" }
        if holes != takesRest { return "has placeholders that do not agree with its types" }
        if holes.dropLast().contains(true) { return "has a rest that is not last" }
        if let last = segments.last, case .literal = last, holes.contains(true) { return "has a rest that is not last" }
        return nil
    }

    func filled(with words: [String]) -> String {
        var filled = fixed[0]
        for (word, next) in zip(words, fixed.dropFirst()) {
            filled += word
            filled += next
        }
        return filled
    }

    /// The names of the placeholders, in order.
    public var names: [String] {
        segments.compactMap {
            switch $0 {
            case .literal: nil
            case .value(let name), .rest(let name): name
            }
        }
    }
}
