import Core
import Interface
import Markup
import Platform
import Web

/// A person's orders, newest first (CAF-036).
struct OrdersPage: PageAnswer {
    let orders: [Order]
    let lines: [OrderID: [OrderLine]]
    /// Those whose money was given back.
    let refunded: Set<Int64>
    /// Of what is still on the menu.
    let pictures: [MenuItemID: StoredPicture]
    /// The last one of this page, where there are more.
    let next: OrderID?
    let isFirst: Bool
    let clock: ClockWords

    var title: Text { "My orders" }
    var shell: ShellStyle { .app("cafeteria") }
    var scripts: [String] { ["orders-kept", "cart-offline"].map { "cafeteria/js/\($0).js" } }
    var slots: FrameSlots { FrameSlots(back: CafeteriaPaths.home()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            div(.class("order-offline")) {
                Alert(.warning, title: "You’re offline") {
                    "Orders in progress are saved on this device as they were last. Earlier orders need a connection."
                }
            }
            if orders.isEmpty {
                EmptyState(.list, title: "No orders yet", message: "Your orders appear here.") {
                    LinkButton("Open the menu", href: CafeteriaPaths.home())
                }
            } else {
                ul(.class("order-list")) { for order in orders { li { row(order) } } }
                Pagination(
                    previous: isFirst ? nil : CafeteriaPaths.orders(),
                    next: next.map { link(CafeteriaPaths.orders(), query: ["before": $0.description]) })
            }
        }
    }

    private func row(_ order: Order) -> some HTML {
        let lines = lines[order.id] ?? []
        return article(.class("order-row card"), .if(!order.status.isOver, .data("order-open", CafeteriaPaths.order(order.id)))) {
            if let first = lines.first { DishPicture(of: first.item, name: first.name, pictures[first.item], size: .small) }
            span(.class("order-row-words")) {
                a(.class("stretched"), .href(CafeteriaPaths.order(order.id))) { strong { "Order \(order.number)" } }
                for line in lines {
                    span(.class("order-row-line"), .dir("auto")) {
                        "\(line.quantity)\u{A0}×\u{A0}\(line.name)" as String
                        if !line.choiceNames.isEmpty { span(.class("muted")) { ": \(line.choiceNames)" as String } }
                    }
                }
                span(.class("muted")) {
                    if order.status == .confirmed || order.status == .preparing {
                        clock.ready(order)
                    } else {
                        TimeAgo(order.createdAt)
                    }
                }
            }
            span(.class("order-row-end")) {
                strong { "\(order.cost)" as Text }
                OrderBadge(status: order.status)
                if refunded.contains(order.id.number) { span(.class("muted")) { "Refunded" } }
                if order.status != .pendingPayment {
                    Form(CafeteriaPaths.reorder(order.id), .class("order-row-again")) {
                        Button("Order again", style: .secondary, .aria("label", "Order again: \(order.number)"), .data("needs-connection"))
                    }
                }
            }
        }
    }
}

/// How far an order is, in its colour.
struct OrderBadge: HTML {
    let status: OrderStatus

    var body: some HTML {
        Badge(status.name, tone: tone)
    }

    private var tone: Tone {
        switch status {
        case .pendingPayment: .warning
        case .confirmed: .info
        case .preparing: .accent
        case .ready: .success
        case .completed: .neutral
        case .cancelled: .danger
        }
    }
}
