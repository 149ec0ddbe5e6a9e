/// A link, an address or a number to call inside a text.
struct Place: Sendable, Equatable {
    /// What it is.
    enum Kind: String, Sendable { case link, email, phone }

    let kind: Kind
    /// Its glyphs.
    let range: Range<Int>

    /// What phrase rules call it.
    var classes: Set<String> { ["{\(kind.rawValue)}"] }

    /// Everything of the kind in a text, in order and apart.
    static func all(in glyphs: [Glyph]) -> [Place] {
        var places: [Place] = []
        var index = 0
        while index < glyphs.count {
            if glyphs[index].role == .space {
                index += 1
                continue
            }
            let end = glyphs[index...].firstIndex { $0.role == .space } ?? glyphs.count
            if let place = address(glyphs, index..<end) { places.append(place) }
            index = end
        }
        for more in [PhoneNumbers.all(in: glyphs), HiddenPlaces.all(in: glyphs)] {
            places += more.filter { place in !places.contains { $0.range.overlaps(place.range) } }
        }
        return places.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// A link or an e-mail address in a run without spaces.
    private static func address(_ glyphs: [Glyph], _ run: Range<Int>) -> Place? {
        let scalars = glyphs[run].map(\.scalar)
        guard scalars.count >= 4, scalars.contains(".") || scalars.contains(":") else { return nil }
        if let at = scalars.firstIndex(of: "@"), at > 0, let host = host(scalars, from: at + 1) {
            let name = scalars[..<at].lastIndex { !isNameScalar($0) }.map { $0 + 1 } ?? 0
            if name < at { return Place(kind: .email, range: run.lowerBound + name..<run.lowerBound + host) }
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        let words = String(text)
        if words.contains("://") || words.contains("www.") || words.contains("bit.ly") {
            let last = scalars.lastIndex { isNameScalar($0) || $0 == "/" } ?? scalars.count - 1
            return Place(kind: .link, range: run.lowerBound..<run.lowerBound + last + 1)
        }
        guard let start = scalars.firstIndex(where: isNameScalar), scalars[start] != ".", let end = host(scalars, from: start) else { return nil }
        return Place(kind: .link, range: run.lowerBound + start..<run.lowerBound + end)
    }

    /// Where a host name with a known last part that begins at `start` ends, its path included.
    private static func host(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
        var end = start
        while end < scalars.count, isNameScalar(scalars[end]) { end += 1 }
        while end > start, scalars[end - 1] == "." { end -= 1 }
        let labels = scalars[start..<end].split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last else { return nil }
        var top = String.UnicodeScalarView()
        top.append(contentsOf: last)
        let hasPath = end < scalars.count && (scalars[end] == "/" || scalars[end] == ":")
        if hasPath, isNumeric(labels) { return end }
        guard topLevels.contains(String(top)) || hasPath && wordlikeTopLevels.contains(String(top)),
            labels[0].count >= 2 || labels.count > 2 || end < scalars.count && scalars[end] == "/"
        else {
            return nil
        }
        if end < scalars.count, scalars[end] == "/" || scalars[end] == ":" || scalars[end] == "?" {
            while end < scalars.count, isNameScalar(scalars[end]) || "/:?=&%#~+".unicodeScalars.contains(scalars[end]) { end += 1 }
        }
        return end
    }

    /// The four numbers of a computer's address.
    private static func isNumeric(_ labels: [ArraySlice<Unicode.Scalar>]) -> Bool {
        labels.count == 4
            && labels.allSatisfy { label in
                (1...3).contains(label.count) && label.allSatisfy { (48...57).contains($0.value) }
            }
    }

    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || (48...57).contains(scalar.value) || scalar == "." || scalar == "-" || scalar == "_" || scalar == "+"
    }

    static let topLevels: Set<String> = [
        "com", "net", "org", "info", "biz", "se", "nu", "no", "dk", "fi", "de", "uk", "eu", "io", "me", "co", "us", "ru", "cn", "tk", "xyz", "top",
        "link", "click", "online", "site", "shop", "store", "live", "app", "ly", "gl", "gd", "cc", "tv", "ac", "in", "fr", "nl", "pl", "club",
        "vip", "bank", "win", "loan", "work", "dev", "page", "tel", "mobi", "zm", "ke", "tz", "gg", "ai", "ee", "lv", "lt", "ch", "es", "pt", "gr",
        "cz", "hu", "ro", "ua", "br", "au", "nz", "jp", "kr", "za", "ng", "gh", "ug", "rw", "pw", "icu", "pro", "ws", "sh", "casino", "bet",
        "crypto", "website", "sbs", "cfd",
    ]
    /// Ends of addresses that are words as well: they count with a path behind them.
    private static let wordlikeTopLevels: Set<String> = ["be", "it", "is", "at", "to", "im", "as", "do", "so"]
}
