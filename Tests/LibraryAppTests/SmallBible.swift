import Core
import TestSupport
import Testing

@testable import LibraryApp

/// Two books of our own, enough to turn pages across a book's end.
let smallBible = """
    <?xml version="1.0" encoding="UTF-8"?>
    <osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText osisIDWork="Test" xml:lang="en"><header>
    <work osisWork="Test"><title>A Small Bible</title></work></header>
    <div type="book" osisID="John"><chapter osisID="John.1"><verse osisID="John.1.1">In the beginning was the lamp.</verse>
    <verse osisID="John.1.2">It burned &amp; was not consumed.</verse></chapter>
    <chapter osisID="John.2"><verse osisID="John.2.1">And they came to the well.</verse></chapter></div>
    <div type="book" osisID="1Cor"><chapter osisID="1Cor.13"><verse osisID="1Cor.13.1">Though I speak with many tongues.</verse>
    <verse osisID="1Cor.13.2">And have not patience.</verse><verse osisID="1Cor.13.3">I am a door that bangs.</verse></chapter></div>
    </osisText></osis>
    """

/// Runs `body` with the library on a fresh site that has the small Bible.
func withBible(on engine: Engine, _ body: (TestApp, Library, ItemID) async throws -> Void) async throws {
    try await withLibrary(on: engine) { app, library in
        let outcome = try await library.take("small.osis.xml", smallBible)
        try #require(outcome.status == .ok, "\(outcome)")
        try await body(app, library, ItemID(try #require(outcome.item)))
    }
}
