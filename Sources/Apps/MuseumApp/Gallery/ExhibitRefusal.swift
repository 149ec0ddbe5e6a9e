import Core
import Web

/// Why an exhibit isn't shown.
enum ExhibitRefusal: Error, Equatable {
    /// It has a picture that nobody has described yet.
    case undescribed
}

extension ExhibitRefusal: ProblemConvertible {
    var problem: Problem {
        Problem(
            .conflict, "museum.exhibit-undescribed", "The exhibit isn’t shown yet.", remedy: "Describe the picture for people who can’t see it.")
    }
}
