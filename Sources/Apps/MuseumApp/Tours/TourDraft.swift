import Core
import Platform
import Web

/// The form of a tour, as it is sent.
struct TourForm: Decodable, Sendable {
    var title: String?
    var text: String?
    var alt: String?
    var isPublic: Bool?
    var removesPicture: Bool?
}

extension TourForm {
    init(_ tour: Tour) {
        title = tour.title
        text = tour.text
        alt = tour.alt
        isPublic = tour.isPublic
    }
}

/// A tour that may be kept.
struct TourDraft: Sendable, Equatable {
    let title: String
    let text: String
    let alt: String
    let isPublic: Bool

    /// Checks a form.
    /// - Throws: the refusal that names every wrong field.
    init(_ form: TourForm, hasPicture: Bool) throws(Problem) {
        var wrong: [String: Text] = [:]
        title = (form.title ?? "").tidied()
        if title.isEmpty { wrong["title"] = "Enter a title." }
        if title.length > Tour.longestTitle { wrong["title"] = "Write at most \(Tour.longestTitle) characters." }
        text = (form.text ?? "").tidiedLines()
        if text.length > Tour.longestText { wrong["text"] = "Write at most \(Tour.longestText) characters." }
        alt = (form.alt ?? "").tidied()
        if alt.length > Exhibit.longestAlt { wrong["alt"] = "Write at most \(Exhibit.longestAlt) characters." }
        if hasPicture, alt.isEmpty { wrong["alt"] = "Describe the picture for people who can’t see it." }
        isPublic = form.isPublic == true
        guard wrong.isEmpty else {
            throw Problem(.invalid, "museum.tour-wrong", "The tour wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
    }
}
