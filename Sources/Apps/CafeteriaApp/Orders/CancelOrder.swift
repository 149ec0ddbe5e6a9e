import Core
import Interface
import Markup
import Web

/// Asks before an order is cancelled: over the order, or as a page where there is no script.
struct CancelOrderDialog: HTML {
    static let id = "cancel-order"

    let order: Order
    let isPaid: Bool

    var body: some HTML {
        Dialog(id: Self.id, title: Self.title) {
            p { Self.message(order) }
            if isPaid { p { Self.refund } }
            Form(CafeteriaPaths.cancel(order.id)) {
                input(.type("hidden"), .name("confirmed"), .value("true"))
                Actions {
                    Button(Self.confirm, icon: .close, style: .danger, .data("needs-connection"))
                    Button(Self.keep, style: .secondary, .type("button"), .data("dialog-close"))
                }
            }
        }
    }

    static func page(_ order: Order, isPaid: Bool) -> ConfirmPage {
        ConfirmPage(
            title, shell: .app("cafeteria"), message: message(order), consequences: isPaid ? [refund] : [], confirm: confirm, icon: .close,
            action: CafeteriaPaths.cancel(order.id), cancel: CafeteriaPaths.order(order.id), keep: keep)
    }

    private static let title: Text = "Cancel this order?"
    private static let refund: Text = "You get your money back the way you paid."
    private static let confirm: Text = "Cancel the order"
    private static let keep: Text = "Keep the order"
    private static func message(_ order: Order) -> Text { "Order \(order.number) won’t be prepared." }
}
