import Core
import Interface
import Markup
import Platform
import Web

/// What was deleted and can come back.
struct RecycleBinPage: PageAnswer {
    let entries: [RecycleBins.Entry]
    let kinds: [(id: String, name: Text)]
    let kind: String?
    let names: [PersonID: String]
    let days: Int

    var title: Text { "Recycle bin" }
    var shell: ShellStyle { .admin }
    var activePath: String? { SitePaths.recycleBin() }

    var body: some HTML {
        PageHeader(title, lead: "Deleted items stay here for \(days) days and can be restored.")
        if kinds.count > 1 {
            Tabs(
                "Kinds",
                [Tab("All", href: SitePaths.recycleBin(), isCurrent: kind == nil)]
                    + kinds.map { Tab($0.name, href: link(SitePaths.recycleBin(), query: ["kind": $0.id]), isCurrent: kind == $0.id) })
        }
        if entries.isEmpty {
            EmptyState(.trash, title: "The recycle bin is empty", message: "Deleted items appear here.")
        } else {
            DataTable(
                title,
                columns: [
                    .init("Name"), .init("Kind"), .init("Deleted"), .init("By"), .init("Removed for good"), .init("Actions", isTitleHidden: true),
                ],
                rows: entries.map(row))
        }
    }

    private func row(_ entry: RecycleBins.Entry) -> DataTable.Row {
        let item = entry.item
        let by: Text = item.deletedBy.map { names[$0].map { .verbatim($0) } ?? "Deleted account \($0.description)" } ?? "System"
        return .init([
            span { item.title }.node, entry.name.node, ("\(moment: item.deletedAt)" as Text).node, by.node,
            ("\(day: item.deletedAt + .days(days))" as Text).node,
            Actions {
                Form(OperationsPaths.recycled(entry.kind, Int(item.id)), .class("form-button")) {
                    Button("Restore", icon: .refresh, style: .secondary, .aria("label", "Restore “\(item.title)”"))
                }
                LinkButton(
                    "Remove for good", href: OperationsPaths.purge(entry.kind, Int(item.id)), icon: .trash, style: .danger,
                    .aria("label", "Remove “\(item.title)” for good"))
            }.node,
        ])
    }
}
