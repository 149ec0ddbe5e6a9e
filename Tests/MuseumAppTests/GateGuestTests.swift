import Analytics
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// Those who come along with a member.
@Suite struct GateGuestTests {
    private func withGate(on engine: Engine, guests: Int = 3, _ body: (Museum, Membership, Phone, TestClient) async throws -> Void) async throws {
        try await withMuseum(on: engine) { museum in
            let ada = try await museum.app.signedIn(.ada)
            let membership = try await museum.member(ada, of: museum.tier("Household", guests: guests))
            try await body(museum, membership, museum.phone(of: ada), museum.app.signedIn(.owner))
        }
    }

    /// A gate looks, or says how many came along.
    private func look(
        _ who: String, _ museum: Museum, at gate: String = "north", nonce: String, guests: Int? = nil, again: Bool = false, by staff: TestClient
    ) async throws -> (result: String?, left: Int?, brought: Int?, problem: String?) {
        let extra = guests.map { ", \"guests\": \($0)" } ?? ""
        let answer = try await staff.asProgram.json(
            .post, MuseumPaths.apiScans(), #"{\#(who), "gate": "\#(gate)", "nonce": "\#(nonce)", "again": \#(again)\#(extra)}"#)
        let outcome = answer.json["outcome"] as? [String: Any]
        return (outcome?["result"] as? String, outcome?["guestsLeft"] as? Int, outcome?["brought"] as? Int, answer.problem?.code)
    }

    private func code(_ phone: Phone, _ museum: Museum) -> String { "\"code\": \"\(phone.code(at: museum.now))\"" }

    private func total(_ museum: Museum) async throws -> (guests: Int, over: Int) {
        let row = try await museum.app.site.database.read {
            try $0.one("SELECT COALESCE(SUM(guests), 0), COALESCE(SUM(guests_over), 0) FROM museum_scan" as Query<Row2<Int, Int>>)
        }
        return (row.first, row.second)
    }

    private struct Step: SQLRow {
        let detail: String

        init(row: inout RowReader) throws {
            for _ in 0..<3 { _ = try row.next(Int.self) }
            detail = try row.next()
        }
    }

    @Test(.covers("MUS-024"))
    func `what a member did today is not looked for among everybody's scans`() async throws {
        try await withMuseum(on: .sqlite) { museum in
            let day = Day(museum.now, in: museum.app.site.configuration.zone)
            let staff = try await museum.app.signedIn(.owner), tier = try await museum.tier("Household")
            let card = try await museum.find(museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": tier.description])))
            let queries = try await [card, museum.member(museum.app.signedIn(.ada), of: tier)].flatMap { one -> [SQL] in
                [Query<Int>.guests(of: one, on: day).sql, Query<Scan>.first(of: one, on: day).sql, Query<Scan>.next(of: one, on: day).sql]
            }
            try await museum.app.site.database.read { db in
                for query in queries {
                    let plan = try db.all("EXPLAIN QUERY PLAN \(sql: query)" as Query<Step>).map(\.detail).joined(separator: "; ")
                    #expect(plan.contains("(membership_id=? AND day=?)") && !plan.contains("SCAN"), "\(plan)")
                }
            }
        }
    }

    @Test(.covers("MUS-022", "MUS-011"), arguments: Engine.available)
    func `one tap says how many came along, another corrects it, and more than the tier includes never come in`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, phone, staff in
            let code = code(phone, museum)
            let first = try await look(code, museum, nonce: "a", by: staff)
            #expect(first.result == "admitted" && first.left == 3 && first.brought == 0)
            let two = try await look(code, museum, nonce: "a", guests: 2, by: staff)
            #expect(two.result == "admitted" && two.brought == 2 && two.left == 3)
            // Sent again it counts once; another number takes its place.
            _ = try await look(code, museum, nonce: "a", guests: 2, by: staff)
            #expect(try await total(museum).guests == 2)
            #expect(try await look(code, museum, nonce: "a", guests: 3, by: staff).brought == 3)
            #expect(try await look(code, museum, nonce: "a", guests: 4, by: staff).problem == "museum.too-many-guests")
            #expect(try await look(code, museum, nonce: "a", guests: -1, by: staff).problem != nil)
            #expect(try await look(code, museum, nonce: "a", guests: 1, by: staff).brought == 1)
            // The rest may follow by another gate, and no more than the rest.
            let member = "\"membership\": \(membership.id)"
            let second = try await look(member, museum, at: "south", nonce: "b", again: true, by: staff)
            #expect(second.result == "reentry" && second.left == 2)
            #expect(try await look(member, museum, at: "south", nonce: "b", guests: 3, again: true, by: staff).problem == "museum.too-many-guests")
            #expect(try await look(member, museum, at: "south", nonce: "b", guests: 2, again: true, by: staff).brought == 2)
            #expect(try await total(museum) == (3, 0))
            let snapshot = try await staff.asProgram.get(MuseumPaths.apiGate()).json["members"] as? [[String: Any]]
            #expect(snapshot?.first?["guests"] as? Int == 3)
            // The next day they may come again.
            let zone = museum.app.site.configuration.zone
            museum.app.clock.advance(by: Day(museum.now, in: zone).start(in: zone, after: 1) - museum.now)
            let later = try await museum.app.signedIn(.owner)
            #expect(try await look(self.code(phone, museum), museum, nonce: "c", guests: 3, by: later).brought == 3)
        }
    }

