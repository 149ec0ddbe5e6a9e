import Core
import Documents

/// The pictures that the HTML of a chapter shows, as the converter writes them.
struct PictureMarks {
    /// Each once, in their order, with the words that stand for it there.
    let all: [(picture: PictureID, words: String)]

    var ids: [PictureID] { all.map(\.picture) }
    /// What is said in the place of pictures, for the filter.
    var words: [String] { all.map(\.words).filter { !$0.isEmpty } }

    init(_ html: String) {
        var seen: Set<PictureID> = []
        all = html.matches(of: /<img[^>]* src="resource:p(\d+)\.jpg" alt="([^"]*)"/).compactMap { match in
            guard let number = Int64(match.output.1), seen.insert(PictureID(number)).inserted else { return nil }
            return (PictureID(number), Self.unescaped(String(match.output.2)))
        }
    }

    /// The picture that a resource of a chapter is.
    static func picture(named name: String) -> PictureID? {
        name.wholeMatch(of: /p(\d+)\.jpg/).flatMap { match in Int64(match.output.1) }.map { PictureID($0) }
    }

    private static func unescaped(_ words: String) -> String {
        words.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    }
}

extension Release {
    var marks: PictureMarks { PictureMarks(html) }

    /// Everything that is said in it, as the filter reads it.
    var said: [String] { ([title, text] + marks.words).filter { !$0.isEmpty } }
}
