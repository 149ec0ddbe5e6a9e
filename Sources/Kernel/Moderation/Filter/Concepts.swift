/// Words that mean the same to the classifier, in every language it reads: what it learns of "pay" it knows of "betala" too.
struct Concepts: Sendable {
    private var words: [String: [String]] = [:]
    private var stems: [String: [String]] = [:]

    /// Reads the file `concepts`: a name, a colon, and words or stems (`betal*`) between commas.
    /// - Throws: the first line that is none of this.
    init(_ text: String) throws {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { throw FilterResources.Broken(line: String(line)) }
            for word in parts[1].split(separator: ",").map({ $0.drop { $0 == " " } }) {
                if word.hasSuffix("*") {
                    stems[String(word.dropLast()), default: []].append(String(parts[0]))
                } else {
                    words[String(word), default: []].append(String(parts[0]))
                }
            }
        }
    }

    /// What a token means, in no double: its concepts, and its classes such as `{amount}`.
    func of(_ token: FilterToken) -> [String] {
        var found = Set(token.classes)
        for text in [token.text, token.disguised].compactMap({ $0 }) {
            found.formUnion(words[text] ?? [])
            var stem = ""
            for character in text.prefix(24) {
                stem.append(character)
                found.formUnion(stems[stem] ?? [])
            }
        }
        return found.sorted()
    }
}
