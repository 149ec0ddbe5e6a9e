import Core

/// One change of a text: some code units at a place are replaced by others. It can be carried out and taken back, so a history keeps what
/// changed and not the whole text.
///
/// Places and lengths are counted in UTF-16 code units, as JavaScript counts them, and never lie inside a code point.
struct TextSplice: Sendable, Equatable, Codable {
    /// Where it begins.
    let start: Int
    /// What stood there.
    let removed: String
    /// What stands there now.
    let inserted: String

    var isEmpty: Bool { removed.isEmpty && inserted.isEmpty }

    init(start: Int, removed: String, inserted: String) {
        self.start = start
        self.removed = removed
        self.inserted = inserted
    }

    /// The smallest single change that makes `new` of `old`.
    init(from old: String, to new: String) {
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        var head = 0
        while head < old.count, head < new.count, old[head] == new[head] { head += 1 }
        while head > 0, Self.isInside(old, head) || Self.isInside(new, head) { head -= 1 }
        var tail = 0
        while tail < old.count - head, tail < new.count - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        while tail > 0, Self.isInside(old, old.count - tail) || Self.isInside(new, new.count - tail) { tail -= 1 }
        start = String(decoding: old[..<head], as: UTF8.self).utf16.count
        removed = String(decoding: old[head..<(old.count - tail)], as: UTF8.self)
        inserted = String(decoding: new[head..<(new.count - tail)], as: UTF8.self)
    }

    /// The same change backwards.
    var inverse: TextSplice { TextSplice(start: start, removed: inserted, inserted: removed) }

    /// The same change without what it takes out only to put it back at its ends.
    var trimmed: TextSplice {
        let change = TextSplice(from: removed, to: inserted)
        return TextSplice(start: start + change.start, removed: change.removed, inserted: change.inserted)
    }

    /// The text after the change; nil when it isn't the text that the change was made in.
    func applied(to text: String) -> String? {
        guard let place = place(in: text) else { return nil }
        var result = ""
        result.reserveCapacity(text.utf8.count + inserted.utf8.count)
        result += text[..<place.lowerBound]
        result += inserted
        result += text[place.upperBound...]
        return result
    }

    /// Where what it takes out stands; nil when it isn't there.
    func place(in text: String) -> Range<String.Index>? {
        let units = text.utf16
        guard start >= 0, let from = units.index(units.startIndex, offsetBy: start, limitedBy: units.endIndex),
            let to = units.index(from, offsetBy: removed.utf16.count, limitedBy: units.endIndex),
            from.samePosition(in: text.unicodeScalars) != nil, to.samePosition(in: text.unicodeScalars) != nil,
            text.utf8[from..<to].elementsEqual(removed.utf8)
        else { return nil }
        return from..<to
    }

    /// Whether a boundary before `index` would cut a code point in two.
    private static func isInside(_ bytes: [UInt8], _ index: Int) -> Bool { index < bytes.count && bytes[index] & 0b1100_0000 == 0b1000_0000 }
}
