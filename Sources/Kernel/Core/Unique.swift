extension Sequence where Element: Hashable {
    /// Each element once, where it stood first: what a form sent twice is chosen once.
    public var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
