public import Core
import Documents
public import Web

/// Why a picture was not taken.
public enum PictureRefusal: Error, Equatable, Sendable {
    case missing, tooLarge, tooManyPixels, wrongType, damaged

    init(_ refusal: ConversionRefusal) {
        self =
            switch refusal {
            case .tooLarge: .tooLarge
            case .hostile(.expansion): .tooManyPixels
            case .unsupported, .mislabelled: .wrongType
            default: .damaged
            }
    }

    /// What is said at the field.
    public var words: Text {
        switch self {
        case .missing: "Choose a picture."
        case .tooLarge: "This picture is larger than 10 MB. Choose a smaller one."
        case .tooManyPixels: "This picture has too many pixels. Choose one of at most 50 megapixels."
        case .wrongType: "This file isn’t a JPEG, PNG or WebP picture."
        case .damaged: "This picture is damaged or incomplete. Choose another file."
        }
    }

    /// The name of the field.
    public static let field = "picture"
    /// A browser sends a file once: said where another field was wrong.
    public static let again: Text = "Choose the picture again."

    /// What a form is refused with, with the wish for its picture again where that was sent and wasn’t what was wrong.
    public static func again(after problem: Problem, of request: Request) -> Problem {
        var problem = problem
        if request.files.contains(where: { $0.field == field && $0.size > 0 }), problem.fields[field] == nil, !request.keepsFiles {
            problem.fields[field] = again
        }
        return problem
    }
}

extension PictureRefusal: ProblemConvertible {
    public var problem: Problem {
        Problem(
            .invalid, "site.picture-unusable", "The picture can’t be used.", remedy: "Choose another picture.", fields: [Self.field: words])
    }
}
