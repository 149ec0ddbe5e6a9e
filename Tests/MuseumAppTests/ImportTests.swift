import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct ImportTests {
    private func table(_ text: String) throws -> ImportTable { try ImportTable(Array(text.utf8)) }

    private func data(_ name: String) throws -> [UInt8] {
        let file = try #require(SharedData.folder).appending(path: "museum/\(name)")
        return name.hasSuffix(".gz") ? try Film.unpacked(file) : Array(try Data(contentsOf: file))
    }

    private func exhibits(_ museum: Museum, limit: Int = 10_000) async throws -> [Exhibit] {
        try await museum.app.site.database.read { try $0.all(.exhibits(ExhibitFilter(isForStaff: true), from: 0, limit: limit)) }
    }

    /// Uploads a file and says where its preview is.
    private func upload(
        _ bytes: [UInt8], named name: String, as source: String = "", _ pictures: [(String, [UInt8])] = [], by owner: TestClient
    ) async throws -> ImportID {
        let files = [("file", name, bytes)] + pictures.map { ("pictures", $0.0, $0.1) }
        let answer = try await owner.upload(MuseumPaths.adminImports(), fields: [("source", source)], files: files)
        return try #require(answer.location?.split(separator: "/").last.flatMap { ImportID(String($0)) }, "\(answer.text)")
    }

    /// Imports with the columns that were recognised.
    private func carryOut(_ id: ImportID, in museum: Museum, by owner: TestClient) async throws {
        let mapping = try await museum.app.site.database.read { try $0.one(.collection(id)) }.mapping
        let chosen = mapping.columns.map { ($0.key.rawValue, $0.value) }
        let answer = try await owner.post(
            MuseumPaths.adminImport(id), fields: chosen + [("kind", "picture"), ("isPublic", "true"), ("action", "import")])
        #expect(answer.status == .seeOther, "\(answer.text)")
    }

    @Test(.covers("MUS-026"))
    func `columns are recognised in tables, lists and lines, whatever they are called`() throws {
        let csv = try table("\u{FEFF}ID;Titel;Konstnär;Datering;Teknik;Mått\n7;\"Dimma; och hav\";Ada Holm;1890;Olja;40 × 50 cm\n")
        #expect(csv.records.map(\.values) == [["7", "Dimma; och hav", "Ada Holm", "1890", "Olja", "40 × 50 cm"]] && csv.records.first?.line == 2)
        let mapping = ImportMapping(recognising: csv.columns)
        #expect(mapping.columns == [.id: "ID", .title: "Titel", .creator: "Konstnär", .made: "Datering", .medium: "Teknik", .size: "Mått"])
        let lines = try table(
            "{\"id\": 1, \"title\": \"Fog\"}\n\n{\"title\": \"Sea\", \"creator\": [{\"full_name\": \"Ada\"}, {\"full_name\": \"Bo\"}]}\n")
        #expect(lines.columns == ["id", "title", "creator"] && lines.records.map(\.line) == [1, 3])
        #expect(lines.records.map(\.values) == [["1", "Fog", ""], ["", "Sea", "Ada, Bo"]])
        #expect(try table("{\"objects\": [{\"title\": \"Fog\"}], \"count\": 1}").records.count == 1)
        #expect(try table("[{\"title\": \"Fog\"}, {\"title\": null}]").records.map(\.values) == [["Fog"], [""]])
        #expect(throws: ImportRefusal.badLine(2)) { try table("{\"title\": \"Fog\"}\n{\"title\": \n") }
        #expect(throws: ImportRefusal.openQuote) { try table("title\n\"Fog\n") }
        #expect(throws: ImportRefusal.empty) { try table("title,artist\n") }
        #expect(throws: ImportRefusal.notUTF8) { try ImportTable(Array("titel\nH".utf8) + [0xF6, 0x67]) }
        #expect(throws: ImportRefusal.tooMany) { try table("title\n" + String(repeating: "x\n", count: ImportTable.mostRecords + 1)) }
    }

    @Test(.covers("MUS-026"), arguments: Engine.available)
    func `one sees what will come of a file, and importing it again changes what it changed`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            _ = try await owner.post(MuseumPaths.adminRooms(), ["name": "The Tower", "text": ""])
            let first = "id,title,artist,room\n1,Fog,Ada Holm,the tower\n2,,,\n5,,Cy,\n3,Sea,Bo,The cellar\n3,Sea again,Bo,\n"
            let id = try await upload(Array(first.utf8), named: "harbour.csv", by: owner)
            let preview = try await owner.get(MuseumPaths.adminImport(id)).text
            for words in [
                "Has no title.", "Has the same ID as line 5.", "Has no title, and is called “Untitled”.", "There’s no room “The cellar”.", "Left out",
            ] {
                #expect(preview.contains(words), "\(words)")
            }
            #expect(try await exhibits(museum).isEmpty, "looking writes nothing")
            try await carryOut(id, in: museum, by: owner)
            let all = try await exhibits(museum)
            #expect(all.map(\.title).sorted() == ["Fog", "Sea", "Untitled"] && all.allSatisfy(\.isPublic))
            #expect(all.first { $0.title == "Fog" }?.room != nil)
            #expect(try await owner.post(MuseumPaths.adminImport(id), fields: [("action", "import")]).status == .conflict, "a file is imported once")

            // Staff add what the file doesn't say, and it stays.
            let fog = try #require(all.first { $0.title == "Fog" })
            _ = try await owner.post(
                MuseumPaths.adminExhibit(fog.id),
                fields: [("kind", "object"), ("title", "Fog"), ("creator", "Ada Holm"), ("text", "Ours."), ("isPublic", "true")])
            let again = try await upload(
                Array("id,title,artist\n1,Fog at dawn,Ada Holm\n3,Sea,Bo\n4,Sand,Bo\n".utf8), named: "harbour.csv", by: owner)
            let plan = try await CollectionImport(site: museum.app.site).look(again).plan
            #expect(plan.count(.new) == 1 && plan.count(.changed) == 1 && plan.count(.same) == 1 && plan.count(.wrong) == 0)
            try await carryOut(again, in: museum, by: owner)
            let now = try await exhibits(museum)
            #expect(now.map(\.title).sorted() == ["Fog at dawn", "Sand", "Sea", "Untitled"])
            let changed = try #require(now.first { $0.id == fog.id })
            #expect(changed.title == "Fog at dawn" && changed.text == "Ours." && changed.kind == .object)
            #expect(try await museum.app.guest.get(link(MuseumPaths.gallery(), query: ["q": "dawn"])).text.contains("Fog at dawn"))

            // Another collection has ids of its own.
            let other = try await upload(Array("id,title\n1,A net\n".utf8), named: "other.csv", by: owner)
            try await carryOut(other, in: museum, by: owner)
            #expect(try await exhibits(museum).count == 5)
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.adminImport(other)).status == .notFound)
        }
    }

    @Test(
        .covers("MUS-026", "MUS-027"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"),
        arguments: [
            ("tate_artworks.ndjson.gz", 1_505), ("cmoa_objects.ndjson.gz", 1_866), ("nga_constituents_5000.csv.gz", 5_000),
            ("tate_artist_data.csv.gz", 3_532),
        ])
    func `real collections are taken over whole, and a second time nothing changes`(name: String, count: Int) async throws {
        try await withMuseum(on: .sqlite) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let bytes = try data(name)
            let id = try await upload(bytes, named: name, as: "Real", by: owner)
            let imports = CollectionImport(site: museum.app.site)
            let plan = try await imports.look(id).plan
            #expect(plan.items.count == count && plan.count(.new) == count, "\(plan.notes.filter(\.isWrong).map { ($0.words, $0.lines.prefix(3)) })")
            try await carryOut(id, in: museum, by: owner)
            #expect(try await exhibits(museum, limit: 20_000).count == count)
            let again = try await imports.look(try await upload(bytes, named: name, as: "Real", by: owner)).plan
            #expect(again.count(.same) == count)
        }
    }

    @Test(.covers("MUS-026"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"))
    func `rooms of a museum and single records are read`() async throws {
        let rooms = try ImportTable(try data("nga_locations.csv"))
        let mapping = ImportMapping(recognising: rooms.columns)
        #expect(mapping.columns[.id] == "locationid" && mapping.columns[.title] == "description" && mapping.columns[.room] == "room")
        for file in SharedData.files(in: "museum/tate_json") {
            let record = try ImportTable(Array(try Data(contentsOf: file)))
            let mapping = ImportMapping(recognising: record.columns)
            #expect(
                record.records.count == 1 && mapping.columns[.title] == "title" && mapping.columns[.creator] == "all_artists",
                "\(file.lastPathComponent)")
        }
    }

    @Test(
        .covers("MUS-026", "MUS-028"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"), arguments: Engine.available)
    func `imported pictures stay hidden until somebody describes them, and the list says so`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let names = SharedData.files(in: "museum/paintings").filter { $0.pathExtension == "jpg" }.prefix(2).map(\.lastPathComponent)
            let pictures = try names.map { ($0, try data("paintings/\($0)")) } + [("broken.jpg", Array("no picture".utf8))]
            let csv =
                "file,title,artist,alt\n\(names[0]),Told,Ada,A ship in a storm\nfolder/\(names[1].uppercased()),Untold,Bo,\nbroken.jpg,Broken,Bo,\n"
            let id = try await upload(Array(csv.utf8), named: "paintings.csv", pictures, by: owner)
            try await carryOut(id, in: museum, by: owner)
            try await museum.app.runJobs()
            let all = try await exhibits(museum)
            let told = try #require(all.first { $0.title == "Told" }), untold = try #require(all.first { $0.title == "Untold" })
            #expect(told.picture != nil && told.isPublic)
            #expect(untold.picture == nil && !untold.isPublic)
            #expect(try await owner.get(MuseumPaths.adminImport(id)).text.contains("These pictures can’t be used: broken.jpg"))
            #expect(try await owner.get(MuseumPaths.adminExhibits()).text.contains("Needs a description"))
            let open = try await owner.get(link(MuseumPaths.adminExhibits(), query: ["show": ExhibitListPage.waiting])).text
            #expect(open.contains("Untold") && !open.contains(">Told<"))
            #expect(try await museum.app.guest.get(MuseumPaths.exhibit(untold.id)).status == .notFound)
            #expect(try await owner.get(MuseumPaths.adminWaitingPicture(untold.id)).status == .ok)
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.adminWaitingPicture(untold.id)).status == .notFound)

            // Neither a list that was opened before nor a form without the words shows it.
            #expect(try await owner.post(MuseumPaths.adminExhibitShow(untold.id), ["isPublic": "true"]).status == .conflict)
            let form = [("kind", "picture"), ("title", "Untold"), ("creator", "Bo"), ("isPublic", "true")]
            #expect(try await owner.post(MuseumPaths.adminExhibit(untold.id), fields: form).status == .seeOther)
            #expect(try await exhibits(museum).contains { $0.id == untold.id && !$0.isPublic })
            let described = try await owner.post(MuseumPaths.adminExhibit(untold.id), fields: form + [("alt", "Two sisters at a table")])
            #expect(described.status == .seeOther, "\(described.text)")
            let shown = try #require(try await exhibits(museum).first { $0.id == untold.id })
            #expect(shown.picture != nil && shown.isPublic && shown.alt == "Two sisters at a table")
            #expect(try await museum.app.guest.get(MuseumPaths.exhibit(untold.id)).text.contains("Two sisters at a table"))
            #expect(try await museum.app.guest.get(try #require(shown.picture).address(.large, of: shown.id)).status == .ok)
            _ = try await owner.post(MuseumPaths.adminImportDelete(id))
            try await museum.app.runJobs()
            #expect(
                try await museum.app.guest.get(try #require(shown.picture).address(.large, of: shown.id)).status == .ok, "the exhibit keeps its own")
        }
    }
}