    @Test(.covers("MUS-022", "MUS-024"), arguments: Engine.available)
    func `of many gates that let guests in at once, all together admit as many as the tier includes`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, _, staff in
            let member = "\"membership\": \(membership.id)"
            _ = try await look(member, museum, nonce: "first", by: staff)
            let brought = try await withThrowingTaskGroup(of: Int.self) { group in
                for gate in 0..<8 {
                    group.addTask {
                        try await look(member, museum, at: "gate-\(gate)", nonce: "n", guests: 2, again: true, by: staff).brought ?? 0
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(brought == 2)
            #expect(try await total(museum) == (2, 0))
        }
    }

    @Test(.covers("MUS-022", "MUS-024"), arguments: Engine.available)
    func `guests that a gate let in offline are counted, and those above what is included are shown to staff`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, _, staff in
            func upload(_ gate: String, _ nonce: String, guests: Int) async throws -> Int {
                let scan = """
                    {"membership": \(membership.id), "nonce": "\(nonce)", "scannedAt": "\(museum.now.rfc3339)", "letIn": true, "again": \(gate != "north"), \
                    "guests": \(guests)}
                    """
                let answer = try await staff.asProgram.json(.post, MuseumPaths.apiScanBatch(), #"{"gate": "\#(gate)", "scans": [\#(scan)]}"#)
                return try #require(answer.json["conflicts"] as? Int, "\(answer.text)")
            }
            #expect(try await upload("north", "a", guests: 2) == 0)
            #expect(try await upload("north", "a", guests: 2) == 0)
            #expect(try await total(museum) == (2, 0))
            // Another gate, that knew nothing of the first.
            #expect(try await upload("south", "b", guests: 3) == 1)
            #expect(try await total(museum) == (5, 2))
            let page = try await staff.get(MuseumPaths.gateConflicts()).text
            #expect(page.contains("3 guests came along, 2 more than included."))
            let open = try await museum.app.site.database.read { try $0.all(Query<Scan>.conflicts) }
            _ = try await staff.post(MuseumPaths.gateSeen(try #require(open.first).id), fields: [])
            #expect(try await !staff.get(MuseumPaths.gateConflicts()).text.contains("came along"))
        }
    }

    @Test(.covers("MUS-022", "MUS-039"), arguments: Engine.available)
    func `without a script the page has a button for each number, and the day's figures count members and guests`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, _, staff in
            let fields = [("membership", membership.id.description), ("nonce", "x1")]
            let found = try await staff.post(MuseumPaths.gateScan(), fields: [("words", "ada"), ("nonce", "x")]).text
            #expect(found.contains("Admit with 1 guest\"") && found.contains("Admit with 3 guests") && found.contains("+3</button>"))
            let welcome = try await staff.post(MuseumPaths.gateAdmit(), fields: fields + [("guests", "1")]).text
            #expect(welcome.contains("Guests: 1<") && welcome.contains("With 3 guests"))
            #expect(welcome.contains("value=\"x1\""), "the tap is about this admission")
            let changed = try await staff.post(MuseumPaths.gateGuests(), fields: fields + [("guests", "2")]).text
            #expect(changed.contains("Welcome"))
            #expect(try await total(museum).guests == 2)
            #expect(try await staff.post(MuseumPaths.gateGuests(), fields: fields + [("guests", "9")]).status == .conflict)
            let visits = try await staff.get(MuseumPaths.adminVisits()).text
            #expect(visits.contains("Members at the entrance") && visits.contains("Guests of members"))
            let day = Day(museum.now, in: museum.app.site.configuration.zone)
            let counted = try await museum.app.site.database.read {
                try museum.app.site.counts.amounts(of: [.museumEntries, .museumGuests], from: day, through: day, in: $0)
            }
            #expect(Dictionary(counted.map { ($0.measure, $0.amount) }) { first, _ in first } == ["museum.entries": 1, "museum.guests": 2])
        }
    }

