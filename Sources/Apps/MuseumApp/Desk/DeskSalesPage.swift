import Accounts
import Core
import Database
import Interface
import Markup
import Payments
import Platform
import Web

/// Today's sales at the desk, and the cash that they left in the till.
struct DeskSalesPage: PageAnswer {
    let sales: Desk.Sales
    let managers: ManagerHint

    var title: Text { "Today’s sales" }
    var shell: ShellStyle { .work("museum") }
    var activePath: String? { MuseumPaths.desk() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.desk()) }

    var body: some HTML {
        div(.class("desk narrow stack")) {
            PageHeader(title)
            section(.class("desk-till"), .aria("label", "Cash today")) {
                p(.class("desk-till-sum")) { "Cash today: \(money(sales.cash.kept))" }
                if sales.cash.refunded > 0 { p { "Taken \(money(sales.cash.taken)), given back \(money(sales.cash.refunded))" } }
            }
            if sales.all.isEmpty {
                EmptyState(.wallet, title: "No sales yet today", message: "What the desk sells today appears here.") {
                    LinkButton("Desk", href: MuseumPaths.desk())
                }
            } else {
                p(.class("muted")) { "Open a sale to print its receipt or card. A sale can be undone for 15 minutes." }
                ul(.class("desk-list")) { for sale in sales.all { DeskSaleRow(sale: sale) } }
            }
            managers
        }
    }

    private func money(_ minor: Int) -> Money { Money(minor: minor, currency: sales.currency) }
}

/// A sale in the list: when, to whom, what, and how it was paid.
private struct DeskSaleRow: HTML {
    let sale: Desk.Sale

    var body: some HTML {
        li {
            a(
                .class("desk-row desk-sale"),
                .href(link(MuseumPaths.deskSold(sale.membership.id), query: [DeskOrigin.name: DeskOrigin.sales.rawValue]))
            ) {
                span(.class("desk-time")) { "\(time: sale.at)" as Text }
                span(.class("desk-words")) {
                    strong(.class("desk-offer"), .dir("auto")) { name }
                    span(.dir("auto")) { sale.tier.name }
                    if let state = sale.state { span(.class("desk-state is-unpaid")) { state } }
                }
                span(.class("desk-sum")) {
                    // What is no longer in the till isn't read as if it were.
                    if sale.membership.isUndone {
                        s { sale.membership.cost.words }
                    } else {
                        strong { sale.membership.cost.words }
                    }
                    span(.class("muted")) { sale.payment == nil ? "Nothing to pay" : "Cash" as Text }
                }
            }
        }
    }

    private var name: Text {
        let name = sale.name ?? ""
        if sale.membership.source == .gift { return name.isEmpty ? "A gift" : "Gift to \(name)" }
        return .verbatim(name.isEmpty ? "#\(sale.membership.id)" : name)
    }
}

extension Desk.Sale {
    /// What became of it; nil for one that stands.
    var state: Text? {
        if membership.isUndone { return "Undone" }
        if payment?.isDueInCash == true { return "To be given back" }
        if membership.replacedBy != nil { return "Changed" }
        return membership.status == .active ? nil : membership.status.name
    }
}

/// Who can do what the desk can't: give money back later, and end a membership.
struct ManagerHint: HTML {
    /// Some of those who may.
    let names: [String]
    /// Where the reader may do it; nil for everyone else.
    let path: String?

    var body: some HTML {
        p(.class("desk-managers")) {
            if let path {
                a(.href(path)) { "Refund or end a membership" }
            } else if names.isEmpty {
                "To refund or end a membership, ask a manager."
            } else {
                "To refund or end a membership, ask a manager: \(names.joined(separator: ", "))"
            }
        }
    }
}

extension DeskRoutes {
    func sales(_ request: Request, _ member: Member) async throws -> DeskSalesPage {
        let reader = ReaderLanguage(request, desk.site)
        return try await desk.site.database.read { [desk] db in
            DeskSalesPage(sales: try desk.sales(for: reader, in: db), managers: try desk.managers(for: member, in: db))
        }
    }
}

extension Desk {
    private static let mostManagers = 3

    /// Nil for somebody whom nothing can be taken from.
    func managers(for member: Member, of visitor: Visitor, in db: any Connection) throws -> ManagerHint? {
        let membership = visitor.current?.membership ?? visitor.all.first { $0.membership.status == .active }?.membership
        return try membership.map { try managers(for: member, of: $0.id, in: db) }
    }

    /// - Parameter membership: the one that is looked at; nil where it is any.
    func managers(for member: Member, of membership: MembershipID? = nil, in db: any Connection) throws -> ManagerHint {
        if member.may(.museumMembers) {
            return ManagerHint(names: [], path: membership.map { MuseumPaths.adminMember($0) } ?? MuseumPaths.adminMembers())
        }
        let holders = try Array(roles.holders(of: .museumMembers, in: db).prefix(Self.mostManagers))
        let names = try People.names(of: Set(holders), in: db)
        return ManagerHint(names: holders.compactMap { names[$0] }, path: nil)
    }
}
