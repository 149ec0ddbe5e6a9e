import Accounts
import Core
import Database
import Interface
import Payments
import Platform
import Web

/// Asking for a refund, and answering without one.
struct RefundRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }
    private var zone: DayZone { DayZone(zone: site.configuration.zone) }

    var routes: [Route] {
        [
            .get(MuseumPaths.askRefund, allow: .members, use: show),
            .post(MuseumPaths.askRefund, allow: .members, use: ask),
            .post(MuseumPaths.withdrawRefund, allow: .members, use: withdraw),
            .post(MuseumPaths.adminDeclineRefund, allow: .permission(.museumMembers), use: decline),
        ]
    }

    private struct WordsForm: Decodable {
        var words: String?
    }

    func show(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> RefundPage {
        try await page(id, member, ReaderLanguage(request, site))
    }

    private func page(
        _ id: MembershipID, _ member: Member, _ reader: ReaderLanguage, words: String = "", problem: Problem? = nil
    ) async throws -> RefundPage {
        try await site.database.read { [services, zone] db in
            let (membership, payment) = try services.refunds.refundable(id, by: member.id, in: db)
            guard let tier = try reader(db.first(.tier(membership.tier)), in: db) else { throw Problem.notFound }
            return RefundPage(
                facts: RefundFacts(
                    membership: membership, tier: tier, number: try MemberNumbers.number(for: membership, in: db), payment: payment,
                    provider: services.payments.name(ofProvider: payment.provider),
                    before: try reader.restored(for: membership, at: services.site.clock.now(), in: db), zone: zone), words: words, problem: problem)
        }
    }

    func ask(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        let words = (try request.form(WordsForm.self).words ?? "").tidiedLines()
        guard words.length <= RefundRequest.longest else {
            let problem = Self.tooLong
            guard request.wantsPage else { throw problem }
            return try await page(id, member, ReaderLanguage(request, site), words: words, problem: problem).response(for: request)
        }
        try await site.write(by: member.id) { [services] write in try services.refunds.ask(words, for: id, by: member.id, in: write) }
        return .seeOther(MuseumPaths.membership(id))
    }

    func withdraw(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        try await site.write(by: member.id) { [services] write in try services.refunds.withdraw(id, by: member.id, in: write) }
        return .seeOther(MuseumPaths.membership(id), flash: "Your refund request has been withdrawn.")
    }

    private static var tooLong: Problem {
        Problem(
            .invalid, "museum.refund-words", "The request wasn’t sent.", remedy: "Shorten it and try again.",
            fields: ["words": "Write at most \(RefundRequest.longest) characters."])
    }

    /// Answers in words; the member keeps the membership.
    func decline(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        let words = (try request.form(WordsForm.self).words ?? "").tidiedLines()
        guard (1...RefundRequest.longest).contains(words.length) else {
            throw Problem(
                .invalid, "museum.refund-answer", "The answer wasn’t sent.", remedy: "Write 1 to \(RefundRequest.longest) characters.",
                link: .init("Back", path: MuseumPaths.adminMember(id)))
        }
        try await site.write(by: member.id) { [services] write in try services.refunds.decline(id, words, in: write) }
        return .seeOther(MuseumPaths.adminMember(id), flash: "Your answer has been sent.")
    }
}
