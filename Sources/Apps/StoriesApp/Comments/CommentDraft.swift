import Core
import Reading

/// A comment as it is sent.
struct CommentForm: Decodable, Sendable {
    var words: String?
    var spoiler: Bool?
    /// Words of the chapter that it is about.
    var quote: String?
    /// What stands around them, where a reader's selection says so.
    var prefix: String?
    var suffix: String?
    /// The paragraph whose comments were open, to go back to them.
    var at: String?
}

/// A comment that was checked.
struct CommentDraft: Sendable, Equatable {
    var words: String
    var isSpoiler: Bool
    /// The words it is about, and where they stood if that is known.
    var quote: CommentQuote?

    static let longestQuote = 1000
    /// How much the reader quotes of a passage that was chosen.
    static let longestChosen = 400

    /// - Throws: ``CommentRefusal/invalid(_:)`` with everything that is wrong.
    init(_ form: CommentForm) throws(CommentRefusal) {
        let quote = (form.quote ?? "").tidiedLines()
        try self.init(
            words: form.words ?? "", isSpoiler: form.spoiler ?? false,
            quote: quote.isEmpty
                ? nil
                : CommentQuote(
                    quote: TextQuote(exact: quote, prefix: form.prefix ?? "", suffix: form.suffix ?? ""),
                    position: TextPosition(start: 0, end: 0)))
    }

    /// - Throws: ``CommentRefusal/invalid(_:)`` with everything that is wrong.
    init(words: String, isSpoiler: Bool, quote: CommentQuote?) throws(CommentRefusal) {
        let tidy = words.tidiedLines()
        var wrong: [String: Text] = [:]
        if tidy.isEmpty { wrong["words"] = Self.wordsMissing }
        if tidy.length > Comment.longest { wrong["words"] = "A comment can have \(Comment.longest) characters; this one has \(tidy.length)." }
        if let quote, quote.quote.exact.length > Self.longestQuote { wrong["quote"] = "Quote at most \(Self.longestQuote) characters." }
        guard wrong.isEmpty else { throw .invalid(wrong) }
        (self.words, self.isSpoiler, self.quote) = (tidy, isSpoiler, quote)
    }

    /// As much of a paragraph as a comment quotes of it: whole words, where it has any.
    static func quote(of paragraph: String) -> String {
        guard paragraph.length > longestQuote else { return paragraph }
        let cut = String(String.UnicodeScalarView(paragraph.unicodeScalars.prefix(longestQuote + 1)))
        guard let end = cut.lastIndex(where: \.isWhitespace) else { return String(cut.unicodeScalars.dropLast()) }
        return String(cut[..<end]).trimmed
    }

    static let wordsMissing: Text = "Write your comment."

    /// The quoted words as the chapter has them now: nobody puts words into an author's mouth, and so no filter needs to read them.
    /// - Throws: ``CommentRefusal/quoteNotFound`` when the chapter doesn't have them.
    static func found(_ quote: CommentQuote, in text: String) throws(CommentRefusal) -> CommentQuote {
        let words = quote.quote.exact
        let finder = PassageFinder(sections: [text])
        if let place = finder.place(quote.passage(in: 0)) { return CommentQuote(quote: place.quote, position: place.position) }
        // A few words are hard to tell from others alike; the first of them will do.
        guard let range = text.firstRange(of: words) else {
            throw .quoteNotFound
        }
        let start = text.unicodeScalars.distance(from: text.unicodeScalars.startIndex, to: range.lowerBound)
        guard let place = finder.passage(section: 0, at: start..<(start + words.length)) else {
            throw .quoteNotFound
        }
        return CommentQuote(quote: place.quote, position: place.position)
    }
}

/// Why the app did not do what was asked with a comment. Every case is safe to show.
enum CommentRefusal: Error, Equatable {
    case invalid([String: Text])
    case quoteNotFound
    case notYours
    case tooLate
    case tooManyReplies
    case notAuthor
    case nothingToAppeal
}

extension CommentRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let fields):
            Problem(
                .invalid, "stories.invalid-comment", "Some fields need correcting.", remedy: "Correct the marked fields and try again.",
                fields: fields)
        case .quoteNotFound:
            Problem(
                .conflict, "stories.quote-not-found", "Some fields need correcting.", remedy: "Correct the marked fields and try again.",
                fields: ["quote": "The chapter doesn’t have these words. Copy the passage exactly."])
        case .notYours: Problem(.forbidden, "stories.not-your-comment", "Only the author of a comment can do that.")
        case .tooLate:
            Problem(
                .conflict, "stories.comment-too-old", "You can edit a comment for 15 minutes.",
                remedy: "Delete it and write a new one, or reply to it.")
        case .tooManyReplies:
            Problem(.conflict, "stories.too-many-replies", "This comment has too many replies.", remedy: "Write a comment of your own.")
        case .notAuthor: Problem(.forbidden, "stories.not-your-story", "Only the author of a story can do that.")
        case .nothingToAppeal: Problem(.conflict, "stories.nothing-to-appeal", "There’s no decision to review.")
        }
    }
}
