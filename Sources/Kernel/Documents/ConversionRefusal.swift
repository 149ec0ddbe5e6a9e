import Core

/// Why a file was not taken. Every case is safe to show, and says what a librarian can do.
public enum ConversionRefusal: Error, Equatable, Sendable {
    /// No bytes, or nothing in it to read.
    case empty
    /// More bytes than the limit, given in MiB.
    case tooLarge(megabytes: Int)
    /// Whole, but of a kind that is not taken; `kind` is the name of that kind where it is known.
    case unsupported(kind: String?)
    /// The name promises one kind and the content is another.
    case mislabelled(name: String, content: String)
    /// Cut short, or with parts missing.
    case damaged
    /// It asks for a password.
    case encrypted
    /// Bound to one seller's reading app.
    case protected
    /// Readable, but without a single word.
    case noText
    /// Pages with nothing on them.
    case blank
    /// Made to harm: unpacks without end, reaches outside its folder, defines entities, nests without end.
    case hostile(Hostility)
    /// Still not done when its time was over.
    case tooSlow
    /// The box that keeps converters in does not run here; nothing is converted outside it.
    case boxUnavailable
    /// A program that the conversion needs is not installed.
    case programMissing(String)
    /// The disk refused.
    case storage
    /// The caller gave up.
    case cancelled

    /// How a file tried to do harm.
    public enum Hostility: String, Sendable {
        case expansion, tooManyParts, escape, entities, nesting
    }
}

extension ConversionRefusal: ProblemConvertible {
    /// The refusal as people and programs see it.
    public var problem: Problem {
        switch self {
        case .empty:
            Problem(.invalid, "documents.empty", "The file is empty.", remedy: "Choose the file again, or export it once more.")
        case .tooLarge(let megabytes):
            Problem(
                .tooLarge, "documents.too-large", "The file, or a part of it, is larger than \(megabytes) MB.",
                remedy: "Split it into parts, or make its pictures smaller.")
        case .unsupported(let kind):
            Problem(
                .unsupportedType, "documents.unsupported", unsupported(kind),
                remedy: "Send a text as EPUB, PDF, DOCX, ODT or HTML, and audio as MP3, M4B or Ogg.")
        case .mislabelled(let name, let content):
            Problem(
                .unsupportedType, "documents.mislabelled", "The name says \(name), but the content is \(content).",
                remedy: "Check that it is the right file, and give it the ending that fits its content.")
        case .damaged:
            Problem(
                .invalid, "documents.damaged", "The file is damaged or incomplete.",
                remedy: "Open it on your own computer to check it, and fetch or export it once more.")
        case .encrypted:
            Problem(
                .invalid, "documents.encrypted", "The file is locked with a password.",
                remedy: "Remove the password, and send the file again.")
        case .protected:
            Problem(
                .invalid, "documents.protected", "The file is copy-protected and opens only in its seller’s app.",
                remedy: "Ask the publisher for a copy without protection.")
        case .noText:
            Problem(
                .invalid, "documents.no-text", "No text was found in the file.",
                remedy: "Check that it’s the right file. If it’s a photo, take it again in better light.")
        case .blank:
            Problem(
                .invalid, "documents.blank", "All pages of the file are blank.",
                remedy: "Check that it’s the right file, and export or scan it once more.")
        case .hostile(let how):
            Problem(
                .invalid, "documents.unsafe-\(how.code)", how.detail,
                remedy: "Don’t open it elsewhere. Ask the sender for a clean copy.")
        case .tooSlow:
            Problem(
                .invalid, "documents.too-slow", "Reading the file took too long.",
                remedy: "Split it into parts, or export it once more with a simpler layout.")
        case .boxUnavailable:
            Problem(
                .unavailable, "documents.box-unavailable", "This server can’t run the sandbox in which files are opened.",
                remedy: "Ask the operator to allow bubblewrap (unprivileged user namespaces).")
        case .programMissing(let program):
            Problem(
                .unavailable, "documents.program-missing", "The program \(program) isn’t installed on this server.",
                remedy: "Ask the operator to install it.")
        case .storage:
            Problem(
                .unavailable, "documents.storage", "The server couldn’t write to its disk.",
                remedy: "Try again later; ask the operator to check the free space.")
        case .cancelled:
            Problem(.conflict, "documents.cancelled", "The conversion was stopped.", remedy: "Start it again.")
        }
    }

    private func unsupported(_ kind: String?) -> Text {
        if let kind { "Files of type \(kind) aren’t supported." } else { "Files of this type aren’t supported." }
    }
}

extension ConversionRefusal.Hostility {
    fileprivate var code: String {
        switch self {
        case .expansion: "expansion"
        case .tooManyParts: "parts"
        case .escape: "escape"
        case .entities: "entities"
        case .nesting: "nesting"
        }
    }

    fileprivate var detail: Text {
        switch self {
        case .expansion: "The file unpacks to far more than its size allows for."
        case .tooManyParts: "The file has far too many parts."
        case .escape: "The file tries to write outside its own folder."
        case .entities: "The file defines abbreviations that can grow without end."
        case .nesting: "The file nests its parts far too deeply."
        }
    }
}
