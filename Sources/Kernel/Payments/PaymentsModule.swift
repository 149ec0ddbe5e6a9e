import Core
import Foundation
import Interface
import Jobs
import Outbound
import Platform
import Web

/// The kernel part for payments: takes them by the providers that are set up, gives them back, and keeps the books (CORE-028, CORE-029).
public struct PaymentsModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "payments", name: "Payments",
        navigation: .init(portal: [
            AdminPlace(
                "Payments", "What people paid, and refunds", searchedAs: "money back receipts transactions M-Pesa statement", icon: .wallet,
                path: PaymentsPaths.list(), permission: .payments, in: .people, isOnlyWhereUsed: true),
            AdminPlace(
                "Ways to pay", "M-Pesa, cards and cash",
                searchedAs: "payment methods Safaricom Daraja paybill till shortcode Clover credit debit card", icon: .settings,
                path: PaymentsPaths.mpesa(), permission: .paymentSettings, in: .system, isOnlyWhereUsed: true),
        ]),
        access: .init(permissions: PaymentsRoles.permissions, roles: PaymentsRoles.all),
        schema: .init(
            PaymentsMigrations.all,
            entityNames: ["payments.payment": "Payment", "payments.mpesa": "M-Pesa", "payments.clover": "Clover", "payments.list": "Payments"],
            sentences: PaymentsSentences.all,
            entityPaths: ["payments.payment": EntityPath(.payments) { Int64($0).map { PaymentsPaths.payment(PaymentID($0)) } }],
            jobNames: [
                Payments.begin.id: "Asking people to pay",
                Payments.check.id: "Checking payments",
                Payments.refund.id: "Sending money back",
            ]),
        settings: PaymentsSettings.all, sections: [DarajaConfiguration.self, CloverConfiguration.self], commands: LedgerCommand.help,
        resources: .module)

    private let site: Site
    private let payments: Payments

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        payments = Payments(site: site)
    }

    /// Every page and address of the part.
    public var routes: [Route] {
        CallbackRoutes(payments: payments, pace: site.rateLimiter("payments.callbacks", capacity: 120, per: .seconds(60))).routes
            + StatementRoutes(payments: payments).routes + PaymentRoutes(payments: payments).routes + DarajaSettingsRoutes(site: site).routes
            + ReceiptRoutes(payments: payments).routes + PaymentExport(payments: payments).routes
            + CloverRoutes(payments: payments, pace: site.rateLimiter("payments.webhooks", capacity: 120, per: .seconds(60))).routes
            + ReturnRoutes(payments: payments, pace: site.rateLimiter("payments.returns", capacity: 60, per: .seconds(60))).routes
            + CloverSettingsRoutes(site: site).routes
    }

    /// What asks the providers.
    public var jobs: [JobKind] { PaymentWork(payments: payments).kinds }

    /// `stoa ledger check`.
    public var commands: [Command] { LedgerCommand(site: site).commands }

    public func register(in extensions: inout Extensions) throws {
        try extensions.provide(payments)
        extensions.add(DarajaProvider(site: site), to: .paymentProviders)
        extensions.add(CloverProvider(site: site), to: .paymentProviders)
        extensions.add(CashProvider(), to: .paymentProviders)
        extensions.add(payments.check(of: "mpesa", "M-Pesa"), to: .serviceChecks)
        extensions.add(payments.check(of: CloverProvider.providerID, "Clover"), to: .serviceChecks)
        extensions.add(PaymentsData(site: site), to: .personalData)
        extensions.add(
            QueueCount(PaymentsPaths.list()) { [payments] _, may, db in may(.payments) ? try payments.attention(in: db) : 0 }, to: .queueCounts)
        extensions.add(PaymentAlerts(payments: payments), to: .adminAlerts)
        for rule in LedgerRule.ofPayments { extensions.add(rule, to: .ledgerRules) }
    }
}
