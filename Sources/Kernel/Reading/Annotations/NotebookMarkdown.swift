import Core
import Foundation
import Platform
import Web

/// One's own marks as a Markdown file, for any program that keeps notes.
struct NotebookMarkdown {
    let render: (Text) -> String
    let address: WholeAddress
    let viewer: Identity
    let madeAt: Instant

    func text(of export: NotebookReading.Export) -> String {
        var blocks = ["# " + render("My annotations"), render("\(day: madeAt)")]
        if export.isCut { blocks.append(render(StudySheet.cut)) }
        if export.groups.isEmpty { blocks.append(render("No highlights or notes yet")) }
        for group in export.groups { blocks += lines(of: group) }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private func lines(of group: NotebookGroup) -> [String] {
        let card = group.publication.card
        var blocks = ["## " + Self.line(card.title)]
        if !card.authors.isEmpty { blocks.append(Self.line(card.authors)) }
        for chapter in group.chapters {
            if !chapter.isPlaced {
                blocks.append("### " + render("Could not be placed"))
            } else if let title = chapter.title {
                blocks.append("### " + Self.line(title))
            }
            for entry in chapter.entries { blocks += lines(of: entry) }
        }
        guard !group.bookmarks.isEmpty else { return blocks }
        blocks.append("### " + render("Bookmarks"))
        let places = group.bookmarks.map { entry in
            let words = Self.line(entry.bookmark.passage?.quote.excerpt ?? "")
            let name = (entry.place.reference ?? entry.place.chapter).map { "**\(Self.line($0))**" }
            return "- " + [name, words].compactMap(\.self).joined(separator: " ")
        }
        return blocks + [places.joined(separator: "\n")]
    }

    private func lines(of entry: NotebookEntry) -> [String] {
        let annotation = entry.annotation
        var blocks: [String] = []
        if !annotation.passage.quote.exact.isEmpty {
            blocks.append(annotation.passage.quote.exact.split(separator: "\n").map { "> " + Self.line($0) }.joined(separator: "\n>\n"))
        }
        var facts: [String] = []
        if annotation.isPlaced, entry.publication.isOpen(to: viewer) {
            let name = entry.place.reference.map(Self.line) ?? render("Go to the passage")
            facts.append("[\(name)](\(address.of(ReadingPaths.address(of: annotation.passage, in: annotation.publication))))")
        } else if let reference = entry.place.reference {
            facts.append(Self.line(reference))
        }
        if let colour = AnnotationContent.name(of: annotation.colour) { facts.append(render(colour)) }
        facts.append(render("\(day: annotation.createdAt)"))
        blocks.append(facts.joined(separator: " · "))
        if let note = annotation.note {
            // Two spaces at the end of a line keep its break.
            blocks.append(note.split(separator: "\n").map { Self.line($0) }.joined(separator: "  \n"))
        }
        return blocks
    }

    /// Words in one line that mean nothing to Markdown.
    static func line(_ words: some StringProtocol) -> String {
        var line = ""
        for character in words.split(whereSeparator: \.isWhitespace).joined(separator: " ") {
            if "\\`*_[]<>|~".contains(character) { line += "\\" }
            line.append(character)
        }
        // At its beginning these would open a heading, a list or a quotation.
        if let first = line.first, "#+-=".contains(first) { return "\\" + line }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty, let mark = line.dropFirst(digits.count).first, ".)".contains(mark) {
            return digits + "\\" + line.dropFirst(digits.count)
        }
        return line
    }
}
