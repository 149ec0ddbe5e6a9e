import Core
import Interface
import Markup
import Platform
import Web

/// Who paid, and their page where the reader may open it.
struct PaymentCustomer: Sendable {
    let name: String
    var path: String?
}

/// Payments, newest first.
struct PaymentsPage: PageAnswer {
    /// A filter that hides everything, and the list without it.
    enum Way: Sendable {
        case otherDates, otherTabs, otherWords
    }

    /// With the tab that is shown.
    let filter: PaymentFilter
    let rows: [Payment]
    let customers: [PaymentID: PaymentCustomer]
    let totals: [PaymentTotal]
    let next: PaymentID?
    let isFirst: Bool
    let waiting: Int
    /// What would show payments where none is.
    let ways: [Way]
    let mistakes: [String: Text]
    let payments: Payments

    var title: Text { "Payments" }
    var shell: ShellStyle { .admin }
    var status: Status { mistakes.isEmpty ? .ok : .unprocessableContent }

    private var show: PaymentListFilter { filter.show ?? .all }

    var body: some HTML {
        PageHeader(title, lead: "What people paid, and refunds.") {
            LinkButton("Compare a statement", href: PaymentsPaths.statement(), icon: .upload, style: .secondary)
            if !rows.isEmpty {
                LinkButton(
                    "CSV", href: link(PaymentsPaths.listCSV(), query: filter.query), icon: .download, style: .secondary,
                    .aria("label", "Export as CSV"))
            }
        }
        Tabs(
            "Which payments",
            PaymentListFilter.allCases.map { one in
                Tab(
                    one.name, href: address(filter.showing(one)), isCurrent: one == show,
                    count: one == .attention && waiting > 0 ? waiting : nil)
            })
        ChipRow("Dates") {
            Chip("All dates", href: address(filter.on(nil)), isSelected: !filter.hasDates)
            for one in PaymentFilter.Period.allCases { Chip(one.name, href: address(filter.on(one)), isSelected: one == filter.period) }
        }
        form
        if rows.isEmpty { nothing } else { list }
    }

    private func address(_ filter: PaymentFilter) -> String { link(PaymentsPaths.list(), query: filter.query) }

    private var form: some HTML {
        Form(PaymentsPaths.list(), method: .get, .role("search"), .class("form filter-form")) {
            input(.type("hidden"), .name("show"), .value(show.rawValue))
            if let period = filter.period { input(.type("hidden"), .name("period"), .value(period.rawValue)) }
            div(.class("filter-wide")) {
                TextField(
                    "Search", name: "q", value: filter.words, kind: .search, hint: "Order or receipt number, phone or name",
                    .maxlength(PaymentFilter.longestWords))
            }
            MoreFilters(isOpen: filter.from != nil || filter.until != nil)
            TextField("From", name: "from", value: filter.from ?? "", kind: .date, error: mistakes["from"])
            TextField("Until", name: "until", value: filter.until ?? "", kind: .date, error: mistakes["until"])
            FilterActions(clear: filter.isNarrowed ? address(filter.on(nil).withoutWords) : nil)
        }
    }

    @HTMLBuilder private var list: Node {
        p(.class("muted")) {
            for (index, sum) in sums.enumerated() {
                if index > 0 { " · " }
                sum
            }
        }
        div(.class("opens-rows")) {
            DataTable(
                title,
                columns: [
                    .init("Payment"), .init("Customer"), .init("When"), .init("Payment method"), .init("Amount", isNumeric: true), .init("Status"),
                    .init("Transaction ID"),
                ],
                rows: rows.map(row))
        }
        Pagination(
            previous: isFirst ? nil : address(filter),
            next: next.map { last in
                var query = filter.query
                query.set("before", last.description)
                return link(PaymentsPaths.list(), query: query)
            })
    }

    /// “120 payments · KES 34,500 received · KES 350 refunded”, each currency by itself.
    private var sums: [Text] {
        var all: [Text] = ["\(totals.reduce(0) { $0 + $1.count }) payments"]
        // A currency in which nothing came in says nothing beside one in which something did.
        let isAnyReceived = totals.contains { $0.received > 0 }
        for total in totals where total.received > 0 || total.refunded > 0 || !isAnyReceived {
            all.append("\(Money(minor: total.received, currency: total.currency)) received")
            if total.refunded > 0 { all.append("\(Money(minor: total.refunded, currency: total.currency)) refunded") }
        }
        return all
    }

    private func row(_ payment: Payment) -> DataTable.Row {
        .init([
            a(.href(PaymentsPaths.payment(payment.id))) { payment.line },
            customer(of: payment),
            TimeAgo(payment.createdAt),
            payments.name(ofProvider: payment.provider).node,
            ("\(payment.amount)" as Text).node,
            PaymentBadge(payment: payment),
            Text.verbatim(payment.receipt?.number ?? "").node,
        ])
    }

    private func customer(of payment: Payment) -> Node {
        guard let customer = customers[payment.id] else { return .nothing }
        return span(.dir("auto")) {
            if let path = customer.path { a(.href(path)) { customer.name } } else { customer.name }
        }
    }

    @HTMLBuilder private var nothing: Node {
        if filter.isNarrowed {
            EmptyState(.search, title: "No payments found", message: advice) {
                if ways.contains(.otherDates) { LinkButton("Show all dates", href: address(filter.on(nil)), style: .secondary) }
                if ways.contains(.otherTabs) { LinkButton("Show all payments", href: address(filter.showing(.all)), style: .secondary) }
                if ways.contains(.otherWords) { LinkButton("Clear search", href: address(filter.withoutWords), style: .secondary) }
                if ways.isEmpty {
                    LinkButton("Clear", href: address(filter.on(nil).withoutWords.showing(.all)), style: .secondary)
                }
            }
        } else {
            EmptyState(
                .wallet, title: show == .attention ? "Nothing to do right now" : "No payments yet",
                message: show == .attention
                    ? "Refunds to pay out, refunds that failed, and payments without a receipt number appear here."
                    : "Payments appear here as soon as someone pays.")
        }
    }

    /// Which filter to drop first.
    private var advice: Text {
        switch ways.first {
        case .otherDates: "There are matching payments on other dates."
        case .otherTabs: "There are matching payments in another tab."
        case .otherWords: "No payment here matches “\(filter.words)”."
        case nil: "Check the search and the dates."
        }
    }
}
