import Notifications
import Payments
import Platform

/// The app's services, made once when a site is opened and handed to whoever needs them.
struct CafeteriaServices: Sendable {
    let site: Site
    let menu: MenuBook
    let carts: Carts
    let orders: Orders
    let kitchen: Kitchen
    let counter: Counter
    let displays: Displays
    let payments: Payments

    init(site: Site) throws {
        self.site = site
        payments = try site.service()
        menu = MenuBook(site: site)
        carts = Carts(site: site, menu: menu)
        let notifier = OrderNotifier(site: site, notifier: try site.service())
        orders = Orders(site: site, menu: menu, carts: carts, payments: payments, notifier: notifier)
        kitchen = Kitchen(site: site, orders: orders)
        counter = Counter(site: site, payments: payments)
        displays = Displays(site: site)
    }
    /// The ways to pay in a currency that don't lead to another site: an order is paid where its clock runs.
    func providers(in currency: String) -> [any PaymentProvider] {
        payments.providers.filter { $0.pageSources.isEmpty && $0.limits.contains { $0.currency == currency } }
    }
}
