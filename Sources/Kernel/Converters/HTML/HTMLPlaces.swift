import Documents

/// The ids of a document while it is written: each given out once, and where it came to lie.
struct HTMLPlaces {
    /// Where each id of the source came to lie.
    private(set) var anchors: [String: (section: Int, anchor: String)] = [:]
    private var used: Set<String> = []
    /// Ids of empty elements: they mark the place of what follows them, in the next section if that begins there.
    private var waiting: [String] = []

    var areWaiting: Bool { !waiting.isEmpty }

    /// The safe form of an id; nil when it is taken.
    mutating func claim(_ id: String, section: Int) -> String? {
        guard !id.isEmpty else { return nil }
        let anchor = HTMLAnchor.make(id, prefix: HTMLAnchor.prefix(section: section))
        guard used.insert(anchor).inserted else { return nil }
        if anchors[id] == nil { anchors[id] = (section, anchor) }
        return anchor
    }

    /// Takes an anchor of our own making; false when it is taken.
    mutating func reserve(_ anchor: String) -> Bool { used.insert(anchor).inserted }

    mutating func wait(_ id: String) {
        if waiting.count < 1000 { waiting.append(id) }
    }

    mutating func takeWaiting() -> [String] {
        defer { waiting = [] }
        return waiting
    }
}
