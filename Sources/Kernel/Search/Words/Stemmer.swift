import CStemmer
import Core

/// A language whose words are also found by their forms.
enum StemmedLanguage: Int, CaseIterable {
    case english, swedish

    /// Those that count in a text of `language`: none in a text of another one, both where nobody said which it is.
    static func of(_ language: String?) -> [Self] {
        switch language {
        case nil: allCases
        case "en": [.english]
        case "sv": [.swedish]
        default: []
        }
    }
}

/// The English and the Swedish stemmer side by side. Not for two threads at once.
///
/// Both work on folded words. For Swedish that changes nothing but one ending (`-löst`), because å, ä and ö are vowels as
/// a and o are.
final class Stemmer {
    private let english: OpaquePointer
    private let swedish: OpaquePointer
    /// What is remembered of words met before; most words of a text are.
    private var memory: [Remembered]
    private static let slots = 2048

    private struct Remembered {
        var word: [UInt8] = []
        var english: [UInt8] = []
        var swedish: [UInt8] = []
        /// Whether both languages have the same stem, which is kept once.
        var agree = false
    }

    /// Nil when libstemmer lacks one of the languages.
    init?() {
        guard let english = stoa_stemmer_new("english") else { return nil }
        guard let swedish = stoa_stemmer_new("swedish") else {
            stoa_stemmer_free(english)
            return nil
        }
        self.english = english
        self.swedish = swedish
        memory = Array(repeating: Remembered(), count: Self.slots)
    }

    deinit {
        stoa_stemmer_free(english)
        stoa_stemmer_free(swedish)
    }

    /// Hands over each stem that is not the word itself, and none twice; stops when `body` answers false.
    func stems(of word: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
        guard word.count > 2, word.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) else { return true }
        let slot = Self.slot(of: word)
        if !memory[slot].word.elementsEqual(word) { memory[slot] = work(word) }
        let known = memory[slot]
        if !known.english.isEmpty, !known.english.withUnsafeBufferPointer(body) { return false }
        return known.swedish.isEmpty || known.swedish.withUnsafeBufferPointer(body)
    }

    /// The stem of a folded word in one language; the word itself where that language has no other form, or is not one of the two.
    func stem(of word: UnsafeBufferPointer<UInt8>, in language: StemmedLanguage) -> [UInt8] { withStem(of: word, in: language) { Array($0) } }

    /// Lends the same stem.
    func withStem<T>(of word: UnsafeBufferPointer<UInt8>, in language: StemmedLanguage, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        guard word.count > 2, word.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) else { return body(word) }
        let slot = Self.slot(of: word)
        if !memory[slot].word.elementsEqual(word) { memory[slot] = work(word) }
        let isEnglish = language == .english || memory[slot].swedish.isEmpty && memory[slot].agree
        if isEnglish { return memory[slot].english.isEmpty ? body(word) : memory[slot].english.withUnsafeBufferPointer(body) }
        return memory[slot].swedish.isEmpty ? body(word) : memory[slot].swedish.withUnsafeBufferPointer(body)
    }

    private static func slot(of word: UnsafeBufferPointer<UInt8>) -> Int {
        let hash = UInt32.fnv1a(word)
        return Int(hash ^ hash >> 15) & (slots - 1)
    }

    private func work(_ word: UnsafeBufferPointer<UInt8>) -> Remembered {
        var result = Remembered(word: Array(word))
        let first = stem(word, english)
        if !first.elementsEqual(word) { result.english = first }
        var second = stem(word, swedish)
        // `arbetslöst` goes with `arbetslös`; folded, the ending is no longer the stemmer's own.
        if word.count >= 7, second.suffix(4).elementsEqual("lost".utf8) { second.removeLast() }
        if !second.elementsEqual(word) {
            result.agree = second == result.english
            if !result.agree { result.swedish = second }
        }
        return result
    }

    private func stem(_ word: UnsafeBufferPointer<UInt8>, _ stemmer: OpaquePointer) -> [UInt8] {
        var stem: UnsafePointer<UInt8>?
        let length = stoa_stemmer_stem(stemmer, word.baseAddress, Int32(word.count), &stem)
        guard length > 0, let stem else { return Array(word) }
        return Array(UnsafeBufferPointer(start: stem, count: Int(length)))
    }
}
