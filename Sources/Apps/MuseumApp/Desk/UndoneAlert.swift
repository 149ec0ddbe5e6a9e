import Core
import Database
import Interface
import Markup
import Web

/// What is to be given back after a sale was undone. It stays until whoever serves there says that it's done.
struct UndoneAlert: HTML {
    let undone: Desk.Undone
    /// The page that it stands on.
    let page: String

    var body: some HTML {
        if undone.isGiven { Alert(.success, title: "You gave back \(undone.amount).") } else { due }
    }

    private var due: some HTML {
        Alert(.warning, title: "Sale undone. Give back \(undone.amount).") {
            if let receiver = undone.receiver { p(.dir("auto")) { receiver.isEmpty ? "A gift" : "Gift to \(receiver)" } }
            if let name = undone.name { p(.dir("auto")) { name } }
            Actions { LinkButton("Given back", href: UndoneSale(sale: undone.sale, isGiven: true).link(page), icon: .check, style: .secondary) }
        }
    }
}

/// A sale that was just undone, as the address of a page of the desk says it.
struct UndoneSale: Sendable {
    private static let (sale, given) = ("undone", "given")

    let sale: MembershipID
    /// Whether the money was given back.
    var isGiven = false

    func link(_ page: String) -> String { Web.link(page, query: [Self.sale: sale.description, Self.given: isGiven ? "true" : nil]) }
}

extension UndoneSale {
    /// Nil where the address names none.
    init?(_ request: Request) {
        guard let sale = request.query[Self.sale].flatMap({ MembershipID($0) }) else { return nil }
        self.init(sale: sale, isGiven: request.query[Self.given] == "true")
    }
}

extension Desk {
    /// What is to be given back by hand, or was; nil where nothing is.
    func undone(_ undone: UndoneSale?, in db: any Connection) throws -> Undone? {
        guard let undone, var found = try self.undone(undone.sale, in: db) else { return nil }
        found.isGiven = undone.isGiven
        return found
    }
}
