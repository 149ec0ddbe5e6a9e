import Core
import Interface
public import Markup
import Platform
public import Web

/// The way to compare a provider's statement with the payments, for the page with which an app closes a day.
public struct StatementLink: HTML, Sendable {
    private let isShown: Bool

    /// Nothing for who may not see payments, and where no provider has statements.
    public init(_ payments: Payments, for member: Member) {
        isShown = member.may(.payments) && payments.site.configuration.mpesa != nil
    }

    /// The button.
    @HTMLBuilder public var body: Node {
        if isShown { LinkButton("Compare a statement", href: PaymentsPaths.statement(), icon: .upload, style: .secondary) }
    }
}
