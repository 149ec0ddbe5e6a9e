import Core
import Documents
import Foundation

/// What `pdfinfo` says about a file.
struct PDFInfo {
    let pages: Int
    let metadata: DocumentMetadata

    static func read(_ file: URL, _ conversion: Conversion) throws(ConversionRefusal) -> PDFInfo {
        let result = try conversion.run(
            ProgramRun(program: "pdfinfo", arguments: ["-enc", "UTF-8", "-isodates", file.path], seconds: 30))
        // The second is how poppler speaks of a kind of encryption that it does not know.
        if result.standardError.contains("Incorrect password") || result.standardError.contains("security handler") { throw .encrypted }
        guard result.succeeded else { throw .damaged }
        var values: [String: String] = [:]
        for line in String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            values[String(line[..<colon])] = line[line.index(after: colon)...].catalogued(2000)
        }
        guard let pages = values["Pages"].flatMap({ Int($0) }), pages > 0 else { throw .damaged }
        if pages > conversion.limits.pages { throw .hostile(.tooManyParts) }
        return PDFInfo(pages: pages, metadata: metadata(values))
    }

    private static func metadata(_ values: [String: String]) -> DocumentMetadata {
        var metadata = DocumentMetadata()
        if let title = values["Title"], isMeaningful(title) { metadata.title = String(title.prefix(500)) }
        metadata.authors = (values["Author"] ?? "").split { $0 == ";" }.prefix(20).compactMap { $0.catalogued(200) }.filter(isMeaningful)
        metadata.description = values["Subject"].flatMap { isMeaningful($0) ? $0 : nil }
        metadata.subjects = (values["Keywords"] ?? "").split { $0 == "," || $0 == ";" }.prefix(50).compactMap { $0.catalogued(200) }
        metadata.year = values["CreationDate"].flatMap { Year.first(in: $0) }
        return metadata
    }

    /// Programs fill these fields with names of files and of themselves.
    private static func isMeaningful(_ words: String) -> Bool {
        let lower = words.lowercased()
        let isFileName = [".doc", ".docx", ".dvi", ".tex", ".pdf", ".odt", ".indd", ".qxd", ".html"].contains { lower.hasSuffix($0) }
        return !isFileName && !lower.hasPrefix("microsoft word -")
            && !["untitled", "anonymous", "unknown", "(anonymous)", "(unspecified)"].contains(lower)
            && words.contains(where: \.isLetter)
    }
}
