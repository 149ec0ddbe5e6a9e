import Core

/// Why the library did not do what was asked with an item. Every case is safe to show.
enum ItemRefusal: Error, Equatable {
    case transition(from: ItemStatus, to: ItemStatus)
    case nothingToRead
    case notInBin
    case changedMeanwhile
    case invalid([ItemField: Text])
    case noFile
}

extension ItemRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .transition(let from, let to):
            Problem(
                .conflict, "library.status-step", "An item that is “\(from.name)” can’t become “\(to.name)” directly.",
                remedy: "Reload the page and choose one of the steps it offers.")
        case .nothingToRead:
            Problem(
                .conflict, "library.nothing-to-read", "This item has nothing to read or hear yet, so it can’t be published.",
                remedy: "Add a file first.")
        case .notInBin:
            Problem(
                .conflict, "library.not-deleted", "Only an item in the recycle bin can be deleted for good.",
                remedy: "Delete the item first.")
        case .changedMeanwhile:
            Problem(
                .conflict, "library.changed-meanwhile", "Someone else changed this item while you were editing it.",
                remedy: "Reload the page and make your change again.")
        case .invalid(let fields):
            Problem(
                .invalid, "library.invalid-item", "Some fields need correcting.",
                remedy: "Correct the marked fields and save again.",
                fields: Dictionary(fields.map { ($0.key.name, $0.value) }) { first, _ in first })
        case .noFile:
            Problem(.notFound, "library.no-file", "This item has no file to download.")
        }
    }
}
