import Analytics
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// Taking back the admission of the wrong person.
@Suite struct GateUndoTests {
    private func withGate(on engine: Engine, _ body: (Museum, Membership, TestClient) async throws -> Void) async throws {
        try await withMuseum(on: engine) { museum in
            let membership = try await museum.member(museum.app.signedIn(.ada), of: museum.tier("Household", guests: 3))
            try await body(museum, membership, museum.app.signedIn(.owner))
        }
    }

    private func admit(
        _ membership: Membership, nonce: String, guests: Int = 0, again: Bool = false, at gate: String = "north", by staff: TestClient
    ) async throws -> [String: Any] {
        let answer = try await staff.asProgram.json(
            .post, MuseumPaths.apiScans(),
            #"{"membership": \#(membership.id), "gate": "\#(gate)", "nonce": "\#(nonce)", "guests": \#(guests), "again": \#(again)}"#)
        return try #require(answer.json["outcome"] as? [String: Any], "\(answer.text)")
    }

    private func undo(_ nonce: String, at gate: String = "north", by staff: TestClient) async throws -> (result: String?, outcome: [String: Any]) {
        let answer = try await staff.asProgram.json(.post, MuseumPaths.apiScanUndo(), #"{"gate": "\#(gate)", "nonce": "\#(nonce)"}"#)
        let outcome = answer.json["outcome"] as? [String: Any] ?? [:]
        return (outcome["result"] as? String ?? answer.problem?.code, outcome)
    }

    /// What the day's figures say of members and guests.
    private func counted(_ museum: Museum) async throws -> [Int] {
        let day = Day(museum.now, in: museum.app.site.configuration.zone)
        let counted = try await museum.app.site.database.read {
            try museum.app.site.counts.amounts(of: [.museumEntries, .museumGuests], from: day, through: day, in: $0)
        }
        return ["museum.entries", "museum.guests"].map { measure in counted.filter { $0.measure == measure }.map(\.amount).reduce(0, +) }
    }

    private func scan(_ nonce: String, _ museum: Museum, at gate: String = "north") async throws -> Scan {
        try await museum.app.site.database.read { try $0.one(.scan(nonce, at: gate)) }
    }

    @Test(.covers("MUS-022", "MUS-039"), arguments: Engine.available)
    func `an admission that is undone stays on record, counts nobody, and leaves the day's first admission free`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, staff in
            let admitted = try await admit(membership, nonce: "slip", guests: 2, by: staff)
            #expect(admitted["result"] as? String == "admitted" && admitted["undoUntil"] != nil)
            #expect(try await counted(museum) == [1, 2])
            for time in ["once", "sent again"] {
                let undone = try await undo("slip", by: staff)
                #expect(undone.result == "undone" && undone.outcome["name"] as? String == Cast.ada.name, "\(time)")
                #expect(undone.outcome["undoUntil"] == nil && undone.outcome["usedAt"] == nil, "\(time)")
                #expect(try await counted(museum) == [0, 0], "\(time)")
            }
            let kept = try await scan("slip", museum)
            #expect(kept.result == .undone && !kept.isFirst && !kept.isLetIn && kept.guests == 0 && kept.membership == membership.id)
            let visits = try await staff.get(MuseumPaths.adminVisits()).text
            #expect(!visits.contains(">1<"), "the day has nobody")
            // The same look, or its guests sent late, says so; so does what the gate decided when it got no answer.
            #expect(try await admit(membership, nonce: "slip", guests: 3, by: staff)["result"] as? String == "undone")
            let late = try await staff.asProgram.json(
                .post, MuseumPaths.apiScanBatch(),
                """
                {"gate": "north", "scans": [{"membership": \(membership.id), "nonce": "slip", "scannedAt": "\(museum.now.rfc3339)", "letIn": true}]}
                """)
            #expect(late.text.contains("\"undone\"") && late.json["conflicts"] as? Int == 0, "\(late.text)")
            let members = try await staff.asProgram.get(MuseumPaths.apiGate()).json["members"] as? [[String: Any]]
            #expect(members?.first?["used"] == nil && members?.first?["guests"] == nil)
            // Another look admits as if nothing had been.
            let next = try await admit(membership, nonce: "right", guests: 3, by: staff)
            #expect(next["result"] as? String == "admitted")
            #expect(try await counted(museum) == [1, 3])
        }
    }

