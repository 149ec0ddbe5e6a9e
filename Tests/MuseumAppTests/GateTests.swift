import Core
import Crypto
import Database
import Foundation
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct GateTests {
    /// A museum with a member, their phone, and somebody at the gate.
    private func withGate(on engine: Engine, _ body: (Museum, Membership, Phone, TestClient) async throws -> Void) async throws {
        try await withMuseum(on: engine) { museum in
            let ada = try await museum.app.signedIn(.ada)
            let membership = try await museum.member(ada, of: museum.tier("Household", guests: 3))
            try await body(museum, membership, museum.phone(of: ada), museum.app.signedIn(.owner))
        }
    }

    @Test(.covers("MUS-022"), arguments: Engine.available)
    func `a good code lets its member in, and says the tier, the guests and the name`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, phone, staff in
            let (result, outcome, _) = try await museum.scan(phone.code(at: museum.now), by: staff)
            #expect(result == "admitted" && outcome["tier"] as? String == "Household" && outcome["guests"] as? Int == 3)
            #expect((outcome["name"] as? String)?.contains("Ada") == true, "\(outcome)")
            #expect(outcome["membership"] as? Int64 == membership.id.number)
            let stranger = try await museum.app.signedIn(.bea)
            #expect(try await museum.scan(phone.code(at: museum.now), by: stranger).status == .notFound)
            #expect(try await stranger.get(MuseumPaths.gate()).status == .notFound)
            #expect(try await stranger.asProgram.get(MuseumPaths.apiGate()).status == .notFound)
        }
    }

    @Test(.covers("MUS-022", "MUS-024"), arguments: Engine.available)
    func `what a gate sends that was offline counts in its order, once however often it is sent, and has an end`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, _, phone, staff in
            let (first, second) = (museum.now, museum.now + .seconds(60))
            let scans = [
                (phone.code(at: first), "one", first, true), ("STOAJUNK", "two", first, false), (phone.code(at: second), "three", second, true),
                (phone.code(at: first), "one", first, true),
            ]
            museum.app.clock.advance(by: .seconds(3600))
            for _ in 0..<2 {
                let (results, conflicts) = try await museum.upload(scans, from: "north", by: staff)
                #expect(results == ["admitted", "invalid", "used", "admitted"] && conflicts == 1)
            }
            let rows: Int = try await museum.app.site.database.read { try $0.one("SELECT count(*) FROM museum_scan") }
            #expect(rows == 2)
            let entries = (0...GateAPI.mostScans).map { #"{"code": "x", "nonce": "\#($0)", "scannedAt": "\#(first.rfc3339)", "letIn": false}"# }
            let many = try await staff.asProgram.json(
                .post, MuseumPaths.apiScanBatch(), #"{"gate": "north", "scans": [\#(entries.joined(separator: ","))]}"#)
            #expect(many.problem?.code == "museum.too-many-scans")
        }
    }

    @Test(.covers("MUS-022", "MUS-024"), arguments: Engine.available)
    func `one pass is one admission a day by the museum's clock, and whoever is let in once more is noted`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, phone, staff in
            #expect(try await museum.scan(phone.code(at: museum.now), by: staff).result == "admitted")
            let first = museum.now
            museum.app.clock.advance(by: .seconds(3600))
            let (second, outcome, _) = try await museum.scan(phone.code(at: museum.now), at: "south", by: staff)
            #expect(second == "used" && outcome["usedAt"] as? String == first.rfc3339, "\(outcome)")
            #expect(try await museum.scan(phone.code(at: museum.now), again: true, by: staff).result == "reentry")
            // Another device of the same member is the same membership.
            let tablet = try await museum.phone(of: museum.app.signedIn(.ada))
            #expect(try await museum.scan(tablet.code(at: museum.now), by: staff).result == "used")
            let zone = museum.app.site.configuration.zone
            let midnight = Day(museum.now, in: zone).start(in: zone, after: 1)
            museum.app.clock.advance(by: midnight - museum.now - .milliseconds(1))
            let late = try await museum.app.signedIn(.owner)
            #expect(try await museum.scan(phone.code(at: museum.now), by: late).result == "used")
            museum.app.clock.advance(by: .milliseconds(1))
            #expect(try await museum.scan(phone.code(at: museum.now), by: late).result == "admitted")
            _ = membership
        }
    }

    @Test(.covers("MUS-024"), arguments: Engine.available)
    func `a screenshot is worth nothing a minute later, and a wrong clock is named`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, _, phone, staff in
            let shot = phone.code(at: museum.now)
            museum.app.clock.advance(by: .seconds(31))
            #expect(try await museum.scan(shot, by: staff).result == "clock")
            let (fast, outcome, _) = try await museum.scan(phone.code(at: museum.now + .seconds(300)), by: staff)
            #expect(fast == "clock" && outcome["drift"] as? Int == 300)
            // Even a phone whose clock runs ahead by as much as is accepted makes no code that lasts longer than a minute.
            let ahead = phone.code(at: museum.now + EntryCode.tolerance)
            museum.app.clock.advance(by: .seconds(61))
            #expect(try await museum.scan(ahead, by: staff).result == "clock")
            #expect(try await museum.scan(phone.code(at: museum.now), by: staff).result == "admitted")
        }
    }

    @Test(.covers("MUS-024", "MUS-023"), arguments: Engine.available)
    func `a membership that was refunded, ended or has run out lets nobody in`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, phone, staff in
            let bea = try await museum.app.signedIn(.bea)
            let other = try await museum.member(bea, of: membership.tier)
            let tablet = try await museum.phone(of: bea)
            try await museum.app.site.write(by: nil) { [memberships = try museum.services.memberships] write in
                try memberships.revoke(other.id, in: write)
            }
            #expect(try await museum.scan(tablet.code(at: museum.now), by: staff).result == "ended")
            let payments = try museum.services.payments
            let payment = try #require(try await museum.app.site.database.read { try payments.all(for: membership.subject, in: $0) }.first)
            try await museum.end(membership, at: museum.now + .seconds(60))
            museum.app.clock.advance(by: .seconds(60))
            #expect(try await museum.scan(phone.code(at: museum.now), by: staff).result == "expired")
            try await museum.app.site.write(by: nil) { try payments.refund(payment.id, because: "As agreed", in: $0) }
            let refunded = try await museum.scan(phone.code(at: museum.now), by: staff)
            #expect(refunded.result == "refunded" && refunded.outcome["endedAt"] != nil)
        }
    }

    @Test(.covers("MUS-024"), arguments: Engine.available)
    func `of ten thousand altered codes none is admitted, and none leaves a trace in the database`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, phone, _ in
            let gate = try museum.services.gate
            let code = phone.code(at: museum.now)
            let short = EntryCode.text(of: membership, at: museum.now, by: try await gate.keys.signing())
            let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
            var random = SeededGenerator(seed: 7)
            for round in 0..<10_000 {
                var letters = Array((round.isMultiple(of: 4) ? short : code).utf8)
                let place = Int.random(in: 0..<letters.count, using: &random)
                switch round % 5 {
                case 0: letters.remove(at: place)
                case 1: letters.insert(alphabet[Int.random(in: 0..<32, using: &random)], at: place)
                case 2: letters.swapAt(place, Int.random(in: 0..<letters.count, using: &random))
                default:
                    for _ in 0..<Int.random(in: 1...4, using: &random) {
                        letters[Int.random(in: 0..<letters.count, using: &random)] = alphabet[Int.random(in: 0..<32, using: &random)]
                    }
                }
                let text = String(decoding: letters, as: UTF8.self)
                guard text != code, text != short else { continue }
                let outcome = try await gate.look(.init(showing: .code(text), gate: "north", nonce: "\(round)"), by: PersonID(1))
                #expect(outcome.result == .invalid, "\(text)")
            }
            let rows: Int = try await museum.app.site.database.read { try $0.one("SELECT count(*) FROM museum_scan") }
            #expect(rows == 0)
        }
    }

    @Test(.covers("MUS-024"), arguments: Engine.available)
    func `a pass that another site signed, or another key, isn't ours`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, phone, staff in
            let forged = PassKey(id: 1, secret: try P256PrivateKey())
            let pass = EntryCode.pass(randomBytes(8), of: membership, for: phone.key.publicKey, by: forged)
            #expect(try await museum.scan(EntryCode.text(of: pass, at: museum.now, by: phone.key), by: staff).result == "invalid")
            // Whoever copied the pass but not the key of its device.
            #expect(try await museum.scan(EntryCode.text(of: phone.pass, at: museum.now, by: P256PrivateKey()), by: staff).result == "invalid")
            let unheard = PassKey(id: 200, secret: forged.secret)
            #expect(try await museum.scan(EntryCode.text(of: membership, at: museum.now, by: unheard), by: staff).result == "invalid")
            // A pass of ours, for a key that it wasn't given to.
            let other = try P256PrivateKey()
            let stolen = EntryCode.pass(Array(phone.pass[17..<25]), of: membership, for: other.publicKey, by: forged)
            #expect(try await museum.scan(EntryCode.text(of: stolen, at: museum.now, by: other), by: staff).result == "invalid")
            // One that we signed and no longer know.
            let own = try await museum.services.gate.keys.signing()
            let lost = EntryCode.pass(randomBytes(8), of: membership, for: phone.key.publicKey, by: own)
            #expect(try await museum.scan(EntryCode.text(of: lost, at: museum.now, by: phone.key), by: staff).result == "unknown")
        }
    }

    @Test(.covers("MUS-024"), arguments: Engine.available)
    func `a phone that alters its own pass gains nothing`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, phone, staff in
            let better = try await museum.tier("Patron", guests: 4)
            var pass = phone.pass
            pass.replaceSubrange(9..<17, with: [0, 0, 0, UInt8(better.number), 0xFF, 0xFF, 0xFF, 0xFF])
            let altered = Phone(key: phone.key, pass: pass)
            let admitted = try await museum.scan(altered.code(at: museum.now), by: staff)
            #expect(admitted.result == "admitted" && admitted.outcome["tier"] as? String != "Patron")
            try await museum.end(membership, at: museum.now + .seconds(60))
            museum.app.clock.advance(by: .seconds(61))
            #expect(try await museum.scan(altered.code(at: museum.now), by: staff).result == "expired")
        }
    }

    @Test(.covers("MUS-024"), arguments: Engine.available)
    func `a device that tries many codes is slowed down`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, _, phone, staff in
            for _ in 0..<30 {
                let guess = try await museum.scan("STOAAAAA", by: staff)
                #expect(guess.result == "invalid")
            }
            let refused = try await museum.scan("STOAAAAA", by: staff)
            #expect(refused.result == "museum.too-many-unknown-codes")
            // Another gate goes on.
            let other = try await museum.scan(phone.code(at: museum.now), at: "south", by: staff)
            #expect(other.result == "admitted")
        }
    }

    @Test(.covers("MUS-024"), arguments: Engine.available)
    func `of many gates that scan one pass at once, one admits`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, _, phone, staff in
            let code = phone.code(at: museum.now)
            let results = try await withThrowingTaskGroup(of: String.self) { group in
                for gate in 0..<12 { group.addTask { try await museum.scan(code, at: "gate-\(gate)", by: staff).result } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.sorted() == ["admitted"] + [String](repeating: "used", count: 11))
        }
    }

    @Test(.covers("MUS-022"), arguments: Engine.available)
    func `a gate that asks again with the same nonce gets the same answer and counts once`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, _, phone, staff in
            let code = phone.code(at: museum.now)
            for _ in 0..<3 { #expect(try await museum.scan(code, nonce: "n-1", by: staff).result == "admitted") }
            let rows: Int = try await museum.app.site.database.read { try $0.one("SELECT count(*) FROM museum_scan") }
            #expect(rows == 1)
            // The same name at another gate is another look.
            #expect(try await museum.scan(code, at: "south", nonce: "n-1", by: staff).result == "used")
        }
    }

    @Test(.covers("MUS-022", "MUS-024"), arguments: Engine.available)
    func `what a gate decided offline counts once, in any order, and whoever came in twice is shown`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, _, phone, staff in
            let bea = try await museum.app.signedIn(.bea)
            _ = try await museum.member(bea, of: museum.tier("Single"))
            let tablet = try await museum.phone(of: bea)
            let morning = museum.now
            museum.app.clock.advance(by: .seconds(600))
            #expect(try await museum.scan(phone.code(at: museum.now), at: "north", by: staff).result == "admitted")
            museum.app.clock.advance(by: .seconds(600))
            let queue = [
                (code: tablet.code(at: morning + .seconds(60)), nonce: "b", at: morning + .seconds(60), letIn: true),
                (code: phone.code(at: morning), nonce: "a", at: morning, letIn: true),
                (code: tablet.code(at: morning + .seconds(90)), nonce: "c", at: morning + .seconds(90), letIn: false),
            ]
            let (results, conflicts) = try await museum.upload(queue, from: "south", by: staff)
            #expect(results == ["admitted", "used", "used"] && conflicts == 1)
            let (again, still) = try await museum.upload(queue.reversed(), from: "south", by: staff)
            #expect(again == ["used", "used", "admitted"] && still == 1)
            let page = try await staff.get(MuseumPaths.gateConflicts())
            #expect(page.text.contains("Ada") && !page.text.contains("Bea") && page.text.contains("Already used that day"))
            #expect(try await staff.get(MuseumPaths.gate()).text.contains("1 to check"))
            let open = try await museum.app.site.database.read { try $0.all(Query<Scan>.conflicts) }
            _ = try await staff.post(MuseumPaths.gateSeen(try #require(open.first).id), fields: [])
            #expect(try await !staff.get(MuseumPaths.gateConflicts()).text.contains("Ada"))
        }
    }

    @Test(.covers("MUS-024"), arguments: Engine.available)
    func `a gate whose answer was lost and that let somebody in by itself is found out`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, _, phone, staff in
            #expect(try await museum.scan(phone.code(at: museum.now), at: "north", by: staff).result == "admitted")
            let code = phone.code(at: museum.now)
            #expect(try await museum.scan(code, at: "south", nonce: "lost", by: staff).result == "used")
            let (results, conflicts) = try await museum.upload([(code, "lost", museum.now, true)], from: "south", by: staff)
            #expect(results == ["used"] && conflicts == 1)
        }
    }

    @Test(.covers("MUS-024"), arguments: Engine.available)
    func `a refund while a gate was offline is found out too`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, phone, staff in
            try await museum.app.site.write(by: nil) { [memberships = try museum.services.memberships] write in
                try memberships.revoke(membership.id, in: write)
            }
            let (results, conflicts) = try await museum.upload([(phone.code(at: museum.now), "a", museum.now, true)], from: "south", by: staff)
            #expect(results == ["ended"] && conflicts == 1)
        }
    }

    @Test(.covers("MUS-022", "MUS-025"), arguments: Engine.available)
    func `a member without a phone is found by name or number and let in, once a day`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, _, staff in
            let found = try await staff.post(MuseumPaths.gateScan(), fields: [("words", "ada"), ("nonce", "x")])
            #expect(found.text.contains("Ada") && found.text.contains("Household"))
            let number = try await staff.asProgram.get(MuseumPaths.apiGateMembers() + "?q=\(membership.id)")
            #expect((number.json["members"] as? [Any])?.count == 1)
            let let1 = try await staff.post(MuseumPaths.gateAdmit(), fields: [("membership", membership.id.description), ("nonce", "x1")])
            #expect(let1.text.contains("Welcome"))
            let let2 = try await staff.post(MuseumPaths.gateAdmit(), fields: [("membership", membership.id.description), ("nonce", "x2")])
            #expect(let2.text.contains("Already used today at") && let2.text.contains("Admit again"))
            let let3 = try await staff.post(
                MuseumPaths.gateAdmit(), fields: [("membership", membership.id.description), ("nonce", "x3"), ("again", "true")])
            #expect(let3.text.contains("Welcome back"))
        }
    }

    @Test(.covers("MUS-021", "MUS-022"), arguments: Engine.available)
    func `a code that the site made for a device without keys works for a minute`(on engine: Engine) async throws {
        try await withGate(on: engine) { museum, membership, _, staff in
            let text = EntryCode.text(of: membership, at: museum.now, by: try await museum.services.gate.keys.signing())
            museum.app.clock.advance(by: .seconds(59))
            let scanned = try await staff.post(MuseumPaths.gateScan(), fields: [("words", text + " "), ("nonce", "x")])
            #expect(scanned.text.contains("Welcome"))
            museum.app.clock.advance(by: .seconds(2))
            #expect(try await museum.scan(text, by: staff).result == "clock")
        }
    }
}
