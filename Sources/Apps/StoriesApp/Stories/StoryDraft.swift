import Core
import Documents

/// The fields of a story as they are sent.
struct StoryForm: Decodable, Sendable {
    var title: String?
    var description: String?
    var language: String?
    var rating: String?
    var isComplete: Bool?
    /// With commas between them.
    var tags: String?
    var warnings: [String]?
    var removesCover: Bool?
    /// The page to go to once it is saved.
    var then: String?
}

extension StoryForm {
    /// The fields as they stand.
    init(_ details: StoryDetails) {
        self.init(
            title: details.title, description: details.description, language: details.language.rawValue, rating: details.rating.rawValue,
            isComplete: details.isComplete, tags: details.tags.joined(separator: ", "), warnings: details.warnings.map(\.rawValue))
    }
}

extension StoryDetails {
    static let longestTitle = 200
    static let longestDescription = 4000

    /// Checks what was written.
    /// - Throws: ``StoryRefusal/invalid(_:)`` with everything that is wrong.
    init(_ form: StoryForm) throws(StoryRefusal) {
        let title = (form.title ?? "").tidied()
        let description = (form.description ?? "").tidiedLines()
        var wrong: [String: Text] = [:]
        if title.isEmpty { wrong["title"] = Self.titleMissing }
        if title.length > Self.longestTitle { wrong["title"] = "A title can have \(Self.longestTitle) characters; this one has \(title.length)." }
        if description.length > Self.longestDescription {
            wrong["description"] = "A description can have \(Self.longestDescription) characters; this one has \(description.length)."
        }
        let language = (form.language ?? "").tidied()
        if !Language.isTag(language) { wrong["language"] = "Choose the language of your story." }
        let rating = form.rating.flatMap(StoryRating.init)
        if rating == nil { wrong["rating"] = Self.ratingMissing }
        let tags = StoryTag.list(form.tags ?? "")
        if tags.count > StoryTag.most { wrong["tags"] = "A story can have \(StoryTag.most) tags; these are \(tags.count)." }
        if let long = tags.first(where: { $0.name.length > StoryTag.longest }) {
            wrong["tags"] = "“\(long.name)” is longer than \(StoryTag.longest) characters. Put a comma between two tags."
        }
        let warnings = (form.warnings ?? []).map { ContentWarning(rawValue: $0) }
        if warnings.contains(nil) { wrong["warnings"] = "Choose warnings from the list." }
        guard wrong.isEmpty, let rating else { throw .invalid(wrong) }
        self.init(
            title: title, description: description, language: Language(language), rating: rating, isComplete: form.isComplete ?? false,
            tags: tags.map(\.name), warnings: Set(warnings.compactMap(\.self)))
    }

    static let titleMissing: Text = "Give your story a title. You can change it later."
    static let ratingMissing: Text = "Choose whom your story is for."
}
