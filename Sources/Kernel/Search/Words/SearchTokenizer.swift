public import Database
import Synchronization

/// Words and their stems: the one definition of what the index holds, for both engines.
public struct SearchTokenizer: Sendable {
    private let memory = WordMemory()

    /// What words say, as far as it was counted.
    var weights: WordWeights { memory.weights }

    /// The tokenizer `stoa` that the schema of ``SearchMigrations`` names, for `SQLiteDatabase.open`.
    ///
    /// A stored text yields each word and, at the same position, its English and Swedish stems. A query is taken as it stands,
    /// split at spaces only: ``SearchQuery`` has already found its words, with this same scanner, and spelt out their forms.
    public static var fullText: FullTextTokenizer {
        let memory = WordMemory()
        return FullTextTokenizer(name: "stoa") { text, forQuery, emit in
            if forQuery {
                for word in text.split(separator: UInt8(ascii: " ")) {
                    guard emit(UnsafeBufferPointer(rebasing: word), word.startIndex, word.endIndex, false) else { return }
                }
            } else {
                memory.lend { stemmer in
                    WordScanner.scan(text) { word in
                        guard emit(word.folded, word.start, word.end, word.isColocated) else { return false }
                        return stemmer?.stems(of: word.folded) { emit($0, word.start, word.end, true) } ?? true
                    }
                }
            }
        }
    }

    /// The folded words of `text` in order, without stems.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        WordScanner.scan(text) { word in
            if !word.isColocated { words.append(String(decoding: word.folded, as: UTF8.self)) }
            return true
        }
        return words
    }

    /// The stems of a folded word that are not the word itself.
    func stems(of word: String) -> [String] {
        var stems: [String] = []
        var word = word
        word.withUTF8 { bytes in
            memory.lend { stemmer in
                _ = stemmer?.stems(of: bytes) {
                    stems.append(String(decoding: $0, as: UTF8.self))
                    return true
                }
            }
        }
        return stems
    }

    /// Lets many words be stemmed with one stemmer; nil only if libstemmer lacks the languages.
    func withStemmer<T>(_ body: (Stemmer?) throws -> T) rethrows -> T { try memory.lend(body) }
}

/// What is kept of words between searches: stemmers that nobody uses just now, and how much words say.
private final class WordMemory: Sendable {
    let weights = WordWeights()

    /// Lets a stemmer pass from thread to thread.
    ///
    /// Unchecked, yet safe: it is taken out of the pool under the lock and used by one thread until it is put back.
    private struct Loan: @unchecked Sendable {
        let stemmer: Stemmer
    }

    /// Guards the idle stemmers.
    private let idle = Mutex<[Loan]>([])
    private static let idleLimit = 16

    func lend<T>(_ body: (Stemmer?) throws -> T) rethrows -> T {
        let loan = idle.withLock { $0.popLast() } ?? Stemmer().map(Loan.init)
        defer {
            if let loan { idle.withLock { if $0.count < Self.idleLimit { $0.append(loan) } } }
        }
        return try body(loan?.stemmer)
    }
}
