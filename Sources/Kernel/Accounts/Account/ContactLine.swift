import Core
import Interface
import Markup

/// Whom people ask who cannot sign in, and so cannot ask for help here; nothing where the operator named nobody.
public struct ContactLine: HTML {
    private let contact: String

    /// The line with ``AccountsSettings/dataContact`` as it was written.
    public init(_ contact: String) { self.contact = contact }

    /// The line.
    public var body: some HTML {
        if !contact.isEmpty {
            p(.class("contact-line")) {
                "Can’t sign in? Ask here:"
                " " as String
                if let address {
                    a(.href(address)) { contact }
                } else {
                    contact
                }
            }
        }
    }

    /// Opens the program for emails, or the telephone.
    private var address: String? {
        if let email = EmailAddress(contact) { return "mailto:\(email.text)" }
        guard contact.wholeMatch(of: /\+?[0-9 ()\-]{5,20}/) != nil else { return nil }
        return "tel:\(contact.filter { $0.isNumber || $0 == "+" })"
    }
}
