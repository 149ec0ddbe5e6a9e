import Core
import Interface
import Markup
import Web

/// The items that an import would add, beside the button that does it.
struct NewItems: HTML {
    /// More are in the table below.
    private static let most = 20

    let rows: [MenuPlan.Row]
    let currency: String
    /// Where all of them are.
    let all: String

    var body: some HTML {
        if !rows.isEmpty {
            h3 { "New items" }
            ul(.class("import-list import-new")) { for row in rows.prefix(Self.most) { line(row) } }
            if rows.count > Self.most { p { a(.href(all)) { "Show all \(rows.count) new items" } } }
        }
    }

    private func line(_ row: MenuPlan.Row) -> Node {
        guard case .new(let draft) = row.outcome else { return .nothing }
        return li {
            strong(.dir("auto")) { row.name }
            " – " as String
            span(.dir("auto")) { row.category }
            ", \(Money(minor: draft.price, currency: currency))" as Text
        }.node
    }
}
