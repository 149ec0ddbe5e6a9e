import Accounts
import Core
import Database
import Interface
import Markup
import Platform
import Web

extension Desk {
    /// Accepts a gift for whoever stands at the desk with its card: into the account of their address, else by name, for a card with a number.
    /// - Throws: why nobody can, as ``Gifts/refusal(of:in:)`` says it.
    func accept(_ id: MembershipID, _ draft: GiftDraft, in write: Write) throws {
        let membership = try memberships.find(id, in: write)
        if let refusal = try gifts.refusal(of: membership, in: write) { throw refusal }
        guard membership.status == .unclaimed else { throw MembershipRefusal.giftClaimed }
        if let known = try draft.email.flatMap({ try write.first(.person($0)) }) { return try gifts.claim(id, by: known.id, in: write) }
        try write.run(
            """
            UPDATE museum_gift SET name = \(draft.name), email = \(draft.email?.text ?? ""), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE membership_id = \(id)
            """)
        try memberships.activate(id, in: write)
    }
}

/// A gift card that was shown at the desk or the entrance: what it is, and two ways to accept it.
struct DeskGiftPage: PageAnswer {
    let membership: Membership
    let gift: Gift
    let tier: Tier
    let giver: String
    let museum: Text
    /// The whole address by which it is accepted on a phone.
    let address: String
    let action: String
    /// Why nobody can accept it now.
    let refusal: MembershipRefusal?
    var form: GiftForm?
    var problem: Problem?

    var title: Text { "Gift card" }
    var shell: ShellStyle { .work("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.desk() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.desk()) }

    var body: some HTML {
        div(.class("desk narrow stack")) {
            PageHeader(title, lead: tier.stay(at: museum))
            Card(.verbatim(tier.name)) { DescriptionList([.init("Name", gift.name), .init("Given by", giver)]) }
            if membership.status == .unclaimed, refusal == nil {
                Alert(.info, title: "Not accepted yet") { p { "It’s paid. The membership begins when the gift is accepted." } }
                Card("Accept it here") {
                    ProblemAlert(problem)
                    Form(action, .class("stack")) {
                        TextField(
                            "Name", name: "name", value: form?.name ?? gift.name, error: problem?.fields["name"], isRequired: true,
                            .maxlength(Gift.longestName), .autocomplete("off"))
                        TextField(
                            "Email", name: "email", value: form?.email ?? gift.email, kind: .email,
                            hint: "If an account has it, the membership goes there.", error: problem?.fields["email"], .maxlength(254),
                            .autocomplete("off"))
                        Actions { Button("Accept the gift", icon: .check) }
                    }
                }
                Card("Or on their own phone") {
                    div(.class("gift-code")) { QRCodeImage(address, label: "Code that leads to the gift") }
                    p { "Scan it, sign in and accept." }
                }
            } else if refusal == .giftRefundRequested {
                Alert(.warning, title: "A refund was requested for this gift.") {
                    p { "It can be accepted if the giver withdraws the request or a manager declines it." }
                }
                Actions { LinkButton("Desk", href: MuseumPaths.desk(), icon: .wallet) }
            } else if refusal == .giftRefunded || refusal == .giftEnded {
                Alert(.warning, title: refusal == .giftEnded ? "This gift has ended." : "This gift was refunded.") {
                    p { "You can sell a membership instead." }
                }
                Actions { LinkButton("Desk", href: MuseumPaths.desk(), icon: .wallet) }
            } else {
                Alert(.info, title: "This gift was already accepted.") { p { "Find the member by name." } }
                Actions { LinkButton("Desk", href: MuseumPaths.desk(), icon: .search) }
            }
        }
    }
}

extension DeskRoutes {
    func gift(_ request: Request, _ member: Member, _ id: MembershipID, _ token: String) async throws -> DeskGiftPage {
        try await giftPage(id, token, for: ReaderLanguage(request, desk.site))
    }

    private func giftPage(
        _ id: MembershipID, _ token: String, for reader: ReaderLanguage, form: GiftForm? = nil, problem: Problem? = nil
    ) async throws -> DeskGiftPage {
        try await desk.site.database.read { [desk] db in
            guard let membership = try db.first(.membership(id)), desk.gifts.link.fits(token, membership), let gift = try db.first(.gift(id)),
                let tier = try reader(db.first(.tier(membership.tier)), in: db)
            else { throw Problem.notFound }
            return DeskGiftPage(
                membership: membership, gift: gift, tier: tier, giver: try membership.buyer.flatMap { try People.names(of: [$0], in: db)[$0] } ?? "",
                museum: desk.site.museumName, address: desk.site.configuration.linkBase + desk.gifts.link.path(of: membership),
                action: MuseumPaths.deskGift(id, token), refusal: try desk.gifts.refusal(of: membership, in: db), form: form, problem: problem)
        }
    }

    func accept(_ request: Request, _ member: Member, _ id: MembershipID, _ token: String) async throws -> Response {
        let form = try request.form(GiftForm.self)
        _ = try await giftPage(id, token, for: .originals)
        do {
            let draft = try GiftDraft(form)
            try await desk.site.write(by: member.id) { [desk] write in try desk.accept(id, draft, in: write) }
            return .seeOther(link(MuseumPaths.deskSold(id), query: ["from": Self.fromGift]))
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            let wrong = Problem(
                .invalid, "museum.gift-not-accepted", "The gift wasn’t accepted.", remedy: "Correct what is marked and try again.",
                fields: problem.fields)
            return try await giftPage(id, token, for: ReaderLanguage(request, desk.site), form: form, problem: wrong).response(for: request)
        }
    }
}
