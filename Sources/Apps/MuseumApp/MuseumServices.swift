import Accounts
import Core
import Notifications
import Payments
import Platform

/// The app's services, made once when a site is opened and handed to whoever needs them.
struct MuseumServices: Sendable {
    let site: Site
    let payments: Payments
    let consents: Consents
    let memberships: Memberships
    let events: MuseumEvents

    init(site: Site) throws {
        self.site = site
        payments = try site.service()
        consents = try site.service()
        let notifier: Notifier = try site.service()
        memberships = Memberships(site: site, payments: payments, notifier: MuseumNotifier(site: site, notifier: notifier))
        events = MuseumEvents(site: site, memberships: memberships, notifier: notifier)
    }

    /// The ways to pay an amount that are set up now.
    func providers(for amount: Money) -> [any PaymentProvider] {
        payments.providers.filter { provider in
            do {
                try provider.check(amount)
                return true
            } catch { return false }
        }
    }
}
