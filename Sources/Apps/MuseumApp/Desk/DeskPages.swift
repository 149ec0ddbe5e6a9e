import Accounts
import Core
import Interface
import Markup
import Web

/// The desk: one field to find somebody, and who waits to pay.
struct DeskPage: PageAnswer {
    let words: String
    let found: [Desk.Visitor]
    let waiting: [(name: String, membership: Membership, tier: Tier)]
    let zone: DayZone

    var title: Text { "Desk" }
    var shell: ShellStyle { .work("museum") }

    var body: some HTML {
        div(.class("desk stack")) {
            PageHeader(title)
            SearchBox(MuseumPaths.desk(), placeholder: "Name or email", value: words, isProminent: true, takesFocus: true)
            if !words.isEmpty {
                section(.aria("labelledby", "found")) {
                    h2(.id("found")) { "Found" }
                    if found.isEmpty {
                        EmptyState(.search, title: "No matches", message: "Check the spelling, or search by email.")
                    } else {
                        ul(.class("desk-list")) { for one in found { li { DeskRow(visitor: one, zone: zone) } } }
                    }
                }
            }
            section(.aria("labelledby", "waiting")) {
                h2(.id("waiting")) { "Waiting to pay here" }
                if waiting.isEmpty {
                    p(.class("muted")) { "Nobody is waiting. People who choose to pay at the desk appear here." }
                } else {
                    ul(.class("desk-list")) {
                        for one in waiting {
                            li(.class("desk-row")) {
                                span(.class("desk-words")) {
                                    strong(.dir("auto")) { one.name }
                                    span(.class("muted"), .dir("auto")) { one.tier.name }
                                }
                                Form(MuseumPaths.takeCash(one.membership.id)) {
                                    Button(
                                        "Take \(one.membership.cost)", icon: .wallet, .aria("label", "Take \(one.membership.cost) from \(one.name)"))
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Somebody in a list of the desk, and whether they are a member.
struct DeskRow: HTML {
    let visitor: Desk.Visitor
    let zone: DayZone

    var body: some HTML {
        a(.class("desk-row"), .href(MuseumPaths.deskPerson(visitor.person.id))) {
            span(.class("desk-words")) {
                strong(.dir("auto")) { visitor.person.name }
                span(.class("muted")) { visitor.person.email }
            }
            MemberBadge(visitor: visitor)
        }
    }
}

/// Whether somebody is a member, in the words and the colour that the desk goes by.
struct MemberBadge: HTML {
    let visitor: Desk.Visitor

    var body: some HTML {
        if let current = visitor.current {
            Badge(.verbatim(current.tier.name), tone: .success, icon: .check)
        } else if visitor.waiting != nil {
            Badge("Not paid yet", tone: .warning)
        } else {
            Badge("Not a member")
        }
    }
}

/// Somebody at the desk: what they are a member by, and what can be done for them.
struct DeskPersonPage: PageAnswer {
    let visitor: Desk.Visitor
    let tiers: [Tier]
    let zone: DayZone
    var problem: Problem?

    var title: Text { .verbatim(visitor.person.name) }
    var shell: ShellStyle { .work("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.desk() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.desk()) }

    var body: some HTML {
        div(.class("desk narrow stack")) {
            PageHeader(title, lead: .verbatim(visitor.person.email))
            ProblemAlert(problem)
            if let current = visitor.current {
                Alert(.success, title: "Member: \(current.tier.name)") {
                    p { current.membership.expiresAt == nil ? "For life" : "Valid until \(zone.end(current.membership.expiresAt))" }
                    if let guests = current.tier.guestWords { p { guests } }
                }
            } else {
                Alert(.info, title: "Not a member") { if let last { p { "The last membership ended on \(last)." } } }
            }
            if let waiting = visitor.waiting {
                Card("Waiting to pay: \(waiting.tier.name)") {
                    Form(MuseumPaths.takeCash(waiting.membership.id)) { Actions { Button("Take \(waiting.membership.cost)", icon: .wallet) } }
                }
            }
            if !tiers.isEmpty {
                Card(visitor.current == nil ? "Sell a membership" : "Renew or change") {
                    Form(MuseumPaths.deskSell(visitor.person.id), .class("stack")) {
                        RadioGroup(
                            "Membership", name: "tier", choices: tiers.map { Choice($0.id.description, "\($0.name), \($0.priceWords)") },
                            selected: (visitor.current?.tier.id ?? tiers.first?.id)?.description)
                        Actions { Button("Take payment", icon: .wallet) }
                    }
                }
            }
        }
    }

    private var last: Text? { visitor.all.compactMap(\.membership.expiresAt).max().map { zone.end($0) } }
}
