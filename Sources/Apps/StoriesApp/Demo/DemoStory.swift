import Core
import Foundation

/// A story as it lies in a folder: `about.md` with a head of `name: value` lines, and a file for each chapter.
struct DemoStory {
    /// What the demo calls it.
    let name: String
    let author: String
    let details: StoryDetails
    /// A picture for its cover; nil where the drawn one stands.
    let cover: URL?
    let chapters: [(title: String, body: String)]
    /// A further chapter that its first readers alone are shown.
    let draft: (title: String, body: String)?

    init(_ folder: URL) throws {
        name = folder.lastPathComponent
        let about = try String(contentsOf: folder.appending(path: "about.md"), encoding: .utf8)
        let parts = about.split(separator: "---\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw CocoaError(.fileReadCorruptFile) }
        var head: [String: String] = [:]
        for line in parts[1].split(separator: "\n") {
            let pair = line.split(separator: ":", maxSplits: 1)
            if pair.count == 2 { head[String(pair[0])] = String(pair[1]).tidied() }
        }
        author = head["author"] ?? ""
        details = try StoryDetails(
            StoryForm(
                title: head["title"], description: String(parts[2]), language: head["language"], rating: head["rating"],
                isComplete: head["complete"] == "yes", tags: head["tags"],
                warnings: (head["warnings"] ?? "").split(separator: ",").map { String($0).tidied() }.filter { $0 != "none" }))
        let picture = folder.appending(path: "cover.jpg")
        cover = FileManager.default.fileExists(atPath: picture.path) ? picture : nil
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        chapters = try files.filter { $0.lastPathComponent.first?.isNumber == true }.sorted { $0.path < $1.path }.map { try Self.chapter($0) }
        draft = try files.first { $0.lastPathComponent == "draft.md" }.map { try Self.chapter($0) }
    }

    private static func chapter(_ file: URL) throws -> (title: String, body: String) {
        let text = try String(contentsOf: file, encoding: .utf8)
        let end = text.firstIndex(of: "\n") ?? text.endIndex
        return (String(text[..<end].drop { $0 == "#" || $0 == " " }), String(text[end...].drop(while: \.isNewline)))
    }
}
