import Core
import Database
import Platform

/// Writes saves into the history of a chapter. Every save is kept as its device sent it; where another device wrote meanwhile, a second
/// revision brings both together.
struct ChapterSaving {
    let write: Write
    let texts: RecentTexts

    /// - Parameters:
    ///   - chapter: as this write reads it.
    ///   - planned: what was worked out before; it counts while the chapter is as it was then.
    /// - Throws: ``SaveRefusal``.
    func save(_ save: ChapterSave, to chapter: Chapter, planned: SavePlan? = nil) throws -> SavedChapter {
        if let name = save.name, let known = try write.first(.saved(as: name, in: chapter.id)) { return try answer(known, chapter) }
        let plan: SavePlan
        if let planned, planned.holds(for: chapter) {
            plan = planned
        } else {
            plan = try SavePlan(save, from: SaveSource(chapter, base: save.base, texts, in: write))
        }
        return try store(plan, of: save, chapter)
    }

    private func store(_ plan: SavePlan, of save: ChapterSave, _ chapter: Chapter) throws -> SavedChapter {
        let (id, own) = (chapter.id, chapter.lastRevision + 1)
        let (revision, head): (Int, Int)
        switch plan.step {
        case .none(let number): (revision, head) = (number, chapter.head)
        case .change(let splice):
            try insert(own, parent: save.base, splice, title: plan.title, save, of: id)
            (revision, head) = (own, own)
        case .merge(let splice, let merged, let merge):
            try insert(own, parent: save.base, splice, title: plan.title, save, of: id)
            try insert(own + 1, parent: chapter.head, merged: own, merged, title: nil, save, of: id)
            try follow(merge, of: id)
            for conflict in merge.conflicts { try insert(conflict, at: own + 1, of: id) }
            (revision, head) = (own, own + 1)
        }
        if head != chapter.head { try setHead(head, plan, of: id) }
        return SavedChapter(
            revision: revision, head: head, text: plan.isAsSent ? nil : plan.text, title: plan.title ?? chapter.title,
            words: plan.words, added: plan.added, wordings: try conflicts(of: id, in: plan.text))
    }

    /// What the same save was answered with, as things stand now.
    private func answer(_ revision: Int, _ chapter: Chapter) throws -> SavedChapter {
        let newest = try SaveSource(chapter, base: chapter.head, texts, in: write).head
        return SavedChapter(
            revision: revision, head: chapter.head, text: revision == chapter.head ? nil : newest, title: chapter.title, words: chapter.words,
            added: 0, wordings: try conflicts(of: chapter.id, in: newest))
    }

    private func insert(
        _ number: Int, parent: Int, merged: Int? = nil, _ splice: TextSplice, title: String?, _ save: ChapterSave, of id: ChapterID
    ) throws {
        let writtenAt = try moment(of: save, after: parent, of: id)
        try write.run(
            """
            INSERT INTO stories_revision (\(Revision.columns), changed_by, name, restored)
            VALUES (\(id), \(number), \(parent), \(merged), \(splice.start), \(splice.removed), \(splice.inserted), \(title),
                \(save.device), \(writtenAt), \(write.now), \(write.actor), \(merged == nil ? save.name : nil), \(save.restored))
            """)
    }

    /// When a save was written. The clock of a device may be years off: nothing is newer than now, nor older than what it was made of.
    private func moment(of save: ChapterSave, after parent: Int, of id: ChapterID) throws -> Instant {
        guard let said = save.writtenAt, said < write.now else { return write.now }
        // Nearly every save is sent within seconds.
        if write.now - said < .seconds(60) { return said }
        let made: Instant
        if parent > 0 {
            made = try write.one("SELECT changed_at FROM stories_revision WHERE chapter_id = \(id) AND number = \(parent)" as Query<Instant>)
        } else {
            made = try write.one("SELECT created_at FROM stories_chapter WHERE id = \(id)" as Query<Instant>)
        }
        return min(max(said, made), write.now)
    }

    private func insert(_ conflict: TextMerge.Conflict, at revision: Int, of id: ChapterID) throws {
        try write.run(
            """
            INSERT INTO stories_conflict (chapter_id, revision, base, first, second, changed_at, changed_by)
            VALUES (\(id), \(revision), \(conflict.base), \(conflict.first), \(conflict.second), \(write.now), \(write.actor))
            """)
    }

    /// A device that was never shown a conflict goes on with its own wording: what is asked about is what that says now.
    private func follow(_ merge: TextMerge, of id: ChapterID) throws {
        for conflict in try write.all(.conflicts(of: id)) where conflict.isOpen(in: merge.first) {
            let (first, second) = (merge.successor(of: conflict.first), merge.successor(of: conflict.second))
            // Whoever had both wrote over one of them, and has chosen.
            guard (first == nil) != (second == nil), let now = first ?? second, !now.isEmpty else { continue }
            try write.run(
                """
                UPDATE stories_conflict SET first = \(first == nil ? conflict.first : now), second = \(second == nil ? conflict.second : now),
                    changed_at = \(write.now), changed_by = \(write.actor)
                WHERE id = \(conflict.id)
                """)
        }
    }

    private func setHead(_ head: Int, _ plan: SavePlan, of id: ChapterID) throws {
        try write.run(
            """
            UPDATE stories_chapter SET head = \(head), last_revision = \(head), words = \(plan.words),
                title = coalesce(\(plan.title), title), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(id)
            """)
        if head / ChapterHistory.renewal != plan.chapter.head / ChapterHistory.renewal {
            try write.run(
                """
                UPDATE stories_chapter_text SET revision = \(head), text = \(plan.text), changed_at = \(write.now), changed_by = \(write.actor)
                WHERE chapter_id = \(id)
                """)
        }
        let text = RecentText(revision: head, savedAt: write.now, text: plan.text, words: plan.words)
        write.afterCommit { [texts] in texts.enter(text, of: id) }
    }

    /// Those that wait for a choice. Where their author wrote over a wording, they have chosen.
    private func conflicts(of id: ChapterID, in text: String) throws -> [ConflictWordings] {
        let all = try write.all(.conflicts(of: id))
        let open = all.filter { $0.isOpen(in: text) }
        let forgotten = write.now - Conflict.memory
        for conflict in all where !open.contains(conflict) && max(conflict.changedAt, conflict.settledAt ?? conflict.changedAt) < forgotten {
            try write.run("DELETE FROM stories_conflict WHERE id = \(conflict.id)")
        }
        return open.map(\.wordings)
    }
}

extension String {
    /// As it is kept: with simple line breaks and without control characters, which no text of a story needs.
    var asWritten: String {
        guard unicodeScalars.contains(where: { $0.value < 32 && $0 != "\n" && $0 != "\t" }) else { return self }
        var kept = UnicodeScalarView()
        for scalar in replacing("\r\n", with: "\n").unicodeScalars {
            if scalar == "\r" { kept.append("\n") } else if scalar.value >= 32 || scalar == "\n" || scalar == "\t" { kept.append(scalar) }
        }
        return String(kept)
    }
}
