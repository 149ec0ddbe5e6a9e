import Core
import Web

/// Why a video was not taken.
enum VideoRefusal: Error, Equatable {
    case tooLarge, wrongType, damaged
}

extension VideoRefusal: ProblemConvertible {
    static let field = "video"

    var problem: Problem {
        let words: Text =
            switch self {
            case .tooLarge: "This video is larger than 200 MB. Choose a smaller one."
            case .wrongType: "This file isn’t an MP4 or WebM video."
            case .damaged: "This video is damaged or incomplete. Choose another file."
            }
        return Problem(.invalid, "museum.video-unusable", "The video can’t be used.", remedy: "Choose another video.", fields: [Self.field: words])
    }
}
