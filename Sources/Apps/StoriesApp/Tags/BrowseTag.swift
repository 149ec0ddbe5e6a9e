import Core
import Database
import Platform

/// The identity of a browse tag.
typealias BrowseTagID = ID<BrowseTag>

/// A tag of the list that readers browse by (STO-005), kept by moderators.
struct BrowseTag: Sendable, Equatable {
    let id: BrowseTagID
    let name: String
    /// What stories that carry it are found by.
    let key: String
    let position: Int
    /// What it is called in further languages (CORE-053).
    var translations: [Language: CategoryWords] = [:]
    /// What else authors call it.
    var synonyms: [String] = []

    /// Its words in every language.
    var names: CategoryNames { CategoryNames(own: CategoryWords(name: name), translations: translations) }

    /// What readers of a language call it.
    func name(in language: Language) -> String { names.words(in: language).name }

    /// Every key that counts as this tag, its own first.
    var keys: [String] { ([key] + (translations.inOrder.map(\.value.name) + synonyms).map { StoryTag.key(of: $0) }).unique }
}

/// Every browse tag, in the order in which moderators put them.
struct BrowseTags: Sendable {
    let all: [BrowseTag]
    private let byKey: [String: BrowseTag]

    init(_ all: [BrowseTag]) {
        self.all = all
        byKey = Dictionary(all.flatMap { tag in tag.keys.map { ($0, tag) } }) { first, _ in first }
    }

    subscript(_ id: BrowseTagID) -> BrowseTag? { all.first { $0.id == id } }

    /// The one that a tag counts as.
    func browseTag(of tag: StoryTag) -> BrowseTag? { byKey[tag.key] }

    /// What stories with a tag are found by.
    func key(of tag: StoryTag) -> String { byKey[tag.key]?.key ?? tag.key }

    /// What readers of a language call a tag.
    func name(of tag: StoryTag, in language: Language) -> String { byKey[tag.key]?.name(in: language) ?? tag.name }
}

/// A browse tag with how many stories carry it.
struct BrowseCount: Sendable, Equatable {
    let tag: BrowseTag
    let stories: Int
}

/// Why the browse tags were not changed. Every case is safe to show.
enum BrowseTagRefusal: Error, Equatable {
    case invalid(field: String, Text)
    case tooMany
}

extension BrowseTagRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let field, let words):
            Problem(
                .invalid, "stories.invalid-tag", "The tag wasn’t saved.", remedy: "Correct the marked field and try again.", fields: [field: words])
        case .tooMany:
            Problem(.conflict, "stories.too-many-tags", "There can be up to \(BrowseTagDraft.most) browse tags.", remedy: "Delete one first.")
        }
    }
}

/// The form of a browse tag, checked.
struct BrowseTagDraft: Sendable, Equatable {
    /// More can't be taken in at a glance.
    static let most = 40
    static let mostSynonyms = 50

    let name: String
    let key: String
    let position: Int
    /// Names in further languages; empty ones are removed, and a language that is missing keeps its name.
    let translations: [Language: CategoryWords]
    let synonyms: [StoryTag]

    init(
        name: String, position: String, translations: [Language: CategoryWords] = [:], synonyms: String
    ) throws(BrowseTagRefusal) {
        var tidied: [Language: CategoryWords] = [:]
        do throws(CategoryFault) {
            self.name = try CategoryRules.name(name, most: StoryTag.longest)
            for (language, words) in translations.inOrder {
                tidied[language] = CategoryWords(
                    name: try CategoryRules.name(words.name, field: CategoryFieldNames.name(language), most: StoryTag.longest, mayBeEmpty: true))
            }
        } catch { throw .invalid(field: error.field, error.words) }
        guard let tag = StoryTag(self.name) else { throw .invalid(field: "name", "A tag needs a letter or a digit.") }
        key = tag.key
        self.translations = tidied
        guard let position = Int(position.trimmed), (1...999).contains(position) else {
            throw .invalid(field: "position", "Write a number from 1 to 999.")
        }
        self.position = position
        let written = StoryTag.list(synonyms).filter { $0.key != tag.key }
        if let long = written.first(where: { $0.name.length > StoryTag.longest }) {
            throw .invalid(field: "synonyms", "“\(long.name)” is longer than \(StoryTag.longest) characters.")
        }
        guard written.count <= Self.mostSynonyms else { throw .invalid(field: "synonyms", "A tag can have \(Self.mostSynonyms) synonyms.") }
        self.synonyms = written
    }

    /// A word can count as one tag only.
    func check(saving id: BrowseTagID?, among tags: BrowseTags) throws(BrowseTagRefusal) {
        let others = BrowseTags(tags.all.filter { $0.id != id })
        if StoryTag(name).flatMap({ others.browseTag(of: $0) }) != nil { throw .invalid(field: "name", "This name is taken.") }
        for (language, words) in translations.inOrder where StoryTag(words.name).flatMap({ others.browseTag(of: $0) }) != nil {
            throw .invalid(field: CategoryFieldNames.name(language), "This name is taken.")
        }
        for synonym in synonyms {
            if let other = others.browseTag(of: synonym) {
                throw .invalid(field: "synonyms", "“\(synonym.name)” already counts as “\(other.name)”.")
            }
        }
        if id == nil, tags.all.count >= Self.most { throw .tooMany }
    }
}
