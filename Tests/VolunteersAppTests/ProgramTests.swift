import Core
import Database
import Foundation
import Moderation
import Platform
import Synchronization
import TestSupport
import Testing
import Web

@testable import VolunteersApp

struct ProgramTests {
    @Test(.covers("VOL-075"), arguments: Engine.available)
    func `programs create, read, change and delete by the same rules`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada).asProgram, try await app.user(.bea).asProgram)
            let help = try await app.category("Day-to-day help")
            let body = #"{"title": "Move a bed", "description": "It is heavy.", "category": \#(help), "area": "Norr"}"#
            let made = try await ada.json(.post, VolunteersPaths.apiPosts(), body)
            #expect(made.status == .created && made.json["status"] as? String == "accepted")
            let address = try #require(made.location)
            let id = try #require(PostID(String(address.split(separator: "/").last ?? "")))
            let wrong = try await ada.json(.post, VolunteersPaths.apiPosts(), #"{"title": "", "description": "x", "category": \#(help)}"#)
            #expect(wrong.problem?.fields["title"] != nil)
            let marked = try await bea.send(.put, VolunteersPaths.apiBookmark(id))
            #expect(marked.status == .noContent)
            let seen = try await bea.get(address).json
            #expect(seen["isBookmarked"] as? Bool == true && (seen["newest"] == nil || seen["newest"] is NSNull))
            let changed = try await ada.json(.put, address, body.replacing("It is heavy.", with: "That shit is heavy."))
            let newest = changed.json["newest"] as? [String: Any]
            #expect(changed.json["status"] as? String == "accepted" && newest?["status"] as? String == "rejected" && newest?["reason"] is String)
            let foreign = try await bea.delete(address)
            #expect(foreign.status == .forbidden)
            let gone = try await ada.delete(address)
            #expect(gone.status == .noContent)
            let after = try await ada.get(address)
            #expect(after.status == .notFound)
        }
    }

    @Test(.covers("VOL-075"), arguments: Engine.available)
    func `a call whose answer was lost is sent again with its key and takes effect once`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada).asProgram, try await app.user(.bea))
            let help = try await app.category("Day-to-day help")
            /// Sends a call, forgets its answer as a process does that is cut off before it is kept, and sends it again.
            func twice(_ method: Web.Method, _ path: String, _ body: String = "") async throws -> [TestResponse] {
                let client = ada.with("Idempotency-Key", "\(method.rawValue)-\(path)")
                func send() async throws -> TestResponse {
                    body.isEmpty ? try await client.send(method, path) : try await client.json(method, path, body)
                }
                let first = try await send()
                try await app.site.database.write { db in try db.run("DELETE FROM platform_answer") }
                return [first, try await send()]
            }
            let body = #"{"title": "Move a bed", "description": "It is heavy.", "category": \#(help), "area": "Norr"}"#
            let made = try await twice(.post, VolunteersPaths.apiPosts(), body)
            #expect(made.allSatisfy { $0.status == .created } && made[0].text == made[1].text)
            #expect(try await app.posts().count == 1)
            let id = try #require(try await app.posts().first?.id)
            let edited = try await twice(.put, VolunteersPaths.apiPost(id), body.replacing("bed", with: "sofa"))
            #expect(edited.allSatisfy { $0.status == .ok } && edited[0].text == edited[1].text)
            #expect(try await app.posts().first?.version == 2)
            #expect(try await bea.post(VolunteersPaths.help(id), ["message": "I have a van."]).status == .seeOther)
            #expect(try await twice(.put, VolunteersPaths.apiClosed(id)).map(\.status) == [.noContent, .noContent])
            #expect(try await twice(.delete, VolunteersPaths.apiPost(id)).map(\.status) == [.noContent, .noContent])
            let trail = try await app.auditTrail()
            for action in ["create", "delete"] { #expect(trail.count { $0 == "volunteers.post.\(action)" } == 1, "\(action)") }
            #expect(trail.count { $0 == "volunteers.post.update" } == 2, "the change and the closing")
        }
    }

    @Test(.covers("CORE-020"), arguments: Engine.available)
    func `a person takes their share along, and nothing of it stays`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, volunteers in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let help = try await app.category("Day-to-day help")
            try await ada.send("Paint a door", in: help)
            let other = try await bea.send("Mend a roof", in: help)
            _ = try await ada.post(VolunteersPaths.bookmark(other), ["marked": "true"])
            let person = try await app.person(.ada)
            _ = try await ada.post(VolunteersPaths.help(other), ["message": "I have a ladder."])
            _ = try await bea.post(VolunteersPaths.close(other), ["helper": "\(person)"])
            let kept = KeptExport()
            let share = VolunteersData(
                site: app.site, moderation: try app.site.service(), index: try app.site.service(VolunteersServices.self).index)
            try await share.export(person, into: kept)
            #expect(kept.files.keys.sorted() == ["bookmarks.json", "helped.json", "requests.json", "settings.json"])
            #expect(kept.files["helped.json"] == #"[{"request":\#(other)}]"#)
            #expect(kept.files["requests.json"]?.contains("Paint a door") == true)
            try await app.site.write(by: nil) { db in try share.erase(person, in: db) }
            let left = try await app.posts().map(\.content.title)
            #expect(left == ["Mend a roof"])
            let traces = try await app.site.database.read { db in
                try db.one("SELECT count(*) FROM volunteers_bookmark WHERE person_id = \(person)" as Query<Int>)
                    + db.one("SELECT count(*) FROM volunteers_helper WHERE person_id = \(person)" as Query<Int>)
                    + db.one("SELECT count(*) FROM volunteers_member WHERE person_id = \(person)" as Query<Int>)
            }
            #expect(traces == 0)
        }
    }
}

/// Keeps an export in memory.
private final class KeptExport: PersonalDataExport {
    private let kept = Mutex<[String: String]>([:])

    var files: [String: String] { kept.withLock { $0 } }

    func add(_ value: some Encodable, as name: String, _ title: Text) throws {
        let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        kept.withLock { $0[name] = text }
    }

    func add(fileAt file: URL, as name: String, _ title: Text) throws { kept.withLock { $0[name] = file.path } }
}
