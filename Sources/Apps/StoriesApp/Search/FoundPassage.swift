import Core
import Database
import Interface
import Markup
import Platform
import Reading
import Search

/// A place in the text of a story that holds what was searched for.
struct FoundPassage: Sendable {
    let chapter: Int
    /// A few words around the match, which is marked.
    let snippet: [SnippetPart]
    /// Where the reader opens at it.
    let address: String

    init(_ hit: PassageHit, in publication: PublicationID) {
        chapter = hit.place.section
        snippet = hit.snippet
        address = ReadingPaths.address(of: hit.place, in: publication)
    }
}

extension StorySearch {
    /// The best place of each story on a page.
    func passages(_ filter: StoryFilter, of stories: [Story], in db: any Connection) throws -> [StoryID: FoundPassage] {
        guard !filter.words.isEmpty else { return [:] }
        let request = SearchRequest(filter.words, wantsFacets: false, passagesPerDocument: 1)
        let hits = try index.bestPassages(request, of: stories.map(\.id.number), in: StoryIndex.source, db)
        let found = stories.compactMap { story in
            story.publication.flatMap { publication in hits[story.id.number].map { (story.id, FoundPassage($0, in: publication)) } }
        }
        return Dictionary(found) { first, _ in first }
    }
}

/// The passage in a row of what was found; it leads into the chapter.
struct PassageLink: HTML {
    let passage: FoundPassage
    let language: Language

    var body: some HTML {
        a(.class("found-passage"), .href(passage.address)) {
            strong { Chapter.name("", number: passage.chapter + 1) }
            span(.dir("auto"), .lang(language)) { Marked(passage.snippet) }
        }
    }
}
