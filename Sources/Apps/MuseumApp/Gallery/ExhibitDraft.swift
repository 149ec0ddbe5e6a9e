import Core
import Platform

/// The form of an exhibit, as it is sent.
struct ExhibitForm: Decodable, Sendable {
    var kind: String?
    var room: String?
    var title: String?
    var creator: String?
    var made: String?
    var medium: String?
    var size: String?
    var credit: String?
    var text: String?
    var alt: String?
    var isPublic: Bool?
    var isOnFrontPage: Bool?
    var removesPicture: Bool?
    var removesVideo: Bool?
}

extension ExhibitForm {
    init(_ exhibit: Exhibit) {
        kind = exhibit.kind.rawValue
        room = exhibit.room?.description
        title = exhibit.title
        creator = exhibit.creator
        made = exhibit.made
        medium = exhibit.medium
        size = exhibit.size
        credit = exhibit.credit
        text = exhibit.text
        alt = exhibit.alt
        isPublic = exhibit.isPublic
        isOnFrontPage = exhibit.isOnFrontPage
    }
}

/// An exhibit that may be kept.
struct ExhibitDraft: Sendable, Equatable {
    let kind: ExhibitKind
    let room: RoomID?
    let title: String
    let creator: String
    let made: String
    let medium: String
    let size: String
    let credit: String
    let text: String
    let alt: String
    let isPublic: Bool
    let isOnFrontPage: Bool

    /// Checks a form.
    /// - Parameter hasPicture: whether it will have a picture, which needs its words.
    /// - Throws: the refusal that names every wrong field.
    init(_ form: ExhibitForm, rooms: [Room], hasPicture: Bool) throws(Problem) {
        var wrong: [String: Text] = [:]
        func line(_ field: String, _ typed: String?, _ most: Int = Exhibit.longestFact) -> String {
            let words = (typed ?? "").tidied()
            if words.length > most { wrong[field] = "Write at most \(most) characters." }
            return words
        }
        kind = form.kind.flatMap { ExhibitKind(rawValue: $0) } ?? .picture
        room = form.room.flatMap { RoomID($0) }
        if let room, !rooms.contains(where: { $0.id == room }) { wrong["room"] = "Choose a room." }
        title = line("title", form.title, Exhibit.longestTitle)
        if title.isEmpty { wrong["title"] = "Enter a title." }
        creator = line("creator", form.creator)
        made = line("made", form.made)
        medium = line("medium", form.medium)
        size = line("size", form.size)
        credit = line("credit", form.credit)
        text = (form.text ?? "").tidiedLines()
        if text.length > Exhibit.longestText { wrong["text"] = "Write at most \(Exhibit.longestText) characters." }
        alt = line("alt", form.alt, Exhibit.longestAlt)
        if hasPicture, alt.isEmpty { wrong["alt"] = "Describe the picture for people who can’t see it." }
        isPublic = form.isPublic == true
        isOnFrontPage = form.isOnFrontPage == true
        guard wrong.isEmpty else {
            throw Problem(
                .invalid, "museum.exhibit-wrong", "The exhibit wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
    }

    /// Every word that it is found by.
    var searchKey: String { [title, creator, made, medium, credit, alt, text].joined(separator: " ").lowercased() }
}
