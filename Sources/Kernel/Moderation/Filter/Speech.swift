/// What the people in a story say, apart from what its narrator says.
enum Speech {
    /// The text without what stands between quotation marks that close within their line, and without lines that begin with a dash. Every
    /// other code point keeps its place.
    static func narration(of text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        var start = 0
        while start < scalars.count {
            let end = scalars[start...].firstIndex(where: breaks.contains) ?? scalars.count
            for range in said(in: scalars[start..<end]) {
                // What stands before and after it is no sentence together.
                scalars.replaceSubrange(range, with: ["."] + Array(repeating: " ", count: range.count - 1))
            }
            start = end + 1
        }
        var narration = String.UnicodeScalarView()
        narration.append(contentsOf: scalars)
        return String(narration)
    }

    private static func said(in line: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
        if let first = line.firstIndex(where: { !$0.properties.isWhitespace }), first + 1 < line.endIndex,
            dashes.contains(line[first]), line[first + 1].properties.isWhitespace
        {
            return [first..<line.endIndex]
        }
        var ranges: [Range<Int>] = []
        // Marks that nothing closes any more: a line of nothing but such marks is read once.
        var unclosed: Set<Unicode.Scalar> = []
        var index = line.startIndex
        while index < line.endIndex {
            let mark = line[index]
            guard let closing = quotes[mark], !unclosed.contains(mark), opens(at: index, in: line) else {
                index += 1
                continue
            }
            if let end = line[(index + 1)...].indices.first(where: { closing.contains(line[$0]) && closes(at: $0, in: line) }) {
                ranges.append(index..<end + 1)
                index = end + 1
            } else {
                unclosed.insert(mark)
                index += 1
            }
        }
        return ranges
    }

    /// A mark between two letters is an apostrophe, and one behind a letter closes.
    private static func opens(at index: Int, in line: ArraySlice<Unicode.Scalar>) -> Bool {
        index == line.startIndex || !isLetter(line[index - 1])
    }

    private static func closes(at index: Int, in line: ArraySlice<Unicode.Scalar>) -> Bool {
        index + 1 == line.endIndex || !isLetter(line[index + 1])
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }

    private static let breaks: Set<Unicode.Scalar> = ["\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"]
    private static let dashes: Set<Unicode.Scalar> = ["-", "–", "—", "―"]
    /// What may close each opening mark: languages differ (“…”, ”…”, „…“, «…», »…«).
    private static let quotes: [Unicode.Scalar: Set<Unicode.Scalar>] = [
        "\"": ["\""], "“": ["”"], "”": ["”"], "„": ["“", "”"], "«": ["»"], "»": ["«", "»"], "‘": ["’"],
    ]
}
