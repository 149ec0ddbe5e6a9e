import Core
import Interface
import Markup
import Payments
import Web

/// Asks why an order is cancelled, or refunded once it was handed over.
struct CancelForCustomerPage: PageAnswer {
    let order: Order
    /// Of the order.
    let payments: [Payment]
    var problem: Problem?

    var title: Text { isRefund ? "Refund order \(order.number)?" : "Cancel order \(order.number)?" }
    var shell: ShellStyle { .work("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.counterOrder(order.id)) }

    var body: some HTML {
        ConfirmPage(
            title, message: message,
            consequences: consequences, problem: problem,
            confirm: confirm, icon: .close, action: CafeteriaPaths.cancelForCustomer(order.id),
            cancel: CafeteriaPaths.counterOrder(order.id), keep: isRefund ? "Back to the order" : "Keep the order"
        ) {
            RadioGroup(
                "Reason", name: "reason", choices: CancelReason.of(order).map { Choice($0.rawValue, $0.choice) },
                error: problem?.fields["reason"])
            TextField(
                "In your own words", name: "words", hint: own, isConditional: true, .maxlength(CancelReason.longest))
            if let paid = payments.first(where: \.isPaid), paid.isCash {
                Checkbox(
                    "I gave back \(paid.amount)", name: "handedBack", hint: "If you do it later, leave this empty. The counter lists it until then.")
            }
        }
    }

    private var isRefund: Bool { order.status == .completed }

    private var message: Text {
        if order.person != nil { return "The customer is told, with the reason." }
        return isRefund ? "Order \(order.number) will be listed as cancelled." : "Order \(order.number) won’t be prepared."
    }

    private var own: Text {
        order.person == nil
            ? "Only needed for “Another reason”. Staff read it on the order." : "Only needed for “Another reason”. The customer reads it."
    }

    private var consequences: [Text] {
        var all: [Text] = []
        if case .asked(let phone) = CancelledMoney(payments) {
            all.append("No money has been taken. If the customer still enters the PIN on \(phone.readable), M-Pesa sends it all back.")
        }
        if order.points > 0 { all.append("The customer gets back the points that were used.") }
        if order.earned > 0 { all.append("The customer loses the \(order.earned) points earned with this order.") }
        return all
    }

    private var confirm: Text {
        guard let paid = payments.first(where: \.isPaid) else { return "Cancel the order" }
        if isRefund { return paid.isCash ? "Refund \(paid.amount) in cash" : "Refund \(paid.amount) by M-Pesa" }
        if paid.isCash { return "Cancel and give back \(paid.amount) in cash" }
        guard let phone = paid.payingPhone else { return "Cancel and give back \(paid.amount) by M-Pesa" }
        return "Cancel and give back \(paid.amount) by M-Pesa to \(phone.readable)"
    }
}