    @Test(.covers("MUS-022"), arguments: Engine.available)
    func `whoever came in once more that day was there, though the first admission is undone`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, staff in
            _ = try await admit(membership, nonce: "slip", guests: 1, by: staff)
            museum.app.clock.advance(by: .seconds(60))
            let second = museum.now
            _ = try await admit(membership, nonce: "second", guests: 2, again: true, by: staff)
            museum.app.clock.advance(by: .seconds(60))
            _ = try await admit(membership, nonce: "third", again: true, by: staff)
            let undone = try await undo("slip", by: staff)
            #expect(undone.result == "undone" && undone.outcome["usedAt"] as? String == second.rfc3339)
            #expect(try await counted(museum) == [1, 2])
            let (earlier, later) = (try await scan("second", museum), try await scan("third", museum))
            #expect(earlier.isFirst && earlier.result == .admitted && !later.isFirst && later.result == .reentry)
            // A re-entry takes nothing from the day's admission.
            #expect(try await undo("third", by: staff).result == "undone")
            #expect(try await counted(museum) == [1, 2])
            #expect(try await admit(membership, nonce: "fourth", by: staff)["result"] as? String == "used")
        }
    }

    @Test(.covers("MUS-022", "MUS-024"), arguments: Engine.available)
    func `it is undone for a quarter of an hour, at its own gate, by whoever serves there`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, staff in
            _ = try await admit(membership, nonce: "one", by: staff)
            #expect(try await undo("one", at: "south", by: staff).result == "unknown")
            #expect(try await undo("other", by: staff).result == "unknown")
            #expect(try await museum.app.signedIn(.bea).post(MuseumPaths.gateUndo(), ["nonce": "one"]).status == .notFound)
            let stranger = try await museum.app.signedIn(.bea)
            #expect(try await undo("one", by: stranger).result == "not-found")
            _ = try await admit(membership, nonce: "two", by: staff)
            #expect(try await undo("two", by: staff).result == "museum.too-late-to-undo", "it let nobody in")
            museum.app.clock.advance(by: Desk.timeToUndo)
            #expect(try await admit(membership, nonce: "one", by: staff)["undoUntil"] == nil)
            #expect(try await undo("one", by: staff).result == "museum.too-late-to-undo")
            #expect(try await scan("one", museum).isLetIn)
        }
    }

    @Test(.covers("MUS-022", "MUS-047"), arguments: Engine.available)
    func `the page undoes without a script, says whom, and leads on to where they were admitted from`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, staff in
            for (from, way) in [("", MuseumPaths.gate()), ("desk", MuseumPaths.desk())] {
                let fields = ["membership": membership.id.description, "nonce": "n\(from)", "from": from]
                let welcome = try await staff.post(MuseumPaths.gateAdmit(), form: fields).text
                #expect(welcome.contains("Welcome") && welcome.contains("action=\"\(MuseumPaths.gateUndo())\""), "\(from)")
                let undone = try await staff.post(MuseumPaths.gateUndo(), form: ["nonce": "n\(from)", "from": from]).text
                let parts = ["gate-result is-undone", "Admission undone", Cast.ada.name, "button-primary\" href=\"\(way)\"><span>Next person<"]
                for words in parts { #expect(undone.contains(words), "\(from): \(words)") }
                #expect(!undone.contains("action=\"\(MuseumPaths.gateUndo())\""), "\(from)")
            }
        }
    }

    @Test(.covers("MUS-035"), arguments: Engine.available)
    func `the visit that an undone admission began is forgotten, and one that a phone had begun stays`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.isOnTheMap()
            let (ada, staff) = (try await museum.app.signedIn(.ada), try await museum.app.signedIn(.owner))
            let membership = try await museum.member(ada, of: museum.tier("Household"))
            _ = try await ada.post(MuseumPaths.privacy(), ["visits": "true"])
            museum.app.clock.advance(by: .seconds(60))
            _ = try await admit(membership, nonce: "slip", by: staff)
            #expect(try await museum.visits.count == 1)
            _ = try await undo("slip", by: staff)
            #expect(try await museum.visits.isEmpty)
            _ = try await museum.stay(20, ada)
            _ = try await admit(membership, nonce: "other", by: staff)
            _ = try await undo("other", by: staff)
            #expect(try await museum.visits.count == 1)
        }
    }

    @Test(.covers("MUS-022", "MUS-024"), arguments: Engine.available)
    func `an admission that a gate decided offline is undone once it was sent, and is no conflict any more`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, staff in
            _ = try await admit(membership, nonce: "first", at: "south", by: staff)
            let scans = #"[{"membership": \#(membership.id), "nonce": "own", "scannedAt": "\#(museum.now.rfc3339)", "letIn": true}]"#
            let sent = try await staff.asProgram.json(.post, MuseumPaths.apiScanBatch(), #"{"gate": "north", "scans": \#(scans)}"#)
            #expect(sent.json["conflicts"] as? Int == 1)
            #expect(try await undo("own", by: staff).result == "undone")
            #expect(try await staff.get(MuseumPaths.gateConflicts()).text.contains("Nothing to check"))
            #expect(try await counted(museum) == [1, 0])
        }
    }
}

