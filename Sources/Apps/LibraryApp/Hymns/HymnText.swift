/// The words of a hymn, stanza by stanza, from the safe HTML of its section.
struct HymnText: Equatable {
    struct Stanza: Equatable {
        /// As it is printed; a refrain has none.
        let number: Int?
        let isRefrain: Bool
        let lines: [String]
    }

    let stanzas: [Stanza]

    /// Paragraphs and the items of lists are stanzas, headings are none. A first line such as “Refrain:” says what follows and goes.
    init(html: String) {
        var reader = Reader()
        reader.read(html)
        stanzas = reader.stanzas
    }

    /// How it begins, by which people know it, after what is said before the first numbered stanza; empty without any words.
    var firstLine: String { (stanzas.first { $0.number != nil } ?? stanzas.first { !$0.isRefrain } ?? stanzas.first)?.lines.first ?? "" }

    /// What is sung, in its order: the one refrain of a hymn comes after each stanza, wherever it is printed, and begins where it is printed first.
    var sung: [Stanza] {
        let refrains = stanzas.filter(\.isRefrain)
        guard refrains.count == 1 else { return stanzas }
        let opening = stanzas[0].isRefrain ? refrains : []
        return opening + stanzas.filter { !$0.isRefrain }.flatMap { [$0] + refrains }
    }
}

extension HymnText {
    private struct Reader {
        var stanzas: [Stanza] = []
        private var lines = [""]
        /// What the next item of each open list is numbered; 0 in a list without numbers.
        private var lists: [Int] = []
        private var number: Int?
        private var isInHeading = false

        private static let refrains: Set<String> = ["refrain", "chorus", "refräng", "kör", "omkväde", "kiitikio", "kibwagizo", "pambio"]

        mutating func read(_ html: String) {
            var rest = html[...]
            while !rest.isEmpty {
                let open = rest.firstIndex(of: "<") ?? rest.endIndex
                if !isInHeading { lines[lines.count - 1] += Self.plain(rest[..<open]) }
                guard open < rest.endIndex, let close = rest[open...].firstIndex(of: ">") else { break }
                tag(rest[rest.index(after: open)..<close])
                rest = rest[rest.index(after: close)...]
            }
            flush()
        }

        private mutating func tag(_ tag: Substring) {
            let isEnd = tag.hasPrefix("/")
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
            switch name {
            case "br": lines.append("")
            case "h1", "h2", "h3", "h4", "h5", "h6":
                flush()
                isInHeading = !isEnd
            case "ol", "ul":
                flush()
                if isEnd { _ = lists.popLast() } else { lists.append(name == "ul" ? 0 : Self.start(of: tag)) }
            case "li":
                flush()
                guard !isEnd, let next = lists.last, next > 0 else { break }
                number = next
                lists[lists.count - 1] = next + 1
            case "p", "div", "blockquote", "pre": flush()
            default: break
            }
        }

        private static func start(of list: Substring) -> Int {
            list.firstMatch(of: /start="(\d{1,4})"/).flatMap { Int($0.output.1) } ?? 1
        }

        private mutating func flush() {
            var words = lines.flatMap { $0.split(separator: "\n") }.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            words.removeAll(where: \.isEmpty)
            lines = [""]
            guard let first = words.first else { return }
            let label = first.lowercased().filter { $0.isLetter }
            let isRefrain = Self.refrains.contains(label)
            if isRefrain { words.removeFirst() }
            if !words.isEmpty { stanzas.append(Stanza(number: isRefrain ? nil : number, isRefrain: isRefrain, lines: words)) }
            number = nil
        }

        private static func plain(_ text: Substring) -> String {
            var plain = String(text)
            for (name, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")] {
                plain = plain.replacing(name, with: character)
            }
            return plain
        }
    }
}
