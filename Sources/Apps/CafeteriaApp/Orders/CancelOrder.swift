import Core
import Interface
import Markup
import Payments
import Web

/// Asks before an order is cancelled: over the order, or as a page where there is no script.
struct CancelOrderDialog: HTML {
    static let id = "cancel-order"

    let order: Order
    let money: CancelledMoney
    /// The place in the event stream at which it was drawn.
    let sequence: Int64

    var body: some HTML {
        Dialog(id: Self.id, title: Self.title) {
            // The money may come while it is open.
            div(
                .id("cancel-order-words"), .live(order.topic), .data("live-after", String(sequence)), .data("live-refresh"), .aria("live", "polite")
            ) {
                p { Self.message(order) }
                if let words = money.words { p { words } }
            }
            Form(CafeteriaPaths.cancel(order.id)) {
                input(.type("hidden"), .name("confirmed"), .value("true"))
                Actions {
                    Button(Self.confirm, icon: .close, style: .danger, .data("needs-connection"))
                    Button(Self.keep, style: .secondary, .type("button"), .data("dialog-close"))
                }
            }
        }
    }

    static func page(_ order: Order, _ money: CancelledMoney) -> ConfirmPage {
        ConfirmPage(
            title, shell: .app("cafeteria"), message: message(order), consequences: money.words.map { [$0] } ?? [], confirm: confirm, icon: .close,
            action: CafeteriaPaths.cancel(order.id), cancel: CafeteriaPaths.order(order.id), keep: keep
        ) { input(.type("hidden"), .name("confirmed"), .value("true")) }
    }

    private static let title: Text = "Cancel this order?"
    private static let confirm: Text = "Cancel the order"
    private static let keep: Text = "Keep the order"
    private static func message(_ order: Order) -> Text { "Order \(order.number) won’t be prepared." }
}

/// What becomes of the money of an order that is cancelled.
enum CancelledMoney: Sendable, Equatable {
    /// None was taken, and none is asked for.
    case none
    /// A phone asks for the PIN at this moment.
    case asked(KenyanPhone)
    /// It is here, and goes back.
    case paid(Money)
    /// It is in the drawer, and is fetched there.
    case paidInCash(Money)

    /// - Parameter payments: of the order.
    init(_ payments: [Payment]) {
        if let paid = payments.first(where: \.isPaid) {
            self = paid.isCash ? .paidInCash(paid.amount) : .paid(paid.amount)
        } else if let phone = payments.first(where: \.isOpen)?.payingPhone {
            self = .asked(phone)
        } else {
            self = .none
        }
    }

    /// For the customer; nil where there is nothing to say.
    var words: Text? {
        switch self {
        case .none: nil
        case .asked(let phone):
            "No money has been taken. If you still enter your PIN on \(phone.readable), you get it all back."
        case .paid(let amount): "You get \(amount) back the way you paid. The order says when it’s sent."
        case .paidInCash(let amount): "Collect \(amount) at the counter."
        }
    }
}
