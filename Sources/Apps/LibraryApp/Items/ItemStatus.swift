import Core

/// Where an item stands in its life (LIB-103).
enum ItemStatus: String, Sendable, CaseIterable {
    case draft, published, archived, deleted

    /// The word staff see.
    var name: Text {
        switch self {
        case .draft: "Draft"
        case .published: "Published"
        case .archived: "Archived"
        case .deleted: "Deleted"
        }
    }

    /// The states that staff may choose from here. What was deleted comes back as a draft, so nothing reappears among
    /// readers before somebody has looked at it.
    var successors: [ItemStatus] {
        switch self {
        case .draft: [.published, .deleted]
        case .published: [.draft, .archived, .deleted]
        case .archived: [.published, .draft, .deleted]
        case .deleted: [.draft]
        }
    }

    /// Checks a wish against the rules.
    /// - Throws: ``ItemRefusal/transition(from:to:)`` for a step that is not allowed, ``ItemRefusal/nothingToRead`` for
    ///   publishing an item that has neither text nor file.
    func moving(to next: ItemStatus, hasContent: Bool) throws(ItemRefusal) -> ItemStatus {
        guard successors.contains(next) else { throw .transition(from: self, to: next) }
        guard next != .published || hasContent else { throw .nothingToRead }
        return next
    }
}
