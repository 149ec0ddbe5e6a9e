import Core
import Database
import Documents
import Foundation
import Media
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct ImageTests {
    private static func size(_ width: Int, _ height: Int) -> ImageRequest.Size { .init(width: width, height: height) }

    private func refusal(_ region: String, _ size: String, _ rotation: String = "0", _ file: String = "default.jpg") -> ImageRefusal? {
        do throws(ImageRefusal) { _ = try ImageRequest(region, size, rotation, file, of: Self.size(600, 400)) } catch { return error }
        return nil
    }

    @Test(
        .covers("MUS-026"),
        arguments: [
            ("full", "max", [0, 0, 600, 400], [600, 400]), ("square", "max", [100, 0, 400, 400], [400, 400]),
            ("100,50,200,100", "100,", [100, 50, 200, 100], [100, 50]), ("500,300,512,512", "max", [500, 300, 100, 100], [100, 100]),
            ("pct:50,50,50,50", ",100", [300, 200, 300, 200], [150, 100]), ("full", "!300,300", [0, 0, 600, 400], [300, 200]),
            ("full", "!3000,3000", [0, 0, 600, 400], [600, 400]), ("full", "pct:50", [0, 0, 600, 400], [300, 200]),
            ("0,0,512,400", "256,200", [0, 0, 512, 400], [256, 200]), ("full", "1,", [0, 0, 600, 400], [1, 1]),
        ])
    func `an address says which part of a picture, and in how many pixels`(_ region: String, _ size: String, _ part: [Int], _ pixels: [Int]) throws {
        let request = try ImageRequest(region, size, "0", "default.jpg", of: Self.size(600, 400))
        #expect([request.part.x, request.part.y, request.part.width, request.part.height] == part)
        #expect([request.width, request.height] == pixels)
    }

    @Test(.covers("MUS-026", "MUS-060"))
    func `what isn't an address of a picture is refused before anything is decoded`() {
        for region in ["", "full,", "1,2,3", "a,b,c,d", "-1,0,5,5", "0,0,1e9,5", "0,0,5,5,5", "pct:1,1,1", "0.5,0,5,5", "99999999999999999999,0,5,5"]
        {
            #expect(refusal(region, "max") == .malformed, "\(region)")
        }
        for region in ["600,0,5,5", "0,400,5,5", "0,0,0,5", "pct:100,0,5,5"] { #expect(refusal(region, "max") == .outside, "\(region)") }
        for size in ["", ",", "full", "0,", "!0,5", "pct:0", "5", "max,", "^^max"] { #expect(refusal("full", size) == .malformed, "\(size)") }
        for size in ["601,", ",401", "pct:101", "601,401"] { #expect(refusal("full", size) == .tooLarge, "\(size)") }
        #expect(refusal("full", "^601,") == .unsupported && refusal("full", "^max") == nil)
        #expect(
            refusal("full", "max", "90") == .unsupported && refusal("full", "max", "!0") == .unsupported && refusal("full", "max", "x") == .malformed)
        #expect(refusal("full", "max", "0", "default.png") == .unsupported && refusal("full", "max", "0", "gray.jpg") == .unsupported)
        #expect(refusal("full", "max", "0", "default") == .malformed && refusal("full", "max", "0", "../x.jpg") == .malformed)
        #expect(throws: ImageRefusal.tooLarge) { try ImageRequest("full", "5000,", "0", "default.jpg", of: Self.size(9000, 6000)) }
    }

    @Test(.covers("MUS-026", "MUS-027"), arguments: Engine.available)
    func `viewers of other sites look into a picture, of which every pixel is kept`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let fields = [("kind", "picture"), ("title", "A wall"), ("alt", "Colours in rows"), ("isPublic", "true"), ("creator", "Ada Holm")]
            let picture = try Film.picture(width: 3000, height: 1000)
            let added = try await owner.upload(MuseumPaths.adminNewExhibit(), fields: fields, files: [("picture", "a.png", picture)])
            #expect(added.status == .seeOther, "\(added.text)")
            let exhibit = try #require(try await museum.app.site.database.read { try $0.all(.exhibits(ExhibitFilter(), from: 0, limit: 2)) }.first)
            let stranger = museum.app.guest
            let base = MuseumPaths.image(exhibit.id)
            #expect(try await stranger.get(base).location?.hasSuffix("/info.json") == true)
            let information = try await stranger.get(MuseumPaths.imageInformation(exhibit.id))
            #expect(information["Access-Control-Allow-Origin"] == "*")
            #expect(information.json["width"] as? Int == 3000 && information.json["height"] as? Int == 1000)
            let tile = try await stranger.get(base + "/2560,512,440,488/220,244/0/default.jpg")
            #expect(tile.status == .ok && tile["Content-Type"] == "image/jpeg" && tile["Access-Control-Allow-Origin"] == "*", "\(tile.text)")
            #expect(try Film.size(of: tile.bytes) == [220, 244])
            let again = try await stranger.with("If-None-Match", try #require(tile["ETag"])).get(base + "/2560,512,440,488/220,244/0/default.jpg")
            #expect(again.status == .notModified)
            #expect(try await stranger.get(base + "/full/9999,/0/default.jpg").problem?.code == "museum.image-too-large")

            let manifest = try await stranger.get(MuseumPaths.exhibitManifest(exhibit.id))
            #expect(manifest["Content-Type"]?.contains("presentation/3") == true && manifest.text.contains("Ada Holm"))
            #expect(try await stranger.get(MuseumPaths.exhibit(exhibit.id)).text.contains("data-tiles=\"\(base)\""))

            _ = try await owner.post(MuseumPaths.adminExhibit(exhibit.id), fields: fields.filter { $0.0 != "isPublic" })
            for hidden in [base, MuseumPaths.imageInformation(exhibit.id), base + "/full/max/0/default.jpg", MuseumPaths.exhibitManifest(exhibit.id)]
            {
                #expect(try await stranger.get(hidden).status == .notFound, "\(hidden)")
            }
            _ = try await owner.post(MuseumPaths.adminExhibitDelete(exhibit.id), fields: [("confirmed", "true")])
            try await museum.app.runJobs()
            for file in exhibit.files { #expect(!FileManager.default.fileExists(atPath: museum.app.site.media.url(file).path)) }
        }
    }

    @Test(.covers("MUS-061"))
    func `parts that were asked for longest ago make room`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString, directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = TileCache(folder: folder, most: 1_000)
        for name in 1...5 {
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try Data(repeating: 7, count: 240).write(to: file)
            _ = try cache.add(file, as: "\(name)")
            if name > 1 { #expect(cache.file("1") != nil) }
        }
        #expect(cache.file("1") != nil && cache.file("2") == nil && cache.file("5") != nil)
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)).isSubset(of: ["1", "4", "5"]))
    }
}
