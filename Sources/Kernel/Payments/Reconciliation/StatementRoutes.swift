import Core
import Database
import Foundation
import Interface
import Markup
import Platform
import Web

/// Compares M-Pesa's statement with the payments here, and takes over what is missing.
struct StatementRoutes: Sendable {
    let payments: Payments
    static let mostBytes = 20 << 20

    var routes: [Route] {
        [
            .get(PaymentsPaths.statement, allow: .permission(.payments), use: show),
            .post(PaymentsPaths.statement, allow: .permission(.payments), body: .upload(file: Self.mostBytes, count: 1), use: compare),
            .post(PaymentsPaths.adopt, allow: .permission(.payments), body: .form(limit: 1 << 20), use: adopt),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> StatementPage { StatementPage() }

    func compare(_ request: Request, _ member: Member) async throws -> Response {
        let lines: [StatementLine]
        do throws(StatementRefusal) {
            guard let file = request.files.first, let bytes = try? Data(contentsOf: file.url) else { throw .noTable }
            lines = try DarajaStatement.read(Array(bytes))
        } catch {
            return try await StatementPage(problem: error.problem).response(for: request)
        }
        let (found, known) = try await payments.site.database.readInBackground { [payments] db in
            try payments.reconcile(lines, of: "mpesa", in: db)
        }
        return try await StatementResultPage(found: found, payments: known).response(for: request)
    }

    func adopt(_ request: Request, _ member: Member) async throws -> Response {
        let chosen = try request.formFields().all("take").compactMap(Proposal.init(text:)).prefix(1000)
        let count = try await payments.site.write(by: member.id) { [payments] write in
            for proposal in chosen { try payments.adopt(proposal.line, for: proposal.payment, in: write) }
            return chosen.count
        }
        return .seeOther(PaymentsPaths.list() + "?show=all", flash: "\(count) payments were updated.")
    }
}

/// A line of a statement and the payment that it is to be taken over for, as a form carries it.
struct Proposal: Sendable, Equatable {
    let payment: PaymentID
    let line: StatementLine

    init(_ line: StatementLine, for payment: PaymentID) { (self.line, self.payment) = (line, payment) }

    /// `payment amount moment receipt`.
    var text: String { "\(payment) \(line.amount.minor) \(line.at.milliseconds) \(line.receipt)" }

    init?(text: String) {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 4, let id = PaymentID(parts[0]), let minor = Int(parts[1]), let at = Int64(parts[2]), parts[3].count <= 40 else {
            return nil
        }
        payment = id
        line = StatementLine(
            receipt: parts[3], at: Instant(milliseconds: at), amount: Money(minor: minor, currency: "KES"), phone: nil, original: nil)
    }
}

/// Where a statement is uploaded.
struct StatementPage: PageAnswer {
    var problem: Problem?

    var title: Text { "Compare a statement" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { PaymentsPaths.list() }

    var body: some HTML {
        PageHeader(
            title, lead: "Upload the statement from M-Pesa. You see what differs from the payments here, and can take it over.",
            crumbs: [Crumb("Payments", href: PaymentsPaths.list())])
        ProblemAlert(problem)
        Card {
            Form(PaymentsPaths.statement(), hasFiles: true) {
                FileField(
                    "Statement as CSV", name: "file", accept: ".csv", maxBytes: StatementRoutes.mostBytes, error: problem?.fields["file"])
                Actions { Button("Compare", icon: .search) }
            }
        }
    }
}

/// What differs.
struct StatementResultPage: PageAnswer {
    let found: Reconciliation
    let payments: [PaymentID: Payment]

    var title: Text { "Compare a statement" }
    var shell: ShellStyle { .admin }
    var activePath: String? { PaymentsPaths.list() }

    var body: some HTML {
        PageHeader(title, lead: "\(found.agreeing) lines agree.", crumbs: [Crumb("Payments", href: PaymentsPaths.list())])
        if found.differences.isEmpty {
            EmptyState(.check, title: "Everything agrees", message: "Each line of the statement has its payment, and the other way round.")
        } else {
            Form(PaymentsPaths.adopt()) {
                DataTable(
                    "What differs",
                    columns: [.init("Record"), .init("What differs"), .init("Receipt"), .init("When"), .init("Amount", isNumeric: true)],
                    rows: found.differences.map(row))
                if found.differences.contains(where: \.isProposed) {
                    p(.class("muted")) { "What waits for these payments goes ahead." }
                    Actions { Button("Record the ticked payments") }
                }
            }
        }
    }

    private func row(_ difference: Reconciliation.Difference) -> DataTable.Row {
        let isProposed = difference.isProposed
        return switch difference {
        case .unrecorded(let line, let id?):
            row(line, id, "Paid, but not recorded. It fits \(name(id)).", isProposed)
        case .unrecorded(let line, nil): row(line, nil, "Paid, but it fits no payment. Ask who paid it.", isProposed)
        case .otherAmount(let line, let id, let recorded):
            row(line, id, "\(line.amount) in the statement, \(recorded) in \(name(id)).", isProposed)
        case .unrecordedRefund(let line, let id): row(line, id, "Sent back, but not recorded for \(name(id)).", isProposed)
        case .missing(let id):
            .init([
                "" as Text, link(id, "\(name(id)) counts as paid, but isn’t in the statement."),
                Text.verbatim(payments[id]?.receipt?.number ?? ""),
                payments[id]?.receipt.map { "\(moment: $0.at)" as Text } ?? "",
                payments[id].map { "\($0.amount)" as Text } ?? "",
            ])
        }
    }

    private func row(_ line: StatementLine, _ id: PaymentID?, _ words: Text, _ isProposed: Bool) -> DataTable.Row {
        .init([
            isProposed
                ? input(
                    .type("checkbox"), .name("take"), .value(id.map { Proposal(line, for: $0).text } ?? ""), .flag("checked"),
                    .aria("label", "Record \(line.receipt)")
                ).node : Node.nothing,
            id.map { link($0, words) } ?? words.node, Text.verbatim(line.receipt), "\(moment: line.at)" as Text, "\(line.amount)" as Text,
        ])
    }

    private func link(_ id: PaymentID, _ words: Text) -> Node { a(.href(PaymentsPaths.payment(id))) { words }.node }

    private func name(_ id: PaymentID) -> Text { "payment \(id.description)" }
}
