import Core
import Database
import Interface
import Markup
import Payments
import Platform
import Web

/// Dropping what isn't paid, after a question.
extension MembershipRoutes {
    func confirmCancelling(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        let reader = ReaderLanguage(request, services.site)
        let (membership, tier, payments) = try await services.site.database.read { [services] db -> (Membership, Tier, [Payment]) in
            guard let membership = try db.first(.membership(id, of: member.id)), let tier = try reader(db.first(.tier(membership.tier)), in: db)
            else { throw Problem.notFound }
            return (membership, tier, try services.payments.all(for: membership.subject, in: db))
        }
        guard membership.status == .pending else { return .seeOther(MuseumPaths.membership(id)) }
        let isElsewhere = payments.contains { $0.isOpen && !$0.isCash }
        return try await ConfirmPage(
            "Cancel this purchase?", shell: .app("museum"), activePath: MuseumPaths.profile(), message: "“\(tier.name)” isn’t paid yet.",
            consequences: (isElsewhere ? ["If you still pay for it, you get the money back."] : [])
                + (membership.credit > 0 ? ["The membership you have now stays as it is."] : []),
            confirm: "Cancel purchase", icon: .close, action: MuseumPaths.cancel(id), cancel: MuseumPaths.membership(id), keep: "Keep the purchase",
            canBeUndone: true
        ) { input(.type("hidden"), .name("confirmed"), .value("true")) }.response(for: request)
    }

    func cancel(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(MuseumPaths.cancel(id)) }
        try await services.site.write(by: member.id) { [services] write in
            guard try write.first(.membership(id, of: member.id)) != nil else { throw Problem.notFound }
            try services.memberships.cancel(id, in: write)
        }
        return .seeOther(MuseumPaths.tiers(), flash: "The purchase has been cancelled.")
    }
}
