import Accounts
import Core
import Database
import Interface
import Markup
import Platform
import Web

extension Desk {
    /// Accepts a gift, and finds what lets its holder in now. A form that is sent again finds it, too.
    /// - Parameter nonce: of the form that lets them in as well; nil where it only accepts.
    /// - Returns: nil where nothing lets them in, or nobody asked.
    func accept(_ id: MembershipID, _ draft: GiftDraft, admitting nonce: String?, in write: Write) throws -> MembershipID? {
        if let nonce, let before = try write.first(.scan(nonce, at: GateRoutes.formGate))?.membership { return before }
        try accept(id, draft, in: write)
        guard nonce != nil, let tier = try write.first(.tier(memberships.find(id, in: write).tier)) else { return nil }
        return try admission(after: memberships.find(id, in: write), tier, in: write)?.membership
    }

    /// Accepts a gift for whoever stands at the desk with its card: into the account of their address, else by name, for a card with a number.
    /// - Throws: why nobody can, as ``Gifts/refusal(of:in:)`` says it.
    private func accept(_ id: MembershipID, _ draft: GiftDraft, in write: Write) throws {
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

/// The form by which the desk accepts a gift.
struct DeskGiftForm: Decodable, Sendable {
    var name: String?
    var email: String?
    var from: String?
    var nonce: String?
    /// Whether its holder is let in at once.
    var admits: Bool?

    var nonceToAdmit: String? { admits == true ? nonce : nil }
}

/// A gift that waits, among those who were found: whom it is for, and from whom.
struct DeskGiftRow: HTML {
    let gift: WaitingGift

    var body: some HTML {
        li {
            div(.class("desk-row")) {
                a(.class("desk-words desk-person"), .href(gift.path)) {
                    strong(.class("desk-name"), .dir("auto")) { gift.title }
                    span(.class("desk-state is-unpaid")) { "Not accepted yet" }
                    span(.dir("auto")) { gift.tier.name }
                    if !gift.giver.isEmpty { span(.class("muted"), .dir("auto")) { "Gift from \(gift.giver)" } }
                }
            }
        }
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
    /// For letting its holder in at once; nil where the tier has no free entry.
    let nonce: String?
    /// Whether it was opened at the entrance, and the way on leads back there.
    let isFromGate: Bool
    /// Why nobody can accept it now.
    let refusal: MembershipRefusal?
    var form: DeskGiftForm?
    var problem: Problem?

    var title: Text { "Gift card" }
    var shell: ShellStyle { .work("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.desk() }
    var slots: FrameSlots { FrameSlots(back: isFromGate ? MuseumPaths.gate() : MuseumPaths.desk()) }

    var body: some HTML {
        div(.class("desk narrow stack")) {
            PageHeader(title, lead: tier.stay(at: museum))
            let isWaiting = membership.status == .unclaimed && refusal == nil
            Card(.verbatim(tier.name)) {
                if isWaiting { p { Badge("Not accepted yet", tone: .warning) } }
                // The form below has the name, to be corrected; on a phone its buttons are to be in sight.
                DescriptionList([.init("Name", isWaiting ? "" : gift.name), .init("Given by", giver)])
            }
            if isWaiting {
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
                        if isFromGate { input(.type("hidden"), .name(DeskOrigin.name), .value(DeskOrigin.gate.rawValue)) }
                        if let nonce {
                            input(.type("hidden"), .name("nonce"), .value(nonce))
                            Actions {
                                Button("Accept and admit", icon: .check, .name("admits"), .value("true"), .data("needs-connection"))
                                Button("Accept the gift", style: .secondary, .data("needs-connection"))
                            }
                        } else {
                            Actions { Button("Accept the gift", icon: .check, .data("needs-connection")) }
                        }
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
        try await giftPage(id, token, for: ReaderLanguage(request, desk.site), from: request.query["from"])
    }

    private func giftPage(
        _ id: MembershipID, _ token: String, for reader: ReaderLanguage, from: String?, form: DeskGiftForm? = nil, problem: Problem? = nil
    ) async throws -> DeskGiftPage {
        try await desk.site.database.read { [desk] db in
            guard let membership = try db.first(.membership(id)), desk.gifts.link.fits(token, membership), let gift = try db.first(.gift(id)),
                let tier = try reader(db.first(.tier(membership.tier)), in: db)
            else { throw Problem.notFound }
            return DeskGiftPage(
                membership: membership, gift: gift, tier: tier, giver: try membership.buyer.flatMap { try People.names(of: [$0], in: db)[$0] } ?? "",
                museum: desk.site.museumName, address: desk.site.configuration.linkBase + desk.gifts.link.path(of: membership),
                action: MuseumPaths.deskGift(id, token),
                nonce: tier.includesEntry(on: desk.site) ? form?.nonce ?? GateRoutes.nonce() : nil, isFromGate: from == DeskOrigin.gate.rawValue,
                refusal: try desk.gifts.refusal(of: membership, in: db), form: form, problem: problem)
        }
    }

    func accept(_ request: Request, _ member: Member, _ id: MembershipID, _ token: String) async throws -> Response {
        let form = try request.form(DeskGiftForm.self)
        _ = try await giftPage(id, token, for: .originals, from: form.from)
        do {
            let draft = try GiftDraft(GiftForm(name: form.name, email: form.email))
            let admitted = try await desk.site.write(by: member.id) { [desk] write in
                try desk.accept(id, draft, admitting: form.nonceToAdmit, in: write)
            }
            if let admitted, let nonce = form.nonceToAdmit {
                return try await entrance.answer(
                    .init(showing: .membership(admitted), gate: GateRoutes.formGate, nonce: nonce), request, member,
                    isFromDesk: form.from != DeskOrigin.gate.rawValue)
            }
            return .seeOther(link(MuseumPaths.deskSold(id), query: [DeskOrigin.name: DeskOrigin.gift.rawValue]))
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            let wrong = Problem(
                .invalid, "museum.gift-not-accepted", "The gift wasn’t accepted.", remedy: "Correct what is marked and try again.",
                fields: problem.fields)
            return try await giftPage(id, token, for: ReaderLanguage(request, desk.site), from: form.from, form: form, problem: wrong).response(
                for: request)
        }
    }
}
