import Accounts
import Core
import Database
import Mail
import Notifications
import Payments
import Platform

/// The app's services, made once when a site is opened and handed to whoever needs them.
struct MuseumServices: Sendable {
    let site: Site
    let payments: Payments
    let consents: Consents
    let memberships: Memberships
    let gifts: Gifts
    let events: MuseumEvents
    let keys: PassKeys
    let passes: Passes
    let gate: Gate
    let desk: Desk
    let visits: VisitRecording
    let hours: KeptHours
    let rewards: Rewards
    let memberPress: MemberPressSync
    let linking: MembershipLinking
    let pictures: WordPressPictures
    let licences: Licences
    let refunds: RefundRequests

    init(site: Site) throws {
        self.site = site
        payments = try site.service()
        consents = try site.service()
        let notifier: Notifier = try site.service()
        memberships = Memberships(site: site, payments: payments, notifier: MuseumNotifier(site: site, notifier: notifier))
        gifts = Gifts(site: site, memberships: memberships, mailer: try site.service())
        events = MuseumEvents(site: site, memberships: memberships, notifier: notifier)
        keys = PassKeys(site: site)
        passes = Passes(site: site, memberships: memberships, keys: keys)
        desk = Desk(site: site, memberships: memberships, gifts: gifts, payments: payments, roles: try site.service())
        hours = KeptHours(site: site)
        visits = VisitRecording(site: site, hours: hours)
        rewards = Rewards(site: site, notifier: notifier)
        gate = Gate(site: site, keys: keys, visits: visits, gifts: gifts)
        memberPress = MemberPressSync(site: site, memberships: memberships)
        linking = MembershipLinking(sync: memberPress, mailer: try site.service())
        pictures = WordPressPictures(site: site, editing: ExhibitEditing(site: site))
        licences = Licences(site: site, sync: memberPress)
        refunds = RefundRequests(site: site, memberships: memberships, payments: payments, notifier: notifier, roles: try site.service())
    }

    /// The terms that somebody still has to accept; nil where they did, or there are none.
    func openTerms(for person: PersonID, in language: Language, _ db: any Connection) throws -> Terms? {
        let app = MuseumApp.manifest.id
        guard try !consents.hasAccepted(app: app, by: person, in: db) else { return nil }
        return try consents.terms(of: app, in: language, in: db)
    }

    /// Notes that somebody accepted the terms in the form of a purchase (MUS-016).
    /// - Throws: ``MembershipRefusal/termsNotAccepted`` where the box isn't ticked.
    func acceptTerms(_ box: String?, _ version: String?, by person: PersonID, in write: Write) throws {
        let app = MuseumApp.manifest.id
        guard try !consents.hasAccepted(app: app, by: person, in: write) else { return }
        guard box == "true", let version = version.flatMap({ Int($0) }) else { throw MembershipRefusal.termsNotAccepted }
        try consents.accept(app: app, version: version, by: person, in: write)
    }

    /// Where providers' pages are, to which forms that pay may lead.
    var pageSources: [String] { payments.providers.flatMap(\.pageSources) }

    /// The provider's page on which a membership that was just chosen is paid; nil where there is none, or none yet.
    func pageToPay(for membership: MembershipID) async throws -> String? {
        let open = try await site.database.read { db in
            try payments.all(for: PaymentSubject(Membership.kind, membership.number), in: db).first { $0.isOpen }
        }
        guard let open else { return nil }
        return try await payments.page(of: open.id)
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
