import Core
import Interface
import Markup
import Payments
import Web

/// Asks why an order is cancelled.
struct CancelForCustomerPage: PageAnswer {
    let order: Order
    /// What was paid, and goes back.
    let paid: Payment?
    var problem: Problem?

    var title: Text { "Cancel order \(order.number)?" }
    var shell: ShellStyle { .work("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.counterOrder(order.id)) }

    var body: some HTML {
        ConfirmPage(
            title, message: "The customer is told, with the reason.",
            consequences: order.points > 0 ? ["The customer gets back the points that were used."] : [], problem: problem,
            confirm: confirm, icon: .close, action: CafeteriaPaths.cancelForCustomer(order.id),
            cancel: CafeteriaPaths.counterOrder(order.id), keep: "Keep the order"
        ) {
            RadioGroup(
                "Reason", name: "reason", choices: CancelReason.allCases.map { Choice($0.rawValue, $0.choice) },
                error: problem?.fields["reason"])
            TextField("In your own words", name: "words", isConditional: true, .maxlength(CancelReason.longest))
        }
    }

    private var confirm: Text {
        guard let paid else { return "Cancel the order" }
        if paid.isCash { return "Cancel and give back \(paid.amount) in cash" }
        guard let phone = paid.payingPhone else { return "Cancel and give back \(paid.amount) by M-Pesa" }
        return "Cancel and give back \(paid.amount) by M-Pesa to \(phone.readable)"
    }
}
