import Core
import Interface
import Markup
import Web

/// Asks before money goes back: how much, to whom, and whether what was paid for is cancelled as well.
struct RefundPage: PageAnswer {
    let payment: Payment
    /// Whoever paid; nil where nobody knows.
    let customer: String?
    /// See ``Payable/cancellation(of:in:)``.
    let cancellation: Text?
    let provider: Text
    var form: RefundForm?
    var problem: Problem?

    var title: Text { "Refund \(payment.amount)?" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { PaymentsPaths.list() }

    var body: some HTML {
        ConfirmPage(
            title, shell: shell, activePath: activePath, message: message, consequences: consequences, problem: problem,
            confirm: "Refund \(payment.amount)", icon: .check, action: PaymentsPaths.refund(payment.id), cancel: PaymentsPaths.payment(payment.id),
            keep: "Don’t refund"
        ) {
            TextField(
                "Reason", name: "reason", value: form?.reason ?? "", hint: "The person who paid sees this.", error: problem?.fields["reason"],
                isRequired: true, .maxlength(RefundForm.longest))
            if let cancellation {
                Checkbox(cancellation, name: "cancel", isChecked: form?.cancel ?? true, hint: "Clear this to refund the money only.")
            }
        }
    }

    private var message: Text {
        guard let customer else { return "The whole payment for \(payment.line) goes back." }
        return "\(customer) gets back the whole payment for \(payment.line)."
    }

    private var consequences: [Text] {
        var all: [Text] = []
        if payment.isCash {
            all.append("Hand the money over at the counter, then mark it as paid out.")
        } else if let phone = payment.payingPhone {
            all.append("The money goes to \(phone.readable) by \(provider).")
        } else {
            all.append("The money goes back by \(provider).")
        }
        if cancellation == nil { all.append("This refunds the money only. What was paid for isn’t cancelled.") }
        return all
    }
}

/// What staff say when they give money back.
struct RefundForm: Decodable, Sendable {
    var reason: String?
    /// Whether what was paid for is cancelled as well.
    var cancel: Bool

    static let longest = 200
}
