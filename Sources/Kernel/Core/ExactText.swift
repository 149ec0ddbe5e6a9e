/// Text as those read it who know bytes and not characters: browsers, shells, spreadsheets, file systems.
///
/// To `hasPrefix`, `contains`, `split` and `replacing` a mark to which a combining letter clings is another character than the mark
/// alone, so `"//"` is not found at the head of `"//\u{FE0F}elsewhere"`. Whatever guards text from outside asks here instead.
extension String {
    /// Whether it begins with exactly these bytes.
    public func begins(withExactly mark: String) -> Bool { utf8.starts(with: mark.utf8) }

    /// Whether these bytes stand in it somewhere.
    public func holds(exactly mark: String) -> Bool { utf8.contains(mark.utf8) }

    /// What stands between the marks, empty pieces included.
    public func pieces(betweenExactly mark: Unicode.Scalar) -> [String] {
        unicodeScalars.split(separator: mark, omittingEmptySubsequences: false).map { String($0) }
    }

    /// With other bytes in the place of these.
    public func replacing(exactly mark: String, with other: String) -> String {
        String(decoding: Array(utf8).replacing(Array(mark.utf8), with: Array(other.utf8)), as: UTF8.self)
    }
}
