import Core
import Crypto
import Database
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// Pictures and licence photos between the site and WordPress.
@Suite struct MemberPressFileTests {
    private func withFiles(on engine: Engine, _ body: (SyncedMuseum) async throws -> Void) async throws {
        try await withSyncedMuseum(
            on: engine,
            {
                $0.offersPictures = true
                $0.takesLicences = true
            }, body)
    }

    private func exhibits(_ scene: SyncedMuseum) async throws -> [Exhibit] {
        try await scene.site.database.read { try $0.all(.exhibits(ExhibitFilter(isForStaff: true), from: 0, limit: 50)) }
    }

    // Pictures of the gallery.

    @Test(.covers("MUS-027", "MUS-053", "CORE-031"), arguments: Engine.available)
    func `staff choose pictures from WordPress, and the gallery shows them`(on engine: Engine) async throws {
        try await withFiles(on: engine) { scene in
            try await scene.sync()
            #expect(try await exhibits(scene).isEmpty)
            let owner = try await scene.app.signedIn(.owner)
            let page = try await owner.get(MuseumPaths.adminWordPress()).text
            #expect(page.contains("Lake at dawn") && page.contains("Copper crosses"))
            #expect(try await owner.post(MuseumPaths.adminWordPress(), fields: [("picture", "701"), ("picture", "702")]).status == .seeOther)
            try await scene.app.runJobs()
            let shown = try await exhibits(scene)
            #expect(Set(shown.map(\.title)) == ["Copper crosses", "Lake at dawn"] && shown.allSatisfy { $0.picture != nil && $0.isPublic })
            #expect(try await scene.app.guest.get(MuseumPaths.gallery()).text.contains("Lake at dawn"))
            let lake = try #require(shown.first { $0.title == "Lake at dawn" })
            #expect(try await scene.app.guest.get(MuseumPaths.exhibitPicture(lake.id, .large)).status == .ok)

            // What is the same isn't fetched again: damaged downloads would be noticed.
            await scene.standIn.behave(.fileDamaged)
            scene.app.clock.advance(by: .seconds(60))
            try await scene.sync()
            #expect(try await exhibits(scene) == shown)
            #expect(try await scene.conflicts().isEmpty)
        }
    }

    @Test(.covers("MUS-027", "MUS-053", "CORE-031"), arguments: Engine.available)
    func `a picture that became another one waits for staff, and a cut one is never shown`(on engine: Engine) async throws {
        try await withFiles(on: engine) { scene in
            try await scene.sync()
            let owner = try await scene.app.signedIn(.owner)
            await scene.standIn.behave(.fileCut)
            #expect(try await owner.post(MuseumPaths.adminWordPress(), fields: [("picture", "701")]).status == .seeOther)
            try await scene.app.runJobs()
            #expect(try await exhibits(scene).isEmpty)
            #expect(try await owner.get(MuseumPaths.adminWordPress()).text.contains("Damaged, trying again"))
            await scene.standIn.behave(.none)
            try await scene.sync()
            let before = try #require(try await exhibits(scene).first)

            scene.app.clock.advance(by: .seconds(60))
            await scene.standIn.act("replace-file", ["file": "701"])
            try await scene.sync()
            #expect(try await exhibits(scene).first == before)
            let conflict = try #require(try await scene.conflicts().first)
            #expect(conflict.kind == .pictureChanged && conflict.subject == 701)
            #expect(try await owner.post(MuseumPaths.adminMemberPressConflict(conflict.id), ["choice": "new"]).status == .seeOther)
            try await scene.app.runJobs()
            let after = try #require(try await exhibits(scene).first)
            #expect(after.id == before.id && after.picture != before.picture)
        }
    }

    // Licence photos.

    private func add(_ scene: SyncedMuseum, _ client: TestClient, in field: String = "picture") async throws -> TestResponse {
        let picture = try #require(await scene.standIn.uploads().first)
        return try await client.upload(MuseumPaths.licence(), files: [(field: field, name: "licence.png", bytes: picture.bytes)])
    }

    private func licence(_ scene: SyncedMuseum, _ person: PersonID) async throws -> Licence? {
        try await scene.site.database.read { try $0.first(.licence(of: person)) }
    }

    @Test(.covers("MUS-019", "MUS-053", "CORE-031"), arguments: Engine.available)
    func `a licence photo is kept encrypted until WordPress has the same bytes`(on engine: Engine) async throws {
        try await withFiles(on: engine) { scene in
            let grace = try await scene.person("grace@museum.example")
            try await scene.sync()
            let before = await scene.standIn.uploads().count
            await scene.standIn.behave(.fileDamaged, ["on": "uploads"])
            #expect(try await add(scene, grace.client, in: "camera").status == .seeOther)
            let kept = try #require(try await licence(scene, grace.id))
            let file = try #require(kept.file)
            let licences = try scene.museum.services.licences
            let bytes = try licences.sealed(file)
            // A JPEG would begin so.
            #expect(!bytes.starts(with: [0xFF, 0xD8]) && sha256(bytes) != kept.hash)
            try await scene.app.runJobs()
            // What WordPress gives out isn't what was sent: it stays here, and nothing stays there.
            #expect(try await licence(scene, grace.id)?.sentAt == nil)
            #expect(try licences.sealed(file) == bytes)
            #expect(await scene.standIn.uploads().count == before)

            await scene.standIn.behave(.none)
            try await scene.sync()
            let sent = try #require(try await licence(scene, grace.id))
            #expect(sent.file == nil && sent.sentAt == scene.now)
            let there = try #require(await scene.standIn.uploads().first { $0.name.contains(kept.name) })
            #expect(sha256(there.bytes) == kept.hash && there.name.hasPrefix("member-17-"))
            #expect(try await grace.client.get(MuseumPaths.licencePhoto()).status == .ok)
            #expect(throws: (any Error).self) { try licences.sealed(file) }
            // It is nobody's picture of the gallery.
            try await scene.sync()
            #expect(try await !scene.app.signedIn(.owner).get(MuseumPaths.adminWordPress()).text.contains("member-17"))
        }
    }

