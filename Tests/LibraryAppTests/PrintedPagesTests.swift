import Core
import Database
import Foundation
import Media
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp
@testable import Reading

/// Reading a PDF as it was printed, beside its text.
struct PrintedPagesTests {
    /// A PDF of one page for each text; a page without text has a black square.
    /// - Parameter count: what the file says of how many there are.
    private static func pdf(_ pages: [String], count: Int? = nil) -> [UInt8] {
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [\(pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " "))] /Count \(count ?? pages.count) >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        for (number, text) in pages.enumerated() {
            let drawing = text.isEmpty ? "100 100 200 200 re f" : "BT /F 12 Tf 50 700 Td (\(text)) Tj ET"
            objects.append(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents \(5 + 2 * number) 0 R /Resources << /Font << /F 3 0 R >> >> >>")
            objects.append("<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream")
        }
        var file = "%PDF-1.4\n"
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(file.utf8.count)
            file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = file.utf8.count
        let table = places.map { String(repeating: "0", count: 10 - "\($0)".count) + "\($0) 00000 n \n" }.joined()
        file += "xref\n0 \(places.count + 1)\n0000000000 65535 f \n\(table)trailer << /Size \(places.count + 1) /Root 1 0 R >>\n"
        return Array((file + "startxref\n\(start)\n%%EOF\n").utf8)
    }

    private static let texts = ["The first page tells of a mill.", "On the second page the river rises.", "", "The fourth page is the last one."]

