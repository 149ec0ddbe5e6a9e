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
    /// Those that anybody has or had.
    let counted: Set<TierID>
    let memberships: [Membership]
    let names: [MembershipID: String]
    /// On the members' cards.
    let numbers: [MembershipID: Int64]
    let next: MembershipID?
    /// Who asks for a refund, on the first page of the whole list.
    var wishes: [RefundRequests.Wish] = []
    var payments: Payments?
    let now: Instant
    let zone: DayZone

    var title: Text { "Members" }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminMembers() }

    var body: some HTML {
        PageHeader(title, lead: "Who has which membership, and until when.") {
            LinkButton("Grant a membership", href: MuseumPaths.adminGrant(), icon: .plus)
        }
        if !wishes.isEmpty, let payments { RefundQueue(wishes: wishes, payments: payments) }
        SearchBox(
            MuseumPaths.adminMembers(), placeholder: "Name, email or number", value: words, keeping: tier.map { [("tier", $0.description)] } ?? [])
        if tiers.count > 1 {
            ChipRow("Tiers") {
                Chip("All", href: address(tier: nil), isSelected: tier == nil)
                for one in tiers where one.isSold || counted.contains(one.id) || tier == one.id {
                    Chip(.verbatim(one.name), href: address(tier: one.id), isSelected: tier == one.id)
                }
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
                title, columns: [.init("Name"), .init("Number", isNumeric: true), .init("Tier"), .init("Valid until"), .init("Status")],
                rows: memberships.map { one in
                    .init([
                        a(.href(MuseumPaths.adminMember(one.id)), .dir("auto")) {
                            names[one.id].map { .verbatim($0) } ?? "Not claimed" as Text
                        },
                        numbers[one.id].map { .verbatim(MemberNumbers.grouped($0)) } ?? "–" as Text,
                        span(.dir("auto")) { tiers.first { $0.id == one.tier }?.name ?? "" },
                        one.lastDay(zone),
                        MembershipBadge(membership: one, now: now),
                    ])
                })
            Pagination(
                next: next.map {
                    link(MuseumPaths.adminMembers(), query: ["q": words.isEmpty ? nil : words, "tier": tier?.description, "before": $0.description])
                })
        }
    }

    private func address(tier: TierID?) -> String {
        link(MuseumPaths.adminMembers(), query: ["q": words.isEmpty ? nil : words, "tier": tier?.description])
    }
}
