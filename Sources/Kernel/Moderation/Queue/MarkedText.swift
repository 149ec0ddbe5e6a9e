import Core
import Interface
import Markup
import Platform

/// A text with the words that the filter stopped at marked in it.
struct MarkedText: HTML {
    let text: String
    /// The stretch of it that is shown, in scalars.
    var start = 0
    var end: Int?
    let matches: [FilterVerdict.Match]

    /// A stretch of the text, marked or not.
    struct Piece: Equatable {
        let words: String
        let kind: FilterVerdict.Kind?
    }

    var body: some HTML {
        p(.class("moderated-text"), .dir("auto")) {
            for piece in pieces {
                if let kind = piece.kind {
                    mark(.title(kind.label)) { piece.words }
                } else {
                    piece.words
                }
            }
        }
    }

    /// The shown stretch in its pieces: together they are the stretch, whatever the matches say.
    var pieces: [Piece] {
        let scalars = Array(text.unicodeScalars.prefix(end ?? .max))
        var pieces: [Piece] = []
        var place = min(start, scalars.count)
        for match in matches.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            let range = max(place, min(match.range.lowerBound, scalars.count))..<max(place, min(match.range.upperBound, scalars.count))
            guard !range.isEmpty else { continue }
            if place < range.lowerBound { pieces.append(Piece(words: Self.string(scalars[place..<range.lowerBound]), kind: nil)) }
            pieces.append(Piece(words: Self.string(scalars[range]), kind: match.kind))
            place = range.upperBound
        }
        if place < scalars.count { pieces.append(Piece(words: Self.string(scalars[place...]), kind: nil)) }
        return pieces
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}

extension FilterVerdict.Kind {
    /// What moderators call it.
    var label: Text {
        switch self {
        case .profanity: "Profanity"
        case .spam: "Spam"
        case .money: "Money"
        case .contact: "Contact details"
        case .link: "Link"
        case .hate: "Hate"
        case .toxicity: "Attack"
        case .harm: "Harm to a person"
        case .exclusion: "Exclusion"
        case .repeated: "Repeated"
        }
    }
}