    private func book(
        _ library: Library, _ texts: [String] = texts, count: Int? = nil, publishes: Bool = true
    ) async throws -> (item: ItemID, publication: PublicationID) {
        try await withTemporaryFolder { folder in
            let url = folder.appending(path: "mill.pdf")
            try Data(Self.pdf(texts, count: count)).write(to: url)
            var options = ImportOptions(publishes: publishes)
            (options.title, options.language) = ("The mill", "en")
            let outcome = try await library.take(url, options)
            let item = ItemID(try #require(outcome.item, "\(outcome)"))
            return (item, try #require(try await library.services.catalogue.findForStaff(item).publication))
        }
    }

    @Test(.covers("LIB-036", "LIB-037", "LIB-040"), arguments: Engine.available)
    func `a PDF is read as text and as its pages, each a picture that is drawn once`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let publication = try await book(library).publication
            let text = try await app.guest.get(ReadingPaths.section(publication, 0)).text
            #expect(text.contains("href=\"\(ReadingPaths.pages(publication))?section=0\""))
            let before = app.storedFiles
            let page = try await app.guest.get(ReadingPaths.pages(publication) + "?page=2").text
            #expect(page.contains("Page 2 of 4") && page.contains("src=\"\(ReadingPaths.pagePicture(publication, 2))\""))
            #expect(page.contains("?page=1\"") && page.contains("?page=3&amp;from=2"), "going back from a page that was looked up is no reading")
            // The same place in the text, which leads back to this page; one that was looked up there stays looked up.
            #expect(page.contains("&amp;page=2#s0-page-2") && !page.contains("resume=1"))
            #expect(try await app.guest.get(ReadingPaths.pages(publication) + "?page=2&from=1").text.contains("&amp;resume=1&amp;page=2#s0-page-2"))
            let section = ReadingPaths.section(publication, 0)
            #expect(try await app.guest.get(section + "?at=40-40&page=2").text.contains("\(ReadingPaths.pages(publication))?page=2\""))
            #expect(
                try await app.guest.get(section + "?at=40-40&resume=1&page=2").text.contains(
                    "\(ReadingPaths.pages(publication))?section=0&amp;page=2\""))
            for _ in 1...2 {
                let picture = try await app.guest.get(ReadingPaths.pagePicture(publication, 2))
                #expect(picture.status == .ok && picture.response.headers["Content-Type"] == "image/jpeg")
                #expect(try await picture.wholeBody().starts(with: [0xFF, 0xD8]))
            }
            #expect(app.storedFiles == before + 1)
            // What is out of range leads to the nearest page; a picture of it isn't there.
            #expect(try await app.guest.get(ReadingPaths.pages(publication) + "?page=99").text.contains("Page 4 of 4"))
            #expect(try await app.guest.get(ReadingPaths.pagePicture(publication, 5)).status == .notFound)
            #expect(try await app.guest.get(ReadingPaths.pagePicture(publication, 0)).status == .notFound)
        }
    }

    @Test(.covers("LIB-036", "LIB-040"), arguments: Engine.available)
    func `a PDF of pictures alone is shown as its pages, and has no other way to be read`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let publication = try await book(library, ["", ""]).publication
            let text = try await app.guest.get(ReadingPaths.section(publication, 0)).text
            #expect(text.contains("<figure>") && !text.contains("data-pages"))
            #expect(try await app.guest.get(ReadingPaths.pages(publication)).status == .notFound)
            #expect(try await app.guest.get(ReadingPaths.pagePicture(publication, 1)).status == .notFound)
        }
    }

    @Test(.covers("LIB-041", "LIB-043"), arguments: Engine.available)
    func `text and pages share the place where one reads, and looking a page up does not move it`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let publication = try await book(library).publication
            let member = try await app.signedIn(.ada)
            let pages = ReadingPaths.pages(publication)
            #expect(try await member.get(pages).text.contains("Page 1 of 4"))
            _ = try await member.get(pages + "?page=2&from=1")
            #expect(try await member.get(pages).text.contains("Page 2 of 4"))
            _ = try await member.get(pages + "?page=4")
            #expect(try await member.get(pages).text.contains("Page 2 of 4"), "it was looked up")
            _ = try await member.get(pages + "?page=4&from=3")
            #expect(try await member.get(pages).text.contains("Page 4 of 4"))
            #expect(try await member.get(ReadingPaths.publication(publication)).location == pages)
            #expect(try await member.get(pages).text.contains("&amp;resume=1&amp;page=4#s0-page-4"), "the way to the text")
        }
    }

    @Test(.covers("LIB-007", "LIB-036"), arguments: Engine.available)
    func `pages are open to whoever may read the text, and only where there are any`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let draft = try await book(library, publishes: false).publication
            for address in [ReadingPaths.pages(draft), ReadingPaths.pagePicture(draft, 1)] {
                #expect(try await app.guest.get(address).status == .notFound)
                #expect(try await app.signedIn(.librarian).get(address).status == .ok)
            }
            let plain = try await app.item("A plain text")
            let publication = try #require(try await library.services.catalogue.find(plain).publication)
            #expect(try await app.guest.get(ReadingPaths.pages(publication)).status == .notFound)
            #expect(try await !app.guest.get(ReadingPaths.section(publication, 0)).text.contains("data-pages"))
        }
    }

    @Test(.covers("LIB-040", "LIB-044"), arguments: Engine.available)
    func `a page that cannot be drawn says so and offers the text, and two who ask at once get one picture`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let publication = try await book(library, ["The first page.", "The second page."], count: 3).publication
            let page = try await app.guest.get(ReadingPaths.pages(publication) + "?page=3")
            #expect(page.status == .ok && page.text.contains("This page can’t be shown as it was printed.") && page.text.contains("Read as text"))
            #expect(!page.text.contains("<img"))
            let picture = try await app.guest.get(ReadingPaths.pagePicture(publication, 3))
            #expect(picture.status == .serviceUnavailable)
            let before = app.storedFiles
            async let first = app.guest.get(ReadingPaths.pagePicture(publication, 1))
            async let second = app.guest.get(ReadingPaths.pagePicture(publication, 1))
            let answers = try await [first, second]
            #expect(answers.map(\.status) == [.ok, .ok])
            #expect(app.storedFiles == before + 1)
        }
    }

    @Test(.covers("LIB-096", "LIB-102"), arguments: Engine.available)
    func `pictures are kept up to a limit, the latest of them, and go with the item`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let before = app.storedFiles
            let (item, publication) = try await book(library)
            for page in 1...4 { #expect(try await app.guest.get(ReadingPaths.pagePicture(publication, page)).status == .ok) }
            let publications = Publications(clock: app.site.clock)
            try await app.site.writer.write(by: nil) { write in
                let last = try #require(try publications.resource("page-4.jpg", of: publication, in: write))
                try publications.removePages(beyond: last.media.size, in: write)
                #expect(try publications.resource("page-4.jpg", of: publication, in: write) != nil)
                #expect(try publications.resource("page-1.jpg", of: publication, in: write) == nil)
                #expect(try publications.resources(of: publication, in: write).isEmpty, "they are no pictures of the text")
            }
            #expect(try await app.guest.get(ReadingPaths.pagePicture(publication, 1)).status == .ok, "it is drawn again")
            let staff = try await app.signedIn(.librarian)
            _ = try await staff.post(LibraryPaths.adminItemDelete(item), ["confirmed": "true"])
            _ = try await staff.post("/admin/recycle-bin/library.item/\(item)/purge", ["confirmed": "true"])
            try await app.runJobs()
            #expect(app.storedFiles == before)
        }
    }

    @Test(.covers("LIB-096"), arguments: Engine.available)
    func `a corrected file brings its own pages, and the old ones go`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let (item, publication) = try await book(library)
            let old = try await app.guest.get(ReadingPaths.pagePicture(publication, 1)).wholeBody()
            try await withTemporaryFolder { folder in
                let url = folder.appending(path: "mill.pdf")
                try Data(Self.pdf(["A page that was corrected.", "Another one."])).write(to: url)
                var options = ImportOptions()
                options.replaces = item.number
                #expect(try await library.take(url, options).status == .ok)
            }
            #expect(try await app.guest.get(ReadingPaths.pages(publication)).text.contains("Page 1 of 2"))
            #expect(try await app.guest.get(ReadingPaths.pagePicture(publication, 1)).wholeBody() != old)
        }
    }

    @Test(.covers("LIB-041", "LIB-043"), arguments: Engine.available)
    func `opening a page counts nothing as read, turning to the next one does`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let publication = try await book(library).publication
            let member = try await app.signedIn(.ada)
            let pages = ReadingPaths.pages(publication)
            func places() async throws -> [ReadingPosition] {
                let person = try await app.person(.ada)
                return try await app.site.database.read { db in try library.services.positions.all(of: person, in: publication, db) }
            }
            for looked in ["?page=4", "?page=4&from=1", "?page=1"] { _ = try await member.get(pages + looked) }
            #expect(try await places().isEmpty, "nobody has read in it yet")
            _ = try await member.get(pages)
            #expect(try await places().map(\.furthest) == [0])
            _ = try await member.get(pages + "?page=2&from=1")
            let turned = try #require(try await places().first)
            #expect(turned.furthest > 30 && turned.furthest < 90)
            // Reading on from a page that was looked up moves the place, going back from it doesn't.
            let looked = try await member.get(pages + "?page=4").text
            #expect(looked.contains("?page=3\"") && !looked.contains("?page=3&amp;from"))
            for address in ["?page=4", "?page=3", "?page=1&from=4"] { _ = try await member.get(pages + address) }
            #expect(try await places().first?.passage == turned.passage)
            #expect(try await places().first?.furthest == turned.furthest)
        }
    }

    @Test(.covers("LIB-033", "LIB-041", "LIB-053"), arguments: Engine.available)
    func `contents, search and bookmarks lead from a printed page to printed pages`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let publication = try await book(library).publication
            let member = try await app.signedIn(.ada)
            let pages = ReadingPaths.pages(publication)
            let page = try await member.get(pages + "?page=2").text
            #expect(page.contains("\(ReadingPaths.contents(publication))?section=0&amp;page=2\""))
            #expect(page.contains("\(ReadingPaths.find(publication))?page=2\""))
            let contents = try await member.get(ReadingPaths.contents(publication) + "?section=0&page=2").text
            #expect(contents.contains("href=\"\(pages)?page=1\"") && contents.contains("href=\"\(pages)?page=2\" aria-label=\"Back\""))
            #expect(!contents.contains("href=\"\(ReadingPaths.section(publication, 0))"))
            #expect(try await !member.get(ReadingPaths.contents(publication)).text.contains("/pages"))
            let found = try await member.get(ReadingPaths.find(publication) + "?q=river&page=4").text
            #expect(found.contains("href=\"\(pages)?page=2\"") && found.contains("name=\"page\" value=\"4\""))
            // A bookmark of a page, which the page then shows.
            let place = ReadingPaths.bookmarkSection(publication, 0)
            let action = String(try #require(page.firstMatch(of: /action="([^"]*\/bookmark\?[^"]*)"/)).1).replacing("&amp;", with: "&")
            #expect(action.hasPrefix(place))
            #expect(try await member.post(action).location == pages + "?page=2")
            #expect(try await member.get(pages + "?page=2").text.contains("Remove bookmark"))
            #expect(try await !member.get(pages + "?page=4").text.contains("Remove bookmark"))
            let list = try await member.get(ReadingPaths.contents(publication) + "?section=0&page=4").text
            #expect(list.contains("Bookmarks (1)") && list.contains("href=\"\(pages)?page=2\""))
        }
    }

    @Test(.covers("LIB-041", "LIB-053"), arguments: Engine.available)
    func `reading goes on in the text or in the pages, whichever was used last`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let publication = try await book(library).publication
            let member = try await app.signedIn(.ada).carrying("reading-device", "phone")
            let (pages, text) = (ReadingPaths.pages(publication), ReadingPaths.section(publication, 0))
            func next() async throws -> String { try #require(try await member.get(ReadingPaths.publication(publication)).location) }
            func bookmark() async throws -> Bool { try await member.get(ReadingPaths.bookmarks()).text.contains("\(pages)?section=0&amp;at=") }
            _ = try await member.post(ReadingPaths.bookmarkSection(publication, 0))
            #expect(try await next() == text + "?resume=1")
            _ = try await member.get(text)
            #expect(try await next().hasPrefix(text))
            // The way to the pages, and back.
            _ = try await member.get(pages + "?section=0")
            #expect(try await next() == pages)
            #expect(try await bookmark())
            _ = try await member.get(text + "?at=0-0&resume=1&page=1")
            #expect(try await next().hasPrefix(text))
            #expect(try await !bookmark())
            _ = try await member.get(pages + "?page=2&from=1")
            #expect(try await next() == pages)
            // What was looked up in the text changes nothing.
            _ = try await member.get(text + "?quote=river&at=10-15")
            #expect(try await next() == pages)
            let other = try await app.guest.get(ReadingPaths.publication(publication)).location
            #expect(other == text + "?resume=1")
        }
    }
}
