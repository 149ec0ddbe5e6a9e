import Core
import Foundation

/// What a file turned out to be.
public enum DocumentFormat: String, Sendable, Codable, CaseIterable {
    case epub, pdf, docx, markdown, text, html, audio, bible, odt, rtf, fb2, cbz

    /// The media type of the original file, as it is offered for download.
    public var mediaType: String {
        switch self {
        case .epub: "application/epub+zip"
        case .pdf: "application/pdf"
        case .docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        case .markdown: "text/markdown; charset=utf-8"
        case .text: "text/plain; charset=utf-8"
        case .html: "text/html; charset=utf-8"
        case .audio: "audio/mpeg"
        case .bible: "application/octet-stream"
        case .odt: "application/vnd.oasis.opendocument.text"
        case .rtf: "application/rtf"
        case .fb2: "application/x-fictionbook+xml"
        case .cbz: "application/vnd.comicbook+zip"
        }
    }
}

/// The direction in which a text runs and its pages turn.
public enum ReadingDirection: String, Sendable, Codable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
}

/// A file, read: everything the reader, the search index and the catalogue need.
///
/// Resources, cover and the like are files in `folder`; the receiver moves what it keeps and calls ``discard()``.
public struct ConvertedDocument: Sendable {
    /// What the file turned out to be.
    public var format: DocumentFormat
    /// What the file says about itself.
    public var metadata: DocumentMetadata
    /// The direction in which its pages turn.
    public var direction: ReadingDirection
    /// The text in reading order; empty only for audio.
    public var sections: [ConvertedSection]
    /// The table of contents; its entries point at sections.
    public var contents: [ContentsEntry]
    /// Pictures and sounds that the sections refer to as `resource:NAME`.
    public var resources: [ConvertedResource]
    /// A picture for the cover: JPEG, PNG, GIF, WebP or SVG.
    public var cover: URL?
    /// Duration and chapters of a recording.
    public var audio: AudioInfo?
    /// Books, chapters and verses, where the file is a Bible; section N is then the Nth chapter.
    public var bible: BibleText?
    /// What a librarian should know: parts that were left out, and why.
    public var warnings: [Text]
    /// The temporary folder that holds the files named above.
    public let folder: URL

    package init(
        format: DocumentFormat, metadata: DocumentMetadata, direction: ReadingDirection, sections: [ConvertedSection],
        contents: [ContentsEntry], resources: [ConvertedResource], cover: URL?, audio: AudioInfo?, bible: BibleText?, folder: URL
    ) {
        self.format = format
        self.metadata = metadata
        self.direction = direction
        self.sections = sections
        self.contents = contents
        self.resources = resources
        self.cover = cover
        self.audio = audio
        self.bible = bible
        self.warnings = []
        self.folder = folder
    }

    /// Words in all sections together.
    public var words: Int { sections.reduce(0) { $0 + $1.words } }

    /// Removes the temporary folder with everything still in it.
    public func discard() { try? FileManager.default.removeItem(at: folder) }
}

/// What a file says about itself. Nothing in it is trusted to be true or short.
public struct DocumentMetadata: Sendable, Equatable {
    /// The title; the file's name where the file has none.
    public var title = ""
    /// The authors in the file's order.
    public var authors: [String] = []
    /// The language, from the file or guessed from its words.
    public var language: Language?
    /// Who published it.
    public var publisher: String?
    /// The year of publication.
    public var year: Int?
    /// ISBN-10 or ISBN-13, digits only, with a correct check digit.
    public var isbn: String?
    /// Plain text about the work.
    public var description: String?
    /// Topics.
    public var subjects: [String] = []
    /// The series it belongs to.
    public var series: String?
    /// Its place in the series, where that is a whole number from 1.
    public var seriesNumber: Int?
    /// Terms of use as the file states them.
    public var rights: String?

    /// Nothing known.
    public init() {}
}

/// One section of the text, a chapter as a rule.
public struct ConvertedSection: Sendable, Equatable {
    /// Its heading.
    public var title: String?
    /// Safe HTML for the inside of an element. Links to other sections are `section:N#anchor`, pictures `resource:NAME`.
    public var html: String
    /// The words of `html`: the texts of its blocks, each on a line of its own.
    public var text: String
    /// The number of words in `text`.
    public var words: Int
    /// The language where it differs from the document's.
    public var language: Language?

    /// A section by its parts; words are counted.
    public init(title: String?, html: String, text: String, language: Language? = nil) {
        self.title = title
        self.html = html
        self.text = text
        self.words = WordCount.of(text)
        self.language = language
    }

    /// A section whose words are counted already.
    init(title: String?, html: String, text: String, words: Int, language: Language?) {
        self.title = title
        self.html = html
        self.text = text
        self.words = words
        self.language = language
    }
}

/// One line of a table of contents.
public struct ContentsEntry: Sendable, Equatable, Codable {
    /// What the line says.
    public var title: String
    /// The section it leads to, counted from 0; nil for a heading without a place of its own.
    public var section: Int?
    /// The `id` in that section's HTML; nil for its beginning.
    public var anchor: String?
    /// The lines below it.
    public var children: [ContentsEntry]

    /// A line by its parts.
    public init(title: String, section: Int?, anchor: String? = nil, children: [ContentsEntry] = []) {
        self.title = title
        self.section = section
        self.anchor = anchor
        self.children = children
    }
}

/// A picture or sound that belongs to the text.
public struct ConvertedResource: Sendable, Equatable {
    /// The name in `resource:NAME`: lower-case letters, digits and a dot.
    public var name: String
    /// What it is, decided by its content.
    public var mediaType: String
    /// Where it lies until the receiver moves it.
    public var file: URL

    /// The name of a picture that whoever asked for the conversion has, by its number.
    public static func name(ofPicture number: Int64) -> String { "p\(number).jpg" }

    package init(name: String, mediaType: String, file: URL) {
        self.name = name
        self.mediaType = mediaType
        self.file = file
    }
}

/// A recording's length and marks.
public struct AudioInfo: Sendable, Equatable, Codable {
    /// Its length in seconds.
    public var duration: Double
    /// Its chapters in order; empty where it has no marks.
    public var chapters: [AudioChapter]
    /// Its bit rate in bits per second, where known.
    public var bitRate: Int?
    /// The media type of the file itself; nil for MP3. Where browsers don't play it, a resource of the document is what they play.
    public var mediaType: String?

    package init(duration: Double, chapters: [AudioChapter], bitRate: Int?, mediaType: String? = nil) {
        self.duration = duration
        self.chapters = chapters
        self.bitRate = bitRate
        self.mediaType = mediaType
    }
}

/// A mark in a recording.
public struct AudioChapter: Sendable, Equatable, Codable {
    /// What the chapter is called.
    public var title: String
    /// Seconds from the beginning.
    public var start: Double

    package init(title: String, start: Double) {
        self.title = title
        self.start = start
    }
}
