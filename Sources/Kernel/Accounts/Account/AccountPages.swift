import Core
import Interface
import Markup
import Web

/// A person's own page.
struct AccountPage: HTML {
    let person: PersonRecord

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Your account", lead: .verbatim("\(person.name) · \(person.email)")) {
                Form(AccountsPaths.signOut()) { Button("Sign out", icon: .signOut, style: .secondary) }
            }
            AccountTabs(.overview)
            if !person.isVerified { VerificationNotice(address: person.email) }
        }
    }
}
