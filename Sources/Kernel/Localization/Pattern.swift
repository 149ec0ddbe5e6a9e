import Core

/// A phrase of one language, taken apart once: fixed words and the places where arguments go.
struct Pattern: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case words(String)
        case argument(Int)
    }

    let parts: [Part]
    /// The whole phrase when it has no arguments: the usual case, rendered without copying.
    let plain: String?

    /// Reads `%1` … `%9`; any other per cent sign stands for itself.
    init(_ phrase: String) {
        // Most phrases have no argument, and a site reads thousands of them at its start.
        guard phrase.utf8.contains(UInt8(ascii: "%")) else {
            parts = phrase.isEmpty ? [] : [.words(phrase)]
            plain = phrase
            return
        }
        var parts: [Part] = []
        var words: [UInt8] = []
        let bytes = Array(phrase.utf8)
        var index = 0
        while index < bytes.count {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if bytes[index] == UInt8(ascii: "%"), (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(next) {
                if !words.isEmpty { parts.append(.words(String(decoding: words, as: UTF8.self))) }
                words = []
                parts.append(.argument(Int(next - UInt8(ascii: "1"))))
                index += 2
            } else {
                words.append(bytes[index])
                index += 1
            }
        }
        if !words.isEmpty { parts.append(.words(String(decoding: words, as: UTF8.self))) }
        self.parts = parts
        plain = parts.contains { if case .argument = $0 { true } else { false } } ? nil : phrase
    }

    /// The phrase as it was written.
    var text: String {
        parts.map { part in
            switch part {
            case .words(let words): words
            case .argument(let index): "%\(index + 1)"
            }
        }.joined()
    }

    /// The numbers of the arguments it uses.
    var arguments: Set<Int> {
        Set(parts.compactMap { if case .argument(let number) = $0 { number } else { nil } })
    }
}
