import Documents
import Foundation

extension ItemFormat {
    /// The library's word for what the converter found.
    init(_ format: DocumentFormat) {
        self =
            switch format {
            case .epub: .epub
            case .pdf: .pdf
            case .docx: .docx
            case .markdown: .markdown
            case .text: .text
            case .html: .html
            case .audio: .audio
            case .bible: .bible
            case .odt: .odt
            case .rtf: .rtf
            case .fb2: .fb2
            case .cbz: .cbz
            }
    }

    /// The media type of the original, under which it is offered for download.
    func mediaType(named name: String) -> String {
        let ending = name.split(separator: ".").last?.lowercased() ?? ""
        if ending == "gz" { return "application/gzip" }
        return DocumentFormat(rawValue: rawValue)?.mediaType ?? "application/octet-stream"
    }
}

extension String {
    var isMarkdown: Bool {
        let name = lowercased()
        return name.hasSuffix(".md") || name.hasSuffix(".markdown")
    }
}

extension FrontMatter {
    /// Reads the head of a file, however large the file is.
    init(headOf url: URL) {
        let head = try? FileHandle(forReadingFrom: url).read(upToCount: 16_384)
        self.init(String(decoding: head ?? Data(), as: UTF8.self).replacing("\r\n", with: "\n"))
    }
}
