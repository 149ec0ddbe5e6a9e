import Testing

@testable import Web

@Suite("Names of downloads")
struct FileNameTests {
    @Test("a title becomes a name that every file system takes, and shows as what it is")
    func names() {
        #expect(FileName.made(of: "The Lamp: a Ferry/Story?", fallback: "story", type: "epub") == "The Lamp a Ferry Story.epub")
        #expect(FileName.made(of: "Färjan vid bryggan", fallback: "story", type: "pdf") == "Färjan vid bryggan.pdf")
        #expect(FileName.made(of: "  ..hidden \n name..  ", fallback: "story", type: "md") == "hidden name.md")
        #expect(FileName.made(of: "a\u{202E}fdp.exe", fallback: "story", type: "epub") == "afdp.exe.epub")
        #expect(FileName.made(of: "???", fallback: "story", type: "epub") == "story.epub")
        #expect(FileName.made(of: String(repeating: "渡", count: 300), fallback: "story", type: "epub").utf8.count < 200)
    }

    @Test("a name that isn’t plain ASCII is said in ASCII and in UTF-8")
    func header() {
        #expect(ContentDisposition.attachment("The Lamp.epub") == "attachment; filename=\"The Lamp.epub\"")
        #expect(
            ContentDisposition.attachment("Färjan 100%.epub")
                == "attachment; filename=\"F_rjan 100_.epub\"; filename*=UTF-8''F%C3%A4rjan%20100%25.epub")
        #expect(ContentDisposition.attachment("a\r\nSet-Cookie: x").contains("filename=\"aSet-Cookie: x\""))
    }
}
