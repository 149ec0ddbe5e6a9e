import Accounts
import Core
import Database
import Interface
import Mail
import Markup
import Platform
import Web

extension Desk {
    /// Sells a gift to whoever stands at the desk, and takes the money: its card is printed there, or goes to the receiver by email.
    func give(_ choice: TierChoice, to draft: GiftDraft, in write: Write) throws -> MembershipID {
        guard let tier = try write.first(.tier(choice.tier)) else { throw Problem.notFound }
        try choice.check(tier.cost)
        let id = try gifts.buy(tier, draft, by: nil, with: Membership.cash, in: write)
        if tier.price > 0 { try takeCash(id, in: write) }
        return id
    }
}

/// Selling a gift at the desk.
struct DeskGivePage: PageAnswer {
    let tiers: [Tier]
    let sendsEmail: Bool
    let zone: DayZone
    var form = GiftSale()
    var problem: Problem?

    var title: Text { "Sell a gift" }
    var shell: ShellStyle { .work("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.desk() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.desk()) }

    /// Most gifts are handed over as a card: what else there is waits folded.
    private var hasMore: Bool {
        !(form.email ?? "").isEmpty || !(form.message ?? "").isEmpty || problem?.fields["email"] != nil || problem?.fields["message"] != nil
    }

    var body: some HTML {
        div(.class("desk narrow stack")) {
            PageHeader(title)
            Form(MuseumPaths.deskGive(), .class("card stack")) {
                TierButtons.forEnter
                ProblemAlert(problem)
                TextField(
                    "Who is it for?", name: "name", value: form.name ?? "", hint: "The name on the card.", error: problem?.fields["name"],
                    isRequired: true, .maxlength(Gift.longestName), .autocomplete("off"), .flag("autofocus"))
                Disclosure("Email and message", isOpen: hasMore) {
                    div(.class("stack")) {
                        TextField(
                            "Their email", name: "email", value: form.email ?? "", kind: .email,
                            hint: sendsEmail
                                ? "We send the gift there. Leave it empty to print a card." : "If an account has it, the membership goes there.",
                            error: problem?.fields["email"], .maxlength(254), .autocomplete("off"))
                        TextArea(
                            "Message", name: "message", value: form.message ?? "", lines: 2,
                            hint: "Printed on the card. You can add who the gift is from.",
                            error: problem?.fields["message"], isRequired: false, .maxlength(Gift.longestMessage))
                    }
                }
                TierButtons(
                    offers: tiers.map { Offer(tier: $0, standing: .first) }, zone: zone, error: problem?.fields[TierButtons.field])
            }
        }
    }
}

/// A gift as the desk sends it.
struct GiftSale: Decodable, Sendable {
    var name: String?
    var email: String?
    var message: String?
    var tier: TierChoice?
}

extension DeskRoutes {
    func chooseGift(_ request: Request, _ member: Member) async throws -> DeskGivePage { try await givePage(for: ReaderLanguage(request, desk.site)) }

    private func givePage(for reader: ReaderLanguage, form: GiftSale = GiftSale(), problem: Problem? = nil) async throws -> DeskGivePage {
        let site = desk.site
        return try await site.database.read { db in
            DeskGivePage(
                tiers: try reader(db.all(.tiers()).filter(\.isSold), in: db), sendsEmail: site.configuration.mail != nil,
                zone: DayZone(zone: site.configuration.zone), form: form, problem: problem)
        }
    }

    func give(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(GiftSale.self)
        do {
            let (draft, tier) = try Self.checked(GiftForm(name: form.name, email: form.email, message: form.message), form.tier)
            let id = try await desk.site.write(by: member.id) { [desk] write in try desk.give(tier, to: draft, in: write) }
            return .seeOther(MuseumPaths.deskSold(id))
        } catch let refusal as any ProblemConvertible where request.wantsPage && Self.concernsSale(refusal) {
            return try await givePage(for: ReaderLanguage(request, desk.site), form: form, problem: refusal.problem)
                .response(for: request)
        }
    }
}
