import Core
import Database
import Foundation
import Jobs
import Media
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

struct UploadTests {
    @Test func `the overview asks for a first book only where there is none`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            let librarian = try await app.signedIn(.librarian)
            #expect(try await librarian.get(LibraryPaths.admin()).text.contains("Nothing uploaded yet"))
            try await app.item("Imported by command")
            let page = try await librarian.get(LibraryPaths.admin()).text
            #expect(!page.contains("Nothing uploaded yet") && !page.contains("See all"))
        }
    }

    @Test(.covers("LIB-085", "LIB-086", "LIB-088", "LIB-091", "LIB-092"), arguments: Engine.available)
    func `a file that is handed in becomes a draft, is previewed, published and found`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let staff = try await app.signedIn(.librarian)
            let form = try await staff.get(LibraryPaths.adminUploads())
            #expect(form.text.contains("multipart/form-data") && form.text.contains("Svenska") && form.text.contains("Theology"))
            let text = "---\ntitle: The Quiet Heron\nauthor: Ada Lind\n---\n# Reeds\n\nA heron stood among the reeds.\n\n# Water\n\nIt flew.\n"
            let answer = try await staff.upload(
                LibraryPaths.adminUploads(), ["kind": "leaflet", "category": "Theology", "language": "sv"],
                files: [("files", "heron.md", Array(text.utf8))])
            #expect(answer.status == .seeOther)
            #expect(try await staff.get(LibraryPaths.adminUploads()).text.contains("heron.md"))
            try await app.runJobs()
            let upload = try #require(try await library.services.uploads.recent().first?.upload)
            #expect(upload.status == .done && upload.sections == 2 && upload.words > 5)
            let id = try #require(upload.item)
            let item = try await library.services.catalogue.findForStaff(id)
            #expect(item.status == .draft && item.title == "The Quiet Heron" && item.authors == ["Ada Lind"])
            #expect(item.kind == .leaflet && item.language == .swedish && item.categories.map(\.name) == ["Theology"])
            #expect(item.createdAt == app.clock.clock.now())
            let person = try await app.person(.librarian)
            #expect(item.changedBy == person)
            let preview = "/read/\(try #require(item.publication))"
            #expect(try await staff.get(LibraryPaths.adminItem(id)).text.contains(preview))
            #expect(try await staff.post(LibraryPaths.adminItemStatus(id), ["status": "published"]).status == .seeOther)
            let found = try await app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=heron+reeds")
            #expect(found.text.contains("The Quiet Heron") && found.text.contains("\(preview)/0?"))
            #expect(
                try await app.auditTrail().filter { $0.hasPrefix("library") } == [
                    "library.upload.create", "library.item.create", "library.item.update",
                ])
        }
    }

    @Test(.covers("LIB-090", "LIB-092", "CORE-030"), arguments: Engine.available)
    func `a file that cannot be taken is refused in words, and nothing stays`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let staff = try await app.signedIn(.librarian)
            let atTheDoor = try await staff.upload(LibraryPaths.adminUploads(), files: [("files", "program.exe", [0x4D, 0x5A, 0, 0])])
            #expect(atTheDoor.status == .unprocessableContent && atTheDoor.text.contains("program.exe"))
            #expect(try await staff.upload(LibraryPaths.adminUploads(), files: []).problem?.code == "library.no-file-chosen")
            for (name, bytes) in [("empty.md", []), ("false.pdf", Array("no PDF at all".utf8)), ("torn.epub", [0x50, 0x4B, 3, 4, 9, 9])] {
                let answer = try await staff.upload(LibraryPaths.adminUploads(), files: [("files", name, bytes)])
                #expect(answer.status == .seeOther)
                try await app.runJobs()
                let upload = try #require(try await library.services.uploads.recent().first?.upload)
                #expect(upload.status == .refused && upload.fileName == name)
                #expect(upload.reasonCode?.hasPrefix("documents.") == true, "\(upload.reasonCode ?? "")")
                let page = try await staff.get(LibraryPaths.adminUploads())
                #expect(page.text.contains("Rejected"))
            }
            #expect(app.storedFiles == 0)
            let items: Int = try await app.site.database.read { db in try db.one("SELECT count(*) FROM library_item") }
            #expect(items == 0)
        }
    }

    @Test(.covers("LIB-092"), arguments: Engine.available)
    func `the same file twice is noticed, and the item that is there is offered`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let text = "# Once\n\nOnly once."
            let first = try await app.handIn("once.md", text)
            let id = try #require(first.item)
            let staff = try await app.signedIn(.librarian)
            let again = try await staff.upload(LibraryPaths.adminUploads(), files: [("files", "again.md", Array(text.utf8))])
            #expect(again.status == .unprocessableContent && again.text.contains(LibraryPaths.adminItem(id)))
            let outcome = try await library.take("third.md", text)
            #expect(outcome.status == .refused && outcome.item == id.number && outcome.code == "library.already-there")
            #expect(try await app.guest.get(LibraryPaths.itemFile(id)).status == .notFound)
            #expect(try await staff.get(LibraryPaths.itemFile(id)).text == text, "the file of the first is still there")
        }
    }

    @Test(.covers("LIB-092"), arguments: Engine.available)
    func `two uploads of one file at once make one item`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let text = "# Twins\n\n" + String(repeating: "word ", count: 5000)
            let outcomes = try await withThrowingTaskGroup(of: ImportOutcome.self) { group in
                for number in 1...4 { group.addTask { try await library.take("twin\(number).md", text) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0.status == .ok } == 1)
            let id = try #require(outcomes.compactMap(\.item).first)
            #expect(try await app.signedIn(.ada).get(LibraryPaths.itemFile(ItemID(id))).text == text)
            let items: Int = try await app.site.database.read { db in try db.one("SELECT count(*) FROM library_item") }
            #expect(items == 1)
        }
    }

    @Test(.covers("LIB-096"), arguments: Engine.available)
    func `a corrected file takes the place of the old one; the item keeps its id and description`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Corrected", text: "# One\n\nThe heorn stood still.") { $0.authors = ["Ada"] }
            let before = try await library.services.catalogue.find(id)
            let staff = try await app.signedIn(.librarian)
            let corrected = Array("# One\n\nThe heron stood still.\n\n# Two\n\nAnd flew.".utf8)
            let answer = try await staff.upload(LibraryPaths.adminItemFile(id), files: [("file", "second.md", corrected)])
            #expect(answer.status == .seeOther)
            try await app.runJobs()
            let after = try await library.services.catalogue.find(id)
            #expect(after.publication == before.publication && after.title == "Corrected" && after.authors == ["Ada"])
            #expect(after.file?.name == "second.md" && after.status == .published)
            #expect(try await app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=heron").text.contains("Corrected"))
            #expect(try await !app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=%22heorn%22").text.contains("Corrected"))
            let same = try await staff.upload(LibraryPaths.adminItemFile(id), files: [("file", "same.md", corrected)])
            #expect(same.status == .seeOther)
            try await app.runJobs()
            #expect(try await library.services.uploads.recent().first?.upload.reasonCode == "library.same-file")
            #expect(try await app.signedIn(.ada).get(LibraryPaths.itemFile(id)).bytes == corrected)
            #expect(app.storedFiles == 1, "the old file is gone")
        }
    }

    @Test(.covers("LIB-092"), arguments: Engine.available)
    func `a job that runs again after a crash makes no second item`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let upload = try await app.handIn("crash.md", "# Crash\n\nAnd again.")
            #expect(upload.status == .done)
            try await app.site.database.write { db in
                _ = try app.site.jobs.enqueue(Uploads.job, Uploads.Work(upload: upload.id.number), in: db)
            }
            try await app.runJobs()
            let items: Int = try await app.site.database.read { db in try db.one("SELECT count(*) FROM library_item") }
            #expect(items == 1)
            #expect(try await library.services.uploads.find(upload.id).upload.item == upload.item)
        }
    }

    @Test(
        .covers("LIB-089", "LIB-097", "CORE-030"), .enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)), arguments: Engine.available
    )
    func `a cover is checked, kept in two sizes and shown at once`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Covered")
            let staff = try await app.signedIn(.librarian)
            let pictures = try #require(SharedData.folder).appending(path: "images")
            func replace(_ name: String) async throws -> TestResponse {
                let bytes = Array(try Data(contentsOf: pictures.appending(path: name)))
                return try await staff.upload(LibraryPaths.adminItemCover(id), files: [("cover", name, bytes)])
            }
            #expect(try await staff.get(LibraryPaths.adminItem(id)).text.contains("400 × 560"), "the guideline is shown")
            let small = try await replace("pillow_flower.jpg")
            #expect(small.status == .seeOther)
            let item = try await library.services.catalogue.find(id)
            let ref = try #require(item.coverRef)
            for size in CoverSize.allCases {
                let picture = try await app.guest.get(CoverLink.url(id, size, ref))
                #expect(picture.status == .ok && picture["Content-Type"] == "image/jpeg" && picture.bytes.starts(with: [0xFF, 0xD8]))
            }
            for bad in ["pillow_broken.png", "pillow_decompression_bomb.gif", "pillow_hopper.bmp"] {
                let answer = try await replace(bad)
                #expect(answer.problem != nil, "\(bad) \(answer.status)")
            }
            #expect(try await library.services.catalogue.find(id).coverRef == ref)
            #expect(try await staff.upload(LibraryPaths.adminItemCover(id), files: []).problem?.code == "library.no-cover-chosen")
        }
    }

    @Test(.covers("LIB-101"), arguments: Engine.available)
    func `programs hand files in with a token, and only those who may`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            let file: [(String, String, [UInt8])] = [("file", "program.md", Array("# By a program\n\nText.".utf8))]
            #expect(try await app.signedIn(.ada).asProgram.upload(LibraryPaths.apiUploads(), files: file).status.rawValue >= 400)
            let program = try await app.signedIn(.librarian).asProgram
            let answer = try await program.upload(LibraryPaths.apiUploads(), ["publish": "true"], files: file)
            #expect(answer.status == .accepted, "\(answer.text)")
            let list = answer.json["uploads"] as? [[String: Any]]
            let id = try #require(list?.first?["id"] as? Int)
            try await app.runJobs()
            let done = try await program.get(LibraryPaths.apiUpload(UploadID(Int64(id))))
            #expect(done.json["status"] as? String == "done")
            #expect(try await app.guest.asProgram.get(LibraryPaths.apiItems()).text.contains("By a program"))
        }
    }
}
