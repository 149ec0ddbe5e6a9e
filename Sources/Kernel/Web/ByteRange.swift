/// The `Range` of a request (RFC 9110 §14.2) against a representation of known length.
enum ByteRange: Equatable {
    /// All of it: no range, one that is not understood, or several that do not join into one.
    case whole
    /// These bytes.
    case part(Range<Int64>)
    /// Nothing that was asked for exists.
    case unsatisfiable

    /// More parts than this are not looked at.
    private static let mostParts = 16

    /// Players and readers ask for one range. Several are answered only when together they are one; otherwise the
    /// whole is sent, which the RFC allows and which no range list can make expensive.
    init(_ header: String?, length: Int64) {
        guard let header, header.lowercased().hasPrefix("bytes=") else {
            self = .whole
            return
        }
        let parts = header.dropFirst(6).split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= Self.mostParts else {
            self = .whole
            return
        }
        var ranges: [Range<Int64>] = []
        for part in parts {
            switch Self.one(part, length) {
            case .malformed:
                self = .whole
                return
            case .outside: continue
            case .range(let range): ranges.append(range)
            }
        }
        guard let first = ranges.first else {
            self = .unsatisfiable
            return
        }
        var joined = first
        for range in ranges.dropFirst() {
            guard range.lowerBound <= joined.upperBound, joined.lowerBound <= range.upperBound else {
                self = .whole
                return
            }
            joined = min(joined.lowerBound, range.lowerBound)..<max(joined.upperBound, range.upperBound)
        }
        self = .part(joined)
    }

    private enum One {
        case malformed
        case outside
        case range(Range<Int64>)
    }

    private static func one(_ part: Substring, _ length: Int64) -> One {
        let ends = part.filter { $0 != " " && $0 != "\t" }.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2 else { return .malformed }
        if ends[0].isEmpty {
            guard let count = number(ends[1]) else { return .malformed }
            return count == 0 || length == 0 ? .outside : .range(max(0, length - count)..<length)
        }
        guard let start = number(ends[0]) else { return .malformed }
        guard !ends[1].isEmpty else { return start < length ? .range(start..<length) : .outside }
        guard let end = number(ends[1]), end >= start else { return .malformed }
        return start < length ? .range(start..<min(end, length - 1) + 1) : .outside
    }

    private static func number(_ text: Substring) -> Int64? {
        // Int64's own reading would take a sign as well.
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text) ?? .max / 2
    }
}
