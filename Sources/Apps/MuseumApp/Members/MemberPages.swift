import Core
import Interface
import Markup
import Payments
import Web

/// Everybody's memberships, the newest first.
struct MemberListPage: PageAnswer {
    static let size = 50

    let words: String
    let tier: TierID?
    let tiers: [Tier]
    let memberships: [Membership]
    let names: [PersonID: String]
    let next: MembershipID?
    let now: Instant
    let zone: DayZone
    let form: GrantForm
    let problem: Problem?

    var title: Text { "Members" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminMembers() }

    var body: some HTML {
        PageHeader(title, lead: "Who has which membership, and until when.")
        SearchBox(
            MuseumPaths.adminMembers(), placeholder: "Name or email", value: words, keeping: tier.map { [("tier", $0.description)] } ?? [])
        if tiers.count > 1 {
            ChipRow("Tiers") {
                Chip("All", href: address(tier: nil), isSelected: tier == nil)
                for one in tiers { Chip(.verbatim(one.name), href: address(tier: one.id), isSelected: tier == one.id) }
            }
        }
        if memberships.isEmpty {
            if words.isEmpty, tier == nil {
                EmptyState(.idCard, title: "No members yet", message: "Memberships that are bought or granted appear here.")
            } else {
                EmptyState(.search, title: "No matches", message: "Try another name, or look at all tiers.")
            }
        } else {
            DataTable(
                title, columns: [.init("Name"), .init("Tier"), .init("Valid until"), .init("Status")],
                rows: memberships.map { one in
                    .init([
                        a(.href(MuseumPaths.adminMember(one.id)), .dir("auto")) {
                            one.person.flatMap { names[$0] }.map { .verbatim($0) } ?? "Not claimed" as Text
                        },
                        span(.dir("auto")) { tiers.first { $0.id == one.tier }?.name ?? "" },
                        one.startsAt == nil ? "" as Text : zone.end(one.expiresAt), MembershipBadge(membership: one, now: now),
                    ])
                })
            Pagination(
                next: next.map {
                    link(MuseumPaths.adminMembers(), query: ["q": words.isEmpty ? nil : words, "tier": tier?.description, "before": $0.description])
                })
        }
        Card("Grant a membership") {
            ProblemAlert(problem)
            Form(MuseumPaths.adminMembers(), .class("stack")) {
                TextField(
                    "Email", name: "email", value: form.email ?? "", kind: .email, hint: "Of somebody who has an account.",
                    error: problem?.fields["email"], isRequired: true, .maxlength(254))
                Select(
                    "Tier", name: "tier", choices: tiers.filter { !$0.isRetired }.map { Choice($0.id.description, .verbatim($0.name)) },
                    selected: form.tier, error: problem?.fields["tier"])
                Actions { Button("Grant") }
            }
        }
    }

    private func address(tier: TierID?) -> String {
        link(MuseumPaths.adminMembers(), query: ["q": words.isEmpty ? nil : words, "tier": tier?.description])
    }
}

/// One membership in the portal.
struct MemberPage: PageAnswer {
    let membership: Membership
    let tier: Tier
    /// Whose it is; nil where nobody claimed it.
    let name: String?
    /// Who gave it.
    let buyer: String?
    let payment: Payment?
    let receipts: [ReceiptLink]
    let zone: DayZone

    var title: Text { name.map { .verbatim($0) } ?? "Not claimed" }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminMembers() }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Members", href: MuseumPaths.adminMembers())]) { MembershipBadge(membership: membership) }
        Card {
            DescriptionList([
                .init("Tier", tier.name), .init("Came from") { membership.source.name },
                .init("Given by", buyer ?? ""), .init("Price") { membership.cost.words },
                .init("Starts") { if let start = membership.startsAt { zone.day(start) } },
                .init("Valid until") { if membership.startsAt != nil { zone.end(membership.expiresAt) } },
                .init("Receipt") { if !receipts.isEmpty { ReceiptLinks(receipts) } },
            ])
        }
        if membership.status == .active {
            Card("End membership") {
                p {
                    if let payment, payment.isPaid {
                        "\(payment.amount) is sent back, and the code for the entrance stops working."
                    } else {
                        "The code for the entrance stops working."
                    }
                }
                Form(MuseumPaths.adminEndMember(membership.id)) {
                    Actions { Button(payment?.isPaid == true ? "Refund and end" : "End membership", style: .danger) }
                }
            }
        }
    }
}
