import Core

/// Groups of choices as staff write them, a line each: `Size: Small, Large +30` is one of several, `Extras (0-2): Cheese +40 [milk], Egg +30 [eggs]`
/// up to two, with what people must be warned of. A name with signs that mean something here stands in quotation marks: `"Milk, oat" +20`.
enum ChoiceText {
    /// A group as it is written.
    struct Group: Sendable, Equatable {
        /// The one that it was, where a form says so.
        var id: ChoiceGroupID?
        var name: String
        var least = 1
        var most = 1
        /// Whether a form says “Several”; nil where a table has only the counts.
        var isSeveral: Bool?
        var choices: [Choice]
    }

    struct Choice: Sendable, Equatable {
        /// The one that it was, where a form says so.
        var id: ChoiceID?
        let name: String
        let price: Int
        let allergens: [Allergen]
    }

    static let mostGroups = 10
    static let mostChoices = 30

    /// Reads the lines; nil where one of them makes no sense.
    static func read(_ text: String, currency: String) -> [Group]? {
        let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
        guard lines.count <= mostGroups else { return nil }
        var groups: [Group] = []
        for line in lines {
            guard let group = group(line, currency) else { return nil }
            groups.append(group)
        }
        return groups
    }

    private static func group(_ line: String, _ currency: String) -> Group? {
        let quoted = QuotedNames(line)
        let halves = quoted.line.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
        guard halves.count == 2 else { return nil }
        var group = Group(name: halves[0], choices: [])
        if let match = halves[0].wholeMatch(of: /(.+?)\s*\((\d{1,2})\s*[-–]\s*(\d{1,2})\)/) {
            guard let least = Int(match.2), let most = Int(match.3), least <= most, most >= 1 else { return nil }
            group = Group(name: String(match.1), least: least, most: most, choices: [])
        }
        // Allergens have commas between them, too.
        for part in halves[1].split(separator: /,(?![^\[]*\])/) {
            let words = String(part).trimmed
            guard let match = words.wholeMatch(of: /(.+?)(?:\s*([+\-−])\s*([\d.\u{A0} ]+?))?(?:\s*\[([^\[\]]*)\])?/) else { return nil }
            var price = 0
            if let sign = match.2, let digits = match.3 {
                guard let money = Money(typed: String(digits), currency: currency) else { return nil }
                price = sign == "+" ? money.minor : -money.minor
            }
            var name = String(match.1).trimmed
            // A sign that is left in the name belonged to a price that makes no sense, as in `Large +xx`.
            guard !name.contains(/\s[+−]\S*$/), !name.contains(/[\[\]]/) else { return nil }
            name = quoted.restored(name)
            let allergens = match.4.map { MenuCell.allergens(String($0)) } ?? []
            guard allergens.allSatisfy({ Allergen(rawValue: $0) != nil }) else { return nil }
            group.choices.append(
                Choice(name: name, price: price, allergens: Allergen.allCases.filter { allergens.contains($0.rawValue) }))
        }
        group.name = quoted.restored(group.name)
        guard (1...ChoiceGroup.longestName).contains(group.name.length), (1...mostChoices).contains(group.choices.count),
            group.choices.allSatisfy({ (1...ChoiceGroup.longestName).contains($0.name.length) }), group.most <= group.choices.count
        else { return nil }
        return group
    }

    /// Writes groups as they are read.
    static func write(_ groups: [ChoiceGroup], currency: String) -> String {
        groups.map { group in
            let count = group.least == 1 && group.most == 1 ? "" : " (\(group.least)-\(group.most))"
            let choices = group.choices.map { choice in
                let price = choice.price == 0 ? "" : " \(choice.price > 0 ? "+" : "-")\(amount(abs(choice.price), currency))"
                let allergens = choice.allergens.isEmpty ? "" : " [\(choice.allergens.map(\.rawValue).joined(separator: ", "))]"
                return QuotedNames.quoted(choice.name) + price + allergens
            }
            return "\(QuotedNames.quoted(group.name))\(count): \(choices.joined(separator: ", "))"
        }.joined(separator: "\n")
    }

    /// An amount as a form shows it: `120`, `12.50`.
    static func amount(_ minor: Int, _ currency: String) -> String {
        let scale = Money(minor: 0, currency: currency).decimals == 2 ? 100 : 1
        guard !minor.isMultiple(of: scale) else { return String(minor / scale) }
        let cents = minor % scale
        return "\(minor / scale).\(cents < 10 ? "0" : "")\(cents)"
    }
}

/// A line whose quoted names were taken out, so that nothing in them counts as a sign.
private struct QuotedNames {
    let line: String
    private let names: [Character: String]

    /// Code points that no text means anything by, one for each name.
    private static let placeholders = (0xE000...0xE0FF).compactMap { Unicode.Scalar($0 as Int).map(Character.init) }

    init(_ line: String) {
        var (names, free): ([Character: String], _) = ([:], Self.placeholders.makeIterator())
        self.line = line.replacing(/"((?:[^"]|"")+)"/) { match in
            guard let sign = free.next() else { return String(match.0) }
            names[sign] = String(match.1).replacing("\"\"", with: "\"")
            return String(sign)
        }
        self.names = names
    }

    func restored(_ text: String) -> String { String(text.flatMap { names[$0] ?? String($0) }) }

    /// A name as a line has it.
    static func quoted(_ name: String) -> String {
        let isPlain = !name.contains(/[,:\[\]"]|[+\-−][\d.\s]*$|\s[+−]\S*$|\(\d+\s*[-–]\s*\d+\)$/)
        return isPlain ? name : "\"\(name.replacing("\"", with: "\"\""))\""
    }
}
