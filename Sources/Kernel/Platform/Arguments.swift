/// The words of a command line, sorted into options and the rest.
public struct Arguments: Sendable {
    /// Why a command line makes no sense; the usage follows it on the terminal.
    public struct Mistake: Error, CustomStringConvertible {
        /// What is wrong, for the terminal.
        public let description: String

        /// A mistake in words.
        public init(_ description: String) { self.description = description }
    }

    /// The words that are no options, in order.
    public private(set) var rest: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []

    /// Sorts `words`; `--` ends the options, `--name=value` and `--name value` are the same.
    /// - Parameters:
    ///   - values: the options that take a value, with their dashes.
    ///   - flags: the options that take none.
    /// - Throws: ``Mistake`` for an option that is not among them, or that lacks its value.
    public init(_ words: some Sequence<String>, values takesValue: Set<String> = [], flags isFlag: Set<String> = []) throws(Mistake) {
        var words = words.makeIterator()
        var onlyRest = false
        while let word = words.next() {
            guard !onlyRest, word.hasPrefix("--") else {
                rest.append(word)
                continue
            }
            if word == "--" {
                onlyRest = true
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0]
            if isFlag.contains(name), parts.count == 1 {
                flags.insert(name)
            } else if takesValue.contains(name) {
                guard let value = parts.count == 2 ? parts[1] : words.next() else { throw Mistake("\(name) needs a value.") }
                values[name, default: []].append(value)
            } else {
                throw Mistake("\(word) is not an option here.")
            }
        }
    }

    /// The last value of an option.
    public subscript(_ name: String) -> String? { values[name]?.last }

    /// Every value of an option that may be repeated.
    public func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Whether a flag was given.
    public func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// A whole number in a range.
    public func int(_ name: String, in range: ClosedRange<Int>) throws(Mistake) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Mistake("\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not \(text).")
        }
        return number
    }
}
