public import Core
public import Database
import Foundation
import Web

/// The identity of an annotation.
public typealias AnnotationID = ID<Annotation>

/// A person's own highlight or note on a passage. Only that person ever sees it.
public struct Annotation: Sendable, Equatable {
    /// Its identity.
    public let id: AnnotationID
    /// The publication it is in.
    public let publication: PublicationID
    /// The colour as `#RRGGBB`, or none.
    public let colour: String?
    /// The person's words, or none.
    public let note: String?
    /// Whether the passage is found in the present edition.
    public let isPlaced: Bool
    /// When it was made.
    public let createdAt: Instant
    /// When it changed last.
    public let changedAt: Instant
    /// The passage; of an annotation that is not placed, as it was described before.
    public let passage: Passage
}

extension Annotation: SQLRow {
    static let columns: SQL = "id, publication_id, colour, note, is_placed, created_at, changed_at, \(Passage.columns)"

    /// Takes its columns in the order of `columns`.
    public init(row: inout RowReader) throws {
        id = try row.next()
        publication = try row.next()
        colour = try row.next()
        note = try row.next()
        isPlaced = try row.next()
        createdAt = try row.next()
        changedAt = try row.next()
        passage = try Passage(columnsOf: &row)
    }
}

/// What a person says about a passage: a colour, a note, both or neither.
struct AnnotationContent: Sendable, Equatable {
    /// A note is a remark, not an essay.
    static let longestNote = 300
    /// The palette that the reader offers; other colours are taken too.
    static let palette: [(name: Text, colour: String)] = [
        ("Yellow", "#F5C84B"), ("Green", "#7CC47F"), ("Blue", "#6FB3E8"), ("Pink", "#F08FB4"), ("Purple", "#B49AE8"),
    ]

    let colour: String?
    let note: String?

    /// What a colour is called; one that is not of the palette by its code.
    static func name(of colour: String?) -> Text? {
        colour.map { colour in palette.first { $0.colour == colour }?.name ?? .verbatim(colour) }
    }

    /// Checks what came in: surrounding white space goes, nothing at all is no note.
    init(colour: String?, note: String?) throws(AnnotationRefusal) {
        if let colour, !colour.isEmpty {
            guard Self.isHex(colour) else { throw .badColour }
            self.colour = colour.uppercased()
        } else {
            self.colour = nil
        }
        let words = note?.trimmed ?? ""
        guard words.unicodeScalars.count <= Self.longestNote else { throw .noteTooLong }
        guard !words.unicodeScalars.contains("\0") else { throw .badNote }
        self.note = words.isEmpty ? nil : words
    }

    private static func isHex(_ colour: String) -> Bool {
        colour.utf8.count == 7 && colour.utf8.first == UInt8(ascii: "#")
            && colour.utf8.dropFirst().allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                    true
                default: false
                }
            }
    }
}

/// Why an annotation or bookmark was not taken. Every case is safe to show.
enum AnnotationRefusal: Error, Equatable, ProblemConvertible {
    case badColour
    case noteTooLong
    case badNote
    case quoteTooLong
    case noSuchSection
    case badPosition
    case tooMany(Int)

    var problem: Problem {
        switch self {
        case .badColour:
            wrong("reading.bad-colour", "That isn’t a valid colour.", "colour", "Write the colour as #RRGGBB, for example #F5C84B.")
        case .noteTooLong:
            wrong(
                "reading.note-too-long", "The note is too long.", "note",
                "A note may have up to \(AnnotationContent.longestNote) characters.")
        case .badNote:
            wrong("reading.bad-note", "The note contains characters that can’t be saved.", "note", "Write the note as plain text.")
        case .quoteTooLong:
            wrong("reading.quote-too-long", "The passage is too long.", "quote", "Mark a shorter passage, or several.")
        case .noSuchSection:
            wrong("reading.no-such-section", "The publication has no such section.", "section", "Choose a section that exists.")
        case .badPosition:
            wrong("reading.bad-position", "That position isn’t valid.", "position", "The end must not come before the start.")
        case .tooMany(let limit):
            Problem(
                .conflict, "reading.too-many", "You already have \(limit) marks in this publication.",
                remedy: "Remove some that you no longer need.")
        }
    }

    private func wrong(_ code: String, _ detail: Text, _ field: String, _ reason: Text) -> Problem {
        Problem(.invalid, code, detail, remedy: reason, fields: [field: reason])
    }
}
