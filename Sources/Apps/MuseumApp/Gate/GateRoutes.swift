import Core
import Crypto
import Database
import Platform
import Web

/// The page at the entrance, for staff on any phone (MUS-022).
struct GateRoutes: Sendable {
    /// What a page without JavaScript calls the device that it runs on.
    static let formGate = "page"
    /// What `from` says in the form of a page of the desk.
    static let fromDesk = "desk"

    let services: MuseumServices

    private var site: Site { services.site }
    private var zone: DayZone { DayZone(zone: site.configuration.zone) }
    private var api: GateAPI { GateAPI(services: services) }

    var routes: [Route] {
        [
            .get(MuseumPaths.gate, allow: .permission(.museumDesk), use: show),
            .post(MuseumPaths.gateScan, allow: .permission(.museumDesk), use: scan),
            .post(MuseumPaths.gateGuests, allow: .permission(.museumDesk), use: bring),
            .post(MuseumPaths.gateAdmit, allow: .permission(.museumDesk), use: admit),
            .post(MuseumPaths.gateUndo, allow: .permission(.museumDesk), use: undo),
            .get(MuseumPaths.gateConflicts, allow: .permission(.museumDesk), use: conflicts),
            .post(MuseumPaths.gateSeen, allow: .permission(.museumDesk), use: markSeen),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> GatePage { try await page() }

    private func page(_ change: (inout GatePage) -> Void = { _ in }) async throws -> GatePage {
        let open = try await site.database.read { [services] db in try services.gate.conflicts(in: db).count }
        var page = GatePage(zone: zone, conflicts: open, nonce: Self.nonce())
        change(&page)
        return page
    }

    static func nonce() -> String { randomBytes(12).base64URL }

    private struct ScanForm: Decodable {
        var words: String
        var nonce: String
    }

    /// What was typed, by hand or by a scanner: a code, or words to find a member by.
    func scan(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(ScanForm.self)
        let words = form.words.tidied()
        let isCard = try await site.database.read { [services] db in try services.gifts.membership(onCard: words, in: db) } != nil
        if isCard || words.hasPrefix(EntryCode.prefix) && words.count > 40 {
            return try await answer(.init(showing: .code(words), gate: Self.formGate, nonce: form.nonce), request, member)
        }
        let reader = ReaderLanguage(request, site)
        let found = try await site.database.read { [services] db in try services.gate.search(words, for: reader, in: db) }
        return try await page { page in
            page.words = String(words.prefix(100))
            // One who isn't let in is answered in large, as somebody with a code is.
            page.outcome = found.count == 1 ? ScanOutcome(found[0], nonce: form.nonce) : nil
            page.found = page.outcome == nil ? found : nil
        }.unkeptResponse(for: request)
    }

    private struct AdmitForm: Decodable {
        var membership: MembershipID
        var nonce: String
        var again: String?
        var guests: Int?
        var from: String?
    }

    func admit(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(AdmitForm.self)
        return try await answer(
            .init(
                showing: .membership(form.membership), gate: Self.formGate, nonce: form.nonce, again: form.again == "true", guests: form.guests),
            request, member, isFromDesk: form.from == Self.fromDesk)
    }

    /// Says how many came along with somebody who was just let in.
    func bring(_ request: Request, _ member: Member) async throws -> Response { try await admit(request, member) }

    /// Looks, and shows the answer.
    func answer(_ look: Gate.Look, _ request: Request, _ member: Member, isFromDesk: Bool = false) async throws -> Response {
        guard (1...40).contains(look.nonce.count) else { throw GateRefusal.nothingShown }
        let outcome = try await api.answer(look, by: member, for: ReaderLanguage(request, site))
        return try await show(outcome, request, isFromDesk: isFromDesk)
    }

    private func show(_ outcome: ScanOutcome, _ request: Request, isFromDesk: Bool) async throws -> Response {
        try await page { ($0.outcome, $0.isFromDesk) = (outcome, isFromDesk) }.unkeptResponse(for: request)
    }

    private struct UndoForm: Decodable {
        var nonce: String
        var from: String?
    }

    /// Takes back the admission that a page has just shown.
    func undo(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(UndoForm.self)
        let outcome = try await api.undo(form.nonce, at: Self.formGate, by: member, for: ReaderLanguage(request, site))
        return try await show(outcome, request, isFromDesk: form.from == Self.fromDesk)
    }

    func conflicts(_ request: Request, _ member: Member) async throws -> ConflictsPage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [services] db in ConflictsPage(conflicts: try services.gate.conflicts(for: reader, in: db)) }
    }

    func markSeen(_ request: Request, _ member: Member, _ id: ScanID) async throws -> Response {
        try await services.gate.markSeen(id, by: member.id)
        return .seeOther(MuseumPaths.gateConflicts())
    }
}
