import Foundation

/// What dishes and what is in them are called in the languages of the product: staff name a dish in one of them, and it is found in each.
struct MenuVocabulary: Sendable {
    /// `Resources/menu/words.json`: each list has words of which one stands for the others.
    static let shared = MenuVocabulary(Bundle.module.bundleURL.appending(path: "Resources/menu/words.json"))

    private let meanings: [[UInt8]: [String]]

    /// A file that can't be read leaves dishes to be found by their own words.
    private init(_ file: URL) {
        let data = (try? Data(contentsOf: file)) ?? Data()
        let groups = (try? JSONDecoder().decode([[String]].self, from: data)) ?? []
        var meanings: [[UInt8]: [String]] = [:]
        for group in groups {
            let words = group.map { String(decoding: MenuWords.folded($0), as: UTF8.self) }
            for word in words { meanings[Array(word.utf8), default: []] += words }
        }
        self.meanings = meanings
    }

    /// Other words for those of a text, without case and accents.
    func others(of text: String) -> [String] {
        var found: [String] = []
        for word in MenuWords.folded(text).split(whereSeparator: { !MenuWords.isLetter($0) }) {
            for other in meanings[Array(word)] ?? [] where !found.contains(other) { found.append(other) }
        }
        return found
    }
}
