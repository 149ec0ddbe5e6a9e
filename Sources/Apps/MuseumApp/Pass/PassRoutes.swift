import Core
import Crypto
import Database
import Platform
import Web

/// A member's code for the entrance, and the passes of devices (MUS-021).
struct PassRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.code, allow: .members, use: show),
            .get(MuseumPaths.codeKept, allow: .everyone, use: kept),
            .post(MuseumPaths.apiPasses, allow: .members, body: .json, use: issue)
                .summary("Gives a device a pass, which it signs with the time to make codes for the entrance.").accepts(NewPass.self),
        ]
    }

    /// The key of a device.
    struct NewPass: Codable, Sendable {
        /// The point of a key on P-256, uncompressed, base64url.
        var publicKey: String
    }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        let page: CodePage
        do {
            let (text, membership, original) = try await services.passes.shortCode(for: member.id)
            let reader = ReaderLanguage(request, site)
            let (tier, number) = try await site.database.read { db in
                (try reader(original, in: db), try MemberNumbers.number(for: membership, in: db))
            }
            page = CodePage(
                state: .ready(
                    .init(
                        code: text, tier: tier, membership: membership, number: number, name: member.name,
                        owner: owner(member.id, membership.id))),
                zone: DayZone(zone: site.configuration.zone))
        } catch let refusal as PassRefusal where request.wantsPage {
            page = CodePage(state: .refused(refusal.problem), zone: DayZone(zone: site.configuration.zone))
        }
        return try await page.unkeptResponse(for: request)
    }

    /// The page that a device keeps for when there is no connection: it is the same for everybody.
    func kept(_ request: Request, _ visitor: Visitor) async throws -> CodePage {
        CodePage(state: .kept, zone: DayZone(zone: site.configuration.zone))
    }

    func issue(_ request: Request, _ member: Member) async throws -> IssuedPass {
        let new = try request.json(NewPass.self)
        guard let point = [UInt8](base64URL: new.publicKey), let key = try? P256PublicKey(uncompressed: point) else { throw PassRefusal.badKey }
        return try await services.passes.issue(to: key, of: member.id, for: ReaderLanguage(request, site))
    }

    /// By which a device knows again whose pass it has, without knowing who that is.
    private func owner(_ person: PersonID, _ membership: MembershipID) -> String {
        Array(hmacSHA256(Array("\(person) \(membership)".utf8), key: site.key.derived(for: "museum.pass-owner")).prefix(9)).base64URL
    }
}

extension PassRoutes.NewPass: LimitedMembers {
    static var limits: [String: Schema] { ["publicKey": .text(least: 80, most: 100)] }
}