    @Test(.covers("MUS-022", "MUS-047"), arguments: Engine.available)
    func `somebody whose membership has ended is sent on to the desk, which sells and lets them in`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, phone, staff in
            let ada = try await museum.app.person(.ada)
            try await museum.end(membership, at: museum.now + .seconds(60))
            museum.app.clock.advance(by: .seconds(61))
            let answer = try await staff.asProgram.json(
                .post, MuseumPaths.apiScans(), #"{\#(code(phone, museum)), "gate": "north", "nonce": "e"}"#)
            let outcome = try #require(answer.json["outcome"] as? [String: Any])
            #expect(outcome["result"] as? String == "expired" && outcome["desk"] as? String == MuseumPaths.deskPerson(ada))
            let found = try await staff.post(MuseumPaths.gateScan(), fields: [("words", "ada"), ("nonce", "x")]).text
            #expect(found.contains("Ended on") && found.contains(MuseumPaths.deskPerson(ada)) && !found.contains(">Admit<"))
            let refused = try await staff.post(MuseumPaths.gateAdmit(), fields: [("membership", membership.id.description), ("nonce", "y")]).text
            #expect(refused.contains("Sell a membership") && refused.contains(MuseumPaths.deskPerson(ada)))
            // At the desk: sold, and let in by the same page.
            #expect(try await !staff.get(MuseumPaths.deskPerson(ada)).text.contains(MuseumPaths.gateAdmit()))
            let sold = try #require(try await staff.post(MuseumPaths.deskSell(ada), ["tier": membership.tier.description]).location)
            let page = try await staff.get(sold).text
            #expect(page.contains(MuseumPaths.gateAdmit()) && page.contains("Admit with 2 guests"))
            let person = try await staff.get(MuseumPaths.deskPerson(ada)).text
            #expect(person.contains(">Admit</button>") || person.contains("Admit"))
            let fresh = try #require(try await museum.app.site.database.read { try $0.all(.memberships(of: ada)) }.first)
            let entered = try await staff.post(
                MuseumPaths.gateAdmit(), fields: [("membership", fresh.id.description), ("nonce", "z"), ("guests", "1")])
            #expect(entered.text.contains("Welcome"))
            #expect(try await staff.get(MuseumPaths.deskPerson(ada)).text.contains("Admit again"))
            // Whoever hasn't paid yet is sent to pay.
            let bea = try await museum.app.signedIn(.bea)
            let waiting = try await museum.chosen(museum.buy(membership.tier, bea))
            let unpaid = try await staff.post(MuseumPaths.gateAdmit(), fields: [("membership", waiting.id.description), ("nonce", "u")]).text
            let customer = try await museum.app.person(.bea)
            #expect(unpaid.contains("Take payment") && unpaid.contains(MuseumPaths.deskPerson(customer)))
        }
    }
}
