/// One's own marks as they are listed: by publication, then by chapter.
struct NotebookGroup: Sendable {
    struct Chapter: Sendable {
        /// Nil where the section has no heading.
        let title: String?
        /// Whether its passages are found in the present edition.
        let isPlaced: Bool
        var entries: [NotebookEntry]
    }

    let publication: Publication
    var chapters: [Chapter] = []
    var bookmarks: [BookmarkEntry] = []

    /// Groups what is in the order of the list already. A publication with bookmarks alone comes after those with annotations.
    static func groups(of entries: [NotebookEntry], bookmarks: [BookmarkEntry] = []) -> [Self] {
        var groups: [Self] = []
        for entry in entries {
            if groups.last?.publication.id != entry.publication.id { groups.append(Self(publication: entry.publication)) }
            groups[groups.count - 1].add(entry)
        }
        for entry in bookmarks {
            let known = groups.firstIndex { $0.publication.id == entry.publication.id }
            if known == nil { groups.append(Self(publication: entry.publication)) }
            groups[known ?? groups.count - 1].bookmarks.append(entry)
        }
        return groups
    }

    private mutating func add(_ entry: NotebookEntry) {
        let isPlaced = entry.annotation.isPlaced
        let isSame =
            chapters.last.map { last in
                last.isPlaced == isPlaced && (!isPlaced || last.title == entry.place.chapter)
            } ?? false
        if !isSame { chapters.append(Chapter(title: isPlaced ? entry.place.chapter : nil, isPlaced: isPlaced, entries: [])) }
        chapters[chapters.count - 1].entries.append(entry)
    }
}