/// The day's admission is a person's or a card's, whichever of their memberships it was by.
@Suite struct DayAdmissionTests {
    @Test(.covers("MUS-009", "MUS-022", "MUS-047"), arguments: Engine.available)
    func `whoever was in today and changes to another membership was in today, at the desk and at the entrance`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (single, household) = (
                try await museum.tier("Single", price: 40_00, guests: 1), try await museum.tier("Household", price: 80_00, level: 2, guests: 3)
            )
            let (staff, ada) = (try await museum.app.signedIn(.owner), try await museum.app.person(.ada))
            let card = try await museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": single.description]))
            let first = try await museum.sold(staff.post(MuseumPaths.deskSell(ada), ["tier": single.description]))
            let sales = [
                (first, MuseumPaths.deskSell(ada), MuseumPaths.deskPerson(ada), "ada"),
                (card, MuseumPaths.deskRenew(card), MuseumPaths.deskHolder(card), "otto"),
            ]
            for (membership, sale, page, words) in sales {
                _ = try await staff.post(
                    MuseumPaths.gateAdmit(), ["membership": membership.description, "nonce": "a\(words)", "guests": "1"])
                let before = try await staff.get(page).text
                #expect(before.contains("Already used today at") && before.contains("With 1 guest. No more can come today."), "\(words)")
                let changed = try await museum.sold(staff.post(sale, ["tier": household.description]))
                #expect(try await museum.find(membership).replacedBy == changed, "\(words)")
                for path in [page, MuseumPaths.deskSold(changed)] {
                    #expect(try await staff.get(path).text.contains("Admit again"), "\(words)")
                }
                let after = try await staff.get(page).text
                #expect(after.contains("Already used today at") && after.contains("With 1 guest. 2 more can come today."), "\(words)")
                #expect(try await !staff.get(MuseumPaths.deskSold(changed)).text.contains("Already admitted with it today"), "\(words)")
                let found = try await staff.asProgram.get(link(MuseumPaths.apiGateMembers(), query: ["q": words])).json["members"]
                let row = try #require((found as? [[String: Any]])?.first { $0["membership"] as? Int64 == changed.number }, "\(words)")
                #expect(row["usedAt"] != nil && row["guests"] as? Int == 2, "\(words)")
                let shown = try await staff.post(MuseumPaths.gateAdmit(), ["membership": changed.description, "nonce": "b\(words)"]).text
                #expect(shown.contains("data-result=\"used\"") && shown.contains("Already used today at"), "\(words)")
                let members = try await staff.asProgram.get(MuseumPaths.apiGate()).json["members"] as? [[String: Any]]
                let kept = try #require(members?.first { $0["id"] as? Int64 == changed.number }, "\(words)")
                #expect(kept["used"] != nil && kept["guests"] as? Int == 1, "a gate that is offline knows it: \(words)")
            }
            let phone = try await museum.phone(of: museum.app.signedIn(.ada))
            #expect(try await museum.scan(phone.code(at: museum.now), by: staff).result == "used")
            let link = try museum.services.gifts.link
            #expect(try await museum.scan(link.code(of: museum.find(card)), by: staff).result == "used")
            let zone = museum.app.site.configuration.zone
            museum.app.clock.advance(by: Day(museum.now, in: zone).start(in: zone, after: 1) - museum.now)
            #expect(try await museum.scan(phone.code(at: museum.now), by: museum.app.signedIn(.owner)).result == "admitted")
        }
    }

    @Test(.covers("MUS-018", "MUS-022"), arguments: Engine.available)
    func `a change that is undone leaves the day's admission taken`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (single, household) = (try await museum.tier("Single", price: 40_00), try await museum.tier("Household", price: 80_00, level: 2))
            let (staff, ada) = (try await museum.app.signedIn(.owner), try await museum.app.person(.ada))
            let first = try await museum.sold(staff.post(MuseumPaths.deskSell(ada), ["tier": single.description]))
            let changed = try await museum.sold(staff.post(MuseumPaths.deskSell(ada), ["tier": household.description]))
            _ = try await staff.post(MuseumPaths.gateAdmit(), ["membership": changed.description, "nonce": "a"])
            _ = try await staff.post(MuseumPaths.deskUndo(changed))
            let again = try await staff.post(MuseumPaths.gateAdmit(), ["membership": first.description, "nonce": "b"]).text
            #expect(again.contains("data-result=\"used\"") && again.contains("Already used today at"))
            #expect(try await staff.get(MuseumPaths.deskPerson(ada)).text.contains("Without guests") == false, "its tier has none")
        }
    }
}
