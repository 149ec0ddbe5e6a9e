/// What a sender called a file: an ending that makes a promise, and words for a title.
package struct FileName {
    /// The ending without its dot, in lower case; for `book.txt.gz` the inner one.
    package let ending: String
    package let isCompressed: Bool
    /// The name without folders and ending, for files that carry no title.
    package let title: String

    package init(_ name: String) {
        let last = name.split { $0 == "/" || $0 == "\\" || $0.unicodeScalars.contains { $0.value < 32 } }.last.map(String.init) ?? ""
        var parts = last.split(separator: ".").map(String.init)
        isCompressed = parts.count > 1 && parts.last?.lowercased() == "gz"
        if isCompressed { parts.removeLast() }
        ending = parts.count > 1 ? parts.removeLast().lowercased() : ""
        let words = parts.joined(separator: ".").replacing("_", with: " ").catalogued(200)
        title = words ?? "Untitled"
    }

    /// The kinds of content that an ending allows; an ending that is not listed promises nothing.
    private static let promises: [String: (name: String, allows: @Sendable (FileKind) -> Bool)] = [
        "epub": ("EPUB", { $0 == .zip }),
        "docx": ("DOCX", { $0 == .zip }),
        "zip": ("ZIP", { $0 == .zip }),
        "pdf": ("PDF", { $0 == .pdf }),
        "mp3": ("MP3", { $0 == .mp3 }),
        "m4a": ("M4A", { $0 == .sound(.mp4) }), "m4b": ("M4B", { $0 == .sound(.mp4) }),
        "ogg": ("Ogg", { $0 == .sound(.ogg) }), "oga": ("Ogg", { $0 == .sound(.ogg) }), "opus": ("Opus", { $0 == .sound(.ogg) }),
        "flac": ("FLAC", { $0 == .sound(.flac) }), "wav": ("WAV", { $0 == .sound(.wav) }),
        "odt": ("ODT", { $0 == .zip }), "rtf": ("RTF", { $0 == .rtf }), "cbz": ("CBZ", { $0 == .zip }), "fb2": ("FB2", \.isText),
        "usfx": ("USFX", \.isText), "usx": ("USX", \.isText),
        "md": ("Markdown", \.isText), "markdown": ("Markdown", \.isText),
        "txt": ("plain text", \.isText), "text": ("plain text", \.isText),
        "html": ("HTML", \.isText), "htm": ("HTML", \.isText), "xhtml": ("HTML", \.isText),
        "xml": ("XML", \.isText), "osis": ("OSIS", \.isText), "json": ("JSON", \.isText),
        "usfm": ("USFM", \.isText), "sfm": ("USFM", \.isText),
    ]

    package var isMarkdown: Bool { ending == "md" || ending == "markdown" }
    package var isHTML: Bool { ending == "html" || ending == "htm" || ending == "xhtml" }

    package var promisesKnownKind: Bool { Self.promises[ending] != nil }

    /// The refusal when the ending promises something else than the content is.
    package func contradiction(to kind: FileKind?) -> ConversionRefusal? {
        guard let promise = Self.promises[ending], let kind, kind != .gzip, !promise.allows(kind) else { return nil }
        return .mislabelled(name: promise.name, content: kind.name)
    }
}

extension FileKind {
    package var isText: Bool {
        switch self {
        case .text, .html, .json, .svg, .xml: true
        default: false
        }
    }

    /// What to call it in a refusal.
    package var name: String {
        switch self {
        case .zip: "ZIP"
        case .gzip: "gzip"
        case .pdf: "PDF"
        case .mp3: "MP3"
        case .svg: "SVG"
        case .rtf: "RTF"
        case .sound(let container): container.name
        case .image(let header): header.fileExtension.uppercased()
        case .xml: "XML"
        case .html: "HTML"
        case .json: "JSON"
        case .text: "text"
        case .foreign(let name): name
        }
    }
}
