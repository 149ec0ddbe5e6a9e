import Core
import Documents
import Foundation
import TestSupport
import Testing

/// What an EPUB says of its series: in its own words, and in those of Calibre.
struct SeriesTests {
    private static let own = """
        <meta property="belongs-to-collection" id="s">Narnia</meta><meta refines="#s" property="collection-type">series</meta>
        """

    @Test(
        .covers("LIB-086"),
        arguments: [
            (own + "<meta refines='#s' property='group-position'>2</meta>", 2), (own, nil),
            ("<meta name='calibre:series' content='Narnia'/><meta name='calibre:series_index' content='2.0'/>", 2),
            ("<meta name='calibre:series' content='Narnia'/><meta name='calibre:series_index' content='2.5'/>", nil),
            ("<meta name='calibre:series' content='Narnia'/><meta name='calibre:series_index' content='1e300'/>", nil),
        ] as [(String, Int?)])
    func `a book tells its series and its number in it`(meta: String, number: Int?) async throws {
        let folder = try TemporaryFolder()
        let package = """
            <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Prince Caspian</dc:title>\(meta)</metadata>
            <manifest><item id="c" href="chapter.xhtml" media-type="application/xhtml+xml"/></manifest>
            <spine><itemref idref="c"/></spine></package>
            """
        let file = try folder.write("book.epub", ZipFixture.epub(["OPS/package.opf": package]).bytes)
        let book = try await DocumentConverter(in: folder).convert(fileAt: file, name: "book.epub")
        defer { book.discard() }
        #expect(book.metadata.series == "Narnia" && book.metadata.seriesNumber == number)
    }
}
