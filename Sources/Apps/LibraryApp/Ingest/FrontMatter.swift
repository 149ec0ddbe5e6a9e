import Core

/// The `key: value` lines between two `---` at the head of a Markdown file, as far as the library uses them.
///
/// Values are plain words, quoted words, or lists: `[a, b]` on the line, or `- a` lines below it. Anything else is left out.
struct FrontMatter: Sendable, Equatable {
    /// A head longer than this is text.
    static let mostLines = 60

    private var values: [String: [String]] = [:]

    /// Reads the head of a file; a file without one has no values.
    init(_ text: String) {
        var lines = text.split(separator: "\n", maxSplits: Self.mostLines + 2, omittingEmptySubsequences: false)[...]
        guard lines.popFirst()?.trimmed == "---" else { return }
        var found: [String: [String]] = [:]
        var list: String?
        var count = 0
        while let line = lines.popFirst() {
            count += 1
            guard count <= Self.mostLines else { return }
            let words = line.trimmed
            if words == "---" || words == "..." {
                values = found
                return
            }
            if words.hasPrefix("- "), let list {
                found[list, default: []].append(Self.unquoted(words.dropFirst(2).trimmed))
                continue
            }
            guard let colon = words.firstIndex(of: ":"), !line.hasPrefix(" ") else { continue }
            let key = words[..<colon].trimmed.lowercased()
            let value = words[words.index(after: colon)...].trimmed
            list = value.isEmpty ? key : nil
            if !value.isEmpty { found[key] = Self.values(of: value) }
        }
    }

    /// The first value of the first of these keys that has one.
    subscript(_ keys: String...) -> String? { first(of: keys) }

    /// The first value of the first of these keys that has one.
    func first(of keys: [String]) -> String? { keys.lazy.compactMap { values[$0]?.first }.first { !$0.isEmpty } }

    /// All values of these keys.
    func all(_ keys: String...) -> [String] { keys.flatMap { values[$0] ?? [] }.filter { !$0.isEmpty } }

    /// `true` or `yes`; nil when the key is missing.
    func flag(_ keys: String...) -> Bool? {
        keys.lazy.compactMap { values[$0]?.first }.first.map { ["true", "yes", "1"].contains($0.lowercased()) }
    }

    private static func values(of written: String) -> [String] {
        guard written.hasPrefix("["), written.hasSuffix("]") else { return [unquoted(written)] }
        return written.dropFirst().dropLast().split(separator: ",").map { unquoted($0.trimmed) }
    }

    private static func unquoted(_ written: String) -> String {
        for mark in ["\"", "'"] where written.count >= 2 && written.hasPrefix(mark) && written.hasSuffix(mark) {
            return String(written.dropFirst().dropLast())
        }
        return written
    }
}
