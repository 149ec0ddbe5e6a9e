import Core
import Localization

/// The fields of a post as they are sent.
struct PostForm: Decodable, Sendable {
    var title: String?
    var body: String?
    var category: String?
    var area: String?
    var day: String?
    var time: String?
    var length: String?
}

extension PostForm {
    /// The same with another title, description and area, as ``PostContent/words`` has them; nil where there are none.
    func saying(_ words: [String]?) -> PostForm? {
        guard let words, words.count >= 2 else { return nil }
        var form = self
        (form.title, form.body) = (words[0], words[1])
        if words.count > 2 { form.area = words[2] }
        return form
    }
}

/// A post's words, checked. A value of this type is valid: it can only be made by `init`.
struct PostDraft: Sendable, Equatable {
    static let longestTitle = 100
    /// VOL-019.
    static let longestBody = 1000

    let content: PostContent

    /// Checks what was written.
    /// - Parameters:
    ///   - today: by the site's clock.
    ///   - known: the day that the request had before, which may have passed.
    /// - Throws: ``PostRefusal/invalid(_:)`` with everything that is wrong.
    init(_ form: PostForm, language: Language, categories: CategoryList, today: Day, known: Day? = nil) throws(PostRefusal) {
        let title = (form.title ?? "").tidied()
        let body = (form.body ?? "").tidiedLines()
        let area = (form.area ?? "").tidied()
        var wrong: [String: Text] = [:]
        if title.isEmpty { wrong["title"] = Self.titleMissing }
        if title.length > Self.longestTitle {
            wrong["title"] = "A title may have \(Self.longestTitle) characters; this one has \(title.length)."
        }
        if body.isEmpty { wrong["body"] = Self.bodyMissing }
        if body.length > Self.longestBody {
            wrong["body"] = "A description may have \(Self.longestBody) characters; this one has \(body.length)."
        }
        if area.length > Area.longest { wrong["area"] = "An area may have \(Area.longest) characters; this one has \(area.length)." }
        if Area.isTooExact(area) {
            wrong["area"] = "Give the area only, without street number or postcode. Share the address privately with the person who helps you."
        }
        if Area.holdsAddress(title) { wrong["title"] = Self.addressFound }
        if Area.holdsAddress(body) { wrong["body"] = Self.addressFound }
        let category = form.category.flatMap { CategoryID($0) }.flatMap { categories[$0] }
        if category == nil { wrong["category"] = Self.categoryMissing }
        let time = PostTime(form, today: today, known: known, wrong: &wrong)
        guard wrong.isEmpty, let category else { throw .invalid(wrong) }
        // A screen reader reads the words in their own language, whatever language the author's screen has.
        let written = LanguageGuess.of("\(title)\n\(body)", among: [.english, .swedish]) ?? language
        content = PostContent(category: category.id, title: title, body: body, area: area, language: written, time: time)
    }

    static let titleMissing: Text = "Give your request a title."
    static let bodyMissing: Text = "Say what help you need."
    static let categoryMissing: Text = "Choose a category from the list."
    private static let addressFound: Text =
        "This gives a street and number, and everyone here can read it. Give the area instead, and share the address privately with the person who helps you."
}
