import Core
import Database
import Platform
import Web

/// A change to several items at once: what is left open stays as it is in each of them.
struct ItemsTogether: Sendable {
    /// As many as one page of the list shows, and some more for programs.
    static let most = 200

    /// Which items.
    let items: [ItemID]
    private let change: ItemChange
    /// A category that comes to those that each item has.
    private let category: CategoryID?
    /// Where they go.
    let status: ItemStatus?

    /// Reads the form below the list. An empty field leaves alone.
    init(_ form: QueryItems) throws(Problem) {
        // A form that takes something back names them in one field.
        items = Array(Set(form.all("item").flatMap { $0.split(separator: ",") }.compactMap { ItemID(String($0)) })).sorted()
        guard !items.isEmpty else { throw .wrongField("item", "Select at least one item.") }
        guard items.count <= Self.most else { throw .wrongField("item", "Select at most \(Self.most) items.") }
        var change = ItemChange()
        for field in Self.fields { change[field] = form.filled(Self.name(field.name)) }
        self.change = change
        category = form.filled(Self.name(ItemField.categories.name)).flatMap { CategoryID($0) }
        status = form.filled("status").flatMap(ItemStatus.init)
        guard status != .deleted else { throw .wrongField("status", "Choose a status from the list.") }
    }

    /// Whether it moves them and changes nothing else.
    var isMoveAlone: Bool { status != nil && category == nil && Self.fields.allSatisfy { change[$0] == nil } }

    /// The fields that several items have in common.
    static let fields: [ItemField] = [.language, .kind, .authors, .series]

    /// What a field is called in the form: the filters of the list above it have fields of the same names.
    static func name(_ field: String) -> String { "new-" + field }

    /// An item that was left as it was, and why.
    struct Refused: Sendable {
        let title: String
        let problem: Problem
    }

    fileprivate func change(of item: Item) -> ItemChange {
        guard let category else { return change }
        var own = change
        own[.categories] = "\(ItemField.categories.text(item.metadata)) \(category)"
        return own
    }
}

extension ItemEditing {
    /// Changes each item on its own, wholly or not at all: one that is refused stops none of the others.
    /// - Returns: those that were changed, and among them those that were drafts.
    func edit(
        _ together: ItemsTogether, by person: PersonID
    ) async throws -> (changed: [ItemID], drafts: [ItemID], refused: [ItemsTogether.Refused]) {
        let drafts = try await database.read { db in
            try together.items.filter { try db.first(.item($0, db.dialect))?.status == .draft }
        }
        var changed: [ItemID] = []
        var refused: [ItemsTogether.Refused] = []
        for id in together.items {
            do {
                _ = try await write(id, by: person) { write, item in
                    let isEdited = try Self.apply(together.change(of: item), to: item, in: write)
                    guard let status = together.status, status != item.status else { return isEdited }
                    try Self.step(item, to: status, in: write)
                    return true
                }
                changed.append(id)
            } catch let refusal as ItemRefusal {
                let title = try await database.read { db in try db.first(.item(id, db.dialect)) }?.title
                refused.append(ItemsTogether.Refused(title: title ?? id.description, problem: refusal.problem))
            }
        }
        return (changed, drafts.filter(changed.contains), refused)
    }
}
