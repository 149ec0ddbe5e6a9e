import Core
import Interface
import Markup
import Web

/// How many come along: a button for each number, so that one tap is enough. In a template it has every number, and a script keeps those that fit.
struct GuestButtons: HTML {
    /// How many may still come.
    let left: Int
    /// How many came along already; nil before anybody chose.
    var brought: Int?

    var body: some HTML {
        div(.class("gate-numbers"), .role("group"), .aria("label", "Guests")) {
            for number in 0...left {
                button(
                    .class("gate-number"), .type("submit"), .name("guests"), .value(String(number)), .aria("label", "With \(number) guests"),
                    .aria("pressed", number == brought), .data("guests", String(number))
                ) { String(number) }
            }
        }
    }
}

/// The same beside somebody who was found: lets them in together with so many.
struct AdmitWithGuests: HTML {
    let left: Int
    let attribute: Attribute

    init(left: Int, _ attribute: Attribute = .group([])) { (self.left, self.attribute) = (left, attribute) }

    var body: some HTML {
        if left > 0 {
            div(.class("gate-with"), .role("group"), .aria("label", "Guests")) {
                span(.class("gate-with-words")) { "Admit with guests" }
                for number in 1...left {
                    button(
                        .class("button button-secondary gate-plus"), .type("submit"), .name("guests"), .value(String(number)),
                        .aria("label", "Admit with \(number) guests"), .data("guests", String(number)), attribute
                    ) { "+\(number)" as String }
                }
            }
        }
    }
}

/// Lets in a member who was found, without a code.
struct AdmitForm: HTML {
    let membership: MembershipID
    let nonce: String
    var again = false
    /// How many can come along.
    var guests = 0
    /// Whether the answer leads back to the desk.
    var isFromDesk = false
    var isSecond = false

    var body: some HTML {
        Form(MuseumPaths.gateAdmit(), .data("gate-admit", membership.description)) {
            input(.type("hidden"), .name("membership"), .value(membership.description))
            input(.type("hidden"), .name("nonce"), .value(nonce))
            if again { input(.type("hidden"), .name("again"), .value("true")) }
            if isFromDesk { input(.type("hidden"), .name("from"), .value(GateRoutes.fromDesk)) }
            // The entrance's script admits without a connection, too; the desk has none.
            let needs: Attribute = .if(isFromDesk, .data("needs-connection"))
            if again { Button("Admit again", style: .secondary, needs) } else { Button("Admit", style: isSecond ? .secondary : .primary, needs) }
            AdmitWithGuests(left: guests, needs)
        }
    }
}
