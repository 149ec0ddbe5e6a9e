/// Numbers the headings of a section so that none is more than one level below the one that it belongs to: many documents choose a heading by
/// its size, and who listens to a text finds their way by its levels.
struct HeadingOrder {
    /// The headings that the next one may belong to: what the document calls them, and how they are written.
    private var open: [(source: Int, written: Int)] = []

    /// The level at which the next heading is written.
    mutating func level(of source: Int) -> Int {
        while let last = open.last, last.source > source { open.removeLast() }
        if let last = open.last, last.source == source { return last.written }
        // A section has the first level above it, in its own text or in the reader's bar.
        let written = min(source, open.last.map { $0.written + 1 } ?? 2)
        open.append((source, written))
        return written
    }
}
