import Core
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Reading

@Suite("Annotations")
struct AnnotationTests {
    @Test(.covers("LIB-046", "LIB-047", "LIB-048"), arguments: Engine.available)
    func `saving keeps who, where, colour, note and when`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let made = try await app.signedIn(.ada).asProgram.highlight("the miller laughed", chapter: 0, of: id, note: " Good for him. ")
            #expect(made.status == .created)
            let json = made.json
            #expect(json["person"] as? Int64 == (try await app.person(.ada)).number)
            #expect(json["publication"] as? Int64 == id.number)
            #expect(json["colour"] as? String == "#F5C84B")
            #expect(json["note"] as? String == "Good for him.")
            #expect(json["createdAt"] as? String == app.clock.clock.now().rfc3339)
            let quote = json["quote"] as? [String: String]
            #expect(quote?["exact"] == "the miller laughed")
            #expect(quote?["prefix"]?.hasSuffix("stood in water, and ") == true)
            #expect(json["position"] as? [String: Int] == ["start": 79, "end": 97])
        }
    }

    @Test(.covers("LIB-049", "CORE-004"), arguments: Engine.available)
    func `highlights are there on every device of the person`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            _ = try await app.signedIn(.ada).with("Cookie", "").asProgram.highlight("bridge of oak", chapter: 1, of: id)
            let onPhone = try await app.signedIn(.ada).annotations(in: id)
            let onDesk = try await app.signedIn(.ada).asProgram.annotations(in: id)
            #expect(onPhone.count == 1)
            #expect(onDesk.count == 1)
        }
    }

    @Test(.covers("LIB-050"), arguments: Engine.available)
    func `what one person marks nobody else can see, change or remove`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let made = try await app.signedIn(.ada).asProgram.highlight("bridge of oak", chapter: 1, of: id, note: "secret thought")
            let address = try #require(made.location)
            let number = try #require(made.json["id"] as? Int64)
            for other in [try await app.signedIn(.bea), try await app.signedIn(.owner)] {
                #expect(try await other.annotations(in: id).isEmpty)
                #expect(try await other.asProgram.get(address).status == .notFound)
                #expect(try await other.asProgram.json(.patch, address, #"{"note":"mine now"}"#).status == .notFound)
                #expect(try await other.asProgram.delete(address).status == .notFound)
                #expect(try await other.get("/account/annotations/\(number)").status == .notFound)
                #expect(try await other.post("/account/annotations/\(number)/remove").status == .notFound)
                #expect(try await !other.get("/account/annotations").text.contains("secret thought"))
                #expect(try await !other.get(ReadingPaths.section(id, 1)).text.contains("secret thought"))
            }
            #expect(try await app.guest.asProgram.get(ReadingPaths.apiAnnotations(id)).status == .unauthorized)
            let kept = try await app.signedIn(.ada).annotations(in: id)
            #expect(kept.first?["note"] as? String == "secret thought")
            #expect(try await app.signedIn(.ada).get("/account/annotations").text.contains("Private: only you can see"))
        }
    }

    @Test(.covers("LIB-047"), arguments: Engine.available)
    func `a note has up to 300 characters, a colour is a hex code, and neither is needed`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada).asProgram
            let longest = try await ada.highlight("mill", chapter: 0, of: id, note: String(repeating: "å", count: 300))
            #expect(longest.status == .created)
            let tooLong = try await ada.highlight("mill", chapter: 0, of: id, note: String(repeating: "å", count: 301))
            #expect(tooLong.problem?.code == "request.wrong-values")
            #expect(tooLong.problem?.fields["note"] != nil)
            for colour in ["yellow", "#12345", "#12345g", "#F5C84B;"] {
                #expect(try await ada.highlight("mill", chapter: 0, of: id, colour: colour).problem?.code == "request.wrong-values")
            }
            #expect(try await ada.highlight("water", chapter: 0, of: id, colour: nil).status == .created)
            #expect(try await ada.annotations(in: id).count == 2)
        }
    }

    @Test(arguments: Engine.available)
    func `places that cannot be are refused and nothing is kept`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada).asProgram
            let address = ReadingPaths.apiAnnotations(id)
            func place(_ section: Int, _ exact: String, _ start: Int, _ end: Int) -> String {
                #"{"section":\#(section),"quote":{"exact":"\#(exact)","prefix":"","suffix":""},"position":{"start":\#(start),"end":\#(end)}}"#
            }
            #expect(try await ada.json(.post, address, place(3, "x", 0, 1)).problem?.code == "reading.no-such-section")
            #expect(try await ada.json(.post, address, place(-1, "x", 0, 1)).problem?.code == "request.wrong-values")
            #expect(try await ada.json(.post, address, place(0, "x", 5, 1)).problem?.code == "reading.bad-position")
            #expect(try await ada.json(.post, address, place(0, "x", -5, 1)).problem?.code == "request.wrong-values")
            let huge = String(repeating: "a", count: PassageCheck.longestQuote + 1)
            #expect(try await ada.json(.post, address, place(0, huge, 0, 1)).problem?.code == "request.wrong-values")
            #expect(try await ada.json(.post, address, "{}").status.rawValue == 422)
            #expect(try await ada.json(.post, ReadingPaths.apiAnnotations(PublicationID(99)), place(0, "x", 0, 1)).status == .notFound)
            #expect(try await ada.annotations(in: id).isEmpty)
        }
    }

    @Test(.covers("LIB-047", "LIB-051"), arguments: Engine.available)
    func `a change keeps what it does not name, and a stale one is refused`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada).asProgram
            let address = try #require(try await ada.highlight("bridge of oak", chapter: 1, of: id, note: "first").location)
            let tag = try #require(try await ada.get(address)["ETag"])
            let changed = try await ada.with("If-Match", tag).json(.patch, address, #"{"note":"second"}"#)
            #expect(changed.json["note"] as? String == "second")
            #expect(changed.json["colour"] as? String == "#F5C84B")
            let stale = try await ada.with("If-Match", tag).json(.patch, address, #"{"note":"third"}"#)
            #expect(stale.problem?.code == "reading.annotation-changed")
            let cleared = try await ada.json(.patch, address, ##"{"note":null,"colour":"#7cc47f"}"##)
            #expect(cleared.json["note"] == nil)
            #expect(cleared.json["colour"] as? String == "#7CC47F")
            #expect(try await ada.delete(address).status == .noContent)
            #expect(try await ada.get(address).status == .notFound)
        }
    }

    @Test(arguments: Engine.available)
    func `sending the same highlight twice keeps one`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada).asProgram.with("Idempotency-Key", "once-only")
            let first = try await ada.highlight("bridge of oak", chapter: 1, of: id)
            let second = try await ada.highlight("bridge of oak", chapter: 1, of: id)
            #expect(first.json["id"] as? Int64 == second.json["id"] as? Int64)
            let bea = try await app.signedIn(.bea).asProgram.with("Idempotency-Key", "once-only")
            #expect(try await bea.highlight("bridge of oak", chapter: 1, of: id).json["id"] as? Int64 != first.json["id"] as? Int64)
            #expect(try await ada.annotations(in: id).count == 1)
        }
    }

    @Test(.covers("LIB-051"), arguments: Engine.available)
    func `my annotations can be jumped to, edited and removed without a script`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            let made = try await ada.asProgram.highlight("bridge of oak", chapter: 1, of: id, note: "strong <wood>")
            let number = try #require(made.json["id"] as? Int64)
            let list = try await ada.get("/account/annotations")
            #expect(list.text.contains("The mill on the river"))
            #expect(list.text.contains("strong &lt;wood&gt;"))
            #expect(list.text.contains("/read/\(id)/1?quote=bridge%20of%20oak"))
            let form = try await ada.get("/account/annotations/\(number)")
            #expect(form.text.contains("strong &lt;wood&gt;"))
            let refused = try await ada.post("/account/annotations/\(number)", ["colour": "", "note": String(repeating: "x", count: 301)])
            #expect(refused.status.rawValue == 422)
            #expect(refused.text.contains(String(repeating: "x", count: 301)))
            #expect(try await ada.post("/account/annotations/\(number)", ["colour": "#6FB3E8", "note": "stronger"]).status == .seeOther)
            #expect(try await ada.annotations(in: id).first?["note"] as? String == "stronger")
            #expect(try await ada.post("/account/annotations/\(number)/remove").status == .seeOther)
            #expect(try await ada.annotations(in: id).isEmpty)
            #expect(try await app.guest.get("/account/annotations").location?.hasPrefix("/account/sign-in") == true)
        }
    }
}