    @Test(.covers("MUS-019"), arguments: Engine.available)
    func `only staff who check licences see a photo, and each look is noted`(on engine: Engine) async throws {
        try await withFiles(on: engine) { scene in
            let grace = try await scene.person("grace@museum.example")
            #expect(try await add(scene, grace.client).status == .seeOther)
            let id = try #require(try await licence(scene, grace.id)).id
            let ada = try await scene.app.signedIn(.ada)
            #expect(try await ada.get(MuseumPaths.adminLicence(id)).status == .notFound)
            #expect(try await ada.get(MuseumPaths.licencePhoto()).status == .notFound)
            let owner = try await scene.app.signedIn(.owner)
            #expect(try await owner.get(MuseumPaths.adminLicences()).text.contains(MuseumPaths.adminLicence(id)))
            let photo = try await owner.get(MuseumPaths.adminLicence(id))
            #expect(photo.status == .ok && photo["Cache-Control"] == "no-store")
            #expect(try await scene.app.auditTrail().filter { $0 == "museum.licence.read" }.count == 1)
        }
    }

    @Test(.covers("MUS-019", "CORE-020"), arguments: Engine.available)
    func `a photo that is removed goes here at once and in WordPress with the next run`(on engine: Engine) async throws {
        try await withFiles(on: engine) { scene in
            let grace = try await scene.person("grace@museum.example")
            try await scene.sync()
            let before = await scene.standIn.uploads().count
            _ = try await add(scene, grace.client)
            try await scene.app.runJobs()
            #expect(await scene.standIn.uploads().count == before + 1)
            #expect(try await grace.client.post(MuseumPaths.licenceRemove()).status == .seeOther)
            #expect(try await licence(scene, grace.id) == nil)
            try await scene.app.runJobs()
            #expect(await scene.standIn.uploads().count == before)
            let rows = try await scene.site.database.read { try $0.one("SELECT count(*) FROM museum_licence" as Query<Int>) }
            #expect(rows == 0)
        }
    }

    @Test(.covers("MUS-019", "MUS-010"), arguments: Engine.available)
    func `whoever added a photo is told that it is there, and isn't asked again`(on engine: Engine) async throws {
        try await withFiles(on: engine) { scene in
            let grace = try await scene.person("grace@museum.example")
            #expect(try await grace.client.get(MuseumPaths.profile()).text.contains("A photo as ID for the museum"))
            #expect(try await add(scene, grace.client).status == .seeOther)
            let profile = try await grace.client.get(MuseumPaths.profile()).text
            #expect(profile.contains("Your photo is saved") && !profile.contains("A photo as ID for the museum"))
            let page = try await grace.client.get(MuseumPaths.licence()).text
            #expect(page.contains("The museum has your photo.") && !page.contains("Add a photo") && !page.contains("<details class=\"fold\" open"))
        }
    }

    @Test(.covers("MUS-019"), arguments: Engine.available)
    func `without a camera, a photo or WordPress nothing else is held up`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            let grace = try await scene.person("grace@museum.example")
            let page = try await grace.client.get(MuseumPaths.licence()).text
            #expect(page.contains("capture=\"environment\"") && page.contains("Photo of your licence"))
            let empty = try await grace.client.upload(MuseumPaths.licence(), files: [])
            #expect(empty.status == .unprocessableContent && empty.text.contains("Choose a picture."))
            let text = try await grace.client.upload(
                MuseumPaths.licence(), files: [(field: "camera", name: "x.jpg", bytes: Array("no picture".utf8))])
            #expect(text.status == .unprocessableContent)
            try await scene.sync()
            let bought = try await scene.buy(try await scene.tier(201), grace.client)
            #expect(bought.status == .active)
        }
    }

    @Test(.covers("CORE-020", "MUS-019"), arguments: Engine.available)
    func `an account that is deleted leaves nothing tied to it, and staff hear of what WordPress still has`(on engine: Engine) async throws {
        try await withFiles(on: engine) { scene in
            let grace = try await scene.person("grace@museum.example")
            try await scene.sync()
            _ = try await add(scene, grace.client)
            try await scene.app.runJobs()
            let before = await scene.standIn.uploads().count
            let data = MuseumData(services: try scene.museum.services)
            try await scene.site.write(by: nil) { try data.erase(grace.id, in: $0) }
            let tied = try await scene.site.database.read { try $0.all(.mirroredMembers(of: grace.id)) }
            #expect(tied.isEmpty)
            #expect(try await scene.memberships(of: grace.id).isEmpty)
            let conflict = try #require(try await scene.conflicts().first)
            #expect(conflict.kind == .erased && conflict.subject == 17)
            try await scene.app.runJobs()
            #expect(await scene.standIn.uploads().count == before - 1)
        }
    }
}
