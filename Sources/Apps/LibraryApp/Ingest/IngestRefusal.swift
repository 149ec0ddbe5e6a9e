import Core

/// Why a file did not become an item, beyond what the converter says about the file itself. Every case is safe to show.
enum IngestRefusal: Error, Equatable {
    case alreadyThere(ItemID, title: String)
    case sameFile
    case itemGone
    case tooLarge(megabytes: Int)
    case wrongType(name: String)
    case unreadable
    case nothingChosen
}

extension IngestRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .alreadyThere(_, let title):
            Problem(
                .conflict, "library.already-there", "The library already has this file, as “\(title)”.",
                remedy: "Open that item; if its details are wrong, correct them there.")
        case .sameFile:
            Problem(.conflict, "library.same-file", "This is the file that the item has already.", remedy: "Choose the corrected file.")
        case .itemGone:
            Problem(.conflict, "library.item-gone", "The item whose file this should replace is no longer there.")
        case .tooLarge(let megabytes):
            Problem(
                .tooLarge, "library.file-too-large", "The file is larger than \(megabytes) MB.",
                remedy: "Split it into parts, or make its pictures smaller.")
        case .wrongType(let name):
            Problem(
                .unsupportedType, "library.file-type", "The library doesn’t accept files like “\(name)”.",
                remedy: "Send a text as EPUB, PDF, DOCX, ODT or HTML, and audio as MP3, M4B or Ogg.")
        case .unreadable:
            Problem(.invalid, "library.file-unreadable", "The file couldn’t be opened.", remedy: "Check its name and that it may be read.")
        case .nothingChosen:
            Problem(
                .invalid, "library.no-file-chosen", "No file was chosen.", remedy: "Choose one or more files.", fields: ["files": "Choose a file."])
        }
    }

    /// The item to look at instead.
    var existing: ItemID? {
        if case .alreadyThere(let id, _) = self { id } else { nil }
    }
}

extension Problem {
    /// A failure on our side; its cause is in the log.
    static let importFailed = Problem(
        .failure, "library.import-failed", "Something went wrong on our side, so the file wasn’t added.",
        remedy: "Try again; if it fails again, tell the operator.")
}

/// The endings of file names that the library takes, checked in the browser before anything is sent, and again here.
enum IngestTypes {
    static let endings = [
        "epub", "pdf", "docx", "odt", "rtf", "fb2", "cbz", "md", "markdown", "txt", "text", "html", "htm", "xhtml", "mp3", "m4a", "m4b", "ogg",
        "oga", "opus", "flac", "wav", "xml", "osis", "usfm", "sfm", "usx", "usfx", "json", "zip", "gz",
    ]

    /// For the `accept` of a file field.
    static let accept = endings.map { "." + $0 }.joined(separator: ",")

    /// Checks the ending and the size of a file before it is kept.
    static func check(name: String, size: Int, limit: Int64) throws(IngestRefusal) {
        guard size <= limit else { throw .tooLarge(megabytes: Int(limit >> 20)) }
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).last.map { $0.lowercased() } ?? ""
        guard name.contains("."), endings.contains(ending) else { throw .wrongType(name: name) }
    }

    /// What is left of the name that a stranger gave a file: its last part, without anything that is not shown.
    static func tame(_ name: String) -> String {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        let shown = String(String.UnicodeScalarView(last.unicodeScalars.filter { !$0.isHidden })).tidied()
        let bare = shown.drop { $0 == "." }
        guard bare.length > 120 else { return bare.isEmpty ? "file" : String(bare) }
        // The ending decides how programs open the file, so the beginning gives way.
        return String(String.UnicodeScalarView(bare.unicodeScalars.suffix(120)))
    }
}

extension Unicode.Scalar {
    /// Marks that change how the rest of a name is shown, such as the one that turns `gpj.exe` around.
    var isHidden: Bool {
        [.control, .format, .surrogate, .privateUse, .unassigned].contains(properties.generalCategory)
    }
}

extension Substring {
    fileprivate var length: Int { unicodeScalars.count }
}
