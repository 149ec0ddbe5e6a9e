import Core
import Foundation
import Interface
import Testing

/// Writes the gallery to `.build/gallery`, ready for any static web server, and checks what holds for every page.
@Test func `every page of the gallery renders in both themes and both languages`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../.build/gallery").standardized
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try writeAssets(to: folder)
    for theme in [Theme.light, .dark] {
        for language in [Language.english, .swedish] {
            for (name, path, page) in Gallery.all {
                let person = name == "home" ? nil : ShellPerson(name: "Ada Lovelace", isStaff: true)
                let shell = try Fixture.shell(
                    path: path, person: person, theme: theme, language: language, flash: name == "books" ? "Saved." : nil,
                    banner: name == "home" ? "This is a demo site." : nil)
                let html = Fixture.html(page, shell)
                #expect(html.hasPrefix("<!doctype html>"))
                #expect(html.contains("lang=\"\(language.rawValue)\""))
                #expect(html.components(separatedBy: "<h1").count == 2, "\(name) has one heading of the first level")
                try Data(html.utf8).write(to: folder.appendingPathComponent("\(name)-\(theme.rawValue)-\(language.rawValue).html"))
            }
        }
    }
}

private func writeAssets(to folder: URL) throws {
    let library = try Fixture.library()
    for name in library.names {
        let file = folder.appendingPathComponent(library.address(name))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        switch library[name]?.content {
        case .bytes(let bytes)?: try Data(bytes).write(to: file)
        case .file(let url)?: try Data(contentsOf: url).write(to: file)
        case nil: break
        }
    }
}
